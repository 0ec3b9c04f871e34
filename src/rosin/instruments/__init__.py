"""Instruments: named sounds, each a setup with its gesture and output, in a file of its own under `presets`."""

from rosin.instruments.instrument import Instrument as Instrument

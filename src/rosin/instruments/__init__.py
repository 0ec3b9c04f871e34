"""Instruments: named sounds, each a setup with its gesture and output, in a file of its own under `presets`."""

"""Strings of real instruments: their data, and fingers that find their notes."""

from rosin.instruments.strings.data import StringData as StringData
from rosin.instruments.strings.fingerboard import Fingerboard as Fingerboard

"""Strings of real instruments: their data, and fingers that find their notes."""

from rosin.strings.data import StringData as StringData
from rosin.strings.fingerboard import Fingerboard as Fingerboard

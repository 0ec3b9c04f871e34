"""Standard MIDI Files, MPE too, as notes with curves of expression that an instrument can follow."""

from rosin.midi.file import read_score as read_score
from rosin.midi.phrase import legato as legato
from rosin.midi.phrase import lines as lines
from rosin.midi.score import Curve as Curve
from rosin.midi.score import Note as Note
from rosin.midi.score import Score as Score

"""Standard MIDI Files, MPE too, as notes with curves of expression that an instrument can follow."""

from rosin.playing.midi.file import read_score as read_score
from rosin.playing.midi.phrase import legato as legato
from rosin.playing.midi.phrase import lines as lines
from rosin.playing.midi.score import ControllerCurve as ControllerCurve
from rosin.playing.midi.score import Note as Note
from rosin.playing.midi.score import Score as Score

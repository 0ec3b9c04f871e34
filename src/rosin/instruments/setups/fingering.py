"""Which string plays a note: the highest that can and is free, or else the one whose note began first.

A finger that slides stays on its string, and a natural harmonic is easier than an artificial one (rosin.playing.bowing.stopping).
"""

from collections.abc import Sequence

from rosin.instruments.strings.data import StringData
from rosin.instruments.strings.fingerboard import SEMITONES
from rosin.model.errors import ParameterError
from rosin.playing.bowing.articulations import articulation_of
from rosin.playing.bowing.line import EARLIER
from rosin.playing.bowing.stopping import Stop, stop_of
from rosin.playing.bowing.strokes import SLIDING
from rosin.playing.midi.score import Note
from rosin.playing.touch import VIBRATO_DEPTH

ROOM = 2  # semitones beyond the highest note, for bend and vibrato


def fingered(notes: Sequence[Note], strings: Sequence[StringData], usual: str, instrument: str) -> list[list[Note]]:
    """The notes of each string, from the lowest, on an instrument of that name; `usual` is the articulation of those that have none."""
    given: list[list[Note]] = [[] for _ in strings]
    choice = -1
    for note in notes:
        how = articulation_of(note.articulation or usual)
        stops = {i: stop for i, string in enumerate(strings) if (stop := reached(note, string, how.harmonic))}
        if not stops:
            raise _not_there(note, strings, how.harmonic, instrument)
        able = [i for i, stop in stops.items() if stop.semitones >= _down(note) or stop.natural] or list(stops)
        free = [i for i in able if not given[i] or given[i][-1].end <= note.start + EARLIER]
        if not (how.glide > SLIDING and choice in free):
            choice = max(free, key=lambda i: (stops[i].natural, i)) if free else min(able, key=lambda i: given[i][-1].start)
        given[choice].append(note)
    return given


def reached(note: Note, string: StringData, harmonic: bool) -> Stop | None:
    """Where a string is stopped for a note, None where hands do not reach it."""
    stop = stop_of(note.frequency(), string.frequency, harmonic)
    return stop if stop and -0.5 < stop.semitones <= SEMITONES - ROOM else None


def _down(note: Note) -> float:
    """Semitones by which bend and vibrato lower a note: a finger must be able to go down as far."""
    bent = max(0.0, *(-bend for _, bend in note.bend.points))
    return bent + VIBRATO_DEPTH * max(depth for _, depth in note.modulation.points)


def _not_there(note: Note, strings: Sequence[StringData], harmonic: bool, instrument: str) -> ParameterError:
    key = f"Key {note.key}, {note.frequency():.5g} Hz,"
    lowest, highest = strings[0].frequency, strings[-1].frequency * 2 ** ((SEMITONES - ROOM) / 12)
    if harmonic:
        return ParameterError(
            f"{key} is no harmonic that hands reach on a {instrument}: an octave, a twelfth or two octaves above an open string, "
            f"or more than two above {lowest:.5g} Hz; transpose the notes, or bow them in another way."
        )
    return ParameterError(f"{key} is not on a {instrument}, which is played from {lowest:.5g} to {highest:.5g} Hz; transpose the notes.")

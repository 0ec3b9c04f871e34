"""A line of notes under one bow: which of them share a stroke, which way it goes, and when each one ends.

Notes that start together are one chord, bowed as the first of them is. A chord on other keys that follows the last one as soon as its
articulation bridges is slurred to it and keeps the stroke, if that has not ended before; any other turns the bow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rosin.playing.bowing.articulations import USUAL, Articulation, articulation_of
from rosin.playing.midi.phrase import SLUR
from rosin.playing.midi.score import Note

TOGETHER = 0.005  # s within which notes start together
EARLIER = 0.06  # s by which a note may begin before the last one has ended, and still be slurred to it


@dataclass(frozen=True)
class BowedNote:
    """A note, how the bow goes, and whether another on its string follows at once."""

    note: Note
    direction: float
    slurred: bool  # to the last note of the same string
    end: float  # s
    goes_on: bool
    articulation: Articulation


@dataclass
class _Chord:
    """Notes that start together, each with its string."""

    notes: list[tuple[Note, int]]
    articulation: Articulation
    direction: float = 1.0
    slurred: bool = False

    @property
    def start(self) -> float:
        return self.notes[0][0].start

    @property
    def end(self) -> float:
        return max(note.end for note, _ in self.notes)

    @property
    def keys(self) -> set[int]:
        return {note.key for note, _ in self.notes}

    def follows(self, last: "_Chord") -> bool:
        """Whether it is slurred to the one before."""
        bridged = 0 < self.articulation.joins >= self.start - last.end
        return bridged and last.articulation.sustained and self.keys != last.keys


def bowed(strings: Sequence[Sequence[Note]], usual: str = USUAL) -> list[list[BowedNote]]:
    """The notes of each string, in their order, as one bow plays them; those that do not say how, as is usual."""
    chords = _chords(strings, usual)
    for last, chord in pairwise(chords):
        chord.slurred = chord.follows(last)
        chord.direction = last.direction if chord.slurred else -last.direction
    found: list[list[BowedNote]] = [[] for _ in strings]
    left = [list(notes) for notes in strings]
    before = set[int]()
    for chord, following in zip(chords, [*chords[1:], None], strict=True):
        until = following.start if following and following.slurred else 0.0
        for note, string in chord.notes:
            left[string].remove(note)
            next_start = left[string][0].start if left[string] else float("inf")
            end = min(max(note.end, until), next_start)
            slurred = chord.slurred and string in before
            found[string].append(BowedNote(note, chord.direction, slurred, end, next_start - end <= SLUR, chord.articulation))
        before = {string for _, string in chord.notes}
    return found


def _chords(strings: Sequence[Sequence[Note]], usual: str) -> list[_Chord]:
    """All notes of all strings, by their starts."""
    found: list[_Chord] = []
    for note, string in sorted(((note, i) for i, notes in enumerate(strings) for note in notes), key=lambda pair: pair[0].start):
        if found and note.start - found[-1].start <= TOGETHER:
            found[-1].notes.append((note, string))
        else:
            found.append(_Chord([(note, string)], articulation_of(note.articulation or usual)))
    return found

"""A line of notes under one bow: which of them share a stroke, which way it goes, and when each one ends.

Notes that start together are one chord. A chord that follows the last one at once, on other keys, is slurred to it and keeps the stroke;
any other turns the bow.
"""

from dataclasses import dataclass

from rosin.playing.midi.phrase import SLUR
from rosin.playing.midi.score import Note

TOGETHER = 0.005  # s within which notes start together


@dataclass(frozen=True)
class BowedNote:
    """A note, how the bow goes, and whether another on its string follows at once."""

    note: Note
    direction: float
    slurred: bool  # to the last note of the same string
    end: float  # s
    goes_on: bool


def bowed(strings: list[list[Note]]) -> list[list[BowedNote]]:
    """The notes of each string, in their order, as one bow plays them."""
    chords: list[list[tuple[Note, int]]] = []
    for note, string in sorted(((note, i) for i, notes in enumerate(strings) for note in notes), key=lambda pair: pair[0].start):
        if chords and note.start - chords[-1][0][0].start <= TOGETHER:
            chords[-1].append((note, string))
        else:
            chords.append([(note, string)])
    found: list[list[BowedNote]] = [[] for _ in strings]
    direction, before = -1.0, set[int]()
    last_end, last_keys = -1.0, set[int]()
    left = [list(notes) for notes in strings]
    for chord in chords:
        start, keys = chord[0][0].start, {note.key for note, _ in chord}
        slurred = start - last_end <= SLUR and keys != last_keys and last_end >= 0
        if not slurred:
            direction = -direction
        for note, string in chord:
            left[string].remove(note)
            following = left[string][0].start if left[string] else float("inf")
            end = min(note.end, following)
            found[string].append(BowedNote(note, direction, slurred and string in before, end, following - end <= SLUR))
        before = {string for _, string in chord}
        last_end, last_keys = max(note.end for note, _ in chord), keys
    return found

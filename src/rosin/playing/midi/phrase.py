"""Single lines out of many notes: what one string, or one hand, can play.

A note goes to a free line, the one that fell silent last, so that a tune stays where it is; of equally late ones, to the
line nearest in pitch. Where none is free the line whose note began first gives way: that note ends as the new one starts.
"""

from dataclasses import replace
from itertools import pairwise

from rosin.model.errors import ParameterError
from rosin.playing.midi.score import Note, Score, in_order

SLUR = 0.01  # s
MOST_LINES = 128


def lines(score: Score, most: int) -> list[list[Note]]:
    """The notes as at most so many lines; in a line no two notes overlap. A note that gives way at its very start is left out."""
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= MOST_LINES:
        raise ParameterError(f"most = {most} is not allowed; it must be a whole number of lines, 1 to {MOST_LINES}.")
    found: list[list[Note]] = []
    for note in in_order(score.notes):
        free = [line for line in found if line[-1].end <= note.start]
        if free:
            max(free, key=lambda line: (line[-1].end, -abs(line[-1].key - note.key))).append(note)
        elif len(found) < most:
            found.append([note])
        else:
            line = min(found, key=lambda line: line[-1].start)
            last = line.pop()
            if last.start < note.start:
                line.append(replace(last, end=note.start))
            line.append(note)
    return found


def legato(line: list[Note], gap: float = SLUR) -> list[bool]:
    """Whether each note of a line is slurred to the one before: of another key, and no more than `gap` seconds after its end."""
    if not gap >= 0:
        raise ParameterError(f"gap = {gap} s is not allowed; it must be at least 0 s.")
    slurred = [note.key != before.key and note.start - before.end <= gap for before, note in pairwise(line)]
    return [False, *slurred][: len(line)]

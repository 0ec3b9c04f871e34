"""How notes are rubbed, bowed and struck: speed, force and pitch over time of a line of notes that do not overlap.

The strength of a note follows its velocity, expression, volume and pressure; speed and force grow with it together, so that
their ratio, which decides whether a string or glass speaks, stays. A note that is not slurred begins from rest.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rosin.playing.bowing.strokes import PRESSING
from rosin.playing.midi.phrase import legato
from rosin.playing.midi.score import VOLUME_AT_REST, ZERO, Note, pitch_of_key
from rosin.playing.touch import ATTACK, LIFT, LIFTING, PERIODS, PLACING, RELEASE, SOFTEST, SOFTEST_BLOW, THROW, VIBRATO_DEPTH, VIBRATO_RATE


def strength(note: Note, times: np.ndarray | float, softest: float = SOFTEST) -> Any:
    """How strongly a note is played: 1 for full velocity, expression and volume without pressure; one number where that stays."""
    struck = softest ** (1 - note.velocity)
    moved = note.expression.over(times) * note.volume.over(times) / VOLUME_AT_REST
    return struck * moved * (1 + PRESSING * note.pressure.over(times))


def blows(notes: list[Note], velocity: float) -> list[tuple[float, float]]:
    """Breakpoints of the throws of a hammer."""
    points: list[tuple[float, float]] = [(0.0, 0.0)]
    for note in notes:
        begin = max(note.start, points[-1][0])
        thrown = velocity * float(strength(note, note.start, SOFTEST_BLOW))
        points += [(begin, 0.0), (begin, thrown), (begin + THROW, thrown), (begin + THROW, 0.0)]
    return points


class Phrase:
    """A line of notes, each cut where the next begins, as functions of times in order."""

    def __init__(self, notes: list[Note], *, alternate: bool = False, last: float = math.inf) -> None:
        """`alternate` turns the hand with every stroke; a note that ends at `last` or later is left to ring, others are stopped."""
        self.notes = sorted(notes, key=lambda note: note.start)
        self.starts = np.array([note.start for note in self.notes])
        following = np.append(self.starts[1:], math.inf)
        self.ends = np.minimum([note.end for note in self.notes], following)
        self.slurred = np.array([*legato(self.notes), False])
        self.detached = following - self.ends
        self.rings = self.ends >= last
        self.directions = np.ones(len(self.notes))
        if alternate:
            turns = np.cumsum(~self.slurred[: len(self.notes)])
            self.directions = np.where(turns % 2 == 1, 1.0, -1.0)

    def _of_each(self, times: np.ndarray, early: float, value: Callable[[int, Note, np.ndarray], Any]) -> np.ndarray:
        """value(index, note, times) of the note that is on at each time, from a little before its start."""
        begins = np.searchsorted(times, self.starts - early)
        begins[0] = 0
        ends = np.append(begins[1:], len(times))
        found = np.empty(len(times))
        for i in np.flatnonzero(begins < ends).tolist():
            here = slice(begins[i], ends[i])
            found[here] = value(i, self.notes[i], times[here])
        return found

    def speed(self, times: np.ndarray) -> np.ndarray:
        """Speed of the hand, with the sign of its direction: 1 at full strength."""

        def of_note(i: int, note: Note, now: np.ndarray) -> np.ndarray:
            attack = max(ATTACK, PERIODS / note.frequency())
            rise = 1.0 if self.slurred[i] else np.clip((now - note.start) / attack, 0, 1)
            if self.slurred[i + 1]:
                fall = 1.0
            else:
                wait = min(RELEASE, self.detached[i])
                fall = np.clip((self.ends[i] + wait - now) / RELEASE, 0, 1)
            return self.directions[i] * strength(note, now) * np.minimum(rise, fall)

        return self._of_each(times, 0.0, of_note)

    def force(self, times: np.ndarray) -> np.ndarray:
        """Normal force: 1 at full strength, 0 in pauses."""

        def of_note(i: int, note: Note, now: np.ndarray) -> np.ndarray:
            pressed = np.clip((now - note.start) / PLACING + 1, 0, 1) if i == 0 or self.detached[i - 1] > LIFT else 1.0
            lifted: Any = 1.0
            if self.detached[i] > LIFT:
                begin, length = (self.ends[i], RELEASE) if self.rings[i] else (self.ends[i] + RELEASE, LIFTING)
                lifted = np.clip((begin + length - now) / length, 0, 1)
            return strength(note, np.maximum(now, note.start)) * np.minimum(pressed, lifted)

        return self._of_each(times, PLACING, of_note)

    def frequency(self, times: np.ndarray) -> np.ndarray:
        """Pitch in Hz, bent and with vibrato; the finger arrives as the note begins."""

        def of_note(i: int, note: Note, now: np.ndarray) -> np.ndarray:
            key: Any = note.key + note.bend.over(now)
            if i > 0 and now[0] < note.start:
                share = np.clip((now - note.start) / PLACING + 1, 0, 1)
                key = key + (1 - share) * (self.notes[i - 1].key - note.key)
            if note.modulation != ZERO:
                key = key + VIBRATO_DEPTH * note.modulation.at(now) * np.sin(2 * np.pi * VIBRATO_RATE * (now - note.start))
            return pitch_of_key(key)

        return self._of_each(times, PLACING, of_note)

    @property
    def steady(self) -> bool:
        """Whether its pitch never moves."""
        return len({note.key for note in self.notes}) == 1 and all(note.bend == ZERO == note.modulation for note in self.notes)

    def key(self, times: np.ndarray) -> np.ndarray:
        """The key that is on, without bend."""
        return self._of_each(times, 0.0, lambda _, note, __: note.key)

    def timbre(self, times: np.ndarray) -> np.ndarray:
        """Controller 74, from 0 to 1."""
        return self._of_each(times, 0.0, lambda _, note, now: note.timbre.over(now))

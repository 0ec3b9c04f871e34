"""Notes and how they move, in seconds, semitones and fractions of full scale.

A curve is what a controller sent: steps s(t), each value held until the next. A player hears it as a glide,

    v(t) = 1/g times the integral of s from t - g to t,

so each step becomes a straight line of length g, steps nearer than g blend, and nothing overshoots.

    f = f_A4 2^((key + bend - 69) / 12)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rosin.model.errors import ParameterError

GLIDE = 0.01  # s; about the time between the messages of a controller that moves
SHORTEST_GLIDE = 1e-6  # s; less is lost in the rounding of times
A4_KEY, A4 = 69, 440.0  # Hz
TIMBRE_AT_REST = 64 / 127
VOLUME_AT_REST = 100 / 127


@dataclass(frozen=True)
class ControllerCurve:
    """Steps (time in s, value), each held until the next; the first value holds before it too."""

    points: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        points = self.points
        if not points:
            raise ParameterError("ControllerCurve: there must be one point (time in s, value) at least.")
        if not all(math.isfinite(time) and math.isfinite(value) for time, value in points):
            raise ParameterError("ControllerCurve: times and values must be finite.")
        if any(points[i][0] >= points[i + 1][0] for i in range(len(points) - 1)):
            raise ParameterError("ControllerCurve: each time must be later than the one before.")

    @staticmethod
    @lru_cache
    def constant(value: float) -> "ControllerCurve":
        """The same value at all times."""
        return ControllerCurve(((0.0, value),))

    def at(self, times: ArrayLike, glide: float = GLIDE) -> np.ndarray:
        """The values at some times (s), each step as a straight line of `glide` seconds; 0 keeps the steps."""
        if _checked_glide(glide) >= 0 and len(self.points) == 1:
            return np.full(np.shape(times), self.points[0][1])
        if _checked_glide(glide) == 0:
            starts, values = self._columns()
            return values[np.maximum(np.searchsorted(starts, times, side="right") - 1, 0)]
        return np.interp(np.asarray(times, dtype=float), *self._smoothed(glide))

    def over(self, times: ArrayLike) -> Any:
        """The same, or one number where it never moves."""
        return self.points[0][1] if len(self.points) == 1 else self.at(times)

    def smoothed(self, glide: float = GLIDE) -> list[tuple[float, float]]:
        """The glides as breakpoints that straight lines join, as a Gesture takes them."""
        if _checked_glide(glide) == 0:
            raise ParameterError("glide = 0 s is not allowed; straight lines need more than 0 s: ask for the points, or for at(times, 0).")
        times, values = self._smoothed(glide)
        return list(zip(times.tolist(), values.tolist(), strict=True))

    def _columns(self) -> tuple[np.ndarray, np.ndarray]:
        times, values = np.array(self.points).T
        return times, values

    def _smoothed(self, glide: float) -> tuple[np.ndarray, np.ndarray]:
        times, values = self._columns()
        knots = np.unique(np.concatenate([times, times[1:] + glide]))
        ends = np.append(times, times[-1] + glide)
        area = np.concatenate([[0.0], np.cumsum((values - values[0]) * np.diff(ends))])
        mean = values[0] + (np.interp(knots, ends, area) - np.interp(knots - glide, ends, area)) / glide
        return knots, np.clip(mean, values.min(), values.max())


ZERO, ONE, MODERATE = ControllerCurve.constant(0.0), ControllerCurve.constant(1.0), ControllerCurve.constant(120.0)
TIMBRE, VOLUME = ControllerCurve.constant(TIMBRE_AT_REST), ControllerCurve.constant(VOLUME_AT_REST)


@dataclass(frozen=True)
class Note:
    """One note from start to end (s); a curve that moves begins at that start, with the value it has there.

    key          60 is middle C, 69 the A of 440 Hz
    velocity     0..1, how it was struck
    channel      1..16
    bend         semitones, its channel's and, in an MPE zone, the manager's
    pressure     0..1, of channel, key and manager together
    timbre       0..1, controller 74
    expression   0..1, controller 11, or breath (2) where a channel has no 11
    modulation   0..1, controller 1: depth of vibrato
    volume       0..1, controller 7
    articulation how it is bowed, by name, or by controller 32; empty: as is usual
    key_up       s, when its key was let go, where a pedal held it until its end
    """

    start: float
    end: float
    key: int
    velocity: float = 0.5
    channel: int = 1
    bend: ControllerCurve = ZERO
    pressure: ControllerCurve = ZERO
    timbre: ControllerCurve = TIMBRE
    expression: ControllerCurve = ONE
    modulation: ControllerCurve = ZERO
    volume: ControllerCurve = VOLUME
    articulation: str = ""
    key_up: float | None = None

    def __post_init__(self) -> None:
        if not -math.inf < self.start < self.end < math.inf:
            raise ParameterError(f"Note: it starts at {self.start} s and ends at {self.end} s; the end must be finite and after the start.")
        if not (0 <= self.key <= 127 and 1 <= self.channel <= 16):
            raise ParameterError(f"Note: key {self.key} on channel {self.channel} does not exist; keys are 0 to 127, channels 1 to 16.")
        if not 0 <= self.velocity <= 1:
            raise ParameterError(f"Note: velocity = {self.velocity} is not allowed; it must be at least 0 and at most 1.")

    @property
    def duration(self) -> float:
        """How long it lasts, in s."""
        return self.end - self.start

    def frequency(self, a4: float = A4) -> float:
        """The frequency (Hz) of its key, not bent, where the A of key 69 has `a4` Hz."""
        return float(pitch_of_key(self.key, a4))

    def frequencies(self, times: ArrayLike, a4: float = A4, glide: float = GLIDE) -> np.ndarray:
        """The frequencies (Hz) at some times (s), bent."""
        frequencies: np.ndarray = pitch_of_key(self.key + self.bend.at(times, glide), a4)
        return frequencies


@dataclass(frozen=True)
class Score:
    """Notes in the order of their starts, the time (s) at which the last track ends, and the tempo in beats per minute.

    `percussion` are notes whose keys name drums (General MIDI, channel 10); an instrument takes those that it plays.
    """

    notes: tuple[Note, ...]
    duration: float
    name: str = ""
    tempo: ControllerCurve = MODERATE
    percussion: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        for name in ("notes", "percussion"):
            object.__setattr__(self, name, in_order(getattr(self, name)))

    @property
    def channels(self) -> tuple[int, ...]:
        """The channels (1..16) that have notes."""
        return tuple(sorted({note.channel for note in self.notes}))


def pitch_of_key(key: Any, a4: float = A4) -> Any:
    """The frequency (Hz) of a key, or of many, whole or bent, where key 69 has `a4` Hz."""
    return _checked_a4(a4) * 2 ** ((key - A4_KEY) / 12)


def key_of_pitch(frequency: float) -> float:
    """The key of a pitch (Hz), whole or bent, where key 69 has 440 Hz."""
    return A4_KEY + 12 * math.log2(frequency / A4)


def in_order(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Notes by start, those that start together from low to high."""
    return tuple(sorted(notes, key=lambda note: (note.start, note.key)))


def _checked_glide(glide: float) -> float:
    if isinstance(glide, str) or not (glide == 0 or SHORTEST_GLIDE <= glide < math.inf):
        raise ParameterError(f"glide = {glide} s is not allowed; it must be 0 s, or at least {SHORTEST_GLIDE:g} s and finite.")
    return glide


def _checked_a4(a4: float) -> float:
    if isinstance(a4, str) or not 0 < a4 < math.inf:
        raise ParameterError(f"a4 = {a4} Hz is not allowed; it must be more than 0 Hz and finite.")
    return a4

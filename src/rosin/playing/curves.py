"""Curves of a gesture: how one control moves in time, by name, so that a file can hold it.

Strokes to and fro, press and release, and what was recorded from a hand, evenly or as it came live. Beside them a gesture takes
numbers, breakpoints, arrays and functions (gesture.py).
"""

import functools
import itertools
from collections.abc import MutableMapping
from typing import Annotated, Any, ClassVar

import numpy as np

from rosin.model.fields import Checked, Lengths, real
from rosin.model.parameters import parameter
from rosin.model.part import Part
from rosin.playing.controls import GLIDE

MOST_VALUES = 1_000_000


class Curve(Part):
    """Base of all curves: called with an array of times (s), it gives the values, or one number where they all are the same."""

    kind: ClassVar[str] = "curve"
    registry: ClassVar[MutableMapping[str, Any]] = {}

    def __call__(self, times: np.ndarray) -> np.ndarray:
        """The values at these times."""
        raise NotImplementedError


class Stroke(Curve):
    """A hand that goes to and fro: amplitude sign(sin) |sin|^power, or one-sided, without the sign."""

    amplitude: float = parameter("", "", "largest value, in the unit of the control", at_least=-1e6, at_most=1e6)
    rate: float = parameter("", "Hz", "strokes to and fro each second", more_than=0, at_most=1000, range=(0.1, 10), curve="log")
    power: float = parameter("", "", "1: a sine; less: squarer, more: more pointed", default=1.0, more_than=0, at_most=20, range=(0.2, 4))
    phase: float = parameter("", "cycles", "where in a stroke it begins", default=0.0, at_least=-1, at_most=1, range=(0, 1))
    begin: float = parameter("", "s", "time before which it is 0", default=0.0, at_least=0, at_most=1e5)
    end: float = parameter("", "s", "time after which it is 0 (inf: never)", default=float("inf"), at_least=0)
    one_sided: bool = False

    def __call__(self, times: np.ndarray) -> np.ndarray:
        wave = np.sin(2 * np.pi * (self.rate * (times - self.begin) + self.phase))
        shaped = np.abs(wave) ** self.power
        inside = (times >= self.begin) & (times < self.end)
        return self.amplitude * inside * (shaped if self.one_sided else np.sign(wave) * shaped)


class Press(Curve):
    """Press, hold and release: from `rest` to `level` and back, each way as half a cosine."""

    level: float = parameter("", "", "value while it is held, in the unit of the control", at_least=-1e6, at_most=1e6)
    begin: float = parameter("", "s", "when it starts to rise", default=0.0, at_least=0, at_most=1e5)
    end: float = parameter("", "s", "when it starts to fall (inf: never)", default=float("inf"), at_least=0)
    attack: float = parameter("", "s", "time to rise", default=0.05, at_least=0, at_most=1e5, range=(0, 1))
    release: float = parameter("", "s", "time to fall", default=0.05, at_least=0, at_most=1e5, range=(0, 1))
    rest: float = parameter("", "", "value before and after, in the unit of the control", default=0.0, at_least=-1e6, at_most=1e6)

    def __call__(self, times: np.ndarray) -> np.ndarray:
        rise = _ramp(times - self.begin, self.attack)
        return self.rest + (self.level - self.rest) * np.minimum(rise, 1 - _ramp(times - self.end, self.release))


def _values(value: Any) -> tuple[float, ...]:
    value = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_VALUES:
        raise ValueError(f"must be a list of 1 to {MOST_VALUES} numbers")
    return tuple(real(item) for item in value)


class Recorded(Curve):
    """What a hand did, as values at an even rate, joined by straight lines; the last one is held."""

    rate: float = parameter("", "Hz", "values each second", more_than=0, at_most=1e6, range=(20, 1000))
    values: Annotated[tuple[float, ...], Lengths(1, MOST_VALUES), Checked(_values)] = parameter(
        "", "", "the values, in the unit of the control", at_least=-1e9, at_most=1e9
    )
    begin: float = parameter("", "s", "time of the first value", default=0.0, at_least=0, at_most=1e5)

    def __call__(self, times: np.ndarray) -> np.ndarray:
        return np.interp((times - self.begin) * self.rate, np.arange(len(self.values)), self.values)


class Glided(Curve):
    """What a live hand did: it put the control to values at some frames, towards each of which that glides as live voices have it.

    x(n + 1) = goal + (x(n) - goal) exp(-1 / (rate GLIDE))
    """

    rate: float = parameter("", "Hz", "frames each second", more_than=0, at_most=1e6, range=(8000, 192_000))
    frames: Annotated[tuple[float, ...], Lengths(1, MOST_VALUES), Checked(_values)] = parameter(
        "", "", "at which it was put to each value; they do not fall", at_least=0, at_most=1e12
    )
    values: Annotated[tuple[float, ...], Lengths(1, MOST_VALUES), Checked(_values)] = parameter(
        "", "", "the values, in the unit of the control", at_least=-1e9, at_most=1e9
    )
    start: float = parameter("", "", "value before the first, in the unit of the control", default=0.0, at_least=-1e9, at_most=1e9)

    def check(self) -> None:
        if len(self.frames) != len(self.values):
            raise self.refuse("values", f"{len(self.values)} numbers", f"does not fit {len(self.frames)} frames; give one for each.")
        if any(after < before for before, after in itertools.pairwise(self.frames)):
            raise self.refuse("frames", "a list that falls", "is not allowed; frames must not go back.")

    def __call__(self, times: np.ndarray) -> np.ndarray:
        frames, goals, left = self._stretches
        now = np.round(times * self.rate)
        at = np.searchsorted(frames, now, side="right") - 1
        glided = goals[at] + left[at] * np.exp(-(now - frames[at] + 1) / (self.rate * GLIDE))
        return np.where(at < 0, self.start, glided)

    @functools.cached_property
    def _stretches(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The frames, their goals, and how far the control is from each goal when it sets out."""
        frames, goals = np.array(self.frames), np.array(self.values)
        fading = np.exp(-np.diff(frames) / (self.rate * GLIDE))
        value, left = self.start, []
        for goal, fades in zip(goals, [*fading, 0.0], strict=True):
            left.append(value - goal)
            value = goal + left[-1] * fades
        return frames, goals, np.array(left)


def _ramp(times: np.ndarray, length: float) -> Any:
    if times.max() < 0 or times.min() >= length:
        return float(times.min() >= length)
    with np.errstate(over="ignore"):
        share = np.clip(times / length, 0, 1) if length > 0 else (times >= 0).astype(float)
    return 0.5 - 0.5 * np.cos(np.pi * share)

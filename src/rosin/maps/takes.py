"""Takes that differ in some numbers and share all others: what every study is, whatever plays it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from rosin.maps.axes import Axis, Points
from rosin.maps.measures import MapMeasure
from rosin.model.errors import ParameterError

LONGEST = 600.0  # s
SOUND = "sound"
Found = dict[str, np.ndarray]
Formula = Callable[[Found], np.ndarray]


@dataclass(frozen=True, kw_only=True)
class Takes:
    """What is to be found out; nothing of it is computed yet.

    fixed   numbers that all takes share, by name, or functions that tell them from those that differ (each by its name an array over
            some takes)
    sound   whether the whole sound of every take is kept, too
    """

    points: Points
    measures: Mapping[str, MapMeasure]
    fixed: dict[str, float | Formula] = field(default_factory=dict)
    duration: float = 1.0
    sample_rate: int = 44_100
    sound: bool = False
    heard_as: ClassVar[str] = "first channel"

    def __post_init__(self) -> None:
        if not 0 < self.duration <= LONGEST:
            raise ParameterError(f"duration = {self.duration} s is not allowed; it must be more than 0 and at most {LONGEST:g} s.")
        first = self.points.between(0, 1)
        for name, value in self.fixed.items():
            self.axis(name, value(first) if callable(value) else value)
        if twice := {axis.name for axis in self.points.axes} & set(self.fixed):
            raise ParameterError(f"{', '.join(sorted(twice))} differs from take to take and cannot be fixed, too.")

    def axis(self, name: str, values: Any) -> Axis:
        """Values of something by its name, checked."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What is played, in words."""
        raise NotImplementedError

    def described(self) -> dict[str, Any]:
        """What a file of results says about how they were made."""
        given = sorted(self.fixed.items())
        fixed = {name: f"{value.__module__}.{value.__qualname__}" if callable(value) else value for name, value in given}
        return {
            "fixed": json.dumps(fixed),
            "duration_s": self.duration,
            "sample_rate_Hz": self.sample_rate,
            "sound": int(self.sound),
            "spread": self.points.spread,
            "seed": self.points.seed,
        }

    @property
    def samples(self) -> int:
        """Of a take."""
        return round(self.duration * self.sample_rate)

    @property
    def given(self) -> frozenset[str]:
        """Names of all numbers that are given, be they the same in all takes or not."""
        return frozenset(axis.name for axis in self.points.axes) | frozenset(self.fixed)

    def value(self, values: Found, name: str, usual: float) -> np.ndarray:
        """A number of each of some points."""
        if name in values:
            return np.asarray(values[name], dtype=float)
        given = self.fixed.get(name, usual)
        count = len(next(iter(values.values())))
        return np.asarray(np.broadcast_to(given(values) if callable(given) else given, (count,)), dtype=float)

    def empty(self, count: int) -> Found:
        """Room for what so many takes come to."""
        room: Found = {name: np.full(count, np.nan) for name in self.measures}
        return room | ({SOUND: np.zeros((count, self.samples), np.float32)} if self.sound else {})

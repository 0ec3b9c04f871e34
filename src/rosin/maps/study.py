"""A study: what is played, the takes that are made of it, and how each is played and heard."""

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosin.analysis.window import frequencies_of
from rosin.engine.batch import REAL, Precision
from rosin.engine.metered_lanes import Lead
from rosin.maps.axes import ATTACK, Points, axis_of
from rosin.maps.measures import METERED, Measure
from rosin.maps.subject import Source, Subject
from rosin.meters.bowed_motion import REGIMES
from rosin.model.errors import ParameterError, unknown
from rosin.playing.controls import CONTROLS

RISE = 0.05  # s: of the hand's velocity, where nothing else is said
FEWEST_PERIODS = 10.0
LONGEST = 600.0  # s
SOUND = "sound"
Formula = Callable[[dict[str, np.ndarray]], np.ndarray]


@dataclass(frozen=True)
class Study:
    """What is to be found out; nothing of it is computed yet.

    fixed       controls, parts of the attack and parameters that all takes share: numbers, or functions that tell them from the
                numbers that differ (each by its name an array over some takes)
    frequency   Hz, nominal, by which the motion is judged; that of the string, or of the lowest mode, where none is given
    periods     nominal ones at the end of a take that are judged
    sound       whether the whole sound of every take is kept, too
    """

    subject: Subject
    points: Points
    measures: Mapping[str, Measure] = field(default_factory=lambda: METERED)
    fixed: dict[str, float | Formula] = field(default_factory=dict)
    duration: float = 1.0
    sample_rate: int = 44_100
    frequency: float | None = None
    periods: float = 20.0
    precision: Precision = "double"
    sound: bool = False

    def __post_init__(self) -> None:
        if self.precision not in REAL:
            raise unknown("precision", self.precision, REAL)
        if not 0 < self.duration <= LONGEST:
            raise ParameterError(f"duration = {self.duration} s is not allowed; it must be more than 0 and at most {LONGEST:g} s.")
        first = self.points.between(0, 1)
        for name, value in self.fixed.items():
            axis_of(self.subject, name, value(first) if callable(value) else value)
        given = {axis.name for axis in self.points.axes} | set(self.fixed)
        if twice := {axis.name for axis in self.points.axes} & set(self.fixed):
            raise ParameterError(f"{', '.join(sorted(twice))} differs from take to take and cannot be fixed, too.")
        if {"rise", "acceleration"} <= given:
            raise ParameterError("Give rise or acceleration, not both: the one follows from the other and the velocity.")
        if missing := sorted(({"velocity"} | set(self.subject.needs)) - given):
            raise ParameterError(f"{', '.join(missing)} must be an axis, or fixed={{{missing[0]!r}: ...}}.")
        self.subject.source.check_rate(self.sample_rate)
        lowest = float(self.nominal(first).min())
        if self.duration * lowest < self.periods or self.periods < FEWEST_PERIODS:
            raise ParameterError(
                f"duration = {self.duration:g} s has {self.duration * lowest:.3g} periods of {lowest:g} Hz; at least {self.periods:g} are "
                f"judged, and no fewer than {FEWEST_PERIODS:g}."
            )

    @functools.cached_property
    def _base(self) -> Subject:
        """What is played, with what is fixed of its parameters."""
        fixed = {name: value for name, value in self.fixed.items() if "." in name and not callable(value)}
        return self.subject.changed(fixed)

    @property
    def samples(self) -> int:
        """Of a take."""
        return round(self.duration * self.sample_rate)

    @property
    def hears(self) -> bool:
        """Whether the sound of takes is needed, and not only what meters find."""
        return self.sound or any(measure.ear for measure in self.measures.values())

    def _judged(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """Samples at the end of some takes that are judged."""
        return np.minimum(np.round(self.periods / self.nominal(values) * self.sample_rate).astype(int), self.samples)

    def kept(self, values: dict[str, np.ndarray]) -> int:
        """Samples at the end of some takes that must be kept: all for their sound, the judged ones for what is told from it, or none."""
        return self.samples if self.sound else int(self._judged(values).max()) if self.hears else 0

    def told(self, values: dict[str, np.ndarray], found: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """What was asked for of some takes, by what meters found and the sounds that were kept, (takes, kept)."""
        asked = {}
        for name, measure in self.measures.items():
            ear = measure.ear
            if ear is not None:
                pairs = zip(found[SOUND], self._judged(values), strict=True)
                asked[name] = np.array([ear(sound[-own:].astype(float), float(self.sample_rate)) for sound, own in pairs], float)
            else:
                asked[name] = found[name]
        return asked | ({SOUND: found[SOUND]} if self.sound else {})

    def empty(self, count: int) -> dict[str, np.ndarray]:
        """Room for what so many takes come to."""
        room: dict[str, np.ndarray] = {name: np.full(count, np.nan) for name in self.measures}
        return room | ({SOUND: np.zeros((count, self.samples), np.float32)} if self.sound else {})

    def value(self, values: dict[str, np.ndarray], name: str, usual: float) -> np.ndarray:
        """A number of each of some points."""
        if name in values:
            return np.asarray(values[name], dtype=float)
        given = self.fixed.get(name, usual)
        count = len(next(iter(values.values())))
        return np.asarray(np.broadcast_to(given(values) if callable(given) else given, (count,)), dtype=float)

    def nominal(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """The nominal frequency (Hz) of some points, a stopping finger counted."""
        position = float(self.value(values, "position", self.subject.place)[0])
        usual = self.frequency or frequencies_of(self._base.contact, position, float(self.value(values, "exciter_position", 0.0)[0]))[0]
        frequency = np.broadcast_to(float(usual), (len(next(iter(values.values()))),))
        if self.frequency is None:
            frequency = self.value(values, self.subject.pitch_path, float(usual))
        return np.asarray(frequency / (1 - self.value(values, "finger", 0.0)))

    def sources(self, values: dict[str, np.ndarray]) -> list[Source]:
        """What is played at each of some points; one and the same where only hands differ."""
        told = {name: self.value(values, name, 0.0) for name, value in self.fixed.items() if "." in name and callable(value)}
        differ = told | {name: row for name, row in values.items() if "." in name}
        count = len(next(iter(values.values())))
        if not differ:
            return [self._base.source] * count
        return [self._base.changed({path: float(row[i]) for path, row in differ.items()}).source for i in range(count)]

    def leads(self, values: dict[str, np.ndarray]) -> dict[str, Lead]:
        """What moves some points: velocity rises from rest, the normal force may, all else stays."""
        rate = self.sample_rate
        found = {}
        for name in CONTROLS:
            if name not in values and name not in self.fixed:
                continue
            goal = self.value(values, name, 0.0)
            found[name] = Lead.steady(goal)
            if name == "velocity":
                rise = self.value(values, "rise", RISE)
                if "acceleration" in values or "acceleration" in self.fixed:
                    rise = np.abs(goal) / self.value(values, "acceleration", 1.0)
                found[name] = Lead.rising(goal, rise * rate)
            elif name == "normal_force":
                pressing, holding = (self.value(values, word, 0.0) * rate for word in ("pressing", "holding"))
                found[name] = Lead(goal, pressing, self.value(values, "opening_force", 0.0), holding)
        return found

    def heard(self, values: dict[str, np.ndarray]) -> dict[str, np.ndarray | float]:
        """The parameters of the meter of each of some points: bows are placed along what sounds of a stopped string."""
        position = self.value(values, "position", self.subject.place) / (1 - self.value(values, "finger", 0.0))
        place = np.clip(position, 1e-3, 1 - 1e-3)
        return {"frequency": self.nominal(values), "position": place, "samples": float(self.samples), "periods": self.periods}

    def described(self) -> dict[str, Any]:
        """What a file of results says about how they were made."""
        given = sorted(self.fixed.items())
        fixed = {name: f"{value.__module__}.{value.__qualname__}" if callable(value) else value for name, value in given}
        return {
            "source": self.subject.source.to_json(),
            "within": self.subject.within,
            "fixed": json.dumps(fixed),
            "duration_s": self.duration,
            "sample_rate_Hz": self.sample_rate,
            "judged_periods": self.periods,
            "sound": int(self.sound),
            "precision": self.precision,
            "spread": self.points.spread,
            "seed": self.points.seed,
            "regimes": json.dumps(REGIMES),
            "attack": json.dumps({name: unit for name, (unit, _) in ATTACK.items()}),
        }

"""A study: a contact, the takes that are made of it, and how each is played and heard."""

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rosin.analysis.window import frequencies_of
from rosin.engine.batch import REAL, Precision, shape_key
from rosin.engine.metered_lanes import Lead
from rosin.maps.axes import ATTACK, Points, axis_of
from rosin.meters.bowed_motion import REGIMES, BowedMotion
from rosin.model.errors import ParameterError, unknown
from rosin.model.paths import changed
from rosin.playing.controls import CONTROLS
from rosin.scenes.contact import Contact

RISE = 0.05  # s: of the hand's velocity, where nothing else is said
FEWEST_PERIODS = 10.0
LONGEST = 600.0  # s
ITERATIONS = "iterations"
MEASURES = (*BowedMotion.finds, ITERATIONS)
UNITS = {name: BowedMotion.kernels.memory.state.fields[name].unit for name in BowedMotion.finds} | {ITERATIONS: ""}
TEXTS = {name: BowedMotion.kernels.memory.state.fields[name].text for name in BowedMotion.finds} | {
    ITERATIONS: "evaluations of the law a sample"
}


Formula = Callable[[dict[str, np.ndarray]], np.ndarray]


@dataclass(frozen=True)
class Study:
    """What is to be found out; nothing of it is computed yet.

    fixed       controls, parts of the attack and parameters that all takes share: numbers, or functions that tell them from the
                numbers that differ (each by its name an array over some takes)
    frequency   Hz, nominal, by which the motion is judged; that of the string, or of the lowest mode, where none is given
    periods     nominal ones at the end of a take that are judged
    """

    contact: Contact
    points: Points
    measures: tuple[str, ...] = MEASURES
    fixed: dict[str, float | Formula] = field(default_factory=dict)
    duration: float = 1.0
    sample_rate: int = 44_100
    frequency: float | None = None
    periods: float = 20.0
    precision: Precision = "double"

    def __post_init__(self) -> None:
        for name in self.measures:
            if name not in MEASURES:
                raise unknown("measure", name, MEASURES)
        if self.precision not in REAL:
            raise unknown("precision", self.precision, REAL)
        if not 0 < self.duration <= LONGEST:
            raise ParameterError(f"duration = {self.duration} s is not allowed; it must be more than 0 and at most {LONGEST:g} s.")
        first = self.points.between(0, 1)
        for name, value in self.fixed.items():
            axis_of(self.contact, name, value(first) if callable(value) else value)
            if callable(value) and "." in name:
                raise ParameterError(f"{name} is a parameter and cannot be fixed by a function; controls and attacks can.")
        given = {axis.name for axis in self.points.axes} | set(self.fixed)
        if twice := {axis.name for axis in self.points.axes} & set(self.fixed):
            raise ParameterError(f"{', '.join(sorted(twice))} differs from take to take and cannot be fixed, too.")
        if {"rise", "acceleration"} <= given:
            raise ParameterError("Give rise or acceleration, not both: the one follows from the other and the velocity.")
        if missing := sorted(({"velocity"} | set(self.contact.needs)) - given):
            raise ParameterError(f"{', '.join(missing)} must be an axis, or fixed={{{missing[0]!r}: ...}}.")
        self.contact.check_rate(self.sample_rate)
        lowest = float(self.nominal(first).min())
        if self.duration * lowest < self.periods or self.periods < FEWEST_PERIODS:
            raise ParameterError(
                f"duration = {self.duration:g} s has {self.duration * lowest:.3g} periods of {lowest:g} Hz; at least {self.periods:g} are "
                f"judged, and no fewer than {FEWEST_PERIODS:g}."
            )

    @functools.cached_property
    def _base(self) -> Contact:
        """The contact with what is fixed of its parameters."""
        return changed(self.contact, {name: value for name, value in self.fixed.items() if "." in name})

    @property
    def samples(self) -> int:
        """Of a take."""
        return round(self.duration * self.sample_rate)

    def value(self, values: dict[str, np.ndarray], name: str, usual: float) -> np.ndarray:
        """A number of each of some points."""
        if name in values:
            return np.asarray(values[name], dtype=float)
        given = self.fixed.get(name, usual)
        count = len(next(iter(values.values())))
        return np.asarray(np.broadcast_to(given(values) if callable(given) else given, (count,)), dtype=float)

    def nominal(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """The nominal frequency (Hz) of some points, a stopping finger counted."""
        position, exciter_position = (float(self.value(values, name, 0.0)[0]) for name in ("position", "exciter_position"))
        usual = self.frequency or frequencies_of(self.contact, position, exciter_position)[0]
        frequency = np.broadcast_to(float(usual), (len(next(iter(values.values()))),))
        if self.frequency is None:
            frequency = self.value(values, "resonator.frequency", float(usual))
        return np.asarray(frequency / (1 - self.value(values, "finger", 0.0)))

    def contacts(self, values: dict[str, np.ndarray]) -> list[Contact]:
        """The contact of each of some points; one and the same where only hands differ."""
        paths = [name for name in values if "." in name]
        count = len(next(iter(values.values())))
        if not paths:
            return [self._base] * count
        return [changed(self._base, {path: float(values[path][i]) for path in paths}) for i in range(count)]

    def forms(self, contacts: list[Contact]) -> list[np.ndarray]:
        """Places of contacts that have one form and so can go side by side, for each form."""
        if all(contact is contacts[0] for contact in contacts):
            return [np.arange(len(contacts))]
        places: dict[object, list[int]] = {}
        for place, contact in enumerate(contacts):
            places.setdefault(shape_key(contact, self.sample_rate), []).append(place)
        return [np.array(some) for some in places.values()]

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
        position = self.value(values, "position", 0.5) / (1 - self.value(values, "finger", 0.0))
        place = np.clip(position, 1e-3, 1 - 1e-3)
        return {"frequency": self.nominal(values), "position": place, "samples": float(self.samples), "periods": self.periods}

    def described(self) -> dict[str, Any]:
        """What a file of results says about how they were made."""
        given = sorted(self.fixed.items())
        fixed = {name: f"{value.__module__}.{value.__qualname__}" if callable(value) else value for name, value in given}
        return {
            "contact": self.contact.to_json(),
            "fixed": json.dumps(fixed),
            "duration_s": self.duration,
            "sample_rate_Hz": self.sample_rate,
            "judged_periods": self.periods,
            "precision": self.precision,
            "spread": self.points.spread,
            "seed": self.points.seed,
            "regimes": json.dumps(REGIMES),
            "attack": json.dumps({name: unit for name, (unit, _) in ATTACK.items()}),
        }

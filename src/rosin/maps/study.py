"""A study: what is played, the takes that are made of it, and how each is played and heard."""

import functools
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosin.analysis.window import frequencies_of
from rosin.engine.batch import REAL, Precision
from rosin.engine.metered_lanes import Lead
from rosin.maps.axes import ATTACK, Axis, axis_of
from rosin.maps.subject import Source, Subject
from rosin.maps.takes import SOUND, Takes
from rosin.meters.bowed_motion import REGIMES
from rosin.model.errors import ParameterError, unknown
from rosin.playing.controls import CONTROLS

RISE = 0.05  # s: of the hand's velocity, where nothing else is said
FEWEST_PERIODS = 10.0


@dataclass(frozen=True, kw_only=True)
class MapStudy(Takes):
    """Takes of what is rubbed: of controls, parts of the attack and parameters some differ, and some are fixed.

    frequency   Hz, nominal, by which the motion is judged; that of the string, or of the lowest mode, where none is given
    periods     nominal ones at the end of a take that are judged
    """

    subject: Subject
    frequency: float | None = None
    periods: float = 20.0
    precision: Precision = "double"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.precision not in REAL:
            raise unknown("precision", self.precision, REAL)
        first, given = self.points.between(0, 1), self.given
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

    def axis(self, name: str, values: Any) -> Axis:
        """Values of something by its name, checked."""
        return axis_of(self.subject, name, values)

    @property
    def title(self) -> str:
        """What is played, in words."""
        return self.subject.source.title

    def described(self) -> dict[str, Any]:
        """What a file of results says about how they were made."""
        return super().described() | {
            "source": self.subject.source.to_json(),
            "within": self.subject.within,
            "judged_periods": self.periods,
            "precision": self.precision,
            "regimes": json.dumps(REGIMES),
            "attack": json.dumps({name: unit for name, (unit, _) in ATTACK.items()}),
        }

"""What may differ from take to take, by name, and which takes that makes: every crossing of a grid, or points spread evenly at random."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rosin.maps.subject import Subject
from rosin.model.errors import ParameterError, unknown
from rosin.playing.controls import CONTROLS, UNITS, limited

ATTACK = {  # how controls rise, by name: unit, and what it is
    "rise": ("s", "in which the hand comes to its velocity"),
    "acceleration": ("m/s^2", "by which it comes to it, instead"),
    "pressing": ("s", "in which the normal force comes to its value"),
    "opening_force": ("N", "with which the stroke begins; from it the normal force goes on by equal ratios"),
    "holding": ("s", "for which the opening force is held"),
}
MOST_POINTS = 10**9
Spread = Literal["grid", "sobol", "listed"]
SPREADS = ("grid", "sobol", "listed")


@dataclass(frozen=True)
class Axis:
    """A number that differs: a control, a part of the attack, or a parameter ("resonator.impedance"); `whole` where it counts something."""

    name: str
    values: np.ndarray
    unit: str
    text: str
    whole: bool = False


def checked_numbers(name: str, values: Any) -> np.ndarray:
    """Finite numbers in a row."""
    array = np.atleast_1d(np.asarray(values, dtype=float))
    if array.ndim != 1 or not len(array) or not np.isfinite(array).all():
        raise ParameterError(f"{name} must have one or more finite numbers, not {str(values)[:60]}.")
    return array


def axis_of(subject: Subject, name: str, values: Any) -> Axis:
    """An axis, checked: it is something of what is played, and every value of it is allowed."""
    array = checked_numbers(name, values)
    if name in ATTACK:
        if (array <= 0).any():
            raise ParameterError(f"{name} = {array.min():g} {ATTACK[name][0]} is not allowed; it must be more than 0.")
        return Axis(name, array, *ATTACK[name])
    if name in CONTROLS:
        if name not in subject.controls:
            followed = ", ".join(sorted(subject.controls)) or "none"
            raise ParameterError(f"control {name} has no effect on this contact; it follows {followed}.")
        return Axis(name, limited(name, array), UNITS[name], f"control {name.replace('_', ' ')}")
    if name.partition(".")[0] not in subject.roots:
        raise unknown("axis", name, (*sorted(subject.controls), *ATTACK, *(f"{part}.PARAMETER" for part in subject.roots)))
    known = subject.parameters()
    path = name if name in known else name.rpartition(".")[0]  # of a list: which of its numbers
    if path not in known:
        raise unknown("parameter", name, known)
    description = known[path]
    for value in (array.min(), array.max()):
        subject.changed({name: float(value)})  # which refuses what is not allowed
    return Axis(name, array, description.unit, description.text)


@dataclass(frozen=True)
class Points:
    """The takes that axes make: each is a number for every axis.

    spread   "grid", every crossing, the last axis fastest; "sobol", `count` points between the ends of each axis, spread evenly at
             random (a scrambled Sobol sequence), on a logarithmic scale where `logarithmic` names the axis; or "listed", the first
             value of every axis, then the second, and so on
    """

    axes: tuple[Axis, ...]
    spread: Spread = "grid"
    count: int = 0
    seed: int = 0
    logarithmic: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.spread not in SPREADS:
            raise unknown("spread", self.spread, SPREADS)
        if self.spread == "listed" and len({len(axis.values) for axis in self.axes}) > 1:
            raise ParameterError("Axes of points that are listed must have as many values each.")
        if self.spread == "sobol" and not 0 < self.count <= MOST_POINTS:
            raise ParameterError(f"count = {self.count} is not allowed; give how many points are to be spread, 1 to {MOST_POINTS:,}.")
        if not 0 < len(self) <= MOST_POINTS:
            raise ParameterError(f"{len(self):,} points are too many; at most {MOST_POINTS:,} are allowed.")

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the grid; of points that are spread, how many there are."""
        if self.spread == "grid":
            return tuple(len(axis.values) for axis in self.axes)
        return (self.count if self.spread == "sobol" else len(self.axes[0].values),)

    def __len__(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    def between(self, start: int, stop: int) -> dict[str, np.ndarray]:
        """The numbers of some points, by axis."""
        if self.spread == "grid":
            places = np.unravel_index(np.arange(start, stop), self.shape)
            return {axis.name: axis.values[place] for axis, place in zip(self.axes, places, strict=True)}
        if self.spread == "listed":
            return {axis.name: axis.values[start:stop] for axis in self.axes}
        from scipy.stats.qmc import Sobol

        sequence = Sobol(len(self.axes), rng=self.seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # chunks of any length are parts of one sequence
            spread = (sequence.fast_forward(start) if start else sequence).random(stop - start)
        return {axis.name: self._scaled(axis, column) for axis, column in zip(self.axes, spread.T, strict=True)}

    def _scaled(self, axis: Axis, share: np.ndarray) -> np.ndarray:
        low, high = float(axis.values.min()), float(axis.values.max())
        if axis.whole:
            return np.asarray(np.floor(low + (high + 1 - low) * share))
        return low * (high / low) ** share if axis.name in self.logarithmic else low + (high - low) * share


def points_of(made: Sequence[Axis], *, spread: Spread = "grid", count: int = 0, seed: int = 0, logarithmic: Sequence[str] = ()) -> Points:
    """The takes that these axes make, checked."""
    if not made:
        raise ParameterError("A sweep needs at least one axis, such as normal_force=[0.5, 1, 2].")
    for name in logarithmic:
        axis = next((axis for axis in made if axis.name == name), None)
        if axis is None or axis.values.min() <= 0:
            raise ParameterError(f"logarithmic = {name} is not allowed; it must be an axis of numbers of more than 0.")
    return Points(tuple(made), spread, count, seed, tuple(logarithmic))

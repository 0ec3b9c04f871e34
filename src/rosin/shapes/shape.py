"""What a shape is: modes that follow from geometry and material, with weights by position, to be touched and heard as a `Modal` body.

    x'' + (2 / t_e) x' + w^2 x = t f / m,     1 / t_e = pi f eta + d,     m = integral of mass density times (mode shape)^2

Modes of f at or above `highest` are left out, whatever the sample rate. The weights t are the mode shapes, in the
normalisation that each shape states; a mode that no contact point moves stays silent for ever and is left out of the body.
"""

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from rosin.model.errors import ParameterError, shown
from rosin.model.parameters import parameter
from rosin.model.part import Part
from rosin.model.registry import Registry
from rosin.model.rows import MOST_MODES

if TYPE_CHECKING:
    from rosin.bodies.modal import Modal

HIGHEST = 20_000.0  # Hz
MOST = 1000
STILL = 1e-9  # weight below which a point is on a node
ALIKE = 9  # digits of an interval: modes as near as that keep the order of their names, however rounding has it
ANGLE = "angle in turns"
KEPT = 64  # shapes of which the modes are remembered, and points of each
FEW = 16  # points at once of which the weights are remembered

Weights = Callable[[np.ndarray], np.ndarray]


def remembered(weights: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """A function whose last argument is points as a tuple, remembered where they are few."""
    kept = functools.lru_cache(maxsize=KEPT)(weights)

    @functools.wraps(weights)
    def along(*given: Any) -> np.ndarray:
        return (kept if len(given[-1]) <= FEW else weights)(*given)

    return along


class Spectrum(NamedTuple):
    """Modes of a shape in any order: at least the lowest that were asked for; `weights` takes (points, coordinates) to (points, modes)."""

    frequencies: np.ndarray
    masses: np.ndarray
    loss_factors: np.ndarray
    names: list[str]
    weights: Weights


class Modes(NamedTuple):
    """Modes from the lowest: Hz, s, kg, their names, and `weights(points)`, their signed shapes with a row for each point."""

    frequencies: np.ndarray
    decay_times: np.ndarray
    masses: np.ndarray
    names: list[str]
    weights: Callable[..., np.ndarray]


def tuned() -> Any:
    """The pitch of a shape."""
    text = "frequency of the first mode, to which all are scaled (default: as geometry and material give it)"
    return parameter("f", "Hz", text, default=None, at_least=1e-3, at_most=1e6, range=(20, 5000), curve="log")


def instead_loss() -> Any:
    """The loss factor of a shape that has a material."""
    text = "loss factor, 1/Q of every mode (default: that of the material)"
    return parameter("η", "", text, default=None, at_least=0, at_most=10, range=(1e-4, 0.3), curve="log")


def own_loss(default: float) -> Any:
    """The loss factor of a shape that has no material."""
    return parameter(
        "η",
        "",
        "loss factor, 1/Q of every mode",
        default=default,
        at_least=0,
        at_most=10,
        range=(1e-3, 0.1),
        curve="log",
        source="estimated",
    )


def further_damping() -> Any:
    """Loss beside that of the material."""
    text = "further decay rate 1 / t_e of every mode, as from air and supports"
    return parameter("d", "1/s", text, default=0.0, at_least=0, at_most=1e6, range=(0, 100))


def extent(symbol: str, text: str, useful: tuple[float, float], default: Any = ...) -> Any:
    """A length of a shape."""
    return parameter(symbol, "m", text, default=default, at_least=1e-9, at_most=100, range=useful, curve="log")


class Shape(Part):
    """Base of all shapes. A shape is one file: docstring, parameters, and its spectrum."""

    kind: ClassVar[str] = "shape"
    registry: ClassVar[Registry] = Registry(__name__)
    coordinates: ClassVar[tuple[str, ...]]  # each from 0 to 1, but for an angle

    def _spectrum(self, most: int) -> Spectrum:
        """The lowest `most` modes at least, or all there are."""
        raise NotImplementedError

    def _struck(self) -> Any:
        """Where it is touched unless something else is said."""
        raise NotImplementedError

    def _heard(self) -> Any:
        """Two points, for two ears, where it is heard unless something else is said."""
        raise NotImplementedError

    def _tuning(self, frequencies: np.ndarray) -> float:
        """What all frequencies are multiplied by."""
        wanted = getattr(self, "frequency", None)
        return 1.0 if wanted is None else wanted / frequencies.min()

    def modes(self, *, highest: float = HIGHEST, most: int = MOST) -> Modes:
        """The modes below `highest` Hz, the lowest `most` of them."""
        self._check_range(highest, most)
        kept = _modes(self, float(highest), int(most))  # of which whoever asks gets copies
        return Modes(kept.frequencies.copy(), kept.decay_times.copy(), kept.masses.copy(), [*kept.names], kept.weights)

    def modal(self, at: Any = None, heard: Any = None, *, highest: float = HIGHEST, most: int = MOST) -> "Modal":
        """The body that is touched `at` a point, or along several, and `heard` at one or more (default: two, slightly apart)."""
        from rosin.bodies.modal import Modal

        modes = self.modes(highest=highest, most=most)
        at = self._struck() if at is None else at
        touched = modes.weights(at, "at")
        ears = modes.weights(self._heard() if heard is None else heard, "heard")
        moved = np.abs(touched).max(axis=0) > STILL
        if not moved.any():
            raise ParameterError(
                f"{type(self).__name__}: at = {shown(at)} is a node of all {len(moved)} modes below {highest:g} Hz: nothing could move; "
                "choose another point."
            )
        return Modal(
            frequencies=tuple(modes.frequencies[moved].tolist()),
            decay_times=tuple(modes.decay_times[moved].tolist()),
            masses=tuple(modes.masses[moved].tolist()),
            shapes=tuple(map(tuple, touched[:, moved].tolist())),
            pickups=tuple(map(tuple, ears[:, moved].tolist())),
        )

    def _check_range(self, highest: Any, most: Any) -> None:
        if isinstance(highest, bool | str) or not highest > 0:
            raise ParameterError(f"{type(self).__name__}: highest = {highest} Hz is not allowed; it must be more than 0 Hz.")
        if isinstance(most, bool) or not isinstance(most, int | np.integer) or not 1 <= most <= MOST_MODES:
            raise ParameterError(
                f"{type(self).__name__}: most = {most} is not allowed; it must be a whole number, at least 1 and at most {MOST_MODES}."
            )

    def points(self, given: Any, name: str) -> np.ndarray:
        """Points as rows of coordinates, checked."""
        many = len(self.coordinates)
        what = self.coordinates[0] if many == 1 else f"({', '.join(self.coordinates)})"
        try:
            points = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            points = np.empty(0)
        points = points[..., None] if many == 1 else points
        if points.ndim not in (1, 2) or points.shape[-1] != many or points.size == 0:
            raise ParameterError(f"{type(self).__name__}: {name} = {shown(given)} must be a point, {what}, or a list of points.")
        points = points.reshape(-1, many)
        for column, coordinate in zip(points.T, self.coordinates, strict=True):
            inside = np.isfinite(column) if coordinate == ANGLE else (column >= 0) & (column <= 1)
            if not inside.all():
                allowed = "a finite number" if coordinate == ANGLE else "at least 0 and at most 1"
                raise ParameterError(
                    f"{type(self).__name__}: {name} = {shown(given)} is not on the shape; {coordinate} = {column[~inside][0]:g}, "
                    f"but it must be {allowed}."
                )
        return points


@functools.lru_cache(maxsize=KEPT)
def _modes(shape: Shape, highest: float, most: int) -> Modes:
    tuned = getattr(shape, "frequency", None) is not None and type(shape).fields["frequency"].default is None
    spectrum = _spectrum(shape.replace(frequency=None) if tuned else shape, most)
    frequencies = spectrum.frequencies * shape._tuning(spectrum.frequencies)
    order = np.argsort(np.round(np.log(frequencies / frequencies.min()), ALIKE), kind="stable")
    order = order[frequencies[order] < highest][:most]
    if not len(order):
        raise ParameterError(
            f"{type(shape).__name__}: its lowest mode, {frequencies.min():.6g} Hz, is not below highest = {highest:g} Hz; "
            "raise highest, or make the shape lower."
        )
    frequencies = frequencies[order]
    rates = math.pi * frequencies * spectrum.loss_factors[order] + getattr(shape, "damping", 0.0)
    decay_times = np.full(len(order), np.inf)
    with np.errstate(over="ignore"):
        np.divide(1.0, rates, out=decay_times, where=rates > 0)

    def weights(points: Any, name: str = "points") -> np.ndarray:
        return spectrum.weights(shape.points(points, name))[:, order]

    return Modes(frequencies, decay_times, spectrum.masses[order], [spectrum.names[index] for index in order], weights)


@functools.lru_cache(maxsize=KEPT)
def _spectrum(shape: Shape, most: int) -> Spectrum:
    """That of a shape which is not tuned, with the weights of points remembered."""
    spectrum = shape._spectrum(most)

    @remembered
    def weights(points: tuple[tuple[float, ...], ...]) -> np.ndarray:
        return spectrum.weights(np.array(points))

    return spectrum._replace(weights=lambda points: weights(tuple(map(tuple, points.tolist()))))

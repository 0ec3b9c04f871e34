"""A round membrane under even tension.

    w = (x_mk / R) sqrt(T / sigma),     J_m(x_mk) = 0,     J_m(x_mk r / R) cos m a and sin m a, over their amplitude

The amplitude makes the mean square 1/4: |J_m'(x)| sqrt(2) for m > 0, 2 |J_0'(x)| for m = 0. So every modal mass is a quarter
of the mass of the membrane.

Air of density rho on both sides moves with the skin. Waves on it are slower than sound, so the motion of the air dies away from the skin
as e^{-x z / R}, and weighs as much as a layer of R / x on either side (Fletcher and Rossing, section 18.1); where it is closed in to a
depth H, it also resists modes that change its volume, those without a nodal line across (m = 0):

    w^2 = (x / R)^2 T / sigma',     sigma' = sigma + 2 rho R / x,     for m = 0:  + 4 rho c^2 / (sigma' H x^2)

since J_0(x r / R) has a mean of 2 J_1(x) / x and a mean square of J_1(x)^2. Each mode is taken by itself. A second skin below gives way:
then H stands for a column several times as long as the shell.
"""

import math
from typing import Any, ClassVar

import numpy as np

from rosin.model.parameters import parameter
from rosin.shapes.disc import names, roots
from rosin.shapes.pairs import paired
from rosin.shapes.shape import ANGLE, Shape, Spectrum, extent, further_damping, own_loss, remembered, tuned

SOUND = 343.0  # m/s, its speed in air


def tension() -> Any:
    """The tension of a skin."""
    return parameter("T", "N/m", "tension per length", at_least=1e-6, at_most=1e7, range=(100, 10_000), curve="log")


def area_density() -> Any:
    """The mass of a skin."""
    return parameter("σ", "kg/m^2", "mass per area", at_least=1e-9, at_most=1e4, range=(0.05, 2), curve="log")


def fixed_edge(m: int, _: float, x: np.ndarray | float) -> np.ndarray | float:
    """Zero at the modes of a membrane."""
    from scipy.special import jv

    return jv(m, x)


@remembered
def along(most: int, radii: tuple[float, ...]) -> np.ndarray:
    """J_m(x r / R) over their amplitude, at some r / R."""
    from scipy.special import jv

    m, _, x = roots(fixed_edge, 0.0, most)
    return np.asarray(jv(m, x * np.array(radii)[:, None]) / (np.abs(jv(m + 1, x)) * np.where(m == 0, 2, math.sqrt(2))))


class Membrane(Shape):
    """A round skin: a drum."""

    radius: float = extent("R", "radius", (0.02, 1))
    tension: float = tension()
    area_density: float = area_density()
    frequency: float | None = tuned()
    loss_factor: float = own_loss(0.02)
    damping: float = further_damping()
    air_density: float = parameter(
        "ρ", "kg/m^3", "density of the air that moves with the skin; 0: none, real 1.2", default=0.0, at_least=0, at_most=100, range=(0, 2)
    )
    depth: float = parameter(
        "H", "m", "depth of the air closed in below, whose volume resists; inf: open", default=math.inf, more_than=0, range=(0.1, 10)
    )

    coordinates: ClassVar[tuple[str, ...]] = ("r / R", ANGLE)

    @property
    def mass(self) -> float:
        """Mass of the membrane, kg."""
        return self.area_density * math.pi * self.radius**2

    def _struck(self) -> Any:
        return 0.5, 0.0

    def _heard(self) -> Any:
        return (0.6, 0.14), (0.6, 0.18)

    def _spectrum(self, most: int) -> Spectrum:
        m, k, x = roots(fixed_edge, 0.0, most)
        moving = self.area_density + 2 * self.air_density * self.radius / x
        squared = (x / self.radius) ** 2 * self.tension / moving
        squared += np.where(m == 0, 4 * self.air_density * SOUND**2 / (moving * self.depth * x**2), 0.0)
        return paired(
            np.sqrt(squared) / (2 * math.pi),
            0.25 * self.mass * moving / self.area_density,
            np.full(len(m), self.loss_factor),
            m,
            names(m, k),
            lambda points: along(most, tuple(points[:, 0].tolist())),
        )

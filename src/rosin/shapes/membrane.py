"""A round membrane under even tension.

    w = (x_mk / R) sqrt(T / sigma),     J_m(x_mk) = 0,     J_m(x_mk r / R) cos m a and sin m a, over their amplitude

The amplitude makes the mean square 1/4: |J_m'(x)| sqrt(2) for m > 0, 2 |J_0'(x)| for m = 0. So every modal mass is a quarter
of the mass of the membrane. The air, which lowers the first modes of a light skin, is left out.
"""

import math
from typing import Any, ClassVar

import numpy as np

from rosin.model.parameters import Number, parameter
from rosin.shapes.disc import names, roots
from rosin.shapes.pairs import paired
from rosin.shapes.shape import ANGLE, Shape, Spectrum, extent, further_damping, own_loss, tuned


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


def amplitude(m: np.ndarray, x: np.ndarray) -> np.ndarray:
    """What J_m(x r / R) is divided by."""
    from scipy.special import jv

    return np.abs(jv(m + 1, x)) * np.where(m == 0, 2, math.sqrt(2))


class Membrane(Shape):
    """A round skin: a drum."""

    radius: Number = extent("R", "radius", (0.02, 1))
    tension: Number = tension()
    area_density: Number = area_density()
    frequency: Number | None = tuned()
    loss_factor: Number = own_loss(0.02)
    damping: Number = further_damping()

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
        from scipy.special import jv

        m, k, x = roots(fixed_edge, 0.0, most)
        return paired(
            x / (2 * math.pi * self.radius) * math.sqrt(self.tension / self.area_density),
            np.full(len(m), 0.25 * self.mass),
            np.full(len(m), self.loss_factor),
            m,
            names(m, k),
            lambda points: jv(m, x * points[:, :1]) / amplitude(m, x),
        )

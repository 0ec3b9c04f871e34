"""A thin round plate, clamped or free at its edge (Kirchhoff), of radius 1 and with x = (rho h w^2 / D)^(1/4) R.

    w = (x / R)^2 sqrt(D / rho h),     W(r) = J_m(x r) + b I_m(x r) / I_m(x),     times cos m a and sin m a, over their amplitude

    clamped   W = W' = 0 at the edge
    free      moment   (1 - nu) (W' - m^2 W) + (+-x^2) W = 0          for the J part +, for the I part -
              shear    (1 - nu) m^2 (W' - W) + (+-x^2) W' = 0

where W' is by r. b follows from the first condition, x from both. The amplitude makes the mean square 1/4, so that
every modal mass is a quarter of the mass of the plate: with J, J' = J_m(x), J_m'(x) and q = I_m'(x) / I_m(x),

    integral of W^2 r dr = [J'^2 + (1 - m^2/x^2) J^2] / 2 + b (J q - J') / x + b^2 [1 + m^2/x^2 - q^2] / 2
"""

import math
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from rosin.model.parameters import Number
from rosin.shapes.disc import names, roots
from rosin.shapes.materials import Material, SomeMaterial
from rosin.shapes.pairs import paired
from rosin.shapes.plate import bending_speed
from rosin.shapes.shape import ANGLE, Shape, Spectrum, extent, further_damping, instead_loss, tuned


class Conditions(NamedTuple):
    """What vanishes at the edge: two numbers of the J part, and of the I part over I_m(x)."""

    first: tuple[Any, Any]
    second: tuple[Any, Any]


def slope_of_growing(m: Any, x: Any) -> Any:
    """q = I_m'(x) / I_m(x)."""
    from scipy.special import ive

    return ive(m + 1, x) / ive(m, x) + m / x


def clamped(m: Any, poisson_ratio: float, x: Any) -> Conditions:
    """No deflection, no slope."""
    from scipy.special import jv, jvp

    return Conditions((jv(m, x), 1.0), (jvp(m, x), slope_of_growing(m, x)))


def free(m: Any, poisson_ratio: float, x: Any) -> Conditions:
    """No moment, no shear."""
    from scipy.special import jv, jvp

    stays = 1 - poisson_ratio
    value, slope, growing = jv(m, x), x * jvp(m, x), x * slope_of_growing(m, x)
    moments = stays * (slope - m**2 * value) + x**2 * value, stays * (growing - m**2) - x**2
    shears = stays * m**2 * (slope - value) + x**2 * slope, stays * m**2 * (growing - 1) - x**2 * growing
    return Conditions(moments, shears)


def determinant(conditions: Conditions) -> Any:
    """Zero where J part and I part meet both conditions."""
    first, second = conditions
    return first[0] * second[1] - first[1] * second[0]


def clamped_modes(m: int, poisson_ratio: float, x: Any) -> Any:
    """Zero at the modes of a clamped plate."""
    return determinant(clamped(m, poisson_ratio, x))


def free_modes(m: int, poisson_ratio: float, x: Any) -> Any:
    """Zero at the modes of a free plate."""
    return determinant(free(m, poisson_ratio, x))


EDGES = {"clamped": (clamped, clamped_modes), "free": (free, free_modes)}


class RoundPlate(Shape):
    """A round plate: a lid, a gong without a rim, a cymbal hung at its centre (free), a porthole (clamped)."""

    radius: Number = extent("R", "radius", (0.02, 1))
    thickness: Number = extent("h", "thickness", (2e-4, 0.05))
    material: SomeMaterial = Material.preset("steel")
    edge: Literal["free", "clamped"] = "free"
    frequency: Number | None = tuned()
    loss_factor: Number | None = instead_loss()
    damping: Number = further_damping()

    coordinates: ClassVar[tuple[str, ...]] = ("r / R", ANGLE)

    @property
    def mass(self) -> float:
        """Mass of the plate, kg."""
        return self.material.density * math.pi * self.radius**2 * self.thickness

    def _struck(self) -> Any:
        return 0.7, 0.0

    def _heard(self) -> Any:
        return ((0.95, 0.13), (0.95, 0.17)) if self.edge == "free" else ((0.5, 0.13), (0.5, 0.17))

    def _spectrum(self, most: int) -> Spectrum:
        from scipy.special import ive, jv, jvp

        conditions, equation = EDGES[self.edge]
        m, k, x = roots(equation, self.material.poisson_ratio, most)
        first, _ = conditions(m, self.material.poisson_ratio, x)
        b = -first[0] / first[1]
        value, slope, growing = jv(m, x), jvp(m, x), slope_of_growing(m, x)
        integral = (
            0.5 * (slope**2 + (1 - (m / x) ** 2) * value**2 + b**2 * (1 + (m / x) ** 2 - growing**2)) + b * (value * growing - slope) / x
        )
        amplitude = np.sqrt(np.where(m == 0, 8, 4) * integral)

        def across(points: np.ndarray) -> np.ndarray:
            r = points[:, :1]
            return (jv(m, x * r) + b * ive(m, x * r) / ive(m, x) * np.exp(x * (r - 1))) / amplitude

        return paired(
            (x / self.radius) ** 2 * bending_speed(self.material, self.thickness) / (2 * math.pi),
            np.full(len(m), 0.25 * self.mass),
            np.full(len(m), self.material.loss(self.loss_factor)),
            m,
            names(m, k),
            across,
        )

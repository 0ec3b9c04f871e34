"""How a thin round plate bends (Kirchhoff), clamped or free at its edge, of radius 1 and with x = (rho h w^2 / D)^(1/4) R.

    W(r) = J_m(x r) + b I_m(x r) / I_m(x),     times cos m a and sin m a, over their amplitude

    clamped   W = W' = 0 at the edge
    free      moment   (1 - nu) (W' - m^2 W) + (+-x^2) W = 0          for the J part +, for the I part -
              shear    (1 - nu) m^2 (W' - W) + (+-x^2) W' = 0

where W' is by r. b follows from the first condition, x from both. The amplitude makes the mean square 1/4: with J, J' = J_m(x), J_m'(x)
and q = I_m'(x) / I_m(x),

    integral of W^2 r dr = [J'^2 + (1 - m^2/x^2) J^2] / 2 + b (J q - J') / x + b^2 [1 + m^2/x^2 - q^2] / 2
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from rosin.shapes.disc import roots
from rosin.shapes.shape import MOST, remembered


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


class Bending(NamedTuple):
    """Modes along the radius: m nodal diameters, the k-th of its m, x, the share b of the part that grows, and the amplitude."""

    m: np.ndarray
    k: np.ndarray
    x: np.ndarray
    b: np.ndarray
    amplitude: np.ndarray

    def chosen(self, which: Any) -> "Bending":
        """Some of them."""
        return Bending(*(row[which] for row in self))

    def along(self, r: np.ndarray) -> np.ndarray:
        """W at radii that come as a column, over the amplitude."""
        from scipy.special import jv

        return np.asarray((jv(self.m, self.x * r) + self._growing(r)) / self.amplitude)

    def slopes(self, r: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """W' and W'' at radii above 0, both by Bessel's equation."""
        from scipy.special import jv, jvp

        z, turn, growing = self.x * r, (self.m / (self.x * r)) ** 2, self._growing(r)
        slope, steeper = jvp(self.m, z), slope_of_growing(self.m, z) * growing
        first = self.x * (slope + steeper)
        second = self.x**2 * (-(slope + steeper) / z - (1 - turn) * jv(self.m, z) + (1 + turn) * growing)
        return first / self.amplitude, second / self.amplitude

    def _growing(self, r: np.ndarray) -> np.ndarray:
        from scipy.special import ive

        m, x = self.m, self.x
        return np.asarray(self.b * ive(m, x * r) / ive(m, x) * np.exp(x * (r - 1)))


def bending(edge: str, poisson_ratio: float, most: int) -> Bending:
    """At least the lowest `most` modes, of those that are found once for all who ask for fewer."""
    found = _bending(edge, poisson_ratio, max(most, MOST))
    return found.chosen(np.sort(np.argsort(found.x)[:most]))


@lru_cache(maxsize=32)
def _bending(edge: str, poisson_ratio: float, most: int) -> Bending:
    from scipy.special import jv, jvp

    conditions, equation = EDGES[edge]
    m, k, x = roots(equation, poisson_ratio, most)
    first, _ = conditions(m, poisson_ratio, x)
    b = -first[0] / first[1]
    value, slope, growing = jv(m, x), jvp(m, x), slope_of_growing(m, x)
    integral = 0.5 * (slope**2 + (1 - (m / x) ** 2) * value**2 + b**2 * (1 + (m / x) ** 2 - growing**2)) + b * (value * growing - slope) / x
    return Bending(m, k, x, b, np.sqrt(np.where(m == 0, 8, 4) * integral))


@remembered
def along(edge: str, poisson_ratio: float, most: int, radii: tuple[float, ...]) -> np.ndarray:
    """Their W at some radii."""
    return bending(edge, poisson_ratio, most).along(np.array(radii)[:, None])

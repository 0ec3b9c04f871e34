"""Dahl friction: a spring that yields at the Coulomb force (Dahl 1968; Avanzini et al. 2003, sec. 8.3.2).

    z' = v - |v| s0 z / f_c,     f = s0 z + s3 w sqrt(|v| f_N),     f_c = mu f_N

No stiction and no bristle damping, so always passive. v keeps the sign of v~, so v = v~ + K1 h and z = z~ + K2 h make a quadratic
of h = z'. With p = s0 / f_c, u = sgn(v~) p z~ <= 1, a = |K1| (1 - u) and b = p K2 |v~| the root that goes over into v~ where
nothing yields is

    h = 2 v~ (1 - u) / (1 + a + b + sqrt(1 + 2 (a + b) + (a - b)^2)),

in which nothing cancels.
"""

import math
from typing import Any, ClassVar

from rosin.interactions import bristle, friction
from rosin.interactions.interaction import Interaction, LawKernels
from rosin.kernels.dialect import kernel


@kernel
def rate(c, s, v_known, k1, z_known, half, normal_force, guess):
    """The root, in one go."""
    inverse = c.s0 / (c.dynamic * normal_force)
    sign = 1.0 if v_known >= 0.0 else -1.0
    free = 1.0 - sign * inverse * z_known
    a = -k1 * free
    b = inverse * half * abs(v_known)
    apart = a - b
    return 2.0 * v_known * free / (1.0 + a + b + math.sqrt(1.0 + 2.0 * (a + b) + apart * apart)), 1


class Dahl(Interaction):
    """Friction by a spring that yields gradually; no stick-slip of its own."""

    bristle_stiffness: float = bristle.bristle_stiffness(1e4)
    dynamic_friction: float = friction.dynamic_friction(0.3)
    noise: float = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("bristle", "bristle_rate")

    @property
    def kernels(self) -> LawKernels:
        return bristle.implicit_law(rate, bristle.creeping_tangent)

    def packed(self) -> dict[str, Any]:
        plain = {
            "bristle_damping": 0.0,
            "viscosity": 0.0,
            "static_friction": self.dynamic_friction,
            "stribeck_velocity": 1.0,
            "breakaway": 0.0,
        }
        return {**plain, **self.named()}

    def sliding(self, speed: float) -> tuple[float, float]:
        return self.dynamic_friction, 0.0

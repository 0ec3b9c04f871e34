"""Dahl friction: a spring that yields at the Coulomb force (Dahl 1968; Avanzini et al. 2003, sec. 8.3.2).

    z' = v - |v| s0 z / f_c,     f = s0 z + s3 w sqrt(|v| f_N),     f_c = mu f_N

No stiction and no bristle damping, so always passive. The rate h = z' is bracketed as in the LuGre law.
"""

from typing import Any, ClassVar

from rosin.interactions import bristle, friction
from rosin.interactions.interaction import Interaction, LawKernels
from rosin.kernels.dialect import kernel
from rosin.kernels.solver import bounded_step
from rosin.model.parameters import Number


@kernel
def residual(h, q):
    """z'(v~ + K1 h, z~ + K2 h) - h, and its slope by h."""
    c, v_known, k1, z_known, half, normal_force = q
    inverse = c.s0 / (c.dynamic * normal_force)
    v = v_known + k1 * h
    z = z_known + half * h
    sign = 1.0 if v >= 0.0 else -1.0
    slope = (1.0 - sign * z * inverse) * k1 - sign * v * inverse * half - 1.0
    return bounded_step(v - sign * v * z * inverse - h, slope, 2.0 * k1 * half * inverse)


class Dahl(Interaction):
    """Friction by a spring that yields gradually; no stick-slip of its own."""

    bristle_stiffness: Number = bristle.bristle_stiffness(1e4)
    dynamic_friction: Number = friction.dynamic_friction(0.3)
    noise: Number = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("bristle", "bristle_rate")

    @property
    def kernels(self) -> LawKernels:
        return bristle.creeping_law(residual)

    def packed(self) -> dict[str, Any]:
        plain = {
            "bristle_damping": 0.0,
            "viscosity": 0.0,
            "static_friction": self.dynamic_friction,
            "stribeck_velocity": 1.0,
            "breakaway": 0.0,
        }
        return {**plain, **self.model_dump()}

    def sliding(self, speed: float) -> tuple[float, float]:
        return self.dynamic_friction, 0.0

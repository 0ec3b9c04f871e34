"""LuGre friction: bristles that creep from the first force on (Canudas de Wit et al. 1995; Avanzini et al. 2003, sec. 8.3.2).

    z' = v - |v| z / |z_ss(v)|,     f = s0 z + s1 z' + s2 v + s3 w sqrt(|v| f_N)

The elasto-plastic law without its elastic range; under a small oscillating force it drifts. The rate h = z' is
bracketed by the elastic rate and the rate that would bring z to zero; where several roots lie between, the one
that Newton reaches from the last rates is kept.
"""

from typing import Any, ClassVar

from rosin.interactions import bristle, friction
from rosin.interactions.bristle import RELATIVE, creeping_rate, first_inside, tolerance
from rosin.interactions.interaction import Interaction, LawKernels, Passivity
from rosin.kernels.dialect import kernel
from rosin.kernels.solver import newton_in_bracket, newton_step


@kernel
def residual(h, q):
    """z'(v~ + K1 h, z~ + K2 h) - h, and its slope by h."""
    c, v_known, k1, z_known, half, normal_force = q
    v = v_known + k1 * h
    z = z_known + half * h
    moved, by_v, by_z = creeping_rate(c, v, z, normal_force)
    return newton_step(moved - h, by_v * k1 + by_z * half - 1.0)


@kernel
def rate(c, s, v_known, k1, z_known, half, normal_force, guess):
    """h with h = z'(v~ + K1 h, z~ + K2 h), between the elastic rate and the rate that brings z to zero."""
    elastic = v_known / (1.0 - k1)
    z_elastic = z_known + half * elastic
    if z_elastic == 0.0:
        return elastic, 0
    sign = 1.0 if z_elastic > 0.0 else -1.0
    high = sign * elastic
    low = -sign * z_known / half
    q = (c, sign * v_known, k1, sign * z_known, half, normal_force)
    accuracy = tolerance(elastic, z_known, half)
    h, count = newton_in_bracket(residual, q, low, high, first_inside(sign * guess, sign * s.h, low, high), accuracy, RELATIVE)
    return sign * h, count


class LuGre(Interaction):
    """Friction by bristles that creep under any force."""

    bristle_stiffness: float = bristle.bristle_stiffness(1e4)
    bristle_damping: float = bristle.bristle_damping(0.1)
    viscosity: float = bristle.viscosity()
    static_friction: float = friction.static_friction(0.8)
    dynamic_friction: float = friction.dynamic_friction(0.3)
    stribeck_velocity: float = friction.stribeck_velocity(0.1)
    noise: float = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("bristle", "bristle_rate")

    def check(self) -> None:
        friction.check_order(self, self.static_friction, self.dynamic_friction)

    @property
    def kernels(self) -> LawKernels:
        return bristle.implicit_law(rate, bristle.creeping_tangent)

    def packed(self) -> dict[str, Any]:
        return {**self.named(), "breakaway": 0.0}

    def passivity(self, normal_force: float = 1.0, speed: float = 1.0) -> Passivity:
        return bristle.bristle_passivity(self, normal_force, speed)

    def sliding(self, speed: float) -> tuple[float, float]:
        return bristle.sliding_curve(self, speed)

"""Elasto-plastic friction: bristles that hold, then give way (Avanzini et al. 2003, eq. 8.16 to 8.19; Willemsen et al. 2019, eq. 6 to 9).

    z' = v (1 - a(v, z) z / z_ss(v)),     f = s0 z + s1 z' + s2 v + s3 w sqrt(|v| f_N)
    |z_ss| = [f_c + (f_s - f_c) exp(-(v / v_s)^2)] / s0,   f_s = mu_s f_N,  f_c = mu_d f_N,  z_ba = c f_c / s0

The adhesion map a is 0 up to breakaway and where v and z have opposite signs, 1 beyond |z_ss|, and
(1 - cos(pi u)) / 2 between, u = (|z| - z_ba) / (|z_ss| - z_ba).

`solver="implicit"` solves each sample exactly (implicit.py); "linear" does without iteration, at first order, still
passive (linear.py). With `damping_law="velocity"` s1 falls with speed as f_c / sqrt(v^2 + (f_c / s1)^2), which keeps the
law passive at any speed and force (falling.py).
"""

from typing import ClassVar, Literal

from rosin.interactions import bristle, friction
from rosin.interactions.elasto_plastic.adhesion import tangent
from rosin.interactions.elasto_plastic.falling import slope_falling, solve_falling
from rosin.interactions.elasto_plastic.implicit import rate
from rosin.interactions.elasto_plastic.linear import slope_linear, solve_linear
from rosin.interactions.interaction import Interaction, LawKernels, Passivity

SOLVERS = {
    ("implicit", "constant"): bristle.implicit_law(rate, tangent),
    ("implicit", "velocity"): bristle.law(solve_falling, slope_falling),
    ("linear", "constant"): bristle.law(solve_linear, slope_linear),
}


class ElastoPlastic(Interaction):
    """Friction by bristles that bend elastically, break away and slide, with surface noise."""

    bristle_stiffness: float = bristle.bristle_stiffness(1e4)
    bristle_damping: float = bristle.bristle_damping(0.1)
    viscosity: float = bristle.viscosity()
    static_friction: float = friction.static_friction(0.8)
    dynamic_friction: float = friction.dynamic_friction(0.3)
    stribeck_velocity: float = friction.stribeck_velocity(0.1)
    breakaway: float = bristle.breakaway()
    noise: float = friction.noise()
    damping_law: Literal["constant", "velocity"] = "constant"
    solver: Literal["implicit", "linear"] = "implicit"

    observes: ClassVar[tuple[str, ...]] = ("bristle", "bristle_rate")

    def check(self) -> None:
        friction.check_order(self, self.static_friction, self.dynamic_friction)
        if (self.solver, self.damping_law) not in SOLVERS:
            raise self.refuse("damping_law", repr(self.damping_law), "needs solver 'implicit'; the linear solver takes a constant σ1.")

    @property
    def kernels(self) -> LawKernels:
        return SOLVERS[self.solver, self.damping_law]

    def passivity(self, normal_force: float = 1.0, speed: float = 1.0) -> Passivity:
        if self.damping_law == "velocity":
            return Passivity(True, normal_force, speed, float("inf"), "σ1(v) |v| stays below f_c.")
        if self.solver == "linear":
            return Passivity(True, normal_force, speed, float("inf"), "the linear step keeps σ1² k ≤ 4 σ0 (σ1 + σ2).")
        return bristle.bristle_passivity(self, normal_force, speed)

    def sliding(self, speed: float) -> tuple[float, float]:
        return bristle.sliding_curve(self, speed)

"""Static friction curves: stiction at rest, less while sliding (Avanzini et al. 2003, eq. 8.15).

    f = sgn(v) mu(v) f_N while sliding,     |f| <= mu_s f_N at rest

    gaussian     mu = mu_d + (mu_s - mu_d) exp(-(v / v_s)^2)                                              (8.15)
    hyperbolic   mu = mu_d + (mu_s - mu_d) v_s / (v_s + |v|)
    rosin        mu = mu_d + (mu_s - mu_d) [0.4 exp(-10 |v| / v_s) + 0.45 exp(-|v| / v_s)] / 0.85

The last is Smith and Woodhouse's fit to measured rosin, with their numbers as `Stribeck.rosin()`. Where the curve folds,
the contact stays on its branch, sticking or slipping, until that disappears. f v >= 0: always passive.
"""

import math
from typing import ClassVar, Literal, Self

from rosin.interactions import friction
from rosin.interactions.curve import branch_root, outer_root, shortfall
from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import ROUGHNESS, STEP, Interaction, LawKernels, all_heat, nothing_kept, roughness
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp
from rosin.model.parameters import Number

STATIC, DYNAMIC, SPEED, SHAPE, INFLECTION = range(2, 7)  # coefficients after T and s3
V, MU = range(2)  # state
GAUSSIAN, HYPERBOLIC, ROSIN = 0.0, 1.0, 2.0
SHAPES = {"gaussian": GAUSSIAN, "hyperbolic": HYPERBOLIC, "rosin": ROSIN}


@kernel
def prepare(p, fs, c):
    """p = mu_s, mu_d, v_s, shape, s3."""
    c[STEP] = 1.0 / fs
    c[STATIC] = p[0]
    c[DYNAMIC] = p[1]
    c[SPEED] = p[2]
    c[SHAPE] = p[3]
    c[INFLECTION] = p[2] * math.sqrt(0.5) if p[3] == GAUSSIAN else 0.0
    c[ROUGHNESS] = p[4]


@kernel
def start(c, s):
    """Sticking."""
    s[V] = 0.0
    s[MU] = 0.0


@kernel
def mu(c, v):
    """The curve for v >= 0, and its slope."""
    fall = c[STATIC] - c[DYNAMIC]
    inverse = 1.0 / c[SPEED]
    u = v * inverse
    if c[SHAPE] == GAUSSIAN:
        e = fall * exp(-u * u)
        return c[DYNAMIC] + e, -2.0 * u * inverse * e
    if c[SHAPE] == HYPERBOLIC:
        e = 1.0 / (1.0 + u)
        return c[DYNAMIC] + fall * e, -fall * e * e * inverse
    quick = 0.4 / 0.85 * fall * exp(-10.0 * u)
    slow = 0.45 / 0.85 * fall * exp(-u)
    return c[DYNAMIC] + quick + slow, -inverse * (10.0 * quick + slow)


@kernel
def curve(v, q):
    """v + y f(v), and its slope."""
    c, pressed = q
    value, slope = mu(c, v)
    return v + pressed * value, 1.0 + pressed * slope


@kernel
def residual(v, q):
    """The equation of one sample."""
    return shortfall(curve, v, q)


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample."""
    if normal_force <= LIFTED:
        s[V] = v_free
        s[MU] = 0.0
        return 0.0, v_free, 0
    sign = 1.0 if v_free > 0.0 else -1.0
    goal = sign * v_free
    last = sign * s[V]
    q = (c, y * normal_force)
    if y == 0.0:
        s[V] = v_free
        s[MU] = sign * mu(c, goal)[0] if goal > 0.0 else 0.0
        return s[MU] * normal_force, v_free, 1
    if goal <= y * normal_force * c[STATIC]:
        found, v, count = False, 0.0, 0
        if last > c[INFLECTION]:
            found, v, count = outer_root(curve, q, goal, last, c[INFLECTION])
        if not found:
            s[V] = 0.0
            s[MU] = v_free / (y * normal_force)
            return v_free / y, 0.0, count
    else:
        v, count = branch_root(curve, residual, q, goal, last, c[INFLECTION])
    s[MU] = sign * mu(c, v)[0]
    f = s[MU] * normal_force
    s[V] = v_free - y * f
    return f, s[V], count


@kernel
def observe(c, s, j):
    """The friction coefficient in use, signed."""
    return s[MU]


class Stribeck(Interaction):
    """Friction as a function of velocity alone, with true sticking."""

    static_friction: Number = friction.static_friction(0.8)
    dynamic_friction: Number = friction.dynamic_friction(0.3)
    stribeck_velocity: Number = friction.stribeck_velocity(0.1)
    curve: Literal["gaussian", "hyperbolic", "rosin"] = "gaussian"
    noise: Number = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("friction_coefficient",)
    set_valued: ClassVar[bool] = True
    smooth: ClassVar[bool] = False

    @classmethod
    def rosin(cls, noise: float = 0.0) -> Self:
        """The measured rosin of Smith and Woodhouse (2000): 1.2 at rest, 0.35 at high speed."""
        return cls(static_friction=1.2, dynamic_friction=0.35, stribeck_velocity=0.1, curve="rosin", noise=noise)

    def check(self) -> None:
        friction.check_order(self, self.static_friction, self.dynamic_friction)

    @property
    def kernels(self) -> LawKernels:
        return LawKernels(prepare, start, solve, roughness, nothing_kept, all_heat, observe)

    def pack(self) -> list[float]:
        return [self.static_friction, self.dynamic_friction, self.stribeck_velocity, SHAPES[self.curve], self.noise]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 7, 2

    def sliding(self, speed: float) -> tuple[float, float]:
        c = [0.0] * self.sizes(1.0)[0]
        prepare(self.pack(), 1.0, c)
        return mu(c, speed)

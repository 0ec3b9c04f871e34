"""Static friction curves: stiction at rest, less while sliding (Avanzini et al. 2003, eq. 8.15).

    f = sgn(v) mu(v) f_N while sliding,     |f| <= mu_s f_N at rest

    gaussian     mu = mu_d + (mu_s - mu_d) exp(-(v / v_s)^2)                                              (8.15)
    hyperbolic   mu = mu_d + (mu_s - mu_d) v_s / (v_s + |v|)
    rosin        mu = mu_d + (mu_s - mu_d) [0.4 exp(-10 |v| / v_s) + 0.45 exp(-|v| / v_s)] / 0.85

The last is Smith and Woodhouse's fit to measured rosin, with their numbers as `Stribeck.rosin()`. Where the curve folds,
the contact stays on its branch, sticking or slipping, until that disappears. f v >= 0: always passive. The hyperbolic curve
makes the equation of a sample quadratic, y the admittance of both bodies and q = y f_N:

    v^2 + (v_s + q mu_d - v_free) v + v_s (q mu_s - v_free) = 0,     v > 0 slipping: the larger root
"""

import math
from typing import Any, ClassVar, Literal, Self

from rosin.interactions import friction
from rosin.interactions.curve import branch_root, lean, shortfall
from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import RIGID, Interaction, LawKernels, RoughCoefficients, all_heat, nothing_kept, roughness
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp
from rosin.kernels.record import Memory, Real, Record, reals

GAUSSIAN, HYPERBOLIC, ROSIN = 0.0, 1.0, 2.0
SHAPES = {"gaussian": GAUSSIAN, "hyperbolic": HYPERBOLIC, "rosin": ROSIN}


class Coefficients(RoughCoefficients):
    """Constants of the curve."""

    static = Real("", "mu_s")
    dynamic = Real("", "mu_d")
    speed = Real("m/s", "v_s")
    shape = Real("", "which of the curves")
    inflection = Real("m/s", "where v + y f(v) turns from concave to convex")


class State(Record):
    """The branch that the contact is on."""

    v = Real("m/s", "relative velocity")
    mu = Real("", "friction coefficient in use, signed")


MEMORY = Memory(reals("static_friction", "dynamic_friction", "stribeck_velocity", "curve", "noise"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """Parameters as they are, and the inflection."""
    c.step = 1.0 / fs
    c.static = p.static_friction
    c.dynamic = p.dynamic_friction
    c.speed = p.stribeck_velocity
    c.shape = p.curve
    c.inflection = p.stribeck_velocity * math.sqrt(0.5) if p.curve == GAUSSIAN else 0.0
    c.roughness = p.noise


@kernel
def start(c, s):
    """Sticking."""
    s.v = 0.0
    s.mu = 0.0


@kernel
def mu(c, v):
    """The curve for v >= 0, and its slope."""
    fall = c.static - c.dynamic
    inverse = 1.0 / c.speed
    u = v * inverse
    if c.shape == GAUSSIAN:
        e = fall * exp(-u * u)
        return c.dynamic + e, -2.0 * u * inverse * e
    if c.shape == HYPERBOLIC:
        e = 1.0 / (1.0 + u)
        return c.dynamic + fall * e, -fall * e * e * inverse
    quick = 0.4 / 0.85 * fall * exp(-10.0 * u)
    slow = 0.45 / 0.85 * fall * exp(-u)
    return c.dynamic + quick + slow, -inverse * (10.0 * quick + slow)


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
def larger_root(c, pressed, goal):
    """How fast it slips on the hyperbolic curve, if it can."""
    half = 0.5 * (goal - c.speed - pressed * c.dynamic)
    product = c.speed * (pressed * c.static - goal)
    square = half * half - product
    root = math.sqrt(max(square, 0.0))
    v = half + root if half > 0.0 else -product / (root - half) if product < 0.0 else 0.0
    return square >= 0.0 and v > 0.0, v, 1


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample."""
    if normal_force <= LIFTED:
        s.v = v_free
        s.mu = 0.0
        return 0.0, v_free, 0
    sign = 1.0 if v_free > 0.0 else -1.0
    goal = sign * v_free
    last = sign * s.v
    pressed = y * normal_force
    if y == 0.0:
        s.v = v_free
        s.mu = sign * mu(c, goal)[0] if goal > 0.0 else 0.0
        return s.mu * normal_force, v_free, 1
    sticks = goal <= pressed * c.static
    slips, v, count = False, 0.0, 0
    if not sticks or last > c.inflection:
        if c.shape == HYPERBOLIC:
            slips, v, count = larger_root(c, pressed, goal)
        else:
            slips, v, count = branch_root(curve, residual, (c, pressed), goal, last, c.inflection, sticks)
    if not slips:
        s.v = 0.0
        s.mu = v_free / pressed
        return v_free / y, 0.0, count
    s.mu = sign * mu(c, v)[0]
    f = s.mu * normal_force
    s.v = v_free - y * f
    return f, s.v, count


@kernel
def slope(c, s, f, v, normal_force):
    """Of the curve while it slips; it sticks without yielding."""
    if normal_force <= LIFTED:
        return 0.0
    return normal_force * mu(c, abs(v))[1] if v != 0.0 else RIGID


@kernel
def observe(c, s, j):
    """The friction coefficient in use, signed."""
    return s.mu


class Stribeck(Interaction):
    """Friction as a function of velocity alone, with true sticking."""

    static_friction: float = friction.static_friction(0.8)
    dynamic_friction: float = friction.dynamic_friction(0.3)
    stribeck_velocity: float = friction.stribeck_velocity(0.1)
    curve: Literal["gaussian", "hyperbolic", "rosin"] = "gaussian"
    noise: float = friction.noise()

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
        return LawKernels(MEMORY, prepare, start, solve, roughness, nothing_kept, all_heat, observe, slope, lean)

    def packed(self) -> dict[str, Any]:
        return {**self.named(), "curve": SHAPES[self.curve]}

    def sliding(self, speed: float) -> tuple[float, float]:
        value, slope = mu(self.prepared(), speed)
        return float(value), float(slope)

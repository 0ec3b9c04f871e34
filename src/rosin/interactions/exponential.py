"""Exponential friction: a smooth curve that is sticky near rest and slips beyond (Onofrei et al. 2022, eq. 2 and 3).

    f = f_N phi(v),     phi(v) = sqrt(2 a) v exp(-a v^2 + 1/2),     |phi| <= 1

One velocity solves each sample where y f_N 2 sqrt(2 a) / e < 1; beyond that the curve folds, and the branch of the
last sample is kept until it disappears. f v >= 0, so the law is always passive.
"""

import math
from typing import ClassVar

from rosin.interactions import friction
from rosin.interactions.curve import branch_root, lean, shortfall
from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import Interaction, LawKernels, RoughCoefficients, all_heat, nothing_kept, roughness
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp
from rosin.kernels.record import Memory, Real, Record, reals
from rosin.model.parameters import parameter


class Coefficients(RoughCoefficients):
    """Constants of the curve."""

    stickiness = Real("s²/m²", "a")


class State(Record):
    """The branch that the contact is on."""

    v = Real("m/s", "relative velocity")
    share = Real("", "phi")


MEMORY = Memory(reals("stickiness", "noise"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """Parameters as they are."""
    c.step = 1.0 / fs
    c.stickiness = p.stickiness
    c.roughness = p.noise


@kernel
def start(c, s):
    """At rest."""
    s.v = 0.0
    s.share = 0.0


@kernel
def phi(v, a):
    """(3), and its slope."""
    e = math.sqrt(2.0 * a) * exp(0.5 - a * v * v)
    return v * e, e * (1.0 - 2.0 * a * v * v)


@kernel
def curve(v, q):
    """v + y f(v), and its slope."""
    a, pressed = q
    share, slope = phi(v, a)
    return v + pressed * share, 1.0 + pressed * slope


@kernel
def residual(v, q):
    """The equation of one sample."""
    return shortfall(curve, v, q)


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample (12)."""
    a = c.stickiness
    if normal_force <= LIFTED:
        s.v = v_free
        s.share = 0.0
        return 0.0, v_free, 0
    v, count = v_free, 0
    if y > 0.0 and v_free != 0.0:
        sign = 1.0 if v_free > 0.0 else -1.0
        _, v, count = branch_root(curve, residual, (a, y * normal_force), sign * v_free, sign * s.v, math.sqrt(1.5 / a), False)
        v = sign * v
    s.share = phi(v, a)[0]
    f = normal_force * s.share
    s.v = v_free - y * f
    return f, s.v, count


@kernel
def slope(c, s, f, v, normal_force):
    """Of the curve."""
    return normal_force * phi(v, c.stickiness)[1] if normal_force > LIFTED else 0.0


@kernel
def observe(c, s, j):
    """phi."""
    return s.share


class Exponential(Interaction):
    """Friction that sticks smoothly near rest; one knob from slipping to plucking."""

    stickiness: float = parameter(
        "a",
        "s^2/m^2",
        "how close to rest friction peaks, at 1/sqrt(2a) m/s",
        default=100.0,
        more_than=0,
        at_most=1e8,
        range=(1, 15_000),
        curve="log",
        source="Onofrei et al. 2022, figure 3",
    )
    noise: float = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("friction_share",)

    @property
    def kernels(self) -> LawKernels:
        return LawKernels(MEMORY, prepare, start, solve, roughness, nothing_kept, all_heat, observe, slope, lean)

    def sliding(self, speed: float) -> tuple[float, float]:
        return phi(speed, self.stickiness)

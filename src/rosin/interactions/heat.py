"""What thermal laws share: friction softened by the heat it makes (physics of rosin, Smith and Woodhouse 2000).

    f = mu(tau) f_N sgn(v) while sliding,  |f| <= mu(tau) f_N at rest
    a tau' + (b sqrt(|v| w) + c) tau = |f v| / f_N

tau is the temperature rise, w = W / f_N for a ribbon of hair of width W (1 where the law counts per unit force). tau is
kept at the half steps and advanced by the exact exponential; the force uses the mean of its old and new value, so
it is the root of f = f_N mu((tau + tau+(f)) / 2), bracketed by 0 and the force that would hold. A contact sticks
whenever it can. f v >= 0: always passive. With F(f, v) for the right side of that equation, the force in sliding changes with
velocity by F_v / (1 - F_f).
"""

import functools
import math

from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import RIGID, LawKernels, RoughCoefficients, all_heat, nothing_kept, roughness
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import Constant, Kernel, kernel
from rosin.kernels.maths import expm1
from rosin.kernels.record import Memory, Real, Record
from rosin.kernels.solver import newton_in_bracket, newton_step
from rosin.model.parameters import parameter


class Coefficients(RoughCoefficients):
    """Constants of the heat balance, then those of mu(tau)."""

    capacity = Real("m/K", "a")
    convection = Real("", "b")
    conduction = Real("m/(s K)", "c")
    width = Real("m", "W, or 0 where the law counts per unit force")


class State(Record):
    """Temperature, and what it makes of friction."""

    tau = Real("K", "temperature rise at the half step")
    mean = Real("K", "its mean over the step")
    mu = Real("", "friction coefficient in use, signed")
    force = Real("N", "its size")
    before = Real("K", "temperature rise at the start of the step")
    leant = Real("m/s", "relative velocity where a search begins that has no force to begin from")


TINY = Constant(1e-300, single=1e-37)
CLOSE = Constant(1e-13, single=1e-6)  # relative accuracy of the force
IMMOVABLE = Constant(1e30, single=1e20)  # kg/s: in place of 1/y where the touched point cannot be moved (a node under a hand)


@kernel
def warmed(c, tau, v, heat, wide):
    """tau one step later while sliding at v >= 0 with heat |f v| / f_N, and its derivatives by v and heat."""
    root = math.sqrt(v * wide)
    cooling = (c.convection * root + c.conduction) / c.capacity
    lost = -expm1(-cooling * c.step)
    gain = lost / (cooling * c.capacity)
    after = tau - lost * tau + gain * heat
    by_cooling = c.step * (1.0 - lost) * (heat / (cooling * c.capacity) - tau) - gain * heat / cooling
    return after, by_cooling * 0.5 * c.convection * wide / (root * c.capacity + TINY), gain


@kernel
def width(c, normal_force):
    """w."""
    return c.width / normal_force if c.width > 0.0 else 1.0


@kernel
def softened(mu, c, tau, f, v, normal_force, wide):
    """F(f, v) = f_N mu at the mean temperature that f and v >= 0 lead to, and its derivatives by f and v."""
    after, by_v, by_heat = warmed(c, tau, v, f * v / normal_force, wide)
    value, slope = mu(c, 0.5 * (tau + after))
    return normal_force * value, 0.5 * slope * by_heat * v, 0.5 * slope * (normal_force * by_v + by_heat * f)


@kernel
def excess(mu, f, q):
    """F - f: the residual of a law with that mu(tau)."""
    c, tau, v_free, y, normal_force, wide = q
    force, by_f, by_v = softened(mu, c, tau, f, max(v_free - y * f, 0.0), normal_force, wide)
    return newton_step(force - f, by_f - y * by_v - 1.0)


@kernel
def first_force(s, leant, most, y, holding):
    """Where the search begins: the last force, that at the velocity on which the law leans, or the one that would just hold."""
    if 0.0 < s.force < most:
        return s.force
    if leant > 0.0 and y > 0.0:
        return max(most - leant / y, 0.0)
    return min(holding, most)


@kernel
def step(mu, residual, c, s, v_free, y, normal_force):
    """One sample of a law with friction coefficient mu(c, tau) -> value, slope."""
    tau = s.tau
    leant = s.leant
    s.before = tau
    s.leant = 0.0
    cooled = tau - tau * (-expm1(-c.conduction * c.step / c.capacity))
    if normal_force <= LIFTED:
        s.tau = cooled
        s.mean = 0.5 * (tau + cooled)
        s.mu = 0.0
        s.force = 0.0
        return 0.0, v_free, 0
    holding, _ = mu(c, 0.5 * (tau + cooled))
    held = v_free / y if y > 0.0 else v_free * IMMOVABLE
    if abs(held) <= holding * normal_force:
        s.tau = cooled
        s.mean = 0.5 * (tau + cooled)
        s.mu = held / normal_force
        s.force = abs(held)
        return held, 0.0, 0
    sign = 1.0 if v_free > 0.0 else -1.0
    wide = width(c, normal_force)
    q = (c, tau, sign * v_free, y, normal_force, wide)
    guess = first_force(s, sign * leant, sign * held, y, holding * normal_force)
    f, count = newton_in_bracket(residual, q, 0.0, sign * held, guess, 0.0, CLOSE)
    v = max(sign * v_free - y * f, 0.0)
    after, _, _ = warmed(c, tau, v, f * v / normal_force, wide)
    s.tau = after
    s.mean = 0.5 * (tau + after)
    s.mu = sign * f / normal_force
    s.force = f
    return sign * f, sign * v, count


@kernel
def slope_in_sliding(mu, c, s, f, v, normal_force):
    """F_v / (1 - F_f), for f and v >= 0."""
    _, by_f, by_v = softened(mu, c, s.before, f, v, normal_force, width(c, normal_force))
    return by_v / (1.0 - by_f)


@kernel
def lean(c, s, v):
    """The next search begins at this velocity, not at the last force."""
    s.leant = v
    s.force = 0.0


@kernel
def start(c, s):
    """Cold."""
    clear(s)


@kernel
def observe(c, s, j):
    """Temperature rise, and the friction coefficient in use."""
    return s.mean if j == 0 else s.mu


@kernel
def rests(c, s):
    """Whether it has cooled down."""
    return s.tau == 0.0


@functools.cache
def law(memory: Memory, prepare: Kernel, mu: Kernel) -> LawKernels:
    """The kernels of a thermal law, given its records, how it prepares and its friction coefficient mu(c, tau) -> value, slope."""

    @kernel
    def residual(f, q):
        """The equation of one sample."""
        return excess(mu, f, q)

    @kernel
    def solve(c, s, v_free, y, compression, normal_force):
        """One sample."""
        return step(mu, residual, c, s, v_free, y, normal_force)

    @kernel
    def slope(c, s, f, v, normal_force):
        """Of the force that heat softens while it slides; it sticks without yielding."""
        if normal_force <= LIFTED:
            return 0.0
        return slope_in_sliding(mu, c, s, abs(f), abs(v), normal_force) if v != 0.0 else RIGID

    return LawKernels(memory, prepare, start, solve, roughness, nothing_kept, all_heat, observe, slope, lean, rests)


def heat_capacity() -> float:
    """The parameter a."""
    return parameter("a", "m/K", "heat kept per kelvin and newton", default=1e-6, more_than=0, at_most=1, range=(1e-7, 1e-5), curve="log")


def conduction() -> float:
    """The parameter c."""
    return parameter("c", "m/(s K)", "cooling at rest", default=1e-4, more_than=0, at_most=10, range=(1e-5, 1e-2), curve="log")

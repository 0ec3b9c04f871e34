"""Stulov impact: felt that relaxes while it is pressed (Avanzini et al. 2003, eq. 8.9 with the factor k that 8.10 lost).

    f = k (x^a - e r) for x > 0,     t r' = x^a - r

Felt cannot pull: it is left behind where the force reaches zero, and stands at x_f = (e r)^(1/a) until met again; above,
m = max(x, x_f) takes the place of x. With the energy

    E(x, r) = k m^(a+1) / (a+1) - k e r m + k e r^((a+1)/a) a / (a+1)

f is its slope by x and relaxation only lowers it, so the law is passive for e <= 1. The force takes the difference of E
over the step with r held; before and after it r relaxes for half a step by its exact exponential (Strang's splitting).
"""

from typing import ClassVar

from rosin.interactions import impact
from rosin.interactions.impact import agreed, mean_force, moving, potential, step, surplus
from rosin.interactions.impact import prepare as prepare_spring
from rosin.interactions.impact import start as start_impact
from rosin.interactions.interaction import Interaction, LawKernels, smooth_surface
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, power
from rosin.kernels.record import Memory, Real, reals
from rosin.model.parameters import parameter


class Coefficients(impact.Coefficients):
    """With those of relaxation."""

    relaxation = Real("", "e")
    memory = Real("", "exp(-T / 2t)")


class State(impact.State):
    """With the memory of the felt."""

    r = Real("m^a", "relaxed")
    r_before = Real("m^a", "at the start of the step")
    r_used = Real("m^a", "of the force")
    surface = Real("m", "x_f of r")


MEMORY = Memory(reals("stiffness", "exponent", "relaxation", "relaxation_time"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """The spring, and half a step of memory."""
    prepare_spring(p, fs, c)
    c.relaxation = p.relaxation
    c.memory = exp(-0.5 / (fs * p.relaxation_time))


@kernel
def start(c, s):
    """Fresh felt."""
    start_impact(c, s)
    s.r = 0.0
    s.r_before = 0.0
    s.r_used = 0.0
    s.surface = 0.0


@kernel
def left_behind(c, r):
    """x_f of r."""
    return power(c.relaxation * r, 1.0 / c.exponent)


@kernel
def energy(c, x, r):
    """E(x, r)."""
    k = c.stiffness
    a = c.exponent
    m = max(x, left_behind(c, r))
    return potential(k, a, m) - k * c.relaxation * r * (max(m, 0.0) - power(r, 1.0 / a) * a / (a + 1.0))


@kernel
def force(c, s, x0, x1):
    """The mean force over the step with r held, and its slope by x1."""
    left = c.relaxation * s.r
    m0 = max(x0, s.surface)
    m1 = max(x1, s.surface)
    elastic, slope = mean_force(c, max(s.pressed, left), m0, m1)
    f = elastic - c.stiffness * left
    if x0 >= m0 and x1 >= m1:
        return f, slope
    if m0 == m1:
        return 0.0, 0.0
    mean = f * (m1 - m0) / (x1 - x0)
    end = f + slope * (m1 - m0) if x1 >= m1 else 0.0
    return mean, (end - mean) / (x1 - x0)


@kernel
def residual(x1, q):
    """The equation of one sample."""
    return surplus(force, x1, q)


@kernel
def relax(c, s, x):
    """r relaxes for half a step at compression x, by its exact exponential."""
    if x > 0.0 or s.r > 0.0:
        pressed = power(max(x, s.surface), c.exponent)
        s.r = pressed + (s.r - pressed) * c.memory
        s.surface = left_behind(c, s.r)


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample: half a relaxation, the force, the other half."""
    x = agreed(s, compression)
    s.r_before = s.r
    relax(c, s, x)
    s.r_used = s.r
    f, v, count = step(force, residual, c, s, v_free, y, x)
    relax(c, s, s.x)
    return f, v, count


@kernel
def moved(c, s, v, compression, normal_force):
    """The force of a step at a known velocity, between half relaxations."""
    x = agreed(s, compression)
    s.r_before = s.r
    relax(c, s, x)
    s.r_used = s.r
    f = moving(force, c, s, v, x)
    relax(c, s, s.x)
    return f


@kernel
def slope(c, s, f, v, normal_force):
    """df/dv of this step."""
    return s.slope


@kernel
def stored(c, s):
    """E at the half step."""
    return energy(c, s.x, s.r)


@kernel
def spent(c, s, f, v):
    """What relaxation took; and the work of a gesture that moved the point of contact."""
    found = energy(c, s.x_found, s.r_before)
    first = found - energy(c, s.x_found, s.r_used)
    second = energy(c, s.x, s.r_used) - energy(c, s.x, s.r)
    return first + second, found - energy(c, s.x_left, s.r_before)


@kernel
def observe(c, s, j):
    """The relaxed part k e r of the force."""
    return c.stiffness * c.relaxation * s.r_used


@kernel
def rests(c, s):
    """Whether the felt has its shape again."""
    return s.r == 0.0


class Stulov(Interaction):
    """Felt with memory, as on a piano hammer."""

    stiffness: float = impact.stiffness()
    exponent: float = impact.exponent()
    relaxation: float = parameter("ε", "", "share of the stiffness that relaxes", default=0.3, at_least=0, less_than=1, range=(0, 0.99))
    relaxation_time: float = parameter(
        "τ", "s", "time in which it relaxes", default=1e-3, more_than=0, at_most=1e3, range=(1e-6, 0.1), curve="log"
    )

    observes: ClassVar[tuple[str, ...]] = ("relaxed_force",)
    friction: ClassVar[bool] = False

    @property
    def kernels(self) -> LawKernels:
        return LawKernels(MEMORY, prepare, start, solve, smooth_surface, stored, spent, observe, slope, rests=rests, moved=moved)

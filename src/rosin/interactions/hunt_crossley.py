"""Hunt-Crossley impact: a stiffening spring with loss that grows with compression (Avanzini et al. 2003, eq. 8.11).

    f = k x^a (1 + mu v) for x > 0,     0 otherwise

The factor is kept from turning negative, so the bodies never pull on each other; the step dissipates f_elastic mu v^2.
"""

from typing import ClassVar

from rosin.interactions import impact
from rosin.interactions.impact import agreed, mean_force, moving, shifted, step, surplus
from rosin.interactions.impact import prepare as prepare_spring
from rosin.interactions.interaction import Interaction, LawKernels, smooth_surface
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, reals
from rosin.model.parameters import parameter


class Coefficients(impact.Coefficients):
    """With loss."""

    dissipation = Real("s/m", "mu")


MEMORY = Memory(reals("stiffness", "exponent", "dissipation"), Coefficients, impact.State)


@kernel
def prepare(p, fs, c):
    """The spring, and its loss."""
    prepare_spring(p, fs, c)
    c.dissipation = p.dissipation


@kernel
def force(c, s, x0, x1):
    """Mean elastic force times max(0, 1 + mu v), and its slope by x1."""
    elastic, slope = mean_force(c, s.pressed, x0, x1)
    factor = 1.0 + c.dissipation * (x1 - x0) / c.step
    if factor <= 0.0:
        return 0.0, 0.0
    return elastic * factor, slope * factor + elastic * c.dissipation / c.step


@kernel
def residual(x1, q):
    """The equation of one sample."""
    return surplus(force, x1, q)


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample."""
    return step(force, residual, c, s, v_free, y, agreed(s, compression))


@kernel
def moved(c, s, v, compression, normal_force):
    """The force of a step at a known velocity."""
    return moving(force, c, s, v, agreed(s, compression))


@kernel
def slope(c, s, f, v, normal_force):
    """df/dv of this step."""
    return s.slope


@kernel
def spent(c, s, f, v):
    """f_elastic mu v^2, or all of -f_elastic v where the factor is held at 0."""
    elastic, _ = mean_force(c, s.pressed, s.x_found, s.x)
    return c.step * elastic * v * max(c.dissipation * v, -1.0), shifted(c, s)


class HuntCrossley(Interaction):
    """A non-linear spring with loss, as a hammer, a stick or a shoe heel."""

    stiffness: float = impact.stiffness()
    exponent: float = impact.exponent()
    dissipation: float = parameter(
        "μ",
        "s/m",
        "loss; a blow at v returns at about v / (1 + 2 μ v / 3)",
        default=0.6,
        at_least=0,
        at_most=1e3,
        range=(0, 2),
        source="Avanzini et al. 2003, figure 8.3",
    )

    friction: ClassVar[bool] = False
    forgets: ClassVar[bool] = True

    @property
    def kernels(self) -> LawKernels:
        return LawKernels(MEMORY, prepare, impact.start, solve, smooth_surface, impact.stored, spent, impact.observe, slope, moved=moved)

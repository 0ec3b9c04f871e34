"""Power-law impact: a spring that stiffens as it is pressed (Avanzini et al. 2003, eq. 8.8).

    f = k x^a for x > 0,     0 otherwise

Without loss: what comes in goes out.
"""

from typing import ClassVar

from rosin.interactions import impact
from rosin.interactions.impact import agreed, mean_force, moving, shifted, step, surplus
from rosin.interactions.interaction import Interaction, LawKernels, smooth_surface
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, reals

MEMORY = Memory(reals("stiffness", "exponent"), impact.Coefficients, impact.State)


@kernel
def force(c, s, x0, x1):
    """The mean elastic force over the step, and its slope by x1."""
    return mean_force(c, s.pressed, x0, x1)


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
    """Nothing is lost."""
    return 0.0, shifted(c, s)


class PowerLaw(Interaction):
    """A lossless non-linear spring between two bodies that may separate."""

    stiffness: float = impact.stiffness()
    exponent: float = impact.exponent()

    friction: ClassVar[bool] = False
    forgets: ClassVar[bool] = True

    @property
    def kernels(self) -> LawKernels:
        return LawKernels(
            MEMORY, impact.prepare, impact.start, solve, smooth_surface, impact.stored, spent, impact.observe, slope, moved=moved
        )

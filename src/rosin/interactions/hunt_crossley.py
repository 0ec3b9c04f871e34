"""Hunt-Crossley impact: a stiffening spring with loss that grows with compression (Avanzini et al. 2003, eq. 8.11).

    f = k x^a (1 + mu v) for x > 0,     0 otherwise

The factor is kept from turning negative, so the bodies never pull on each other; the step dissipates f_elastic mu v^2.
"""

from typing import ClassVar

from rosin.interactions import impact
from rosin.interactions.impact import EXPONENT, HEAD, STIFFNESS, X_FOUND, X, agreed, mean_force, shifted, step, surplus
from rosin.interactions.interaction import STEP, Interaction, LawKernels, smooth_surface
from rosin.kernels.dialect import kernel
from rosin.model.parameters import Number, parameter

DISSIPATION = HEAD  # coefficient


@kernel
def prepare(p, fs, c):
    """p = k, a, mu."""
    c[STEP] = 1.0 / fs
    c[STIFFNESS] = p[0]
    c[EXPONENT] = p[1]
    c[DISSIPATION] = p[2]


@kernel
def force(c, s, x0, x1):
    """Mean elastic force times max(0, 1 + mu v), and its slope by x1."""
    elastic, slope = mean_force(c[STIFFNESS], c[EXPONENT], x0, x1)
    factor = 1.0 + c[DISSIPATION] * (x1 - x0) / c[STEP]
    if factor <= 0.0:
        return 0.0, 0.0
    return elastic * factor, slope * factor + elastic * c[DISSIPATION] / c[STEP]


@kernel
def residual(x1, q):
    """The equation of one sample."""
    return surplus(force, x1, q)


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample."""
    return step(force, residual, c, s, v_free, y, agreed(s, compression))


@kernel
def spent(c, s, f, v):
    """f_elastic mu v^2, or all of -f_elastic v where the factor is held at 0."""
    elastic, _ = mean_force(c[STIFFNESS], c[EXPONENT], s[X_FOUND], s[X])
    return c[STEP] * elastic * v * max(c[DISSIPATION] * v, -1.0), shifted(c, s)


class HuntCrossley(Interaction):
    """A non-linear spring with loss, as a hammer, a stick or a shoe heel."""

    stiffness: Number = impact.stiffness()
    exponent: Number = impact.exponent()
    dissipation: Number = parameter(
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

    @property
    def kernels(self) -> LawKernels:
        return LawKernels(prepare, impact.start, solve, smooth_surface, impact.stored, spent, impact.observe)

    def pack(self) -> list[float]:
        return [self.stiffness, self.exponent, self.dissipation]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return HEAD + 1, impact.STATE

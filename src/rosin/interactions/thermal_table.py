"""Thermal friction of rosin, calibrated on its measured sliding curve (the plastic model of Smith and Woodhouse 2000).

    f = mu(T) f_N sgn(v)

Steady sliding at speed v heats the contact to T(v) = mu(v) v / (b sqrt(v) + c), with the measured curve

    mu(v) = 0.4 exp(-v / 0.01) + 0.45 exp(-v / 0.1) + 0.35

T(v) rises with v, so mu as a function of temperature follows by eliminating v; it is kept as a table. The heat
balance is that of `heat.py`, per unit normal force (w = 1).
"""

from typing import ClassVar

from rosin.interactions import friction, heat
from rosin.interactions.heat import CAPACITY, CONDUCTION, CONVECTION, HEAD, WIDTH
from rosin.interactions.interaction import ROUGHNESS, STEP, Interaction, LawKernels
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp
from rosin.model.parameters import Number, parameter

ENTRIES = 1024
INVERSE_SPACING = HEAD  # coefficient, then the table
FASTEST = 10.0  # m/s: the speed at which the table ends


@kernel
def measured(v):
    """The sliding curve of rosin."""
    return 0.4 * exp(-v / 0.01) + 0.45 * exp(-v / 0.1) + 0.35


@kernel
def steady_temperature(root, b, c):
    """T at v = root^2."""
    v = root * root
    return measured(v) * v / (b * root + c)


@kernel
def prepare(p, fs, c):
    """p = a, b, c, s3."""
    c[STEP] = 1.0 / fs
    c[CAPACITY] = p[0]
    c[CONVECTION] = p[1]
    c[CONDUCTION] = p[2]
    c[WIDTH] = 0.0
    c[ROUGHNESS] = p[3]
    top = FASTEST**0.5
    spacing = steady_temperature(top, p[1], p[2]) / (ENTRIES - 1)
    c[INVERSE_SPACING] = 1.0 / spacing
    for i in range(ENTRIES):
        low, high = 0.0, top
        for _ in range(56):
            middle = 0.5 * (low + high)
            if steady_temperature(middle, p[1], p[2]) < i * spacing:
                low = middle
            else:
                high = middle
        c[HEAD + 1 + i] = measured(low * low)


@kernel
def mu(c, tau):
    """mu(T) and its slope, linear between entries."""
    place = min(max(tau, 0.0) * c[INVERSE_SPACING], ENTRIES - 1.000001)
    i = int(place)
    rise = c[HEAD + 2 + i] - c[HEAD + 1 + i]
    return c[HEAD + 1 + i] + (place - i) * rise, rise * c[INVERSE_SPACING]


class ThermalTable(Interaction):
    """Rosin that softens where it slides, calibrated to slide steadily as measured."""

    heat_capacity: Number = heat.heat_capacity()
    convection: Number = parameter(
        "b",
        "(m/s)^1/2 K^-1",
        "cooling by fresh rosin that slides in",
        default=3.6e-3,
        more_than=0,
        at_most=1,
        range=(1e-3, 1e-2),
        curve="log",
    )
    conduction: Number = heat.conduction()
    noise: Number = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("temperature", "friction_coefficient")
    set_valued: ClassVar[bool] = True
    smooth: ClassVar[bool] = False

    @property
    def kernels(self) -> LawKernels:
        return heat.law(prepare, mu)

    def pack(self) -> list[float]:
        return [self.heat_capacity, self.convection, self.conduction, self.noise]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return HEAD + 1 + ENTRIES, heat.STATE

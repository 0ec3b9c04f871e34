"""Thermal friction of rosin, calibrated on its measured sliding curve (the plastic model of Smith and Woodhouse 2000).

    f = mu(T) f_N sgn(v)

Steady sliding at speed v heats the contact to T(v) = mu(v) v / (b sqrt(v) + c), with the measured curve

    mu(v) = 0.4 exp(-v / 0.01) + 0.45 exp(-v / 0.1) + 0.35

T(v) rises with v, so mu as a function of temperature follows by eliminating v; it is kept as a table. The heat
balance is that of `heat.py`, per unit normal force (w = 1).
"""

from typing import ClassVar

from rosin.interactions import friction, heat
from rosin.interactions.interaction import Interaction, LawKernels
from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.maths import exp
from rosin.kernels.record import Memory, Real, Row, reals
from rosin.model.parameters import parameter

ENTRIES = 1024
NEARLY = Constant(1e-6, single=1e-4)  # of an entry, before the last
FASTEST = 10.0  # m/s: the speed at which the table ends


class Coefficients(heat.Coefficients):
    """With the table of mu(tau)."""

    inverse_spacing = Real("1/K", "entries a kelvin")
    table = Row(ENTRIES, text="mu at even steps of temperature")


MEMORY = Memory(reals("heat_capacity", "convection", "conduction", "noise"), Coefficients, heat.State)


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
    """The heat balance, and the table by halving."""
    c.step = 1.0 / fs
    c.capacity = p.heat_capacity
    c.convection = p.convection
    c.conduction = p.conduction
    c.width = 0.0
    c.roughness = p.noise
    top = FASTEST**0.5
    spacing = steady_temperature(top, p.convection, p.conduction) / (ENTRIES - 1)
    c.inverse_spacing = 1.0 / spacing
    for i in range(ENTRIES):
        low, high = 0.0, top
        for _ in range(56):
            middle = 0.5 * (low + high)
            if steady_temperature(middle, p.convection, p.conduction) < i * spacing:
                low = middle
            else:
                high = middle
        c.table[i] = measured(low * low)


@kernel
def mu(c, tau):
    """mu(T) and its slope, linear between entries."""
    place = min(max(tau, 0.0) * c.inverse_spacing, ENTRIES - 1.0 - NEARLY)
    i = int(place)
    rise = c.table[i + 1] - c.table[i]
    return c.table[i] + (place - i) * rise, rise * c.inverse_spacing


class ThermalTable(Interaction):
    """Rosin that softens where it slides, calibrated to slide steadily as measured."""

    heat_capacity: float = heat.heat_capacity()
    convection: float = parameter(
        "b",
        "(m/s)^1/2 K^-1",
        "cooling by fresh rosin that slides in",
        default=3.6e-3,
        more_than=0,
        at_most=1,
        range=(1e-3, 1e-2),
        curve="log",
    )
    conduction: float = heat.conduction()
    noise: float = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("temperature", "friction_coefficient")
    set_valued: ClassVar[bool] = True
    smooth: ClassVar[bool] = False

    @property
    def kernels(self) -> LawKernels:
        return heat.law(MEMORY, prepare, mu)

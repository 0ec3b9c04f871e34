"""Thermal friction of rosin, one temperature and a glass transition (van Walstijn et al. 2026).

    f = mu(tau) f_N sgn(v),   mu(tau) = mu_s [1 + y (tau / tau_g)^x] / [1 + (tau / tau_g)^x]

with the heat balance of `heat.py`, w = W / f_N. Its defaults are the set calibrated on a cello G string: a time
constant of 10 ms while sticking, 30 to 200 microseconds while slipping.
"""

from typing import ClassVar

from rosin.interactions import friction, heat
from rosin.interactions.heat import TINY
from rosin.interactions.interaction import Interaction, LawKernels
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import power
from rosin.kernels.record import Memory, Real, reals
from rosin.model.parameters import parameter


class Coefficients(heat.Coefficients):
    """With those of mu(tau)."""

    static = Real("", "mu_s")
    hot = Real("", "share of mu_s that is left when hot")
    glass = Real("1/K", "1 / tau_g")
    sharpness = Real("", "x")


MEMORY = Memory(
    reals(
        "heat_capacity",
        "convection",
        "conduction",
        "hair_width",
        "noise",
        "static_friction",
        "hot_share",
        "glass_temperature",
        "sharpness",
    ),
    Coefficients,
    heat.State,
)


@kernel
def prepare(p, fs, c):
    """Parameters as they are."""
    c.step = 1.0 / fs
    c.capacity = p.heat_capacity
    c.convection = p.convection
    c.conduction = p.conduction
    c.width = p.hair_width
    c.roughness = p.noise
    c.static = p.static_friction
    c.hot = p.hot_share
    c.glass = 1.0 / p.glass_temperature
    c.sharpness = p.sharpness


@kernel
def mu(c, tau):
    """mu(tau), and its slope."""
    hot = tau * c.glass
    r = power(hot, c.sharpness)
    inverse = 1.0 / (1.0 + r)
    value = c.static * (1.0 + c.hot * r) * inverse
    slope = c.static * (c.hot - 1.0) * inverse * inverse * c.sharpness * r * c.glass / (hot + TINY)
    return value, slope


class Thermal(Interaction):
    """Rosin that softens where it slides: friction set by temperature, not by speed."""

    heat_capacity: float = heat.heat_capacity()
    convection: float = parameter(
        "b",
        "W^1/2 m^-1/2 K^-1",
        "cooling by fresh rosin that slides in",
        default=0.22,
        at_least=0,
        at_most=100,
        range=(0.01, 2),
        curve="log",
    )
    conduction: float = heat.conduction()
    static_friction: float = friction.static_friction(1.05)
    hot_share: float = parameter("y", "", "share of μs that is left when hot", default=0.4, more_than=0, at_most=1, range=(0.1, 1))
    glass_temperature: float = parameter(
        "τg", "K", "temperature rise at which rosin has softened half way", default=25.0, more_than=0, at_most=1e4, range=(5, 100)
    )
    sharpness: float = parameter("ξ", "", "how sudden the softening is", default=2.0, at_least=1, at_most=20, range=(1, 6))
    hair_width: float = parameter("W", "m", "width of the hair", default=0.01, more_than=0, at_most=10, range=(1e-3, 0.05))
    noise: float = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("temperature", "friction_coefficient")
    set_valued: ClassVar[bool] = True
    smooth: ClassVar[bool] = False

    @property
    def kernels(self) -> LawKernels:
        return heat.law(MEMORY, prepare, mu)

"""Thermal friction of rosin, one temperature and a glass transition (van Walstijn et al. 2026).

    f = mu(tau) f_N sgn(v),   mu(tau) = mu_s [1 + y (tau / tau_g)^x] / [1 + (tau / tau_g)^x]

with the heat balance of `heat.py`, w = W / f_N. Its defaults are the set calibrated on a cello G string: a time
constant of 10 ms while sticking, 30 to 200 microseconds while slipping.
"""

from typing import ClassVar

from rosin.interactions import friction, heat
from rosin.interactions.heat import CAPACITY, CONDUCTION, CONVECTION, HEAD, WIDTH
from rosin.interactions.interaction import ROUGHNESS, STEP, Interaction, LawKernels
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import power
from rosin.model.parameters import Number, parameter

STATIC, HOT, GLASS, SHARPNESS = range(HEAD, HEAD + 4)  # coefficients


@kernel
def prepare(p, fs, c):
    """p = a, b, c, W, s3, mu_s, y, tau_g, x."""
    c[STEP] = 1.0 / fs
    c[CAPACITY] = p[0]
    c[CONVECTION] = p[1]
    c[CONDUCTION] = p[2]
    c[WIDTH] = p[3]
    c[ROUGHNESS] = p[4]
    c[STATIC] = p[5]
    c[HOT] = p[6]
    c[GLASS] = 1.0 / p[7]
    c[SHARPNESS] = p[8]


@kernel
def mu(c, tau):
    """mu(tau), and its slope."""
    hot = tau * c[GLASS]
    r = power(hot, c[SHARPNESS])
    inverse = 1.0 / (1.0 + r)
    value = c[STATIC] * (1.0 + c[HOT] * r) * inverse
    slope = c[STATIC] * (c[HOT] - 1.0) * inverse * inverse * c[SHARPNESS] * r * c[GLASS] / (hot + 1e-300)
    return value, slope


class Thermal(Interaction):
    """Rosin that softens where it slides: friction set by temperature, not by speed."""

    heat_capacity: Number = heat.heat_capacity()
    convection: Number = parameter(
        "b",
        "W^1/2 m^-1/2 K^-1",
        "cooling by fresh rosin that slides in",
        default=0.22,
        at_least=0,
        at_most=100,
        range=(0.01, 2),
        curve="log",
    )
    conduction: Number = heat.conduction()
    static_friction: Number = friction.static_friction(1.05)
    hot_share: Number = parameter("y", "", "share of μs that is left when hot", default=0.4, more_than=0, at_most=1, range=(0.1, 1))
    glass_temperature: Number = parameter(
        "τg", "K", "temperature rise at which rosin has softened half way", default=25.0, more_than=0, at_most=1e4, range=(5, 100)
    )
    sharpness: Number = parameter("ξ", "", "how sudden the softening is", default=2.0, at_least=1, at_most=20, range=(1, 6))
    hair_width: Number = parameter("W", "m", "width of the hair", default=0.01, more_than=0, at_most=10, range=(1e-3, 0.05))
    noise: Number = friction.noise()

    observes: ClassVar[tuple[str, ...]] = ("temperature", "friction_coefficient")
    set_valued: ClassVar[bool] = True
    smooth: ClassVar[bool] = False

    @property
    def kernels(self) -> LawKernels:
        return heat.law(prepare, mu)

    def pack(self) -> list[float]:
        balance = [self.heat_capacity, self.convection, self.conduction, self.hair_width, self.noise]
        return [*balance, self.static_friction, self.hot_share, self.glass_temperature, self.sharpness]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return HEAD + 4, heat.STATE

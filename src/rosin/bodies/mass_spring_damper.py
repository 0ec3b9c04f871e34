"""Mass, spring and damper by centred differences (Onofrei et al. 2022, eq. 9 and 12).

    m (u+ - 2 u + u-) / T^2 + c v + k u = f,     v = (u+ - u-) / 2T

With d = u - u- the port is v = y (2 m d / T^2 - k u + f), y = 1 / (2 m / T + c), and the step d <- 2 T v - d,
u <- u + d. Energy (16): m (d / T)^2 / 2 + k u u- / 2, positive while T < 2 sqrt(m / k) (21).
"""

import math
from typing import ClassVar, Self

from rosin.bodies.body import Body, Mode, mode_of
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels, Form
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, Record, reals
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter


class Coefficients(Record, form=Form):
    """Constants of the oscillator."""

    step = Real("s", "time step T")
    mass = Real("kg", "m")
    stiffness = Real("N/m", "k")
    damping = Real("kg/s", "c")
    admittance = Real("s/kg", "y")


class State(Record, form=Form):
    """Its motion."""

    u = Real("m", "displacement")
    d = Real("m", "its last step, u - u-")
    v = Real("m/s", "velocity")


MEMORY = Memory(reals("mass", "stiffness", "damping"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """The port's constants (12)."""
    c.step = 1.0 / fs
    c.mass = p.mass
    c.stiffness = p.stiffness
    c.damping = p.damping
    c.admittance = 1.0 / (2.0 * p.mass * fs + p.damping)


@kernel
def start(c, s):
    """At rest."""
    s.u = 0.0
    s.d = 0.0
    s.v = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity without contact, from (8) with the identity (10)."""
    s.v = c.admittance * (2.0 * c.mass * s.d / (c.step * c.step) - c.stiffness * s.u)
    return s.v, c.admittance


@kernel
def displacement(c, s):
    """Half-step displacement (u + u-) / 2."""
    return s.u - 0.5 * s.d


@kernel
def push(c, s, f):
    """(9), with the velocity already known."""
    v = s.v + c.admittance * f
    s.v = v
    s.d = 2.0 * c.step * v - s.d
    s.u = s.u + s.d


@kernel
def pickup(c, s, k, output):
    """u or v at the time of this sample."""
    if output == DISPLACEMENT:
        return s.u - s.d
    return s.v


@kernel
def stored(c, s):
    """(16)."""
    rate = s.d / c.step
    return 0.5 * c.mass * rate * rate + 0.5 * c.stiffness * s.u * (s.u - s.d)


@kernel
def spent(c, s):
    """The damper dissipates c v^2 (17a)."""
    return c.step * c.damping * s.v * s.v, 0.0


class MassSpringDamper(Body):
    """One mass on a spring and a damper, as in the rubbed bank of Onofrei et al. 2022."""

    mass: float = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-3, 10), curve="log", source="Onofrei et al. 2022")
    stiffness: float = parameter("k", "N/m", "spring stiffness", more_than=0, at_most=1e15, range=(1, 1e8), curve="log")
    damping: float = parameter("c", "kg/s", "damping", default=0.0, at_least=0, at_most=1e9, range=(0, 1e3))

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent)

    @classmethod
    def tuned(cls, frequency: float, decay_time: float, mass: float = 1.0) -> Self:
        """From the undamped frequency (Hz) and the 1/e decay time (s): k = m (2 pi f)^2, c = 2 m / t_e."""
        for name, value, unit in (("frequency", frequency, "Hz"), ("decay_time", decay_time, "s"), ("mass", mass, "kg")):
            if isinstance(value, str) or not value > 0 or (math.isinf(value) and name != "decay_time"):
                raise ParameterError(f"MassSpringDamper.tuned: {name} = {value} {unit} is not allowed; it must be more than 0 {unit}.")
        return cls(mass=mass, stiffness=mass * (2 * math.pi * frequency) ** 2, damping=2 * mass / decay_time)

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        return (mode_of(self.mass, self.stiffness, self.damping),)

    def check_rate(self, sample_rate: float) -> None:
        lowest = 0.5 * math.sqrt(self.stiffness / self.mass)
        if sample_rate <= lowest:
            raise self.refuse(
                "stiffness",
                f"{self.stiffness:g} N/m",
                f"with mass {self.mass:g} kg is unstable at a sample rate of {sample_rate:g} Hz: T < 2 sqrt(m/k) "
                f"(Onofrei et al. 2022, eq. 21) asks for more than {lowest:.6g} Hz. Raise the rate, oversample, or soften the spring.",
            )

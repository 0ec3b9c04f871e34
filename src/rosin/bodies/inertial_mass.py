"""A free mass, pushed by a force and, if asked, pulled through a spring and damper whose far end moves.

    m dv/dt = m g + F + k e + d (u - v) + f,     de/dt = u - v

g is gravity towards the other body, F the gesture's `force`, u its `velocity` (the far end of the spring), e the extension of the
spring, f the contact force.
Trapezoid in the half-step variables w = (x + T v / 2, v + T a / 2), so that energy closes exactly:

    v_n = [w_v + (T / 2m) (m g + F + k e + (k T / 2 + d) u + f)] / [1 + (T / 2m) (k T / 2 + d)]
    w_x += T v_n,   w_v <- 2 v_n - w_v,   e += T (u - v_n)
"""

from typing import ClassVar

from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels, Mode, mode_of
from rosin.kernels.dialect import kernel
from rosin.model.parameters import Number, parameter

STEP, MASS, STIFFNESS, DAMPING, MOBILITY, ADMITTANCE, VELOCITY_0, POSITION_0, WEIGHT = range(9)  # coefficients
X, W, EXTENSION, END, FORCE, V = range(6)  # state


@kernel
def prepare(p, fs, c):
    """The port's constants."""
    T = 1.0 / fs
    c[STEP] = T
    c[MASS] = p[0]
    c[VELOCITY_0] = p[1]
    c[POSITION_0] = p[2]
    c[STIFFNESS] = p[3]
    c[DAMPING] = p[4]
    c[WEIGHT] = p[0] * p[5]
    c[MOBILITY] = 0.5 * T / p[0]
    c[ADMITTANCE] = c[MOBILITY] / (1.0 + c[MOBILITY] * (0.5 * T * p[3] + p[4]))


@kernel
def start(c, s):
    """Flying at its first velocity, spring relaxed."""
    s[X] = c[POSITION_0]
    s[W] = c[VELOCITY_0]
    s[EXTENSION] = 0.0
    s[END] = 0.0
    s[FORCE] = 0.0
    s[V] = c[VELOCITY_0]


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity without contact, and the admittance T / 2m, lowered by the spring."""
    s[END] = velocity
    s[FORCE] = c[WEIGHT] + force
    drive = s[FORCE] + c[STIFFNESS] * s[EXTENSION] + (0.5 * c[STEP] * c[STIFFNESS] + c[DAMPING]) * velocity
    s[V] = c[ADMITTANCE] * (s[W] / c[MOBILITY] + drive)
    return s[V], c[ADMITTANCE]


@kernel
def displacement(c, s):
    """Half-step position."""
    return s[X]


@kernel
def push(c, s, f):
    """Finish the step with contact force f."""
    v = s[V] + c[ADMITTANCE] * f
    s[V] = v
    s[X] = s[X] + c[STEP] * v
    s[W] = 2.0 * v - s[W]
    s[EXTENSION] = s[EXTENSION] + c[STEP] * (s[END] - v)


@kernel
def pickup(c, s, k, output):
    """Position or velocity of the mass."""
    if output == DISPLACEMENT:
        return s[X] - 0.5 * c[STEP] * s[V]
    return s[V]


@kernel
def stored(c, s):
    """Kinetic energy, and that of the spring."""
    return 0.5 * c[MASS] * s[W] * s[W] + 0.5 * c[STIFFNESS] * s[EXTENSION] * s[EXTENSION]


@kernel
def spent(c, s):
    """The damper dissipates d (u - v)^2; weight, force and spring end supply (m g + F) v and f_spring u."""
    slip = s[END] - s[V]
    spring = c[STIFFNESS] * (s[EXTENSION] - 0.5 * c[STEP] * slip) + c[DAMPING] * slip
    return c[STEP] * c[DAMPING] * slip * slip, c[STEP] * (s[FORCE] * s[V] + spring * s[END])


class InertialMass(Body):
    """A free mass, as a hammer, a bow or a ball; also a slider dragged through a spring."""

    mass: Number = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-4, 10), curve="log")
    velocity: Number = parameter("v", "m/s", "velocity at the start", default=0.0, at_least=-1e4, at_most=1e4, range=(-10, 10))
    position: Number = parameter("x", "m", "position at the start", default=0.0, at_least=-1e4, at_most=1e4, range=(-0.1, 0.1))
    spring_stiffness: Number = parameter(
        "k", "N/m", "stiffness of the spring it is pulled by", default=0.0, at_least=0, at_most=1e12, range=(0, 1e6)
    )
    spring_damping: Number = parameter(
        "d", "N s/m", "damping of the spring it is pulled by", default=0.0, at_least=0, at_most=1e9, range=(0, 1e3)
    )
    gravity: Number = parameter(
        "g", "m/s^2", "gravity that pulls it towards the other body", default=0.0, at_least=-1e4, at_most=1e4, range=(0, 9.81)
    )

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent)

    @property
    def controls(self) -> frozenset[str]:
        pulled = self.spring_stiffness > 0 or self.spring_damping > 0
        return frozenset({"force", "velocity"} if pulled else {"force"})

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        return (mode_of(self.mass, self.spring_stiffness, self.spring_damping),) if self.spring_stiffness > 0 else ()

    def pack(self) -> list[float]:
        return [self.mass, self.velocity, self.position, self.spring_stiffness, self.spring_damping, self.gravity]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 9, 6

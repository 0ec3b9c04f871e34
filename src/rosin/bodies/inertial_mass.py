"""A free mass, pushed by a force and, if asked, pulled through a spring and damper whose far end moves.

    m dv/dt = m g + F + k e + d (u - v) + f,     de/dt = u - v

g is gravity towards the other body, F the gesture's `force`, u its `velocity` (the far end of the spring), e the extension of the
spring, f the contact force.
Trapezoid in the half-step variables w = (x + T v / 2, v + T a / 2), so that energy closes exactly:

    v_n = [w_v + (T / 2m) (m g + F + k e + (k T / 2 + d) u + f)] / [1 + (T / 2m) (k T / 2 + d)]
    w_x += T v_n,   w_v <- 2 v_n - w_v,   e += T (u - v_n)
"""

from typing import ClassVar

from rosin.bodies.body import Body, Mode, mode_of
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels, Form, anywhere
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, Record, reals
from rosin.model.parameters import parameter


class Coefficients(Record, form=Form):
    """Constants of a mass and its spring."""

    step = Real("s", "time step T")
    mass = Real("kg", "m")
    stiffness = Real("N/m", "k")
    damping = Real("N s/m", "d")
    mobility = Real("s/kg", "T / 2m")
    admittance = Real("s/kg", "the same, lowered by the spring")
    velocity_0 = Real("m/s", "at the start")
    position_0 = Real("m", "at the start")
    weight = Real("N", "m g")


class State(Record, form=Form):
    """Motion of a mass, and what pulls it."""

    x = Real("m", "position at the half step")
    w = Real("m/s", "velocity at the half step")
    extension = Real("m", "of the spring")
    end = Real("m/s", "velocity of the spring's far end")
    force = Real("N", "weight and the gesture's force")
    v = Real("m/s", "velocity")


MEMORY = Memory(reals("mass", "velocity", "position", "spring_stiffness", "spring_damping", "gravity"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """The port's constants."""
    T = 1.0 / fs
    c.step = T
    c.mass = p.mass
    c.velocity_0 = p.velocity
    c.position_0 = p.position
    c.stiffness = p.spring_stiffness
    c.damping = p.spring_damping
    c.weight = p.mass * p.gravity
    c.mobility = 0.5 * T / p.mass
    c.admittance = c.mobility / (1.0 + c.mobility * (0.5 * T * p.spring_stiffness + p.spring_damping))


@kernel
def start(c, s):
    """Flying at its first velocity, spring relaxed."""
    s.x = c.position_0
    s.w = c.velocity_0
    s.extension = 0.0
    s.end = 0.0
    s.force = 0.0
    s.v = c.velocity_0


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity without contact, and the admittance T / 2m, lowered by the spring."""
    s.end = velocity
    s.force = c.weight + force
    drive = s.force + c.stiffness * s.extension + (0.5 * c.step * c.stiffness + c.damping) * velocity
    s.v = c.admittance * (s.w / c.mobility + drive)
    return s.v, c.admittance


@kernel
def displacement(c, s):
    """Half-step position."""
    return s.x


@kernel
def push(c, s, f):
    """Finish the step with contact force f."""
    v = s.v + c.admittance * f
    s.v = v
    s.x = s.x + c.step * v
    s.w = 2.0 * v - s.w
    s.extension = s.extension + c.step * (s.end - v)


@kernel
def pickup(c, s, k, output):
    """Position or velocity of the mass."""
    if output == DISPLACEMENT:
        return s.x - 0.5 * c.step * s.v
    return s.v


@kernel
def stored(c, s):
    """Kinetic energy, and that of the spring."""
    return 0.5 * c.mass * s.w * s.w + 0.5 * c.stiffness * s.extension * s.extension


@kernel
def spent(c, s):
    """The damper dissipates d (u - v)^2; weight, force and spring end supply (m g + F) v and f_spring u."""
    slip = s.end - s.v
    spring = c.stiffness * (s.extension - 0.5 * c.step * slip) + c.damping * slip
    return c.step * c.damping * slip * slip, c.step * (s.force * s.v + spring * s.end)


@kernel
def flies(c):
    """Whether no spring pulls it, so that under a steady force it flies along a parabola."""
    return c.stiffness == 0.0 and c.damping == 0.0


@kernel
def way(c, s, force, samples):
    """How far it flies."""
    return samples * c.step * (s.w + samples * c.mobility * force)


@kernel
def drift(c, s, velocity, force, samples):
    """Fly on, if no spring pulls it."""
    if not flies(c):
        return False
    pull = c.weight + force
    s.x = s.x + way(c, s, pull, samples)
    s.w = s.w + 2.0 * samples * c.mobility * pull
    s.v = s.w - c.mobility * pull
    s.end = velocity
    s.force = pull
    return True


@kernel
def extent(c, s, samples):
    """From here over the turning point, if it has one, to where it flies, if no spring pulls it."""
    if not flies(c):
        return anywhere(c, s, samples)
    there = s.x + way(c, s, s.force, samples + 1.0)
    low, high = min(s.x, there), max(s.x, there)
    slowing = 2.0 * c.mobility * s.force
    if s.w * slowing < 0.0 and abs(s.w) < (samples + 1.0) * abs(slowing):
        turn = s.x - 0.5 * c.step * s.w * s.w / slowing
        low, high = min(low, turn), max(high, turn)
    return low, high


class InertialMass(Body):
    """A free mass, as a hammer, a bow or a ball; also a slider dragged through a spring."""

    mass: float = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-4, 10), curve="log")
    velocity: float = parameter("v", "m/s", "velocity at the start", default=0.0, at_least=-1e4, at_most=1e4, range=(-10, 10))
    position: float = parameter("x", "m", "position at the start", default=0.0, at_least=-1e4, at_most=1e4, range=(-0.1, 0.1))
    spring_stiffness: float = parameter(
        "k", "N/m", "stiffness of the spring it is pulled by", default=0.0, at_least=0, at_most=1e12, range=(0, 1e6)
    )
    spring_damping: float = parameter(
        "d", "N s/m", "damping of the spring it is pulled by", default=0.0, at_least=0, at_most=1e9, range=(0, 1e3)
    )
    gravity: float = parameter(
        "g", "m/s^2", "gravity that pulls it towards the other body", default=0.0, at_least=-1e4, at_most=1e4, range=(0, 9.81)
    )

    kernels: ClassVar[BodyKernels] = BodyKernels(
        MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, drift=drift, extent=extent
    )

    @property
    def controls(self) -> frozenset[str]:
        pulled = self.spring_stiffness > 0 or self.spring_damping > 0
        return frozenset({"force", "velocity"} if pulled else {"force"})

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        return (mode_of(self.mass, self.spring_stiffness, self.spring_damping),) if self.spring_stiffness > 0 else ()

"""A hammer that is thrown: whenever the gesture's `velocity` rises, it flies off anew at that velocity.

A rise from zero puts it at its distance from the surface first; a further rise, as of a hand that is still speeding up, only
makes it faster, as long as it has not reached the surface. What falls or stays does nothing: between throws it is a free mass
(inertial_mass.py), which bounces as it likes. The energy that a throw gives it, m (v^2 - v_before^2) / 2, is booked as work.
"""

from typing import Any, ClassVar

from rosin.bodies import inertial_mass
from rosin.bodies.body import Body
from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.hand import Driven
from rosin.bodies.inertial_mass import displacement, extent, pickup, prepare, push, stored
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real
from rosin.model.parameters import parameter


class State(inertial_mass.State):
    """That of a free mass, and of who throws it."""

    held = Real("m/s", "velocity of the gesture")
    thrown = Real("J", "energy that throws gave it in this step")


MEMORY = Memory(inertial_mass.MEMORY.parameters, inertial_mass.Coefficients, State)
rest, fly, finish, fly_on = inertial_mass.start, inertial_mass.free, inertial_mass.spent, inertial_mass.drift


@kernel
def start(c, s):
    """At rest, in its place."""
    rest(c, s)
    s.held = 0.0
    s.thrown = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """Throw it if the velocity rises; the velocity without contact, and the admittance T / 2m."""
    anew = velocity > 0.0 and s.held <= 0.0
    if anew:
        s.x = c.position_0
    if anew or (velocity > s.held and velocity > s.w and s.x < 0.0):
        s.thrown = s.thrown + 0.5 * c.mass * (velocity * velocity - s.w * s.w)
        s.w = velocity
    s.held = velocity
    return fly(c, s, 0.0, force, position, finger)


@kernel
def spent(c, s):
    """What the gesture's force and the throws supply."""
    lost, work = finish(c, s)
    thrown = s.thrown
    s.thrown = 0.0
    return lost, work + thrown


@kernel
def drift(c, s, velocity, force, samples):
    """Fly on, if it is not thrown anew."""
    if velocity != s.held:
        return False
    return fly_on(c, s, velocity, force, samples)


class Hammer(Driven, Body):
    """A hammer, mallet or clapper: every rise of the gesture's `velocity` throws it at the resonator."""

    mass: float = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-4, 1), curve="log")
    distance: float = parameter("", "m", "from which it is thrown", default=1e-3, more_than=0, at_most=10, range=(1e-4, 0.1), curve="log")

    kernels: ClassVar[BodyKernels] = BodyKernels(
        MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, drift=drift, extent=extent
    )

    @property
    def thrown(self) -> bool:
        return True

    def packed(self) -> dict[str, Any]:
        at_rest = {"velocity": 0.0, "spring_stiffness": 0.0, "spring_damping": 0.0, "gravity": 0.0}
        return {"mass": self.mass, "position": -self.distance, **at_rest}

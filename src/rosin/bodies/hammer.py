"""A hammer that is thrown: whenever the gesture's `velocity` rises, it flies off anew at that velocity.

A rise from zero puts it at its distance from the surface first; a further rise, as of a hand that is still speeding up, only
makes it faster, as long as it has not reached the surface. What falls or stays does nothing: between throws it is a free mass
(inertial_mass.py), which bounces as it likes. The energy that a throw gives it, m (v^2 - v_before^2) / 2, is booked as work.
"""

from typing import ClassVar

from rosin.bodies import inertial_mass
from rosin.bodies.body import Body, BodyKernels
from rosin.bodies.hand import Driven
from rosin.bodies.inertial_mass import MASS, POSITION_0, W, X, displacement, pickup, prepare, push, stored
from rosin.kernels.dialect import kernel
from rosin.model.parameters import Number, parameter

HELD, THROWN = 6, 7  # state after that of the free mass
rest, fly, finish = inertial_mass.start, inertial_mass.free, inertial_mass.spent


@kernel
def start(c, s):
    """At rest, in its place."""
    rest(c, s)
    s[HELD] = 0.0
    s[THROWN] = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """Throw it if the velocity rises; the velocity without contact, and the admittance T / 2m."""
    anew = velocity > 0.0 and s[HELD] <= 0.0
    if anew:
        s[X] = c[POSITION_0]
    if anew or (velocity > s[HELD] and velocity > s[W] and s[X] < 0.0):
        s[THROWN] = s[THROWN] + 0.5 * c[MASS] * (velocity * velocity - s[W] * s[W])
        s[W] = velocity
    s[HELD] = velocity
    return fly(c, s, 0.0, force, position, finger)


@kernel
def spent(c, s):
    """What the gesture's force and the throws supply."""
    lost, work = finish(c, s)
    thrown = s[THROWN]
    s[THROWN] = 0.0
    return lost, work + thrown


class Hammer(Driven, Body):
    """A hammer, mallet or clapper: every rise of the gesture's `velocity` throws it at the resonator."""

    mass: Number = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-4, 1), curve="log")
    distance: Number = parameter("", "m", "from which it is thrown", default=1e-3, more_than=0, at_most=10, range=(1e-4, 0.1), curve="log")

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent)

    def pack(self) -> list[float]:
        return [self.mass, 0.0, -self.distance, 0.0, 0.0, 0.0]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 9, 8

"""A wheel that slides where its brake holds the rim back: a hand (hand.py) that moves at v - u, what the rim lacks.

The gesture's `velocity` v leads the wheel along; its `force` is that of the brake on the rim, whose speed is u (braked.py).
"""

from typing import Any, ClassVar

from rosin.bodies import braked, hand
from rosin.bodies.body_kernels import BodyKernels, Form, nothing_stored
from rosin.bodies.braked import grip_parameter, rim_mass_parameter, turned
from rosin.bodies.hand import Driven, Hand, displacement, pickup, push, spent
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Inner, Memory, Real, Record


class Parameters(Record, form=Form):
    """A rim as it is described."""

    rim = Inner(braked.Parameters)


class Coefficients(hand.Coefficients):
    """Those of a hand, and of the rim."""

    rim = Inner(braked.Coefficients)


class State(hand.State):
    """That of a hand, and of the rim."""

    rim = Real("m/s", "speed of the rim")


MEMORY = Memory(Parameters, Coefficients, State)
prepare_rim, at_origin, move = braked.prepare, hand.start, hand.free


@kernel
def prepare(p, fs, c):
    """The time step, and what it does to the rim."""
    c.step = 1.0 / fs
    prepare_rim(p.rim, fs, c.rim)


@kernel
def start(c, s):
    """At rest."""
    at_origin(c, s)
    s.rim = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """Turn the rim, and slide by what it lacks."""
    s.rim = turned(c.rim, s.rim, velocity, force)
    return move(c, s, velocity - s.rim, force, position, finger)


class SlidingWheel(Driven, Hand):
    """What slides of a wheel on a track, led at the gesture's `velocity` and braked by its `force`; it begins at rest."""

    rim_mass: float = rim_mass_parameter()
    grip: float = grip_parameter()

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, nothing_stored, spent)

    def packed(self) -> dict[str, Any]:
        return {"rim": {"rim_mass": self.rim_mass, "grip": self.grip}}

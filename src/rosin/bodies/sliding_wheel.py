"""A wheel that slides where its brake holds the rim back: a hand (hand.py) that moves at v - u, what the rim lacks.

The gesture's `velocity` v leads the wheel along; its `force` is that of the brake on the rim, whose speed is u (braked.py).
"""

from typing import ClassVar

from rosin.bodies import hand
from rosin.bodies.body import BodyKernels, Form, nothing_stored
from rosin.bodies.braked import grip_parameter, rim_mass_parameter, turned
from rosin.bodies.hand import Driven, Hand, displacement, pickup, push, spent
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, Record
from rosin.model.parameters import Number


class Parameters(Record, form=Form):
    """A rim as it is described."""

    rim_mass = Real("kg")
    grip = Real("m/s^2")


class Coefficients(hand.Coefficients):
    """Those of a hand, and of the rim."""

    pulled = Real("m/s", "by which the track can change the rim's speed in a step")
    braked = Real("m/s/N", "by which a newton of the brake can")


class State(hand.State):
    """That of a hand, and of the rim."""

    rim = Real("m/s", "speed of the rim")


MEMORY = Memory(Parameters, Coefficients, State)
at_origin, move = hand.start, hand.free


@kernel
def prepare(p, fs, c):
    """The time step, and what it does to the rim."""
    c.step = 1.0 / fs
    c.pulled = p.grip / fs
    c.braked = 1.0 / (p.rim_mass * fs)


@kernel
def start(c, s):
    """At rest."""
    at_origin(c, s)
    s.rim = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """Turn the rim, and slide by what it lacks."""
    s.rim = turned(s.rim, velocity, c.pulled, c.braked * max(force, 0.0))
    return move(c, s, velocity - s.rim, force, position, finger)


class SlidingWheel(Driven, Hand):
    """What slides of a wheel on a track, led at the gesture's `velocity` and braked by its `force`; it begins at rest."""

    rim_mass: Number = rim_mass_parameter()
    grip: Number = grip_parameter()

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, nothing_stored, spent)

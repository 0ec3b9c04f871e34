"""A rigid wall: nothing moves it, v = 0 and y = 0. A fret is one, some way below its string."""

from typing import ClassVar

from rosin.bodies.body import Body, BodyKernels, Form, nothing_stored
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, Record, reals
from rosin.model.parameters import Number, parameter


class Coefficients(Record, form=Form):
    """Of a wall."""

    position = Real("m", "where it stands")


class State(Record, form=Form):
    """A wall keeps nothing."""


MEMORY = Memory(reals("position"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """It stands where it stands."""
    c.position = p.position


@kernel
def start(c, s):
    """Nothing to start."""


@kernel
def free(c, s, velocity, force, position, finger):
    """Always at rest."""
    return 0.0, 0.0


@kernel
def displacement(c, s):
    """Always in place."""
    return c.position


@kernel
def push(c, s, f):
    """Any force is taken without motion."""


@kernel
def pickup(c, s, k, output):
    """Silent."""
    return 0.0


@kernel
def spent(c, s):
    """Neither dissipates nor supplies."""
    return 0.0, 0.0


class Wall(Body):
    """A rigid wall."""

    position: Number = parameter("x", "m", "where it stands", default=0.0, at_least=-1e4, at_most=1e4, range=(-0.01, 0.01))

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, nothing_stored, spent)

    @property
    def rigid(self) -> bool:
        return True

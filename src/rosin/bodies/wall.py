"""A rigid wall: nothing moves it, v = 0 and y = 0."""

from typing import ClassVar

from rosin.bodies.body import Body, BodyKernels, Form, nothing_stored
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Nothing, Record


class State(Record, form=Form):
    """A wall keeps nothing."""


MEMORY = Memory(Nothing, State, State)


@kernel
def prepare(p, fs, c):
    """Nothing to prepare."""


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
    return 0.0


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

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, nothing_stored, spent)

    @property
    def rigid(self) -> bool:
        return True

"""A hand: its velocity is prescribed by the gesture, as if its mass were infinite (v = velocity, y = 0)."""

from typing import ClassVar

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels, Form, nothing_stored
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Nothing, Real, Record


class Coefficients(Record, form=Form):
    """Constants of a hand."""

    step = Real("s", "time step T")


class State(Record, form=Form):
    """Where a hand is, and what it does."""

    position = Real("m", "distance travelled, at the half step")
    velocity = Real("m/s", "as the gesture says")
    work = Real("J", "done in this step")


MEMORY = Memory(Nothing, Coefficients, State)


@kernel
def prepare(p, fs, c):
    """Keep the time step."""
    c.step = 1.0 / fs


@kernel
def start(c, s):
    """At the origin."""
    s.position = 0.0
    s.velocity = 0.0
    s.work = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """As the gesture says."""
    s.velocity = velocity
    return velocity, 0.0


@kernel
def displacement(c, s):
    """The distance travelled, at the half step."""
    return s.position


@kernel
def push(c, s, f):
    """Travel on; the hand does the work -f v."""
    travelled = c.step * s.velocity
    s.position = s.position + travelled
    s.work = -f * travelled


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity of the hand."""
    if output == DISPLACEMENT:
        return s.position - 0.5 * c.step * s.velocity
    return s.velocity


@kernel
def spent(c, s):
    """All exchange is supplied work."""
    return 0.0, s.work


@kernel
def drift(c, s, velocity, force, samples):
    """Travel on."""
    s.velocity = velocity
    s.position = s.position + samples * c.step * velocity
    s.work = 0.0
    return True


class Led:
    """What follows the `velocity` of a gesture, beside Body among its bases."""

    @property
    def controls(self) -> frozenset[str]:
        return frozenset({"velocity"})

    @property
    def needs(self) -> frozenset[str]:
        return self.controls


class Driven(Led):
    """What follows the `velocity`, and is pushed by the `force` of a gesture if it has one."""

    @property
    def controls(self) -> frozenset[str]:
        return frozenset({"velocity", "force"})

    @property
    def needs(self) -> frozenset[str]:
        return super().controls


class Hand(Led, Body):
    """A hand that moves as the gesture's `velocity` says, whatever pushes back."""

    kernels: ClassVar[BodyKernels] = BodyKernels(
        MEMORY, prepare, start, free, displacement, push, pickup, nothing_stored, spent, drift=drift
    )

    @property
    def rigid(self) -> bool:
        return True

"""A hand: its velocity is prescribed by the gesture, as if its mass were infinite (v = velocity, y = 0)."""

from typing import ClassVar

from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels, nothing_stored
from rosin.kernels.dialect import kernel

STEP = 0  # coefficient: T
POSITION, VELOCITY, WORK = 0, 1, 2  # state


@kernel
def prepare(p, fs, c):
    """Keep the time step."""
    c[STEP] = 1.0 / fs


@kernel
def start(c, s):
    """At the origin."""
    s[POSITION] = 0.0
    s[VELOCITY] = 0.0
    s[WORK] = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """As the gesture says."""
    s[VELOCITY] = velocity
    return velocity, 0.0


@kernel
def displacement(c, s):
    """The distance travelled, at the half step."""
    return s[POSITION]


@kernel
def push(c, s, f):
    """Travel on; the hand does the work -f v."""
    travelled = c[STEP] * s[VELOCITY]
    s[POSITION] = s[POSITION] + travelled
    s[WORK] = -f * travelled


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity of the hand."""
    if output == DISPLACEMENT:
        return s[POSITION] - 0.5 * c[STEP] * s[VELOCITY]
    return s[VELOCITY]


@kernel
def spent(c, s):
    """All exchange is supplied work."""
    return 0.0, s[WORK]


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

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, nothing_stored, spent)

    @property
    def rigid(self) -> bool:
        return True

    def pack(self) -> list[float]:
        return []

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 1, 3

"""A bow: hair that gives way between the hand and what it rubs.

The contact point moves with the hand and with the stretch q of the hair, a spring and a damper side by side without mass:

    v = v_hand + q',     k q + c q' = force on the hair

At the half step, q <- q + T q', so  v = v_hand - k q / (c + k T / 2) + y force,  y = 1 / (c + k T / 2).
Stored: k q^2 / 2 at the half step; lost: c q'^2; supplied: what the hand does.
"""

from typing import ClassVar

from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels
from rosin.bodies.hand import Led
from rosin.kernels.dialect import kernel
from rosin.model.parameters import Number, parameter

STEP, STIFFNESS, DAMPING, YIELD = range(4)
HAND, STRETCH, RATE, VELOCITY, FORCE = range(5)


@kernel
def prepare(p, fs, c):
    """p = stiffness, damping."""
    c[STEP] = 1.0 / fs
    c[STIFFNESS] = p[0]
    c[DAMPING] = p[1]
    c[YIELD] = 1.0 / (p[1] + 0.5 * p[0] / fs)


@kernel
def start(c, s):
    """At rest, the hair slack."""
    for i in range(5):
        s[i] = 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """The hand's velocity and that of hair that springs back."""
    s[VELOCITY] = velocity
    s[RATE] = -c[YIELD] * c[STIFFNESS] * s[STRETCH]
    return velocity + s[RATE], c[YIELD]


@kernel
def displacement(c, s):
    """Of the contact point, at the half step."""
    return s[HAND] + s[STRETCH]


@kernel
def push(c, s, f):
    """Stretch the hair and travel on."""
    s[FORCE] = f
    s[RATE] = s[RATE] + c[YIELD] * f
    s[STRETCH] = s[STRETCH] + c[STEP] * s[RATE]
    s[HAND] = s[HAND] + c[STEP] * s[VELOCITY]


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity of the contact point."""
    velocity = s[VELOCITY] + s[RATE]
    if output == DISPLACEMENT:
        return s[HAND] + s[STRETCH] - 0.5 * c[STEP] * velocity
    return velocity


@kernel
def stored(c, s):
    """In the stretched hair."""
    return 0.5 * c[STIFFNESS] * s[STRETCH] * s[STRETCH]


@kernel
def spent(c, s):
    """Lost in the hair; supplied by the hand."""
    return c[STEP] * c[DAMPING] * s[RATE] * s[RATE], -c[STEP] * s[FORCE] * s[VELOCITY]


class Bow(Led, Body):
    """A hand that holds a ribbon of hair; it follows `velocity` as a Hand does."""

    stiffness: Number = parameter(
        "k_h", "N/m", "stiffness of the hair along the bow", default=1e5, at_least=0, at_most=1e12, range=(5e4, 2.4e5), curve="log"
    )
    damping: Number = parameter("c_h", "kg/s", "damping of the hair along the bow", default=7.0, more_than=0, at_most=1e9, range=(5, 10))

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent)

    def pack(self) -> list[float]:
        return [self.stiffness, self.damping]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 4, 5

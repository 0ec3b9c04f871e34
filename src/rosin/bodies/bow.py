"""A bow: hair that gives way between the hand and what it rubs.

The contact point moves with the hand and with the stretch q of the hair, a spring and a damper side by side without mass:

    v = v_hand + q',     k q + c q' = force on the hair

At the half step, q <- q + T q', so  v = v_hand - k q / (c + k T / 2) + y force,  y = 1 / (c + k T / 2).
Stored: k q^2 / 2 at the half step; lost: c q'^2; supplied: what the hand does.
"""

from typing import ClassVar

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels, Form
from rosin.bodies.hand import Led
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, Record, reals
from rosin.model.parameters import parameter


class Coefficients(Record, form=Form):
    """Constants of the hair."""

    step = Real("s", "time step T")
    stiffness = Real("N/m", "k")
    damping = Real("kg/s", "c")
    giving = Real("s/kg", "1 / (c + k T / 2)")


class State(Record, form=Form):
    """Hand and hair."""

    hand = Real("m", "distance that the hand has travelled")
    stretch = Real("m", "q, at the half step")
    rate = Real("m/s", "q'")
    velocity = Real("m/s", "of the hand")
    force = Real("N", "on the hair")


MEMORY = Memory(reals("stiffness", "damping"), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """The port's constants."""
    c.step = 1.0 / fs
    c.stiffness = p.stiffness
    c.damping = p.damping
    c.giving = 1.0 / (p.damping + 0.5 * p.stiffness / fs)


@kernel
def start(c, s):
    """At rest, the hair slack."""
    clear(s)


@kernel
def free(c, s, velocity, force, position, finger):
    """The hand's velocity and that of hair that springs back."""
    s.velocity = velocity
    s.rate = -c.giving * c.stiffness * s.stretch
    return velocity + s.rate, c.giving


@kernel
def displacement(c, s):
    """Of the contact point, at the half step."""
    return s.hand + s.stretch


@kernel
def push(c, s, f):
    """Stretch the hair and travel on."""
    s.force = f
    s.rate = s.rate + c.giving * f
    s.stretch = s.stretch + c.step * s.rate
    s.hand = s.hand + c.step * s.velocity


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity of the contact point."""
    velocity = s.velocity + s.rate
    if output == DISPLACEMENT:
        return s.hand + s.stretch - 0.5 * c.step * velocity
    return velocity


@kernel
def stored(c, s):
    """In the stretched hair."""
    return 0.5 * c.stiffness * s.stretch * s.stretch


@kernel
def spent(c, s):
    """Lost in the hair; supplied by the hand."""
    return c.step * c.damping * s.rate * s.rate, -c.step * s.force * s.velocity


class Bow(Led, Body):
    """A hand that holds a ribbon of hair; it follows `velocity` as a Hand does."""

    stiffness: float = parameter(
        "k_h", "N/m", "stiffness of the hair along the bow", default=1e5, at_least=0, at_most=1e12, range=(5e4, 2.4e5), curve="log"
    )
    damping: float = parameter("c_h", "kg/s", "damping of the hair along the bow", default=7.0, more_than=0, at_most=1e9, range=(5, 10))

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent)

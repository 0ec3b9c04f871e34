"""A rigid wall: nothing moves it, v = 0 and y = 0. A fret is one, some way below its string.

With several heights it has a profile, straight between them, along places from 0 (the first) to 1 (the last): a curved bridge, a row of
frets, a wavy floor. In a scene it is touched at many places at once; a port's row holds its place and its height.
"""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from rosin.bodies import body_kernels
from rosin.bodies.body import Body
from rosin.bodies.body_kernels import BodyKernels, nothing_stored
from rosin.bodies.ports import PortKernels
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, Record, Row, Whole
from rosin.model.parameters import parameter
from rosin.model.rows import OneOrNumbers, each


class Form(body_kernels.Form):
    """What shapes the memory of a wall."""

    heights = Whole("along its profile")


class Parameters(Record, form=Form):
    """The wall as it stands."""

    position = Row("heights", unit="m")


class Coefficients(Record, form=Form):
    """Of a wall."""

    position = Row("heights", unit="m", text="where it stands")


class State(Record, form=Form):
    """Where a single contact touches it."""

    place = Real("", "from 0 to 1; -1 before it was touched")
    height = Real("m", "of the wall there")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def prepare(p, fs, c):
    """It stands where it stands."""
    for i in range(c.heights):
        c.position[i] = p.position[i]


@kernel
def height(c, place):
    """Of the profile at a place."""
    last = c.heights - 1.0
    spot = min(max(place, 0.0), 1.0) * last
    left = int(min(math.floor(spot), max(last - 1.0, 0.0)))
    if last == 0.0:
        return c.position[0]
    return c.position[left] + (spot - left) * (c.position[left + 1] - c.position[left])


@kernel
def start(c, s):
    """Not touched yet."""
    s.place = -1.0
    s.height = 0.0


@kernel
def settle(c, s):
    """The height of the touched place, by the present profile."""
    s.height = height(c, s.place)


@kernel
def free(c, s, velocity, force, position, finger):
    """Always at rest."""
    if position != s.place:
        s.place = position
        s.height = height(c, position)
    return 0.0, 0.0


@kernel
def displacement(c, s):
    """Always in place."""
    return s.height


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


PLACE, HEIGHT, PORT_WIDTH = range(3)


@kernel
def place_port(c, s, w, position):
    """The height where a port lies, which moves nothing."""
    if position != w[PLACE]:
        w[PLACE] = position
        w[HEIGHT] = height(c, position)
    return False


@kernel
def advance_ports(c, s, w, velocity, force, place, finger):
    """Always at rest."""
    return False


@kernel
def free_port(c, s, w):
    """Always at rest."""
    return 0.0


@kernel
def displacement_port(c, s, w):
    """Always in place."""
    return w[HEIGHT]


@kernel
def mutual(c, s, w, other):
    """Nothing moves it."""
    return 0.0


@kernel
def push_port(c, s, w, f):
    """Any force is taken without motion."""


@kernel
def finish_ports(c, s, w):
    """Nothing has changed."""


@kernel
def rests(c, s, finger, bend):
    """Always."""
    return True


@kernel
def extent(c, s, w, samples):
    """Always in place."""
    return w[HEIGHT], w[HEIGHT]


PORTS = PortKernels(
    MEMORY,
    prepare,
    start,
    place_port,
    advance_ports,
    free_port,
    displacement_port,
    mutual,
    push_port,
    finish_ports,
    pickup,
    nothing_stored,
    spent,
    rests=rests,
    extent=extent,
)


class Wall(Body):
    """A rigid wall, flat or with a profile."""

    position: OneOrNumbers = parameter(
        "x",
        "m",
        "where it stands: one height, or several along its places from 0 to 1, joined by straight lines",
        default=0.0,
        at_least=-1e4,
        at_most=1e4,
        range=(-0.01, 0.01),
    )

    one_point: ClassVar[bool] = False
    kernels: ClassVar[BodyKernels] = BodyKernels(
        MEMORY, prepare, start, free, displacement, push, pickup, nothing_stored, spent, settle=settle
    )

    @property
    def ports(self) -> PortKernels:
        return PORTS

    def port_width(self, form: Mapping[str, int]) -> int:
        return PORT_WIDTH

    @property
    def rigid(self) -> bool:
        return True

    @property
    def controls(self) -> frozenset[str]:
        return frozenset({"position"} if isinstance(self.position, tuple) else ())

    def packed(self) -> dict[str, Any]:
        return {"position": each(self.position, 1)}

    def form(self, sample_rate: float) -> dict[str, int]:
        return {"heights": len(each(self.position, 1))}

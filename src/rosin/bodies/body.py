"""What a body is: for one sample, a velocity v = v_free + y f at the point that is touched."""

import math
from typing import Any, ClassVar, NamedTuple

from rosin.kernels.dialect import Constant, Kernel, kernel
from rosin.kernels.record import Memory, Record, Whole
from rosin.model.part import Part
from rosin.model.registry import Registry

OUTPUTS = {"velocity": "m/s", "displacement": "m", "bridge_force": "N"}
VELOCITY, DISPLACEMENT, BRIDGE_FORCE = range(3)
FAR = Constant(1e300, single=1e30)  # m
POINT = 3  # numbers in the row of a port of a body that is one point (ports.py)


class Form(Record):
    """What shapes the memory of every body."""

    observed = Whole("whether energies are asked for")


@kernel
def unled(c, s, velocity, normal_force, bend):
    """A body to which it makes no difference how the hand above it moves and presses."""


@kernel
def unsettled(c, s):
    """A body of which no state depends on coefficients."""


@kernel
def undrifting(c, s, velocity, force, samples):
    """A body that goes step by step."""
    return False


@kernel
def anywhere(c, s, samples):
    """A body that does not know how far it will go."""
    return -FAR, FAR


@kernel
def unringing(c, s, pickups, output, out, block, samples):
    """A body that has no way of its own to ring."""
    return False


class BodyKernels(NamedTuple):
    """The kernels of a body and its records: `p` parameters, `c` coefficients, constant while it sounds, `s` state.

    prepare(p, fs, c)                              physical parameters into coefficients
    start(c, s)                                    the state at rest, or as the parameters say
    free(c, s, velocity, force, position, finger)  -> v_free, y at the touched point, given the gesture's drive
    displacement(c, s)                             -> displacement of the touched point half a step before, after `free`
    push(c, s, f)                                  finish the step with contact force f on this body
    pickup(c, s, k, output)                        -> one of OUTPUTS, by its place there, at pickup k, after `push`
    stored(c, s)                                   -> energy at the half step, J
    spent(c, s)                                    -> energy dissipated and energy supplied in this step, J
    lead(c, s, velocity, normal_force, bend)       of a resonator, before `free`: how the hand travels and presses, and bends the pitch
    settle(c, s)                                   make anew what of the state follows from coefficients, after these have changed

    While nothing touches it, and its controls stay as they are:

    drift(c, s, velocity, force, samples)          of an exciter: so many steps at once; whether it can
    extent(c, s, samples)                          -> between which displacements the touched point stays for so many steps; an exciter that
                                                   knows it can drift as far
    ring(c, s, pickups, output, out, block, samples)
                                                   of a resonator: so many steps, the k-th pickup to out[k * block + i]; whether it can
    """

    memory: Memory
    prepare: Kernel
    start: Kernel
    free: Kernel
    displacement: Kernel
    push: Kernel
    pickup: Kernel
    stored: Kernel
    spent: Kernel
    lead: Kernel = unled
    settle: Kernel = unsettled
    drift: Kernel = undrifting
    extent: Kernel = anywhere
    ring: Kernel = unringing


class Mode(NamedTuple):
    """A mode as a touch feels it: frequency (Hz), time in which it falls to 1/e (s), mass at the touched point (kg)."""

    frequency: float
    decay_time: float
    mass: float


def mode_of(mass: float, stiffness: float, damping: float) -> Mode:
    """The mode of a mass on a spring and a damper: w^2 = k / m, t_e = 2 m / c."""
    return Mode(math.sqrt(stiffness / mass) / (2 * math.pi), 2 * mass / damping if damping > 0 else math.inf, mass)


class Body(Part):
    """Base of all bodies. A body is one file: docstring, parameters, kernels."""

    kind: ClassVar[str] = "body"
    registry: ClassVar[Registry] = Registry(__name__)
    kernels: ClassVar[BodyKernels]

    one_point: ClassVar[bool] = True  # whether all that touches it touches the same point

    @property
    def ports(self) -> Any:
        """The kernels (ports.PortKernels) that let it be touched several times at once, in a scene."""
        from rosin.bodies.ports import at_one_point

        return at_one_point(self.kernels)

    def port_width(self, sample_rate: float) -> int:
        """Numbers in the row of a port."""
        return POINT

    @property
    def rigid(self) -> bool:
        """Whether no force can move it (y = 0)."""
        return False

    @property
    def thrown(self) -> bool:
        """Whether each rise of the gesture's velocity is a blow."""
        return False

    @property
    def controls(self) -> frozenset[str]:
        """Gesture controls that this body follows: `velocity`, `force`, `position`, `finger`, `bend`."""
        return frozenset()

    @property
    def needs(self) -> frozenset[str]:
        """Those of them without which it makes no sense."""
        return frozenset()

    @property
    def outputs(self) -> tuple[str, ...]:
        """What can be heard of it."""
        return ("velocity", "displacement")

    def channels(self, output: str = "velocity") -> int:
        """Number of pickups."""
        return 1

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        """The modes that a touch at a position can move, the lowest first; empty where the body does not know them."""
        return ()


@kernel
def nothing_stored(c, s):
    """Energy of a body that keeps none."""
    return 0.0

"""The kernels of a body, and those of one that has no need of some of them."""

from typing import NamedTuple

from rosin.kernels.dialect import Constant, Kernel, kernel
from rosin.kernels.record import Memory, Record, Whole

OUTPUTS = {"velocity": "m/s", "displacement": "m", "bridge_force": "N"}
VELOCITY, DISPLACEMENT, BRIDGE_FORCE = range(3)
FAR = Constant(1e300, single=1e30)  # m


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
def unringing(c, s, bends, pickups, output, out, block, samples):
    """A body that has no way of its own to ring."""
    return False


@kernel
def nothing_stored(c, s):
    """Energy of a body that keeps none."""
    return 0.0


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

    While nothing touches it, and its controls, but for the bend, stay as they are:

    drift(c, s, velocity, force, samples)          of an exciter: so many steps at once; whether it can
    extent(c, s, samples)                          -> between which displacements the touched point stays for so many steps; an exciter that
                                                   knows it can drift as far
    ring(c, s, bends, pickups, output, out, block, samples)
                                                   of a resonator: so many steps, the k-th pickup to out[k * block + i]; whether it can;
                                                   where it can, it goes at most as much further as its pitch is bent
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

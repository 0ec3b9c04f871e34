"""A body that is touched at several places at once: for one sample, v_i = v_free,i + sum over j of y_ij f_j at its ports.

A port is a row `w` of numbers that its body understands: weights of modes, a place on a string. Bodies that are one point, a hand, a
mass, a hammer, share one row of POINT numbers between all their ports: free velocity, admittance, force so far.
"""

import functools
from typing import NamedTuple

from rosin.bodies.body_kernels import FAR, BodyKernels, undrifting, unled, unsettled
from rosin.kernels.dialect import Kernel, kernel
from rosin.kernels.record import Memory

POINT = 3  # numbers in the row of a port of a body that is one point
UNPLACED = -1.0  # the first number of a port's row before it is placed


@kernel
def unfollowed(c, s, w, position, velocity, normal_force):
    """A body to which it makes no difference how a hand travels and presses."""


@kernel
def restless(c, s, finger, bend):
    """A body that does not know whether it stands still."""
    return False


@kernel
def everywhere(c, s, w, samples):
    """A body that does not know how far it will go."""
    return -FAR, FAR


@kernel
def unrung(c, s, w, velocity, force, finger, bends, pickups, output, out, block, samples):
    """A body that has no way of its own to ring."""


class PortKernels(NamedTuple):
    """The kernels of a body with any number of ports; prepare, start, pickup, stored, spent, lead, settle as in BodyKernels.

    follow(c, s, w, position, velocity, normal_force) before all else: how the hand at a port travels and presses
    place(c, s, w, position)                          put a port somewhere; whether its weights have changed
    advance(c, s, w, velocity, force, place, finger)  all that does not wait for this sample's forces, given the gesture's drive; whether
                                                      an admittance has changed. `w` is the first of the rows
    free(c, s, w)                                     -> the velocity of a port without contact
    displacement(c, s, w)                             -> its displacement, half a step before
    mutual(c, s, w, other)                            -> y between two ports
    push(c, s, w, f)                                  a force on a port, any number of times
    finish(c, s, w)                                   finish the step with the forces that have come; `w` is the first of the rows

    While nothing touches it, and its controls, but for the bend, stay as they are:

    rests(c, s, finger, bend)                         -> whether it stands still, so that there is nothing to do
    drift(c, s, velocity, force, samples)             so many steps at once; whether it can, which leaves nothing to do but to be heard
    extent(c, s, w, samples)                          -> between which displacements a port stays for so many steps
    ring(c, s, w, velocity, force, finger, bends, pickups, output, out, block, samples)
                                                      so many steps; the k-th pickup goes to out[k * block + i]. Where a body has no way of
                                                      its own, `ringing` makes it of the others; it goes at most as much further as its
                                                      pitch is bent
    """

    memory: Memory
    prepare: Kernel
    start: Kernel
    place: Kernel
    advance: Kernel
    free: Kernel
    displacement: Kernel
    mutual: Kernel
    push: Kernel
    finish: Kernel
    pickup: Kernel
    stored: Kernel
    spent: Kernel
    lead: Kernel = unled
    settle: Kernel = unsettled
    follow: Kernel = unfollowed
    rests: Kernel = restless
    drift: Kernel = undrifting
    extent: Kernel = everywhere
    ring: Kernel = unrung


@functools.cache
def at_one_point(body: BodyKernels) -> PortKernels:
    """A body that is one point, whoever touches it: the forces of all its ports add up."""
    body_free, body_displacement, body_push, body_extent = body.free, body.displacement, body.push, body.extent

    @kernel
    def place(c, s, w, position):
        """It is everywhere."""
        return False

    @kernel
    def advance(c, s, w, velocity, force, place, finger):
        """Its one free velocity, and its one admittance."""
        v, y = body_free(c, s, velocity, force, place, finger)
        changed = y != w[1]
        w[0] = v
        w[1] = y
        w[2] = 0.0
        return changed

    @kernel
    def free(c, s, w):
        """The same for all."""
        return w[0]

    @kernel
    def displacement(c, s, w):
        """The same for all."""
        return body_displacement(c, s)

    @kernel
    def mutual(c, s, w, other):
        """The same for all."""
        return w[1]

    @kernel
    def push(c, s, w, f):
        """One force more."""
        w[2] += f

    @kernel
    def finish(c, s, w):
        """With the sum of all forces."""
        body_push(c, s, w[2])

    @kernel
    def extent(c, s, w, samples):
        """The same for all."""
        return body_extent(c, s, samples)

    return PortKernels(
        body.memory,
        body.prepare,
        body.start,
        place,
        advance,
        free,
        displacement,
        mutual,
        push,
        finish,
        body.pickup,
        body.stored,
        body.spent,
        body.lead,
        body.settle,
        drift=body.drift,
        extent=extent,
    )


@functools.cache
def ringing(body: PortKernels) -> PortKernels:
    """A body with a way to ring."""
    if body.ring is not unrung:
        return body
    body_lead, body_advance, body_finish, body_pickup = body.lead, body.advance, body.finish, body.pickup

    @kernel
    def ring(c, s, w, velocity, force, finger, bends, pickups, output, out, block, samples):
        """Step by step, without forces."""
        for i in range(samples):
            body_lead(c, s, velocity, 0.0, bends[i])
            body_advance(c, s, w, velocity, force, 0.0, finger)
            body_finish(c, s, w)
            for k in range(pickups):
                out[k * block + i] = body_pickup(c, s, k, output)

    return body._replace(ring=ring)

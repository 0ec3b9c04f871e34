"""A bank of modes touched at several points at once; the step of a mode is that of `Modal`.

    v_free at a port = sum over modes of t v,     y between two = sum of t t' b,     forces: v += b sum over ports of t f

A port's row holds its position and, a cache line further on, its weights t.
"""

import math

from rosin.bodies.body_kernels import DISPLACEMENT
from rosin.bodies.modal.memory import Coefficients, Form, Moving, Parameters, prepare
from rosin.bodies.modal.ringing import ring_freely, swing
from rosin.bodies.modal.tuning import SOONEST, follow, ring_bent, tune
from rosin.bodies.ports import PortKernels
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.modes import twice_energy
from rosin.kernels.record import LINE, Memory, Real, Row


class State(Moving, form=Form):
    """What waits for the end of a sample."""

    retuned = Real("", "1 where admittances have changed since the last sample")
    force = Row("modes", unit="N", text="on each mode")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def start(c, s):
    """At rest."""
    clear(s)
    tune(c, s)


@kernel
def settle(c, s):
    """Tune anew."""
    tune(c, s)
    s.retuned = 1.0


@kernel
def place(c, s, w, position):
    """Interpolate the mode shapes at a position from 0 (first point) to 1 (last)."""
    if position == w[0]:
        return False
    w[0] = position
    weights = part(w, LINE)
    last = c.points - 1.0
    spot = min(max(position, 0.0), 1.0) * last
    point = min(math.floor(spot), max(last - 1.0, 0.0))
    share = spot - point
    here = int(point) * c.modes
    there = here if last == 0.0 else here + c.modes
    for i in range(c.modes):
        weights[i] = (1.0 - share) * c.shapes[here + i] + share * c.shapes[there + i]
    return True


@kernel
def advance(c, s, w, velocity, force, place, finger):
    """Step every mode."""
    T = c.step
    for i in range(c.modes):
        v = s.v[i]
        x = s.x[i] + T * v
        half = 2.0 * v - s.w[i]
        s.x[i] = x
        s.w[i] = half
        s.v[i] = s.h1[i] * x + s.h2[i] * half
    changed = s.retuned > 0.0
    s.retuned = 0.0
    return changed


@kernel(reassociate=True)
def free(c, s, w):
    """The velocity of a port without contact."""
    weights = part(w, LINE)
    total = 0.0
    for i in range(c.modes):
        total += weights[i] * s.v[i]
    return total


@kernel(reassociate=True)
def displacement(c, s, w):
    """Half-step displacement of a port."""
    weights = part(w, LINE)
    total = 0.0
    for i in range(c.modes):
        total += weights[i] * s.x[i]
    return total


@kernel(reassociate=True)
def mutual(c, s, w, other):
    """What a force at one port moves at another."""
    weights, others = part(w, LINE), part(other, LINE)
    total = 0.0
    for i in range(c.modes):
        total += weights[i] * others[i] * s.b[i]
    return total


@kernel
def push(c, s, w, f):
    """A force on every mode."""
    weights = part(w, LINE)
    for i in range(c.modes):
        s.force[i] += weights[i] * f


@kernel
def finish(c, s, w):
    """Let the forces in."""
    for i in range(c.modes):
        s.v[i] += s.b[i] * s.force[i]
        s.force[i] = 0.0


@kernel(reassociate=True)
def pickup(c, s, k, output):
    """Velocity or displacement at pickup k, at the time of this sample."""
    heard = part(c.heard, k * c.modes)
    total = 0.0
    if output == DISPLACEMENT:
        for i in range(c.modes):
            total += heard[i] * (s.x[i] + 0.5 * c.step * s.v[i])
    else:
        for i in range(c.modes):
            total += heard[i] * s.v[i]
    return total


@kernel(reassociate=True)
def stored(c, s):
    """Energy of the (moved) modes after this step."""
    total = 0.0
    for i in range(c.modes):
        v = s.v[i]
        total += twice_energy(c.step, s.h1[i], s.h2[i], s.b[i], s.x[i] + c.step * v, 2.0 * v - s.w[i])
    return 0.5 * total


@kernel(reassociate=True)
def spent(c, s):
    """Each mode dissipates (2 m / t_e) v^2, whichever integrator."""
    total = 0.0
    for i in range(c.modes):
        total += c.loss[i] * s.v[i] * s.v[i]
    work = s.work
    s.work = 0.0
    return total, work


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Follow bend and press."""
    follow(stored, settle, c, s, normal_force, bend)


@kernel
def rests(c, s, finger, bend):
    """Whether no mode moves, and none is to be tuned."""
    for i in range(c.modes):
        if s.x[i] != 0.0 or s.w[i] != 0.0 or s.v[i] != 0.0:
            return False
    return bend == s.bend and s.waited == SOONEST


@kernel
def extent(c, s, w, samples):
    """Within what its modes swing, however long."""
    most = swing(part(w, LINE), s.x, s.w, s.v, s.h1, s.h2, c.step, c.modes)
    return -most, most


@kernel
def ring(c, s, w, velocity, force, finger, bends, pickups, output, out, block, samples):
    """Step by step, without forces."""
    ring_bent(stored, settle, ring_freely, c, s, bends, pickups, output, out, block, samples)


PORTS = PortKernels(
    MEMORY,
    prepare,
    start,
    place,
    advance,
    free,
    displacement,
    mutual,
    push,
    finish,
    pickup,
    stored,
    spent,
    lead,
    settle,
    rests=rests,
    extent=extent,
    ring=ring,
)

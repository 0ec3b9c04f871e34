"""A bank of modes touched at several points at once; the step of a mode is that of modal.py.

    v_free at a port = sum over modes of t v,     y between two = sum of t t' b,     forces: v += b sum over ports of t f

A port's row holds its position and, a cache line further on, its weights t.
"""

import math

from rosin.bodies.body import DISPLACEMENT
from rosin.bodies.modal import Coefficients, Form, Parameters, prepare, tune
from rosin.bodies.ports import FAR, PortKernels
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.record import LINE, Memory, Real, Record, Row


class State(Record, form=Form):
    """How the modes are tuned, and how they move."""

    bend = Real("semitones", "by the gesture")
    pressed = Real("N", "normal force that stiffens")
    retuned = Real("", "1 where admittances have changed since the last sample")
    work = Real("J", "that tuning took")
    h1 = Row("modes")
    h2 = Row("modes")
    b = Row("modes")
    x = Row("modes", unit="m", text="displacement at the half step")
    w = Row("modes", unit="m/s", text="velocity at the half step")
    v = Row("modes", unit="m/s", text="velocity, free until the forces have come")
    force = Row("modes", unit="N", text="on each mode")


MEMORY = Memory(Parameters, Coefficients, State)
SURE = 1.001  # beyond rounding


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
    """Kinetic and potential energy of the (moved) modes after this step, as in modal.py."""
    total = 0.0
    for i in range(c.modes):
        v = s.v[i]
        x = s.x[i] + c.step * v
        w = 2.0 * v - s.w[i]
        total += (0.5 * c.step * s.h2[i] * w * w - s.h1[i] * x * x) / s.b[i]
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


@kernel(seldom=True)
def retune(c, s, normal_force, bend):
    """Tune the modes anew, and book the energy that this takes."""
    before = stored(c, s) if c.observed > 0 else 0.0
    s.bend = bend
    s.pressed = normal_force
    settle(c, s)
    if c.observed > 0:
        s.work = s.work + stored(c, s) - before


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Tune the modes anew where bend or press have changed."""
    if bend != s.bend or (normal_force != s.pressed and c.stiffening != 0.0):
        retune(c, s, normal_force, bend)


@kernel
def rests(c, s, finger, bend):
    """Whether no mode moves."""
    for i in range(c.modes):
        if s.x[i] != 0.0 or s.w[i] != 0.0 or s.v[i] != 0.0:
            return False
    return bend == s.bend


@kernel
def extent(c, s, w, samples):
    """A mode left alone keeps within the displacement at which it would have all its energy: -h1 x^2 / b is twice what x takes of it."""
    weights = part(w, LINE)
    most = 0.0
    for i in range(c.modes):
        v = s.v[i]
        x = s.x[i] + c.step * v
        half = 2.0 * v - s.w[i]
        if weights[i] != 0.0:
            spring = -s.h1[i] if s.h1[i] != 0.0 else 1.0 / FAR
            most += abs(weights[i]) * math.sqrt(x * x + 0.5 * c.step * s.h2[i] * half * half / spring)
    return -SURE * most, SURE * most


@kernel
def go(x, w, v, h1, h2, T):
    """A step of one mode without force: where it gets to, and its velocities at the half step and after it."""
    there = x + T * v
    half = 2.0 * v - w
    return there, half, h1 * there + h2 * half


@kernel(reassociate=True, separate=True)
def step_and_hear(x, w, v, h1, h2, heard, T, shown, share, modes):
    """A step without forces; what is heard of velocity and displacement, by their shares."""
    total = 0.0
    for i in range(modes):
        there, half, moved = go(x[i], w[i], v[i], h1[i], h2[i], T)
        x[i] = there
        w[i] = half
        v[i] = moved
        total += heard[i] * (shown * moved + share * there)
    return total


@kernel(reassociate=True, separate=True)
def four_steps(x, w, v, h1, h2, left, right, T, modes):
    """Four of them at once, so that a mode is fetched and put back once; what is heard of velocity at two places."""
    left_1, left_2, left_3, left_4 = 0.0, 0.0, 0.0, 0.0
    right_1, right_2, right_3, right_4 = 0.0, 0.0, 0.0, 0.0
    for i in range(modes):
        x_1, w_1, v_1 = go(x[i], w[i], v[i], h1[i], h2[i], T)
        x_2, w_2, v_2 = go(x_1, w_1, v_1, h1[i], h2[i], T)
        x_3, w_3, v_3 = go(x_2, w_2, v_2, h1[i], h2[i], T)
        x_4, w_4, v_4 = go(x_3, w_3, v_3, h1[i], h2[i], T)
        x[i] = x_4
        w[i] = w_4
        v[i] = v_4
        left_1 += left[i] * v_1
        left_2 += left[i] * v_2
        left_3 += left[i] * v_3
        left_4 += left[i] * v_4
        right_1 += right[i] * v_1
        right_2 += right[i] * v_2
        right_3 += right[i] * v_3
        right_4 += right[i] * v_4
    return (left_1, left_2, left_3, left_4), (right_1, right_2, right_3, right_4)


@kernel(separate=True)
def ring(c, s, w, velocity, force, finger, bend, pickups, output, out, block, samples):
    """Step by step, without forces; four at a time where its velocity is heard at two places at most."""
    share = 1.0 if output == DISPLACEMENT else 0.0
    shown = 1.0 - share + 0.5 * c.step * share
    fours = samples // 4 if pickups <= 2 and share == 0.0 else 0
    last = max(pickups - 1, 0)
    right, right_out = part(c.heard, last * c.modes), part(out, last * block)
    for i in range(fours):
        at = 4 * i
        lefts, rights = four_steps(s.x, s.w, s.v, s.h1, s.h2, c.heard, right, c.step, c.modes)
        right_out[at], right_out[at + 1], right_out[at + 2], right_out[at + 3] = rights
        out[at], out[at + 1], out[at + 2], out[at + 3] = lefts
    for j in range(4 * fours, samples):
        out[j] = step_and_hear(s.x, s.w, s.v, s.h1, s.h2, c.heard, c.step, shown, share, c.modes)
        for k in range(1, pickups):
            out[k * block + j] = pickup(c, s, k, output)


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

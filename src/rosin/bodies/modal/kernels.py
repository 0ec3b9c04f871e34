"""One sample of a bank of modes under one contact: the equations are beside `Modal`."""

import math

from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels
from rosin.bodies.modal.memory import Coefficients, Form, Moving, Parameters, prepare
from rosin.bodies.modal.ringing import ring_freely, swing
from rosin.bodies.modal.tuning import follow, ring_bent, tune
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.modes import twice_energy
from rosin.kernels.record import Memory, Real, Row


class State(Moving, form=Form):
    """Where the modes are touched, and what looks ahead."""

    place = Real("", "touched position, or -1 where weights must be made anew")
    admittance = Real("s/kg", "at the touched point")
    per_force = Real("s/kg", "what a force changes of the free velocity a sample later")
    force = Real("N", "waits for the next sample")
    ahead = Real("m/s", "free velocity of the next sample without it")
    free = Real("m/s", "free velocity of this sample")
    weight = Row("modes", text="of the touched point")
    heavy = Row("modes", text="weight times b")
    ahead_v = Row("modes", text="what looking ahead takes of v")
    ahead_w = Row("modes", text="what it takes of w")
    heard = Row("pickups", unit="m/s", text="free velocity at each pickup")
    answer = Row("pickups", unit="s/kg", text="what a force at the touched point changes of it")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def start(c, s):
    """At rest."""
    clear(s)
    s.place = -1.0
    tune(c, s)


@kernel
def settle(c, s):
    """Tune anew, and weigh the touched point anew when it is next asked for."""
    tune(c, s)
    s.place = -1.0


@kernel(reassociate=True)
def touch(c, s, position):
    """Interpolate the mode shapes at a position from 0 (first point) to 1 (last); the velocity there."""
    last = c.points - 1.0
    place = min(max(position, 0.0), 1.0) * last
    point = min(math.floor(place), max(last - 1.0, 0.0))
    share = place - point
    here = int(point) * c.modes
    there = here if last == 0.0 else here + c.modes
    y, v_free, ahead, per_force = 0.0, 0.0, 0.0, 0.0
    for i in range(c.modes):
        weight = (1.0 - share) * c.shapes[here + i] + share * c.shapes[there + i]
        heavy = weight * s.b[i]
        reach = s.h1[i] * c.step + 2.0 * s.h2[i]
        ahead_v = weight + weight * reach
        ahead_w = -2.0 * weight * s.h2[i]
        v = s.v[i]
        s.weight[i] = weight
        s.heavy[i] = heavy
        s.ahead_v[i] = ahead_v
        s.ahead_w[i] = ahead_w
        y += weight * heavy
        v_free += weight * v
        ahead += ahead_v * v + ahead_w * s.w[i]
        per_force += heavy * weight * reach
    s.place = position
    s.admittance = y
    s.per_force = per_force
    s.ahead = ahead
    for k in range(c.pickups * (1 - c.own)):
        s.answer[k] = weighed(part(c.heard, k * c.modes), s.heavy, c.modes)
    return v_free


@kernel(reassociate=True)
def weighed(weights, row, modes):
    """The sum of a row with these weights."""
    total = 0.0
    for i in range(modes):
        total += weights[i] * row[i]
    return total


@kernel(reassociate=True, separate=True)
def step_modes(x, w, v, h1, h2, heavy, ahead_v, ahead_w, left, right, f, T, modes):
    """Let a force in, step every mode, and sum what looks ahead and what is heard at two pickups."""
    ahead, behind, at_left, at_right = 0.0, 0.0, 0.0, 0.0
    for i in range(modes):
        moved = v[i] + heavy[i] * f
        place = x[i] + T * moved
        half = 2.0 * moved - w[i]
        moved = h1[i] * place + h2[i] * half
        x[i] = place
        w[i] = half
        v[i] = moved
        ahead += ahead_v[i] * moved
        behind += ahead_w[i] * half
        at_left += left[i] * moved
        at_right += right[i] * moved
    return ahead + behind, at_left, at_right


@kernel
def advance(c, s):
    """Let the last force in, and look ahead to the sum of the sample after this one."""
    last = c.pickups - 1
    left, right = c.heard, part(c.heard, last * c.modes)
    s.ahead, s.heard[0], s.heard[last] = step_modes(
        s.x, s.w, s.v, s.h1, s.h2, s.heavy, s.ahead_v, s.ahead_w, left, right, s.force, c.step, c.modes
    )
    for k in range(1, last):
        s.heard[k] = weighed(part(c.heard, k * c.modes), s.v, c.modes)


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity of the touched point without contact."""
    v_free = s.ahead + s.per_force * s.force
    advance(c, s)
    if position != s.place:
        v_free = touch(c, s, position)
    s.free = v_free
    return v_free, s.admittance


@kernel
def displacement(c, s):
    """Half-step displacement of the touched point."""
    return weighed(s.weight, s.x, c.modes)


@kernel
def push(c, s, f):
    """The force waits for the next sample."""
    s.force = f


@kernel(reassociate=True)
def pickup(c, s, k, output):
    """(8.4) at pickup k, at the time of this sample."""
    f = s.force
    if output != DISPLACEMENT:
        return s.free + s.admittance * f if c.own > 0 else s.heard[k] + s.answer[k] * f
    heard = part(c.heard, k * c.modes)
    total = 0.0
    for i in range(c.modes):
        total += heard[i] * (s.x[i] + 0.5 * c.step * (s.v[i] + s.heavy[i] * f))
    return total


@kernel(reassociate=True)
def stored(c, s):
    """Energy of the (moved) modes after this step."""
    total = 0.0
    for i in range(c.modes):
        v = s.v[i] + s.heavy[i] * s.force
        total += twice_energy(c.step, s.h1[i], s.h2[i], s.b[i], s.x[i] + c.step * v, 2.0 * v - s.w[i])
    return 0.5 * total


@kernel(reassociate=True)
def spent(c, s):
    """Each mode dissipates (2 m / t_e) v^2, whichever integrator."""
    total = 0.0
    for i in range(c.modes):
        v = s.v[i] + s.heavy[i] * s.force
        total += c.loss[i] * v * v
    work = s.work
    s.work = 0.0
    return total, work


@kernel
def extent(c, s, samples):
    """Within what its modes swing, however long."""
    most = swing(s.weight, s.x, s.w, s.v, s.h1, s.h2, c.step, c.modes)
    return -most, most


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Follow bend and press."""
    follow(stored, settle, c, s, normal_force, bend)


@kernel
def ring(c, s, bends, pickups, output, out, block, samples):
    """On by themselves, after a sample without force; what looks ahead is found anew when it is next asked for."""
    ring_bent(stored, settle, ring_freely, c, s, bends, pickups, output, out, block, samples)
    s.place = -1.0
    return True


KERNELS = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, lead, settle, extent=extent, ring=ring)

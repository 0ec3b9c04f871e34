"""One sample of a bank of modes under one contact: the equations are in modal.py."""

import math

from rosin.bodies import body_kernels
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels
from rosin.bodies.modal_ringing import ring_on, swing
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import exp
from rosin.kernels.modes import SEMITONE, crept, losses, rates_bilinear, swung, turned, twice_energy
from rosin.kernels.record import Memory, Real, Record, Row, Whole


class Form(body_kernels.Form):
    """What shapes the memory of modes."""

    count = Whole("modes")
    modes = Whole("the same, padded to a multiple of four")
    points = Whole("contact points")
    pickups = Whole("output channels")
    own = Whole("whether it is heard where it is touched")
    bilinear = Whole("whether its integrator is the papers'")


class Parameters(Record, form=Form):
    """Modes as they are described."""

    stiffening = Real("1/N")
    frequencies = Row("count", unit="Hz")
    decay_times = Row("count", unit="s")
    masses = Row("count", unit="kg")
    shapes = Row("points", "count")
    pickups_shapes = Row("pickups", "count")


class Coefficients(Record, form=Form):
    """Constants of the modes, unbent."""

    step = Real("s", "time step T")
    stiffening = Real("1/N", "share by which frequencies rise for each newton")
    omega = Row("modes", unit="rad/s", text="angular frequency")
    decay = Row("modes", unit="1/s", text="1 / t_e")
    mass = Row("modes", unit="kg")
    lost = Row("modes", text="what a step takes of its amplitude")
    mobility = Row("modes", unit="s/kg", text="b of the exact step, which no bend changes")
    loss = Row("modes", unit="kg", text="2 m T / t_e")
    shapes = Row("points", "modes", text="weights of each contact point")
    heard = Row("pickups", "modes", text="weights of each pickup")


class State(Record, form=Form):
    """Where the modes are touched, how they are tuned, and how they move."""

    place = Real("", "touched position, or -1 where weights must be made anew")
    bend = Real("semitones", "by the gesture")
    bending = Real("semitones", "where the gesture was a sample ago")
    pressed = Real("N", "normal force that stiffens")
    pressing = Real("N", "what it was a sample ago")
    waited = Real("", "samples since the last tuning of what moved; SOONEST where it rests")
    admittance = Real("s/kg", "at the touched point")
    per_force = Real("s/kg", "what a force changes of the free velocity a sample later")
    force = Real("N", "waits for the next sample")
    ahead = Real("m/s", "free velocity of the next sample without it")
    free = Real("m/s", "free velocity of this sample")
    work = Real("J", "that tuning took")
    h1 = Row("modes")
    h2 = Row("modes")
    b = Row("modes")
    weight = Row("modes", text="of the touched point")
    heavy = Row("modes", text="weight times b")
    ahead_v = Row("modes", text="what looking ahead takes of v")
    ahead_w = Row("modes", text="what it takes of w")
    x = Row("modes", unit="m", text="displacement at the half step")
    w = Row("modes", unit="m/s", text="velocity at the half step")
    v = Row("modes", unit="m/s", text="free velocity")
    heard = Row("pickups", unit="m/s", text="free velocity at each pickup")
    answer = Row("pickups", unit="s/kg", text="what a force at the touched point changes of it")


MEMORY = Memory(Parameters, Coefficients, State)
HIGHEST = 0.98 * math.pi  # angle a sample to which a mode may be bent
FINEST = 0.005 * SEMITONE  # step in which modes follow what still moves
SOONEST = 24.0  # samples between two such steps


@kernel(seldom=True)
def tune(c, s):
    """The rows h1, h2 and b of modes that are bent and pressed as they are now."""
    T = c.step
    ratio = exp(SEMITONE * s.bend) * (1.0 + c.stiffening * max(s.pressed, 0.0))
    if c.bilinear > 0:
        for i in range(c.modes):
            h1, h2, b = rates_bilinear(bent(c.omega[i], ratio, T), c.decay[i], T)
            s.h1[i] = h1
            s.h2[i] = h2
            s.b[i] = b / c.mass[i]
    else:
        for i in range(c.modes):
            swing = swung(bent(c.omega[i], ratio, T), c.decay[i], c.lost[i], T)
            s.h1[i], s.h2[i] = turned(swing, c.lost[i], T)
            s.b[i] = c.mobility[i]
        for i in range(c.modes):
            omega = bent(c.omega[i], ratio, T)
            if omega < c.decay[i]:
                s.h1[i], s.h2[i] = turned(crept(omega, c.decay[i], T), c.lost[i], T)


@kernel
def bent(omega, ratio, T):
    """A frequency that is bent, at most to the highest that fits."""
    return min(omega * ratio, max(omega, HIGHEST / T))


@kernel
def out_of_tune(c, s, normal_force, bend):
    """Whether the modes are to be tuned anew: at once where bend and press have come to rest, else in steps.

    While they move, half a cent may be missing, or more for a few samples, so that a vibrato or a pitch wheel costs little.
    """
    if c.stiffening == 0.0 and bend == s.bend and bend == s.bending and s.waited == SOONEST:
        return False
    rests = bend == s.bending and (normal_force == s.pressing or c.stiffening == 0.0)
    s.bending = bend
    s.pressing = normal_force
    off = SEMITONE * abs(bend - s.bend) + c.stiffening * abs(normal_force - s.pressed)
    late = off > (0.0 if rests else FINEST) and (rests or s.waited >= SOONEST)
    if rests:
        s.waited = SOONEST
    else:
        s.waited = 0.0 if late else s.waited + 1.0
    return late


@kernel
def in_tune_until(c, s, bends, begin, samples):
    """The sample of a row at which the modes are next to be tuned anew."""
    end = begin + 1
    while end < samples and not out_of_tune(c, s, s.pressing, bends[end]):
        end += 1
    return end


@kernel
def prepare(p, fs, c):
    """Rows, padded with modes that nothing moves, as are those that do not fit."""
    T = 1.0 / fs
    c.step = T
    c.stiffening = p.stiffening
    for i in range(c.count):
        fits = 2.0 * p.frequencies[i] < fs
        c.omega[i] = 2.0 * math.pi * p.frequencies[i] if fits else 0.0
        c.decay[i] = 1.0 / p.decay_times[i] if fits else 0.0
        c.mass[i] = p.masses[i]
        c.loss[i] = 2.0 * c.mass[i] * c.decay[i] * T
        for row in range(c.points):
            c.shapes[row * c.modes + i] = p.shapes[row * c.count + i] if fits else 0.0
        for row in range(c.pickups):
            c.heard[row * c.modes + i] = p.pickups_shapes[row * c.count + i] if fits else 0.0
    for i in range(c.count, c.modes):
        c.omega[i] = 0.0
        c.decay[i] = 0.0
        c.mass[i] = 1.0
    for i in range(c.modes):
        lost, mobility = losses(c.decay[i], T)
        c.lost[i] = lost
        c.mobility[i] = mobility / c.mass[i]


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


@kernel(seldom=True)
def retune(c, s, normal_force, bend):
    """Tune the modes anew, and book the energy that this takes."""
    before = stored(c, s) if c.observed > 0 else 0.0
    s.bend = bend
    s.pressed = normal_force
    tune(c, s)
    s.place = -1.0
    if c.observed > 0:
        s.work = s.work + stored(c, s) - before


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Tune the modes anew where bend or press have changed enough."""
    if out_of_tune(c, s, normal_force, bend):
        retune(c, s, normal_force, bend)


@kernel
def ring(c, s, bends, pickups, output, out, block, samples):
    """On by themselves, after a sample without force; what looks ahead is found anew when it is next asked for."""
    lead(c, s, 0.0, s.pressing, bends[0])
    begin = 0
    while begin < samples:
        end = in_tune_until(c, s, bends, begin, samples)
        ring_on(s.x, s.w, s.v, s.h1, s.h2, c.heard, c.step, c.modes, pickups, output, part(out, begin), block, end - begin)
        if end < samples:
            retune(c, s, s.pressing, bends[end])
        begin = end
    s.place = -1.0
    return True


KERNELS = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, lead, settle, extent=extent, ring=ring)

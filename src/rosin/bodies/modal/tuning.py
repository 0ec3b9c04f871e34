"""Modes that are bent: tuned anew at once where bend and press rest, in steps while they move, also while they ring by themselves.

A body gives the kernels `stored`, its energy, `settle`, which tunes it and makes anew what follows from that, and `onwards`
(c, s, pickups, output, out, block, samples), by which it rings while its tuning stays.
"""

import math

from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import exp
from rosin.kernels.modes import SEMITONE, crept, rates_bilinear, swung, turned

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


@kernel(seldom=True)
def retune(stored, settle, c, s, normal_force, bend):
    """Tune the modes anew, and book the energy that this takes."""
    before = stored(c, s) if c.observed > 0 else 0.0
    s.bend = bend
    s.pressed = normal_force
    settle(c, s)
    if c.observed > 0:
        s.work = s.work + stored(c, s) - before


@kernel
def follow(stored, settle, c, s, normal_force, bend):
    """Tune the modes anew where bend or press have changed enough."""
    if out_of_tune(c, s, normal_force, bend):
        retune(stored, settle, c, s, normal_force, bend)


@kernel
def ring_bent(stored, settle, onwards, c, s, bends, pickups, output, out, block, samples):
    """Ring by themselves while they are bent; the k-th pickup goes to out[k * block + i]."""
    follow(stored, settle, c, s, s.pressing, bends[0])
    begin = 0
    while begin < samples:
        end = in_tune_until(c, s, bends, begin, samples)
        onwards(c, s, pickups, output, part(out, begin), block, end - begin)
        if end < samples:
            retune(stored, settle, c, s, s.pressing, bends[end])
        begin = end

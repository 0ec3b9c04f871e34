"""How far modes that stretching couples swing, and how they ring by themselves."""

import math

from rosin.bodies.body_kernels import DISPLACEMENT, FAR
from rosin.bodies.modal.ringing import SURE, go, hear, ring_freely, step, swing
from rosin.bodies.stretching_modes.kick import kick_if_far
from rosin.kernels.dialect import kernel, part
from rosin.kernels.modes import twice_energy


@kernel
def reach(weights, c, s):
    """How far a point goes at most, left alone: coupled modes with all the energy that they have together, the others each with its own.

    |sum of t x| <= sqrt(sum of t^2 / k) sqrt(sum of k x^2), and the last sum is at most twice their energy.
    """
    if s.faint > 0.0:
        return swing(weights, s.x, s.w, s.v, s.h1, s.h2, c.step, c.modes)
    twice, soft = s.root * s.root, 0.0
    for i in range(c.coupled):
        there, half, _ = go(s.x[i], s.w[i], s.v[i], 0.0, 0.0, c.step)
        twice += twice_energy(c.step, s.h1[i], s.h2[i], s.b[i], there, half)
        if weights[i] != 0.0:
            soft += weights[i] * weights[i] * (-s.b[i] / s.h1[i] if s.h1[i] != 0.0 else FAR)
    n = c.coupled
    others = swing(part(weights, n), part(s.x, n), part(s.w, n), part(s.v, n), part(s.h1, n), part(s.h2, n), c.step, c.modes - n)
    return others + SURE * math.sqrt(soft * twice)


@kernel
def ring_far(c, s, pickups, output, out, block, samples):
    """Step by step with its kicks, or by itself where these are too faint. The k-th pickup goes to out[k * block + i]."""
    share = 1.0 if output == DISPLACEMENT else 0.0
    shown = 1.0 - share + 0.5 * c.step * share
    at = 0
    while at < samples and s.faint == 0.0:
        step(s.x, s.w, s.v, s.h1, s.h2, c.step, c.modes)
        kick_if_far(c, s)
        for k in range(pickups):
            out[k * block + at] = hear(s.x, s.v, part(c.heard, k * c.modes), shown, share, c.modes)
        at += 1
    if at < samples:
        ring_freely(c, s, pickups, output, part(out, at), block, samples - at)

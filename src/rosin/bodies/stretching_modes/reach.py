"""How far modes that stretching couples swing, and how they ring by themselves."""

import math

from rosin.bodies.body_kernels import DISPLACEMENT, FAR
from rosin.bodies.modal.ringing import SURE, go, hear, ring_on, step, swing
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
    """Those that are coupled step by step, with their kicks, the others, and all where stretching is faint, by themselves.

    The k-th pickup goes to out[k * block + i].
    """
    n = 0 if s.faint > 0.0 else c.coupled
    x, w, v, h1, h2 = part(s.x, n), part(s.w, n), part(s.v, n), part(s.h1, n), part(s.h2, n)
    ring_on(x, w, v, h1, h2, part(c.heard, n), c.modes, c.step, c.modes - n, pickups, output, out, block, samples)
    if n > 0:
        share = 1.0 if output == DISPLACEMENT else 0.0
        shown = 1.0 - share + 0.5 * c.step * share
        for i in range(samples):
            step(s.x, s.w, s.v, s.h1, s.h2, c.step, n)
            kick_if_far(c, s)
            for k in range(pickups):
                out[k * block + i] += hear(s.x, s.v, part(c.heard, k * c.modes), shown, share, n)

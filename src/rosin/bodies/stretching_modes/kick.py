"""The kick that stretching gives the modes between two steps, exact in its energy; the equations are beside `StretchingModes`.

With A = g.w before the kick and G = sum of g_i^2 / m_i, the means are

    g.u = (A - T G p / 2) / (1 + T^2 G / 4),     P = p + T g.u / 2

After it a share TIED of what p lacks of sqrt(2 V + 2 e) is taken from the velocities of all coupled modes, which fall by one factor; where
they have not twice as much, p waits.
"""

import math

from rosin.bodies.stretching_modes.blocks import stretch
from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.modes import twice_energy

EPSILON = Constant(1e-15, single=1e-11)  # J: e, which keeps the root away from zero
TIED = 0.05  # a kick
FAINT = 1e-5  # V over all energy: the pitch is then lower by 0.02 cents than with it
WATCHED = 0.05  # s in which the largest V is looked for


@kernel
def begin(c, s):
    """At rest, and with nothing to do until something touches it."""
    s.root = math.sqrt(2.0 * EPSILON)
    s.faint = 1.0


@kernel
def weigh(c, s):
    """The inertia of every mode that takes part."""
    for i in range(c.coupled):
        s.inertia[i] = c.takes[i] * 0.5 * c.step * s.h2[i] / s.b[i]
        s.ease[i] = c.takes[i] * 2.0 * s.b[i] / (c.step * s.h2[i])


@kernel(reassociate=True)
def twice_moving(c, s):
    """Twice the energy of the coupled modes, without that of stretching."""
    total = 0.0
    for i in range(c.coupled):
        total += twice_energy(c.step, s.h1[i], s.h2[i], s.b[i], s.x[i], s.w[i])
    return total


@kernel
def watch(c, s, twice):
    """Look from time to time whether stretching still matters."""
    s.most = max(s.most, twice)
    s.watched += c.every * c.step
    if s.watched >= WATCHED:
        s.faint = 1.0 if s.most <= FAINT * twice_moving(c, s) else 0.0
        s.most = 0.0
        s.watched = 0.0


@kernel(reassociate=True, separate=True)
def meet(pull, w, inertia, ease, scale, coupled):
    """g, from half of dV/dx; A, G, and twice the energy of the velocities."""
    along, eased, lively = 0.0, 0.0, 0.0
    for i in range(coupled):
        g = scale * pull[i]
        pull[i] = g
        along += g * w[i]
        eased += g * g * ease[i]
        lively += inertia[i] * w[i] * w[i]
    return along, eased, lively


@kernel(separate=True)
def change(w, v, h2, pull, ease, takes, push, factor, coupled):
    """New velocities at the half step, and with them those after it."""
    for i in range(coupled):
        more = takes[i] * (factor * (w[i] - push * pull[i] * ease[i]) - w[i])
        w[i] += more
        v[i] += h2[i] * more


@kernel(large=True)
def kick(c, s):
    """What stretching does between two steps."""
    T = c.every * c.step
    for i in range(c.coupled):
        s.bent[i] = c.takes[i] * s.x[i]
    twice = stretch(s.products, s.pull, c.couplings, s.bent, c.families, c.stresses)
    root = math.sqrt(twice + 2.0 * EPSILON)
    along, eased, lively = meet(s.pull, s.w, s.inertia, s.ease, 2.0 / root, c.coupled)
    rate = (along - 0.5 * T * eased * s.root) / (1.0 + 0.25 * T * T * eased)
    mean = s.root + 0.5 * T * rate
    after = s.root + T * rate
    push = T * mean
    left = lively - 2.0 * push * along + push * push * eased
    tied = after + TIED * (root - mean)
    taken = tied * tied - after * after
    factor = 1.0
    if abs(taken) < 0.5 * left:
        factor = math.sqrt(1.0 - taken / left)
        after = tied
    s.root = after
    change(s.w, s.v, s.h2, s.pull, s.ease, c.takes, push, factor, c.coupled)
    watch(c, s, twice)


@kernel
def kick_if_far(c, s):
    """The kick, where a force has come or stretching matters."""
    if s.struck > 0.0:
        s.struck = 0.0
        s.faint = 0.0
        s.most = 0.0
        s.watched = 0.0
    if s.faint == 0.0:
        s.samples += 1.0
        if s.samples >= c.every:
            s.samples = 0.0
            kick(c, s)


@kernel
def kept(s):
    """The energy of stretching."""
    return 0.5 * s.root * s.root

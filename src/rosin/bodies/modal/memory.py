"""The memory of modes: as they are described, what that comes to, and what of their state every way to touch them has.

Dense modes come after the others. A mode that nothing moves fills a row where one is lacking: it does not fit under half the sample
rate, or is there to make the number of modes a multiple of four.
"""

import math

from rosin.bodies import body_kernels
from rosin.bodies.modal.dense_modes import Trend, levels, moved
from rosin.bodies.modal.radiation import efficiency
from rosin.kernels.dialect import kernel
from rosin.kernels.modes import losses
from rosin.kernels.record import Capacity, Inner, Real, Record, Row, Whole

HEAVY = 1000.0  # kg, of each dense mode: it does not push back
AUDIBLE = 0.4  # of the sample rate: so high goes what dies away at most
FADING = 0.002  # s, in which it does


class Form(body_kernels.Form):
    """What shapes the memory of modes."""

    count = Whole("modes that are described one by one")
    dense = Capacity("dense ones")
    modes = Capacity("all of them, padded to a multiple of four")
    points = Whole("contact points")
    pickups = Whole("output channels")
    own = Whole("whether it is heard where it is touched")
    bilinear = Whole("whether its integrator is the papers'")


class Parameters(Record, form=Form):
    """Modes as they are described."""

    stiffening = Real("1/N")
    radius = Real("m", "of the sphere that they radiate as; 0: they are heard as they move")
    swinging = Real("", "1 where it swings, 0 where it breathes")
    beyond = Inner(Trend, text="of the dense ones")
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


class Moving(Record, form=Form):
    """How the modes are tuned, and how they move."""

    bend = Real("semitones", "by the gesture")
    bending = Real("semitones", "where the gesture was a sample ago")
    pressed = Real("N", "normal force that stiffens")
    pressing = Real("N", "what it was a sample ago")
    waited = Real("", "samples since the last tuning of what moved; SOONEST where it rests")
    work = Real("J", "that tuning took")
    h1 = Row("modes")
    h2 = Row("modes")
    b = Row("modes")
    x = Row("modes", unit="m", text="displacement at the half step")
    w = Row("modes", unit="m/s", text="velocity at the half step")
    v = Row("modes", unit="m/s", text="velocity, free until the forces have come")


@kernel
def prepare(p, fs, c):
    """All rows."""
    c.step = 1.0 / fs
    c.stiffening = p.stiffening
    for i in range(c.count):
        fits = 2.0 * p.frequencies[i] < fs
        settle_mode(c, i, fits, p.frequencies[i], p.decay_times[i], p.masses[i])
        afar = efficiency(p.frequencies[i], p.radius, p.swinging)
        for row in range(c.points):
            c.shapes[row * c.modes + i] = p.shapes[row * c.count + i] if fits else 0.0
        for row in range(c.pickups):
            c.heard[row * c.modes + i] = afar * p.pickups_shapes[row * c.count + i] if fits else 0.0
    even = p.beyond.split
    for i in range(c.dense):
        settle_dense(p, fs, c, i, even)
        even *= 1.0 + p.beyond.spacing
    for i in range(c.count + c.dense, c.modes):
        settle_mode(c, i, False, 0.0, 1.0, 1.0)


@kernel
def settle_dense(p, fs, c, i, even):
    """A dense mode, moved by a newton wherever that acts; alone and at its frequency it is heard with its levels.

    One that is not there, or no longer, is not moved: what it still does dies away at once.
    """
    frequency = moved(p.beyond, i, even)
    there = even <= p.beyond.highest and 2.0 * frequency < fs
    if not there:
        frequency = min(frequency, AUDIBLE * fs)
    decay_time = p.beyond.quality / (math.pi * frequency)
    settle_mode(c, c.count + i, True, frequency, decay_time if there else min(decay_time, FADING), HEAVY)
    left, right = levels(p.beyond, i, frequency)
    for row in range(c.points):
        c.shapes[row * c.modes + c.count + i] = 1.0 if there else 0.0
    for row in range(c.pickups):
        c.heard[row * c.modes + c.count + i] = (left if row % 2 == 0 else right) * 2.0 * HEAVY / decay_time


@kernel
def settle_mode(c, i, fits, frequency, decay_time, mass):
    """The constants of a mode; of one that nothing moves where it does not fit."""
    c.omega[i] = 2.0 * math.pi * frequency if fits else 0.0
    c.decay[i] = 1.0 / decay_time if fits else 0.0
    c.mass[i] = mass
    c.loss[i] = 2.0 * mass * c.decay[i] * c.step
    lost, mobility = losses(c.decay[i], c.step)
    c.lost[i] = lost
    c.mobility[i] = mobility / mass

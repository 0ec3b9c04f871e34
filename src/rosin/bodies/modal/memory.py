"""The memory of modes: as they are described, what that comes to, and what of their state every way to touch them has."""

import math

from rosin.bodies import body_kernels
from rosin.kernels.dialect import kernel
from rosin.kernels.modes import losses
from rosin.kernels.record import Real, Record, Row, Whole


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

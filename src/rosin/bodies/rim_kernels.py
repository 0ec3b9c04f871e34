"""One sample of a rim under one finger: the equations are in rim.py."""

import math

from rosin.bodies import body_kernels
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_pi
from rosin.kernels.modes import rates_exact, twice_energy
from rosin.kernels.record import Memory, Real, Record, Row, Whole

FIRST_ORDER = 2
HEAVY = 1e15  # kg


class Form(body_kernels.Form):
    """What shapes the memory of a rim."""

    orders = Whole("pairs of modes")
    modes = Whole("twice as many")
    listeners = Whole("who hear it")
    vessel = Whole("whether the vessel turns, not the finger")


class Parameters(Record, form=Form):
    """A rim as it is described."""

    radius = Real("m")
    finger_damping = Real("N s/m")
    split = Real()
    frequencies = Row("orders", unit="Hz")
    decay_times = Row("orders", unit="s")
    masses = Row("orders", unit="kg")
    listening = Row("listeners", unit="turns")


class Coefficients(Record, form=Form):
    """Constants of the modes and of who hears them."""

    step = Real("s", "time step T")
    turn = Real("turns s/m", "how far a speed turns the finger in a step")
    flesh = Real("N s/m", "damping by the finger")
    h1 = Row("modes")
    h2 = Row("modes")
    b = Row("modes")
    loss = Row("modes", text="2 m T / t_e")
    heard = Row("listeners", "modes", text="what each listener hears of a mode")


class State(Record, form=Form):
    """The finger, and the modes."""

    angle = Real("turns", "where the finger is")
    travel = Real("turns", "how far it goes in this step")
    damping = Real("N s/m", "by the flesh, while it touches")
    free = Real("m/s", "velocity along the rim without friction")
    free_radial = Real("m/s", "radial velocity without friction")
    admittance = Real("s/kg", "along the rim")
    cross = Real("s/kg", "radial motion for a force along the rim")
    radial = Real("N", "force of the flesh")
    v_radial = Real("m/s")
    slowed = Real("", "1 / (1 + c y_rr)")
    x = Row("modes", text="displacement at the half step")
    w = Row("modes", text="velocity at the half step")
    v = Row("modes", text="velocity")
    along = Row("modes", text="weight along the rim under the finger")
    across = Row("modes", text="radial weight there")


MEMORY = Memory(Parameters, Coefficients, State)
LIFTED = 0.0  # N: above it the finger touches


@kernel
def circle(turns):
    """(sin, cos) of an angle given in turns, |turns| <= 1/2."""
    sine, cosine = sin_cos_pi(turns)
    return 2.0 * sine * cosine, cosine * cosine - sine * sine


@kernel
def wrapped(turns):
    """The same angle between -1/2 and 1/2 turn."""
    return turns - math.floor(turns + 0.5)


@kernel
def prepare(p, fs, c):
    """The step of every mode, and what each listener hears of it."""
    T = 1.0 / fs
    c.step = T
    c.turn = T / (2.0 * math.pi * p.radius)
    c.flesh = p.finger_damping
    for k in range(c.orders):
        fits = 2.0 * p.frequencies[k] * (1.0 + 0.5 * p.split) < fs
        for side in range(2):
            omega = 2.0 * math.pi * p.frequencies[k] * (1.0 + (side - 0.5) * p.split) if fits else 0.0
            decay = 1.0 / p.decay_times[k] if fits else 0.0
            mass = p.masses[k] if fits else HEAVY
            h1, h2, b = rates_exact(omega, decay, T)
            i = 2 * k + side
            c.h1[i] = h1
            c.h2[i] = h2
            c.b[i] = b / mass
            c.loss[i] = 2.0 * mass * decay * T
    for j in range(c.listeners):
        for k in range(c.orders):
            sine, cosine = circle(wrapped((k + FIRST_ORDER) * p.listening[j]))
            c.heard[j * c.modes + 2 * k] = cosine
            c.heard[j * c.modes + 2 * k + 1] = sine


@kernel
def start(c, s):
    """At rest."""
    clear(s)


@kernel
def lead(c, s, velocity, normal_force, bend):
    """The finger travels on, and damps the radial motion while it presses."""
    s.angle = wrapped(s.angle + s.travel)
    s.travel = c.turn * velocity
    s.damping = c.flesh if normal_force > LIFTED else 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """Velocity along the rim under the finger without friction, and its admittance, both with the radial damping."""
    sine_1, cosine_1 = circle(s.angle)
    sine, cosine = sine_1, cosine_1
    v_t, v_r, y_tt, y_tr, y_rr = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(c.orders):
        sine, cosine = sine * cosine_1 + cosine * sine_1, cosine * cosine_1 - sine * sine_1
        share = 1.0 / (k + FIRST_ORDER)
        for side in range(2):
            i = 2 * k + side
            along = -share * sine if side == 0 else share * cosine
            across = cosine if side == 0 else sine
            v = c.h1[i] * s.x[i] + c.h2[i] * s.w[i]
            b = c.b[i]
            s.v[i] = v
            s.along[i] = along
            s.across[i] = across
            v_t += along * v
            v_r += across * v
            y_tt += along * along * b
            y_tr += along * across * b
            y_rr += across * across * b
    s.slowed = 1.0 / (1.0 + s.damping * y_rr)
    s.free_radial = v_r
    s.cross = y_tr
    s.free = v_t - y_tr * s.damping * v_r * s.slowed
    s.admittance = y_tt - s.damping * y_tr * y_tr * s.slowed
    return s.free, s.admittance


@kernel
def displacement(c, s):
    """Half-step displacement along the rim under the finger."""
    total = 0.0
    for i in range(c.modes):
        total += s.along[i] * s.x[i]
    return total


@kernel
def push(c, s, f):
    """Finish the step with friction f along the rim."""
    s.v_radial = (s.free_radial + s.cross * f) * s.slowed
    s.radial = -s.damping * s.v_radial
    for i in range(c.modes):
        drive = s.along[i] * f + s.across[i] * s.radial
        v = s.v[i] + c.b[i] * drive
        s.v[i] = v
        s.x[i] = s.x[i] + c.step * v
        s.w[i] = 2.0 * v - s.w[i]


@kernel
def facing(c, s, k, i):
    """What listener k, who stands still, hears of the pair of modes at i; where the vessel turns, its rim passes by."""
    cosine, sine = c.heard[k * c.modes + i], c.heard[k * c.modes + i + 1]
    if c.vessel > 0:
        here, there = s.across[i], s.across[i + 1]
        cosine, sine = cosine * here - sine * there, sine * here + cosine * there
    return cosine, sine


@kernel
def pickup(c, s, k, output):
    """Radial motion of the rim towards listener k."""
    total = 0.0
    for i in range(0, c.modes, 2):
        cosine, sine = facing(c, s, k, i)
        a, b = s.v[i], s.v[i + 1]
        if output == DISPLACEMENT:
            a = s.x[i] - 0.5 * c.step * a
            b = s.x[i + 1] - 0.5 * c.step * b
        total += cosine * a + sine * b
    return total


@kernel
def stored(c, s):
    """Energy of the modes."""
    total = 0.0
    for i in range(c.modes):
        total += twice_energy(c.step, c.h1[i], c.h2[i], c.b[i], s.x[i], s.w[i])
    return 0.5 * total


@kernel
def spent(c, s):
    """The modes dissipate (2 m / t_e) v^2, the flesh of the finger c v_r^2."""
    total = c.step * s.damping * s.v_radial * s.v_radial
    for i in range(c.modes):
        v = s.v[i]
        total += c.loss[i] * v * v
    return total, 0.0


KERNELS = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, lead)

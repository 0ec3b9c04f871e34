"""A rim rubbed by several fingers at once; its modes and what a finger does to them are those of rim.py.

The flesh of each finger is a damper c across the rim. Taken out one after the other, each changes the admittance B between modes (at first
diagonal, b) and their free velocities by a term of rank one, u being its weights across the rim:

    a = B u,   γ = c / (1 + c u.a),   B <- B - γ a a',   v <- v - γ a (u.v)

What is left is a body whose ports are along the rim: with weights t, v_free = t.v and y = t.B t'. A finger begins at its place, from 0 to 1
turn, and travels on while it presses; one in the air stays where it is. A port's row holds the finger, and of its modes t, u, a and B t.
"""

from rosin.bodies import rim_kernels
from rosin.bodies.modal.ringing import ring_on
from rosin.bodies.ports import UNPLACED, PortKernels
from rosin.bodies.rim_kernels import FIRST_ORDER, LIFTED, Coefficients, Parameters, circle, facing, pickup, prepare, stored, wrapped
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.record import LINE, Memory, Real, Row

COUNTED, BEGIN, ANGLE, TRAVEL, DAMPING, GAMMA, MOVED = range(7)


class State(rim_kernels.State):
    """That of a rim under one finger, and how many there are."""

    fingers = Real("", "that have a port")
    displaced = Real("m", "along the rim under the only finger, at the half step")
    heat = Real("J", "lost in the flesh of all fingers, in this step")
    facing = Row("listeners", "modes", text="what each listener hears of a mode while no finger touches")


MEMORY = Memory(Parameters, Coefficients, State)


def port_width(modes: int) -> int:
    """Numbers in the row of a port."""
    return LINE + 4 * (-(-modes // LINE) * LINE)


@kernel
def lined(c):
    """The modes in whole cache lines."""
    return (c.modes + LINE - 1) // LINE * LINE


@kernel
def along(c, w):
    """The row of t."""
    return part(w, LINE)


@kernel
def across(c, w):
    """The row of u."""
    return part(w, LINE + lined(c))


@kernel
def damped(c, w):
    """The row of a."""
    return part(w, LINE + 2 * lined(c))


@kernel
def response(c, w):
    """The row of B t."""
    return part(w, LINE + 3 * lined(c))


@kernel
def row_of(c, w, q):
    """The row of finger q, that of the first being w."""
    return part(w, q * (LINE + 4 * lined(c)))


@kernel
def start(c, s):
    """At rest."""
    clear(s)


@kernel
def settle(c, s):
    """Fingers are counted anew."""
    s.fingers = 0.0


@kernel
def follow(c, s, w, position, velocity, normal_force):
    """A finger travels on while it presses, and damps the motion across the rim."""
    if w[COUNTED] == UNPLACED:
        s.fingers = s.fingers + 1.0
        w[COUNTED] = 1.0
        w[ANGLE] = wrapped(w[ANGLE] + (position - w[BEGIN]))
        w[BEGIN] = position
        weigh(c, w)
    damping = c.flesh if normal_force > LIFTED else 0.0
    w[MOVED] = 1.0 if damping != w[DAMPING] else 0.0
    w[DAMPING] = damping
    if w[TRAVEL] != 0.0:
        w[MOVED] = 1.0
        w[ANGLE] = wrapped(w[ANGLE] + w[TRAVEL])
        weigh(c, w)
    w[TRAVEL] = c.turn * velocity if damping > 0.0 else 0.0


@kernel
def weigh(c, w):
    """The weights of a finger along and across the rim."""
    t, u = along(c, w), across(c, w)
    sine_1, cosine_1 = circle(w[ANGLE])
    sine, cosine = sine_1, cosine_1
    for k in range(c.orders):
        sine, cosine = sine * cosine_1 + cosine * sine_1, cosine * cosine_1 - sine * sine_1
        share = 1.0 / (k + FIRST_ORDER)
        t[2 * k] = -share * sine
        t[2 * k + 1] = share * cosine
        u[2 * k] = cosine
        u[2 * k + 1] = sine


@kernel
def place(c, s, w, position):
    """A finger has its place by how it has travelled."""
    return w[MOVED] > 0.0


@kernel(reassociate=True)
def dot(row, other, n):
    """Sum of products."""
    total = 0.0
    for i in range(n):
        total += row[i] * other[i]
    return total


@kernel(separate=True)
def add(to, row, share, n):
    """A share of a row."""
    for i in range(n):
        to[i] += share * row[i]


@kernel
def through(c, w, last, row, to):
    """B times a row, as the fingers before `last` leave B."""
    for i in range(c.modes):
        to[i] = c.b[i] * row[i]
    for r in range(last):
        before = row_of(c, w, r)
        if before[GAMMA] != 0.0:
            add(to, damped(c, before), -before[GAMMA] * dot(damped(c, before), row, c.modes), c.modes)


@kernel(reassociate=True)
def alone(c, s, w):
    """Step every mode, and take the flesh of the only finger out: what `advance` does for any number of them, in two loops."""
    t, u, to = along(c, w), across(c, w), response(c, w)
    x_t, v_t, v_r, y_tt, y_tr, y_rr = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(c.modes):
        v = c.h1[i] * s.x[i] + c.h2[i] * s.w[i]
        s.v[i] = v
        x_t += t[i] * s.x[i]
        v_t += t[i] * v
        v_r += u[i] * v
        y_tt += t[i] * c.b[i] * t[i]
        y_tr += t[i] * c.b[i] * u[i]
        y_rr += u[i] * c.b[i] * u[i]
    gamma = w[DAMPING] / (1.0 + w[DAMPING] * y_rr)
    w[GAMMA] = gamma
    s.displaced = x_t
    s.free = v_t - gamma * y_tr * v_r
    s.admittance = y_tt - gamma * y_tr * y_tr
    for i in range(c.modes):
        a = gamma * c.b[i] * u[i]
        s.v[i] -= v_r * a
        to[i] = c.b[i] * t[i] - y_tr * a


@kernel
def advance(c, s, w, velocity, force, position, finger):
    """Step every mode, and take the flesh of all fingers out."""
    fingers = int(s.fingers)
    if fingers == 1:
        alone(c, s, w)
        return False
    for i in range(c.modes):
        s.v[i] = c.h1[i] * s.x[i] + c.h2[i] * s.w[i]
    for q in range(fingers):
        row = row_of(c, w, q)
        row[GAMMA] = 0.0
        if row[DAMPING] > 0.0:
            through(c, w, q, across(c, row), damped(c, row))
            row[GAMMA] = row[DAMPING] / (1.0 + row[DAMPING] * dot(across(c, row), damped(c, row), c.modes))
            add(s.v, damped(c, row), -row[GAMMA] * dot(across(c, row), s.v, c.modes), c.modes)
    for o in range(fingers):
        own = row_of(c, w, o)
        through(c, w, fingers, along(c, own), response(c, own))
    return False


@kernel
def free(c, s, w):
    """The velocity of a port without friction."""
    return s.free if s.fingers == 1.0 else dot(along(c, w), s.v, c.modes)


@kernel
def displacement(c, s, w):
    """Half-step displacement along the rim."""
    return s.displaced if s.fingers == 1.0 else dot(along(c, w), s.x, c.modes)


@kernel
def mutual(c, s, w, other):
    """What friction at one port moves at another."""
    return s.admittance if s.fingers == 1.0 else dot(along(c, other), response(c, w), c.modes)


@kernel
def push(c, s, w, f):
    """Friction along the rim."""
    add(s.v, response(c, w), f, c.modes)


@kernel
def finish(c, s, w):
    """Finish the step; what the flesh took, and the rim as it passes the first finger."""
    heat = 0.0
    for q in range(int(s.fingers)):
        row = row_of(c, w, q)
        v = dot(across(c, row), s.v, c.modes)
        heat += c.step * row[DAMPING] * v * v
        row[DAMPING] = 0.0
    s.heat = heat
    for i in range(c.modes):
        s.x[i] = s.x[i] + c.step * s.v[i]
        s.w[i] = 2.0 * s.v[i] - s.w[i]
        s.across[i] = across(c, w)[i]


@kernel
def spent(c, s):
    """The modes dissipate (2 m / t_e) v^2, the flesh of each finger c v_r^2."""
    total = s.heat
    for i in range(c.modes):
        total += c.loss[i] * s.v[i] * s.v[i]
    return total, 0.0


@kernel
def rests(c, s, finger, bend):
    """Whether no mode moves."""
    total = 0.0
    for i in range(c.modes):
        total += abs(s.x[i]) + abs(s.w[i]) + abs(s.v[i])
    return total == 0.0


@kernel
def shift(c, s, step):
    """From the half step after a sample to the one before it, with -T, or on again, with T."""
    for i in range(c.modes):
        s.x[i] += step * s.v[i]
        s.w[i] = 2.0 * s.v[i] - s.w[i]


@kernel
def ring(c, s, w, velocity, force, finger, bends, pickups, output, out, block, samples):
    """On without fingers: its modes as any others, which keep the half step before a sample."""
    for k in range(pickups):
        for i in range(0, c.modes, 2):
            s.facing[k * c.modes + i], s.facing[k * c.modes + i + 1] = facing(c, s, k, i)
    shift(c, s, -c.step)
    ring_on(s.x, s.w, s.v, c.h1, c.h2, s.facing, c.modes, c.step, c.modes, pickups, output, out, block, samples)
    shift(c, s, c.step)


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
    settle=settle,
    follow=follow,
    rests=rests,
    ring=ring,
)

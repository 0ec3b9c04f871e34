"""The rim of a glass or bowl, rubbed along its edge by a finger that travels round it.

For each order n = 2, 3, ... a shell has two modes that move the rim radially as cos n θ and sin n θ, and, since it does not
stretch, along itself as -sin(n θ) / n and cos(n θ) / n. The finger is at the angle θ = ∫ v dt / R. Its friction f acts along
the rim, and its flesh damps the radial motion under it with c, so that the node of the pattern stays with the finger:

    v_t = v_t' + y_tt f + y_tr g,     v_r = v_r' + y_tr f + y_rr g,     g = -c v_r while it touches

    v_t = v_t' - y_tr c v_r' / (1 + c y_rr) + [y_tt - c y_tr^2 / (1 + c y_rr)] f

which is again a port: one velocity and one admittance. The modes step as in modal.py. A pair whose frequencies differ by a
`split` beats when it is left alone; a listener at rest hears 2 n maxima for each turn of the finger.
"""

import math
from typing import Any, ClassVar, Literal

from rosin.bodies import body
from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels, Mode
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_pi
from rosin.kernels.modes import rates_exact
from rosin.kernels.record import Memory, Real, Record, Row, Whole
from rosin.model.parameters import Number, parameter
from rosin.model.rows import Numbers, OneOrNumbers, each

FIRST_ORDER = 2
MOST_ORDERS = 32
MOST_LISTENERS = 32


class Form(body.Form):
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
        for side in range(2):
            omega = 2.0 * math.pi * p.frequencies[k] * (1.0 + (side - 0.5) * p.split)
            decay = 1.0 / p.decay_times[k]
            mass = p.masses[k]
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
    """Kinetic and potential energy of the modes, as in modal.py."""
    total = 0.0
    for i in range(c.modes):
        x, w = s.x[i], s.w[i]
        total += (0.5 * c.step * c.h2[i] * w * w - c.h1[i] * x * x) / c.b[i]
    return 0.5 * total


@kernel
def spent(c, s):
    """The modes dissipate (2 m / t_e) v^2, the flesh of the finger c v_r^2."""
    total = c.step * s.damping * s.v_radial * s.v_radial
    for i in range(c.modes):
        v = s.v[i]
        total += c.loss[i] * v * v
    return total, 0.0


def flesh() -> Any:
    """The damping by a finger."""
    return parameter("c", "N s/m", "radial damping by the finger while it touches", default=1.0, at_least=0, at_most=1e6, range=(0, 20))


class Rim(Body):
    """The rim of a glass, bowl or cup under a finger that travels round it; heard radially by listeners round it."""

    radius: Number = parameter("R", "m", "radius of the rim", more_than=0, at_most=10, range=(0.01, 0.3), curve="log")
    frequencies: Numbers = parameter(
        "f", "Hz", "frequencies of the orders 2, 3, 4, ...", more_than=0, at_most=1e6, range=(20, 20_000), curve="log"
    )
    decay_times: OneOrNumbers = parameter(
        "t_e", "s", "times in which an order's amplitude falls to 1/e (inf: never)", more_than=0, range=(1e-2, 30), curve="log"
    )
    masses: OneOrNumbers = parameter("m", "kg", "modal masses of radial motion", more_than=0, at_most=1e9, range=(1e-3, 1), curve="log")
    split: Number = parameter(
        "", "", "by how much the two frequencies of a pair differ, as a share", default=0.0, at_least=0, at_most=0.2, range=(0, 0.02)
    )
    finger_damping: Number = flesh()
    listeners: Numbers = parameter(
        "", "turns", "angles at which the rim is heard, a channel for each", default=(0.0, 0.125), at_least=-1, at_most=1, range=(0, 1)
    )
    turns: Literal["finger", "vessel"] = "finger"

    one_point: ClassVar[bool] = False
    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, lead)

    @property
    def ports(self) -> Any:
        from rosin.bodies.rim_ports import PORTS

        return PORTS

    def port_width(self, sample_rate: float) -> int:
        from rosin.bodies.rim_ports import port_width

        return port_width(2 * len(self.frequencies))

    def check(self) -> None:
        orders = len(self.frequencies)
        if orders > MOST_ORDERS:
            raise self.refuse("frequencies", f"a list of {orders}", f"is not allowed; give 1 to {MOST_ORDERS} frequencies in Hz.")
        for name in ("decay_times", "masses"):
            given = getattr(self, name)
            if isinstance(given, tuple) and len(given) != orders:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {orders} frequencies; give one number or {orders}.")
        if len(self.listeners) > MOST_LISTENERS:
            raise self.refuse("listeners", f"a list of {len(self.listeners)}", f"is not allowed; give 1 to {MOST_LISTENERS} angles.")

    def channels(self, output: str = "velocity") -> int:
        return len(self.listeners)

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        orders = len(self.frequencies)
        rows = zip(self.frequencies, each(self.decay_times, orders), each(self.masses, orders), strict=True)
        return tuple(sorted(Mode(f, decay_time, (k + FIRST_ORDER) ** 2 * mass) for k, (f, decay_time, mass) in enumerate(rows)))

    def packed(self) -> dict[str, Any]:
        orders = len(self.frequencies)
        rows = {name: each(getattr(self, name), orders) for name in ("decay_times", "masses")}
        plain = {name: getattr(self, name) for name in ("radius", "finger_damping", "split", "frequencies")}
        return {**plain, **rows, "listening": self.listeners}

    def form(self, sample_rate: float) -> dict[str, int]:
        orders = len(self.frequencies)
        return {"orders": orders, "modes": 2 * orders, "listeners": len(self.listeners), "vessel": int(self.turns == "vessel")}

    def check_rate(self, sample_rate: float) -> None:
        highest = max(self.frequencies) * (1 + 0.5 * self.split)
        if highest >= 0.5 * sample_rate:
            raise self.refuse(
                "frequencies",
                f"{highest:g} Hz",
                f"is not below half the sample rate, {0.5 * sample_rate:g} Hz; leave the order out, raise the sample rate or oversample.",
            )

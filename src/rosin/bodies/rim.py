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

from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels, Mode
from rosin.bodies.modal import OneOrRow, Row, each, rates_exact
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_pi
from rosin.model.parameters import Number, parameter

FIRST_ORDER = 2
MOST_ORDERS = 32
MOST_LISTENERS = 32
STEP, ORDERS, TURN, FLESH, LISTENERS, VESSEL = range(6)  # coefficients: these, then for each mode these rows, then listeners
H1, H2, B, LOSS, HEARD = range(5)
# state: these, then for each mode its half-step displacement and velocity, its velocity, and its weights along the rim and radially
ANGLE, DAMPING, FREE, FREE_RADIAL, ADMITTANCE, CROSS, RADIAL, V_RADIAL, SLOWED, TRAVEL = range(10)
X, W, V, ALONG, ACROSS = range(5)
HEAD = 12
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
    """p = orders, radius, damping, split, vessel turns, listeners, then the rows frequency, 1/t_e, mass, and the listeners' angles."""
    T = 1.0 / fs
    orders = int(p[0])
    modes = 2 * orders
    c[STEP] = T
    c[ORDERS] = p[0]
    c[TURN] = T / (2.0 * math.pi * p[1])
    c[FLESH] = p[2]
    c[VESSEL] = p[4]
    c[LISTENERS] = p[5]
    for k in range(orders):
        for side in range(2):
            omega = 2.0 * math.pi * p[6 + k] * (1.0 + (side - 0.5) * p[3])
            decay = p[6 + orders + k]
            mass = p[6 + 2 * orders + k]
            h1, h2, b = rates_exact(omega, decay, T)
            i = 2 * k + side
            c[HEAD + H1 * modes + i] = h1
            c[HEAD + H2 * modes + i] = h2
            c[HEAD + B * modes + i] = b / mass
            c[HEAD + LOSS * modes + i] = 2.0 * mass * decay * T
    for j in range(int(p[5])):
        for k in range(orders):
            sine, cosine = circle(wrapped((k + FIRST_ORDER) * p[6 + 3 * orders + j]))
            c[HEAD + (HEARD + j) * modes + 2 * k] = cosine
            c[HEAD + (HEARD + j) * modes + 2 * k + 1] = sine


@kernel
def start(c, s):
    """At rest."""
    for i in range(HEAD + 10 * int(c[ORDERS])):
        s[i] = 0.0


@kernel
def lead(c, s, velocity, normal_force, bend):
    """The finger travels on, and damps the radial motion while it presses."""
    s[ANGLE] = wrapped(s[ANGLE] + s[TRAVEL])
    s[TRAVEL] = c[TURN] * velocity
    s[DAMPING] = c[FLESH] if normal_force > LIFTED else 0.0


@kernel
def free(c, s, velocity, force, position, finger):
    """Velocity along the rim under the finger without friction, and its admittance, both with the radial damping."""
    orders = int(c[ORDERS])
    modes = 2 * orders
    sine_1, cosine_1 = circle(s[ANGLE])
    sine, cosine = sine_1, cosine_1
    v_t, v_r, y_tt, y_tr, y_rr = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(orders):
        sine, cosine = sine * cosine_1 + cosine * sine_1, cosine * cosine_1 - sine * sine_1
        share = 1.0 / (k + FIRST_ORDER)
        for side in range(2):
            i = 2 * k + side
            along = -share * sine if side == 0 else share * cosine
            across = cosine if side == 0 else sine
            v = c[HEAD + H1 * modes + i] * s[HEAD + X * modes + i] + c[HEAD + H2 * modes + i] * s[HEAD + W * modes + i]
            b = c[HEAD + B * modes + i]
            s[HEAD + V * modes + i] = v
            s[HEAD + ALONG * modes + i] = along
            s[HEAD + ACROSS * modes + i] = across
            v_t += along * v
            v_r += across * v
            y_tt += along * along * b
            y_tr += along * across * b
            y_rr += across * across * b
    s[SLOWED] = 1.0 / (1.0 + s[DAMPING] * y_rr)
    s[FREE_RADIAL] = v_r
    s[CROSS] = y_tr
    s[FREE] = v_t - y_tr * s[DAMPING] * v_r * s[SLOWED]
    s[ADMITTANCE] = y_tt - s[DAMPING] * y_tr * y_tr * s[SLOWED]
    return s[FREE], s[ADMITTANCE]


@kernel
def displacement(c, s):
    """Half-step displacement along the rim under the finger."""
    modes = 2 * int(c[ORDERS])
    total = 0.0
    for i in range(modes):
        total += s[HEAD + ALONG * modes + i] * s[HEAD + X * modes + i]
    return total


@kernel
def push(c, s, f):
    """Finish the step with friction f along the rim."""
    modes = 2 * int(c[ORDERS])
    s[V_RADIAL] = (s[FREE_RADIAL] + s[CROSS] * f) * s[SLOWED]
    s[RADIAL] = -s[DAMPING] * s[V_RADIAL]
    for i in range(modes):
        drive = s[HEAD + ALONG * modes + i] * f + s[HEAD + ACROSS * modes + i] * s[RADIAL]
        v = s[HEAD + V * modes + i] + c[HEAD + B * modes + i] * drive
        s[HEAD + V * modes + i] = v
        s[HEAD + X * modes + i] = s[HEAD + X * modes + i] + c[STEP] * v
        s[HEAD + W * modes + i] = 2.0 * v - s[HEAD + W * modes + i]


@kernel
def pickup(c, s, k, output):
    """Radial motion of the rim towards listener k, who stands still; where the vessel turns, its rim passes by."""
    modes = 2 * int(c[ORDERS])
    row = HEAD + (HEARD + k) * modes
    total = 0.0
    for i in range(0, modes, 2):
        cosine, sine = c[row + i], c[row + i + 1]
        if c[VESSEL] > 0.0:
            here, there = s[HEAD + ACROSS * modes + i], s[HEAD + ACROSS * modes + i + 1]
            cosine, sine = cosine * here - sine * there, sine * here + cosine * there
        a, b = s[HEAD + V * modes + i], s[HEAD + V * modes + i + 1]
        if output == DISPLACEMENT:
            a = s[HEAD + X * modes + i] - 0.5 * c[STEP] * a
            b = s[HEAD + X * modes + i + 1] - 0.5 * c[STEP] * b
        total += cosine * a + sine * b
    return total


@kernel
def stored(c, s):
    """Kinetic and potential energy of the modes, as in modal.py."""
    modes = 2 * int(c[ORDERS])
    total = 0.0
    for i in range(modes):
        x, w = s[HEAD + X * modes + i], s[HEAD + W * modes + i]
        total += (0.5 * c[STEP] * c[HEAD + H2 * modes + i] * w * w - c[HEAD + H1 * modes + i] * x * x) / c[HEAD + B * modes + i]
    return 0.5 * total


@kernel
def spent(c, s):
    """The modes dissipate (2 m / t_e) v^2, the flesh of the finger c v_r^2."""
    modes = 2 * int(c[ORDERS])
    total = c[STEP] * s[DAMPING] * s[V_RADIAL] * s[V_RADIAL]
    for i in range(modes):
        v = s[HEAD + V * modes + i]
        total += c[HEAD + LOSS * modes + i] * v * v
    return total, 0.0


def flesh() -> Any:
    """The damping by a finger."""
    return parameter("c", "N s/m", "radial damping by the finger while it touches", default=1.0, at_least=0, at_most=1e6, range=(0, 20))


class Rim(Body):
    """The rim of a glass, bowl or cup under a finger that travels round it; heard radially by listeners round it."""

    radius: Number = parameter("R", "m", "radius of the rim", more_than=0, at_most=10, range=(0.01, 0.3), curve="log")
    frequencies: Row = parameter(
        "f", "Hz", "frequencies of the orders 2, 3, 4, ...", more_than=0, at_most=1e6, range=(20, 20_000), curve="log"
    )
    decay_times: OneOrRow = parameter(
        "t_e", "s", "times in which an order's amplitude falls to 1/e (inf: never)", more_than=0, range=(1e-2, 30), curve="log"
    )
    masses: OneOrRow = parameter("m", "kg", "modal masses of radial motion", more_than=0, at_most=1e9, range=(1e-3, 1), curve="log")
    split: Number = parameter(
        "", "", "by how much the two frequencies of a pair differ, as a share", default=0.0, at_least=0, at_most=0.2, range=(0, 0.02)
    )
    finger_damping: Number = flesh()
    listeners: Row = parameter(
        "", "turns", "angles at which the rim is heard, a channel for each", default=(0.0, 0.125), at_least=-1, at_most=1, range=(0, 1)
    )
    turns: Literal["finger", "vessel"] = "finger"

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent, lead)

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

    def pack(self) -> list[float]:
        orders = len(self.frequencies)
        head = [orders, self.radius, self.finger_damping, self.split, float(self.turns == "vessel"), len(self.listeners)]
        decays = [1 / t for t in each(self.decay_times, orders)]
        return [*head, *self.frequencies, *decays, *each(self.masses, orders), *self.listeners]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        modes = 2 * len(self.frequencies)
        return HEAD + modes * (HEARD + len(self.listeners)), HEAD + 5 * modes

    def check_rate(self, sample_rate: float) -> None:
        highest = max(self.frequencies) * (1 + 0.5 * self.split)
        if highest >= 0.5 * sample_rate:
            raise self.refuse(
                "frequencies",
                f"{highest:g} Hz",
                f"is not below half the sample rate, {0.5 * sample_rate:g} Hz; leave the order out, raise the sample rate or oversample.",
            )

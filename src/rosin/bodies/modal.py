"""A bank of modes touched and heard at any point (Avanzini et al. 2003, eq. 8.2 to 8.7).

    x'' + (2 / t_e) x' + w^2 x = t f / m   for each mode,     point j: x_j = sum over modes of t_jl x_l

Trapezoid in the half-step variables w = (x + T x' / 2, x' + T x'' / 2); three numbers a mode say it all:

    v = h1 w_x + h2 w_v + b t f,     w_x += T v,     w_v <- 2 v - w_v

"bilinear" takes them from (8.7). "exact" uses the bilinear form of a mode whose poles are moved so that the
step has the eigenvalues e^{sT}, s = -1/t_e +- i sqrt(w^2 - 1/t_e^2), and whose mass keeps the admittance at
resonance: with q = e^{-T/t_e} it comes down to

    h1 = -[(1 - q)^2 / 2 + 2 q S] / T,   h2 = [(1 + q)^2 / 2 - 2 q S] / 2,   b = t_e (1 - q^2) / 4m

where S = sin^2(T sqrt(w^2 - 1/t_e^2) / 2), or -sinh^2 where the mode is overdamped. No warping, positive real.

A force enters the modes only when the next sample begins, and the free velocity of the sample after that is summed at
once, before the contact is solved: v_free = ahead + per_force f. So the modes never wait for the contact. For each mode
the free velocity goes on as v (1 + h1 T + 2 h2) - 2 h2 w_v. What pickups hear is summed in the same round, but for what f adds.

The gesture's `bend` raises all frequencies by so many semitones, and the normal force by the share `stiffening` for each
newton; decay times stay. Positions and velocities go on unchanged, and the energy that this takes is booked as work.
"""

import math
from typing import Any, ClassVar, Literal

from rosin.bodies import body
from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels, Mode
from rosin.bodies.modal_ringing import ring_on, swing
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import exp
from rosin.kernels.modes import rates_bilinear, rates_exact
from rosin.kernels.record import LINE, Memory, Real, Record, Row, Whole
from rosin.model.parameters import Number, parameter
from rosin.model.rows import NumberRows, Numbers, OneOrNumbers, each


class Form(body.Form):
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
    loss = Row("modes", unit="kg", text="2 m T / t_e")
    shapes = Row("points", "modes", text="weights of each contact point")
    heard = Row("pickups", "modes", text="weights of each pickup")


class State(Record, form=Form):
    """Where the modes are touched, how they are tuned, and how they move."""

    place = Real("", "touched position, or -1 where weights must be made anew")
    bend = Real("semitones", "by the gesture")
    pressed = Real("N", "normal force that stiffens")
    admittance = Real("s/kg", "at the touched point")
    per_force = Real("s/kg", "what a force changes of the free velocity a sample later")
    force = Real("N", "waits for the next sample")
    ahead = Real("m/s", "free velocity of the next sample without it")
    free = Real("m/s", "free velocity of this sample")
    work = Real("J", "that tuning took")
    h1 = Row("modes")
    h2 = Row("modes")
    b = Row("modes")
    weight = Row("modes", text="of the touched point")
    heavy = Row("modes", text="weight times b")
    ahead_v = Row("modes", text="what looking ahead takes of v")
    ahead_w = Row("modes", text="what it takes of w")
    x = Row("modes", unit="m", text="displacement at the half step")
    w = Row("modes", unit="m/s", text="velocity at the half step")
    v = Row("modes", unit="m/s", text="free velocity")
    heard = Row("pickups", unit="m/s", text="free velocity at each pickup")
    answer = Row("pickups", unit="s/kg", text="what a force at the touched point changes of it")


MEMORY = Memory(Parameters, Coefficients, State)
SEMITONE = math.log(2.0) / 12.0
HIGHEST = 0.98 * math.pi  # angle a sample to which a mode may be bent


@kernel(seldom=True)
def tune(c, s):
    """The rows h1, h2 and b of modes that are bent and pressed as they are now."""
    T = c.step
    ratio = exp(SEMITONE * s.bend) * (1.0 + c.stiffening * max(s.pressed, 0.0))
    for i in range(c.modes):
        unbent = c.omega[i]
        omega = min(unbent * ratio, max(unbent, HIGHEST / T))
        if c.bilinear > 0:
            h1, h2, b = rates_bilinear(omega, c.decay[i], T)
        else:
            h1, h2, b = rates_exact(omega, c.decay[i], T)
        s.h1[i] = h1
        s.h2[i] = h2
        s.b[i] = b / c.mass[i]


@kernel
def prepare(p, fs, c):
    """Rows, padded with modes that nothing moves."""
    T = 1.0 / fs
    c.step = T
    c.stiffening = p.stiffening
    for i in range(c.count):
        c.omega[i] = 2.0 * math.pi * p.frequencies[i]
        c.decay[i] = 1.0 / p.decay_times[i]
        c.mass[i] = p.masses[i]
        c.loss[i] = 2.0 * c.mass[i] * c.decay[i] * T
        for row in range(c.points):
            c.shapes[row * c.modes + i] = p.shapes[row * c.count + i]
        for row in range(c.pickups):
            c.heard[row * c.modes + i] = p.pickups_shapes[row * c.count + i]
    for i in range(c.count, c.modes):
        c.omega[i] = 0.0
        c.decay[i] = 0.0
        c.mass[i] = 1.0


@kernel
def start(c, s):
    """At rest."""
    clear(s)
    s.place = -1.0
    tune(c, s)


@kernel
def settle(c, s):
    """Tune anew, and weigh the touched point anew when it is next asked for."""
    tune(c, s)
    s.place = -1.0


@kernel(reassociate=True)
def touch(c, s, position):
    """Interpolate the mode shapes at a position from 0 (first point) to 1 (last); the velocity there."""
    last = c.points - 1.0
    place = min(max(position, 0.0), 1.0) * last
    point = min(math.floor(place), max(last - 1.0, 0.0))
    share = place - point
    here = int(point) * c.modes
    there = here if last == 0.0 else here + c.modes
    y, v_free, ahead, per_force = 0.0, 0.0, 0.0, 0.0
    for i in range(c.modes):
        weight = (1.0 - share) * c.shapes[here + i] + share * c.shapes[there + i]
        heavy = weight * s.b[i]
        reach = s.h1[i] * c.step + 2.0 * s.h2[i]
        ahead_v = weight + weight * reach
        ahead_w = -2.0 * weight * s.h2[i]
        v = s.v[i]
        s.weight[i] = weight
        s.heavy[i] = heavy
        s.ahead_v[i] = ahead_v
        s.ahead_w[i] = ahead_w
        y += weight * heavy
        v_free += weight * v
        ahead += ahead_v * v + ahead_w * s.w[i]
        per_force += heavy * weight * reach
    s.place = position
    s.admittance = y
    s.per_force = per_force
    s.ahead = ahead
    for k in range(c.pickups * (1 - c.own)):
        s.answer[k] = weighed(part(c.heard, k * c.modes), s.heavy, c.modes)
    return v_free


@kernel(reassociate=True)
def weighed(weights, row, modes):
    """The sum of a row with these weights."""
    total = 0.0
    for i in range(modes):
        total += weights[i] * row[i]
    return total


@kernel(reassociate=True, separate=True)
def step_modes(x, w, v, h1, h2, heavy, ahead_v, ahead_w, left, right, f, T, modes):
    """Let a force in, step every mode, and sum what looks ahead and what is heard at two pickups."""
    ahead, behind, at_left, at_right = 0.0, 0.0, 0.0, 0.0
    for i in range(modes):
        moved = v[i] + heavy[i] * f
        place = x[i] + T * moved
        half = 2.0 * moved - w[i]
        moved = h1[i] * place + h2[i] * half
        x[i] = place
        w[i] = half
        v[i] = moved
        ahead += ahead_v[i] * moved
        behind += ahead_w[i] * half
        at_left += left[i] * moved
        at_right += right[i] * moved
    return ahead + behind, at_left, at_right


@kernel
def advance(c, s):
    """Let the last force in, and look ahead to the sum of the sample after this one."""
    last = c.pickups - 1
    left, right = c.heard, part(c.heard, last * c.modes)
    s.ahead, s.heard[0], s.heard[last] = step_modes(
        s.x, s.w, s.v, s.h1, s.h2, s.heavy, s.ahead_v, s.ahead_w, left, right, s.force, c.step, c.modes
    )
    for k in range(1, last):
        s.heard[k] = weighed(part(c.heard, k * c.modes), s.v, c.modes)


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity of the touched point without contact."""
    v_free = s.ahead + s.per_force * s.force
    advance(c, s)
    if position != s.place:
        v_free = touch(c, s, position)
    s.free = v_free
    return v_free, s.admittance


@kernel
def displacement(c, s):
    """Half-step displacement of the touched point."""
    return weighed(s.weight, s.x, c.modes)


@kernel
def push(c, s, f):
    """The force waits for the next sample."""
    s.force = f


@kernel(reassociate=True)
def pickup(c, s, k, output):
    """(8.4) at pickup k, at the time of this sample."""
    f = s.force
    if output != DISPLACEMENT:
        return s.free + s.admittance * f if c.own > 0 else s.heard[k] + s.answer[k] * f
    heard = part(c.heard, k * c.modes)
    total = 0.0
    for i in range(c.modes):
        total += heard[i] * (s.x[i] + 0.5 * c.step * (s.v[i] + s.heavy[i] * f))
    return total


@kernel(reassociate=True)
def stored(c, s):
    """Kinetic and potential energy of the (moved) modes after this step: m' = T h2 / 2b, m' w'^2 = -h1 / b."""
    total = 0.0
    for i in range(c.modes):
        v = s.v[i] + s.heavy[i] * s.force
        x = s.x[i] + c.step * v
        w = 2.0 * v - s.w[i]
        total += (0.5 * c.step * s.h2[i] * w * w - s.h1[i] * x * x) / s.b[i]
    return 0.5 * total


@kernel(reassociate=True)
def spent(c, s):
    """Each mode dissipates (2 m / t_e) v^2, whichever integrator."""
    total = 0.0
    for i in range(c.modes):
        v = s.v[i] + s.heavy[i] * s.force
        total += c.loss[i] * v * v
    work = s.work
    s.work = 0.0
    return total, work


@kernel
def extent(c, s, samples):
    """Within what its modes swing, however long."""
    most = swing(s.weight, s.x, s.w, s.v, s.h1, s.h2, c.step, c.modes)
    return -most, most


@kernel
def ring(c, s, pickups, output, out, block, samples):
    """On by themselves, after a sample without force; what looks ahead is found anew when it is next asked for."""
    ring_on(s.x, s.w, s.v, s.h1, s.h2, c.heard, c.step, c.modes, pickups, output, out, block, samples)
    s.place = -1.0
    return True


@kernel(seldom=True)
def retune(c, s, normal_force, bend):
    """Tune the modes anew, and book the energy that this takes."""
    before = stored(c, s) if c.observed > 0 else 0.0
    s.bend = bend
    s.pressed = normal_force
    tune(c, s)
    s.place = -1.0
    if c.observed > 0:
        s.work = s.work + stored(c, s) - before


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Tune the modes anew where bend or press have changed."""
    if bend != s.bend or (normal_force != s.pressed and c.stiffening != 0.0):
        retune(c, s, normal_force, bend)


class Modal(Body):
    """Modes with frequency, decay time and mass; shapes give contact points, pickups what is heard."""

    frequencies: Numbers = parameter("f", "Hz", "mode frequencies", more_than=0, at_most=1e6, range=(20, 20_000), curve="log")
    decay_times: OneOrNumbers = parameter(
        "t_e", "s", "times in which a mode's amplitude falls to 1/e (inf: never)", more_than=0, range=(1e-3, 30), curve="log"
    )
    masses: OneOrNumbers = parameter("m", "kg", "modal masses", more_than=0, at_most=1e9, range=(1e-4, 10), curve="log")
    shapes: NumberRows = parameter("t", "", "signed mode shapes, a row for each contact point", default=None, at_least=-1e9, at_most=1e9)
    pickups: NumberRows = parameter(
        "",
        "",
        "signed mode shapes, a row for each output channel (default: the first contact point)",
        default=None,
        at_least=-1e9,
        at_most=1e9,
    )
    stiffening: Number = parameter(
        "", "1/N", "share by which all frequencies rise for each newton that presses", default=0.0, at_least=0, at_most=1e3, range=(0, 0.1)
    )
    integrator: Literal["exact", "bilinear"] = "exact"

    kernels: ClassVar[BodyKernels] = BodyKernels(
        MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, lead, settle, extent=extent, ring=ring
    )

    one_point: ClassVar[bool] = False

    @property
    def ports(self) -> Any:
        from rosin.bodies.modal_ports import PORTS

        return PORTS

    def port_width(self, sample_rate: float) -> int:
        modes = self.form(sample_rate)["modes"]
        return LINE + -(-modes // LINE) * LINE

    def check(self) -> None:
        n = len(self.frequencies)
        for name in ("decay_times", "masses"):
            given = getattr(self, name)
            if isinstance(given, tuple) and len(given) != n:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {n} frequencies; give one number or {n}.")
        for name in ("shapes", "pickups"):
            for index, given in enumerate(getattr(self, name) or ()):
                if len(given) != n:
                    raise self.refuse(
                        f"{name}[{index}]", f"a row of {len(given)}", f"does not match the {n} frequencies; give {n} numbers."
                    )
        if not any(any(weights) for weights in self._shapes()):
            raise self.refuse("shapes", "all zeros", "is not allowed: no mode can be touched; give one non-zero shape at least.")

    def _shapes(self) -> tuple[tuple[float, ...], ...]:
        return self.shapes or ((1.0,) * len(self.frequencies),)

    def _pickups(self) -> tuple[tuple[float, ...], ...]:
        return self.pickups or self._shapes()[:1]

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        shapes = self._shapes()
        place = min(max(position, 0.0), 1.0) * (len(shapes) - 1)
        point = min(math.floor(place), max(len(shapes) - 2, 0))
        weights = [a + (place - point) * (b - a) for a, b in zip(shapes[point], shapes[min(point + 1, len(shapes) - 1)], strict=True)]
        n = len(self.frequencies)
        felt = zip(self.frequencies, each(self.decay_times, n), each(self.masses, n), weights, strict=True)
        return tuple(sorted(Mode(frequency, decay_time, mass / weight**2) for frequency, decay_time, mass, weight in felt if weight**2))

    @property
    def controls(self) -> frozenset[str]:
        return frozenset({"position", "bend"} if len(self._shapes()) > 1 else {"bend"})

    def channels(self, output: str = "velocity") -> int:
        return len(self._pickups())

    def packed(self) -> dict[str, Any]:
        n = len(self.frequencies)
        return {
            "stiffening": self.stiffening,
            "frequencies": self.frequencies,
            "decay_times": each(self.decay_times, n),
            "masses": each(self.masses, n),
            "shapes": [weight for weights in self._shapes() for weight in weights],
            "pickups_shapes": [weight for weights in self._pickups() for weight in weights],
        }

    def form(self, sample_rate: float) -> dict[str, int]:
        n = len(self.frequencies)
        return {
            "count": n,
            "modes": 4 * ((n + 3) // 4),
            "points": len(self._shapes()),
            "pickups": self.channels(),
            "own": int(self.pickups is None and len(self._shapes()) == 1),
            "bilinear": int(self.integrator == "bilinear"),
        }

    def check_rate(self, sample_rate: float) -> None:
        for index, frequency in enumerate(self.frequencies):
            if frequency >= 0.5 * sample_rate:
                raise self.refuse(
                    f"frequencies[{index}]",
                    f"{frequency:g} Hz",
                    f"is not below half the sample rate, {0.5 * sample_rate:g} Hz; "
                    "leave the mode out, raise the sample rate or oversample.",
                )

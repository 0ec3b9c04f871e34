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
the free velocity goes on as v (1 + h1 T + 2 h2) - 2 h2 w_v.

The gesture's `bend` raises all frequencies by so many semitones, and the normal force by the share `stiffening` for each
newton; decay times stay. Positions and velocities go on unchanged, and the energy that this takes is booked as work.
"""

import math
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import MaxLen, MinLen
from pydantic import BeforeValidator

from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels, Mode
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, expm1, sin_cos_pi
from rosin.model.parameters import Number, parameter, real

MOST_MODES = 4096
MOST_WEIGHTS = 2**20  # of all contact points, or of all pickups
# coefficients: these, the rows h1, h2, b, loss, those of the touched point (weight, weight b, and two to look ahead), what to tune anew
# (unbent frequency, decay, mass), shapes, pickups;
# every row is padded to a multiple of four modes
STEP, QUADS, POINTS, OWN, PLACE, ADMITTANCE, PER_FORCE, BILINEAR, STIFFENING, BEND, PRESSED = range(11)
H1, H2, B, LOSS, WEIGHT, HEAVY, AHEAD_V, AHEAD_W, OMEGA, DECAY, MASS, SHAPES = range(12)
# state: these, then the rows w_x, w_v, v
FORCE, AHEAD, FREE, WORK = range(4)
HEAD = 12
SEMITONE = math.log(2.0) / 12.0
HIGHEST = 0.98 * math.pi  # angle a sample to which a mode may be bent


@kernel
def rates_exact(omega, decay, T):
    """h1, h2 and m b of a mode whose step has the poles of the continuous mode; decay = 1 / t_e."""
    lost = -expm1(-decay * T)
    q = 1.0 - lost
    under = omega * omega - decay * decay
    if under >= 0.0:
        sine, _ = sin_cos_pi(0.5 / math.pi * T * math.sqrt(under))
        swing = 2.0 * q * sine * sine
    else:
        root = math.sqrt(-under)
        part = exp(-0.5 * T * omega * omega / (decay + root)) * -expm1(-T * root)
        swing = -0.5 * part * part
    h1 = -(0.5 * lost * lost + swing) / T
    h2 = 0.5 * (0.5 * (1.0 + q) * (1.0 + q) - swing)
    if decay * T < 1e-8:
        return h1, h2, 0.5 * T
    return h1, h2, -expm1(-2.0 * decay * T) / (4.0 * decay)


@kernel
def rates_bilinear(omega, decay, T):
    """h1, h2 and m b of (8.7): Delta T^2 = 1 + T / t_e + (w T / 2)^2."""
    scale = 1.0 / (1.0 + T * decay + 0.25 * omega * omega * T * T)
    return -0.5 * T * omega * omega * scale, scale, 0.5 * T * scale


@kernel
def tune(c, ratio):
    """The rows h1, h2 and b of modes whose frequencies are raised by a ratio."""
    n = 4 * int(c[QUADS])
    T = c[STEP]
    for i in range(n):
        unbent = c[HEAD + OMEGA * n + i]
        omega = min(unbent * ratio, max(unbent, HIGHEST / T))
        if c[BILINEAR] > 0.0:
            h1, h2, b = rates_bilinear(omega, c[HEAD + DECAY * n + i], T)
        else:
            h1, h2, b = rates_exact(omega, c[HEAD + DECAY * n + i], T)
        c[HEAD + H1 * n + i] = h1
        c[HEAD + H2 * n + i] = h2
        c[HEAD + B * n + i] = b / c[HEAD + MASS * n + i]


@kernel
def prepare(p, fs, c):
    """p = modes, points, pickups, bilinear, own, stiffening, then the rows frequency, 1/t_e, mass, shapes, pickups."""
    T = 1.0 / fs
    modes = int(p[0])
    n = 4 * ((modes + 3) // 4)
    c[STEP] = T
    c[QUADS] = n // 4
    c[POINTS] = p[1]
    c[OWN] = p[4]
    c[PLACE] = -1.0
    c[BILINEAR] = p[3]
    c[STIFFENING] = p[5]
    c[BEND] = 0.0
    c[PRESSED] = 0.0
    for i in range(modes):
        c[HEAD + OMEGA * n + i] = 2.0 * math.pi * p[6 + i]
        c[HEAD + DECAY * n + i] = p[6 + modes + i]
        c[HEAD + MASS * n + i] = p[6 + 2 * modes + i]
        c[HEAD + LOSS * n + i] = 2.0 * c[HEAD + MASS * n + i] * c[HEAD + DECAY * n + i] * T
        for row in range(int(p[1] + p[2])):
            c[HEAD + (SHAPES + row) * n + i] = p[6 + (3 + row) * modes + i]
    for i in range(modes, n):
        c[HEAD + OMEGA * n + i] = 0.0
        c[HEAD + DECAY * n + i] = 0.0
        c[HEAD + MASS * n + i] = 1.0
    tune(c, 1.0)


@kernel
def start(c, s):
    """At rest."""
    for i in range(HEAD + 12 * int(c[QUADS])):
        s[i] = 0.0


@kernel(reassociate=True)
def touch(c, s, position):
    """Interpolate the mode shapes at a position from 0 (first point) to 1 (last); the velocity there."""
    n = 4 * int(c[QUADS])
    last = c[POINTS] - 1.0
    place = min(max(position, 0.0), 1.0) * last
    point = min(math.floor(place), max(last - 1.0, 0.0))
    share = place - point
    here = HEAD + (SHAPES + int(point)) * n
    there = here if last == 0.0 else here + n
    y, v_free, ahead, per_force = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        weight = (1.0 - share) * c[here + i] + share * c[there + i]
        heavy = weight * c[HEAD + B * n + i]
        reach = c[HEAD + H1 * n + i] * c[STEP] + 2.0 * c[HEAD + H2 * n + i]
        ahead_v = weight + weight * reach
        ahead_w = -2.0 * weight * c[HEAD + H2 * n + i]
        v = s[HEAD + 2 * n + i]
        c[HEAD + WEIGHT * n + i] = weight
        c[HEAD + HEAVY * n + i] = heavy
        c[HEAD + AHEAD_V * n + i] = ahead_v
        c[HEAD + AHEAD_W * n + i] = ahead_w
        y += weight * heavy
        v_free += weight * v
        ahead += ahead_v * v + ahead_w * s[HEAD + n + i]
        per_force += heavy * weight * reach
    c[PLACE] = position
    c[ADMITTANCE] = y
    c[PER_FORCE] = per_force
    s[AHEAD] = ahead
    return v_free


@kernel(reassociate=True)
def advance(c, s):
    """Let the last force in, step every mode, and look ahead to the sum of the sample after this one."""
    n = 4 * int(c[QUADS])
    T = c[STEP]
    f = s[FORCE]
    ahead, behind = 0.0, 0.0
    for i in range(n):
        v = s[HEAD + 2 * n + i] + c[HEAD + HEAVY * n + i] * f
        x = s[HEAD + i] + T * v
        w = 2.0 * v - s[HEAD + n + i]
        v = c[HEAD + H1 * n + i] * x + c[HEAD + H2 * n + i] * w
        s[HEAD + i] = x
        s[HEAD + n + i] = w
        s[HEAD + 2 * n + i] = v
        ahead += c[HEAD + AHEAD_V * n + i] * v
        behind += c[HEAD + AHEAD_W * n + i] * w
    s[AHEAD] = ahead + behind


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity of the touched point without contact."""
    v_free = s[AHEAD] + c[PER_FORCE] * s[FORCE]
    advance(c, s)
    if position != c[PLACE]:
        v_free = touch(c, s, position)
    s[FREE] = v_free
    return v_free, c[ADMITTANCE]


@kernel(reassociate=True)
def displacement(c, s):
    """Half-step displacement of the touched point."""
    n = 4 * int(c[QUADS])
    total = 0.0
    for i in range(n):
        total += c[HEAD + WEIGHT * n + i] * s[HEAD + i]
    return total


@kernel
def push(c, s, f):
    """The force waits for the next sample."""
    s[FORCE] = f


@kernel(reassociate=True)
def pickup(c, s, k, output):
    """(8.4) at pickup k, at the time of this sample."""
    f = s[FORCE]
    if c[OWN] > 0.0 and output != DISPLACEMENT:
        return s[FREE] + c[ADMITTANCE] * f
    n = 4 * int(c[QUADS])
    row = HEAD + (SHAPES + int(c[POINTS]) + k) * n
    total = 0.0
    if output == DISPLACEMENT:
        for i in range(n):
            total += c[row + i] * (s[HEAD + i] + 0.5 * c[STEP] * (s[HEAD + 2 * n + i] + c[HEAD + HEAVY * n + i] * f))
    else:
        for i in range(n):
            total += c[row + i] * (s[HEAD + 2 * n + i] + c[HEAD + HEAVY * n + i] * f)
    return total


@kernel(reassociate=True)
def stored(c, s):
    """Kinetic and potential energy of the (moved) modes after this step: m' = T h2 / 2b, m' w'^2 = -h1 / b."""
    n = 4 * int(c[QUADS])
    total = 0.0
    for i in range(n):
        v = s[HEAD + 2 * n + i] + c[HEAD + HEAVY * n + i] * s[FORCE]
        x = s[HEAD + i] + c[STEP] * v
        w = 2.0 * v - s[HEAD + n + i]
        total += (0.5 * c[STEP] * c[HEAD + H2 * n + i] * w * w - c[HEAD + H1 * n + i] * x * x) / c[HEAD + B * n + i]
    return 0.5 * total


@kernel(reassociate=True)
def spent(c, s):
    """Each mode dissipates (2 m / t_e) v^2, whichever integrator."""
    n = 4 * int(c[QUADS])
    total = 0.0
    for i in range(n):
        v = s[HEAD + 2 * n + i] + c[HEAD + HEAVY * n + i] * s[FORCE]
        total += c[HEAD + LOSS * n + i] * v * v
    work = s[WORK]
    s[WORK] = 0.0
    return total, work


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Tune the modes anew where bend or press have changed."""
    if bend == c[BEND] and (normal_force == c[PRESSED] or c[STIFFENING] == 0.0):
        return
    before = stored(c, s)
    c[BEND] = bend
    c[PRESSED] = normal_force
    tune(c, exp(SEMITONE * bend) * (1.0 + c[STIFFENING] * max(normal_force, 0.0)))
    c[PLACE] = -1.0
    s[WORK] = s[WORK] + stored(c, s) - before


def plain(value: Any) -> Any:
    """A NumPy array as lists; anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def row(value: Any) -> tuple[float, ...]:
    """A list, tuple or array of numbers as a tuple."""
    value = plain(value)
    if not isinstance(value, list | tuple):
        raise ValueError("must be a list of numbers")
    if not value:
        raise ValueError("is empty; give one number at least")
    if len(value) > MOST_MODES:
        raise ValueError(f"has {len(value)} entries; at most {MOST_MODES} are allowed")
    numbers = []
    for index, item in enumerate(value):
        try:
            numbers.append(real(item))
        except ValueError as error:
            raise ValueError(f"entry {index} {error}") from None
    return tuple(numbers)


def one_or_row(value: Any) -> tuple[float, ...] | float:
    """A number that serves all modes, or one for each."""
    value = plain(value)
    return row(value) if isinstance(value, list | tuple) else real(value)


def each(value: tuple[float, ...] | float, n: int) -> tuple[float, ...]:
    """A number for each of n modes."""
    return value if isinstance(value, tuple) else (value,) * n


def rows(value: Any) -> tuple[tuple[float, ...], ...] | None:
    """Rows of numbers; a single row may be given bare."""
    if value is None:
        return None
    value = plain(value)
    if not isinstance(value, list | tuple) or not value:
        raise ValueError("must be a row of numbers, or several rows")
    if len(value) > MOST_MODES:
        raise ValueError(f"has {len(value)} rows; at most {MOST_MODES} are allowed")
    if not isinstance(plain(value[0]), list | tuple):
        return (row(value),)
    if len(value) * len(plain(value[0])) > MOST_WEIGHTS:
        raise ValueError(f"has {len(value)} rows of {len(plain(value[0]))}; at most {MOST_WEIGHTS} numbers are allowed in all")
    return tuple(row(item) for item in value)


Numbers = Annotated[tuple[float, ...], MinLen(1), MaxLen(MOST_MODES)]
SeveralNumbers = Annotated[tuple[Numbers, ...], MinLen(1), MaxLen(MOST_MODES)]
Row = Annotated[Numbers, BeforeValidator(row)]
OneOrRow = Annotated[Numbers | float, BeforeValidator(one_or_row)]
Rows = Annotated[SeveralNumbers | None, BeforeValidator(rows, json_schema_input_type=Numbers | SeveralNumbers | None)]


class Modal(Body):
    """Modes with frequency, decay time and mass; shapes give contact points, pickups what is heard."""

    frequencies: Row = parameter("f", "Hz", "mode frequencies", more_than=0, at_most=1e6, range=(20, 20_000), curve="log")
    decay_times: OneOrRow = parameter(
        "t_e", "s", "times in which a mode's amplitude falls to 1/e (inf: never)", more_than=0, range=(1e-3, 30), curve="log"
    )
    masses: OneOrRow = parameter("m", "kg", "modal masses", more_than=0, at_most=1e9, range=(1e-4, 10), curve="log")
    shapes: Rows = parameter("t", "", "signed mode shapes, a row for each contact point", default=None, at_least=-1e9, at_most=1e9)
    pickups: Rows = parameter(
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

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent, lead)

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

    def pack(self) -> list[float]:
        n = len(self.frequencies)
        own = self.pickups is None and len(self._shapes()) == 1
        packed = [float(n), len(self._shapes()), self.channels(), float(self.integrator == "bilinear"), float(own), self.stiffening]
        packed += [*self.frequencies, *(1 / t for t in each(self.decay_times, n)), *each(self.masses, n)]
        for weights in (*self._shapes(), *self._pickups()):
            packed += weights
        return packed

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        n = 4 * ((len(self.frequencies) + 3) // 4)
        return HEAD + n * (SHAPES + len(self._shapes()) + self.channels()), HEAD + 3 * n

    def check_rate(self, sample_rate: float) -> None:
        for index, frequency in enumerate(self.frequencies):
            if frequency >= 0.5 * sample_rate:
                raise self.refuse(
                    f"frequencies[{index}]",
                    f"{frequency:g} Hz",
                    f"is not below half the sample rate, {0.5 * sample_rate:g} Hz; "
                    "leave the mode out, raise the sample rate or oversample.",
                )

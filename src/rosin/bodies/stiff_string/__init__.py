"""A stiff, damped string by finite differences, touched and heard at any point (Willemsen et al. 2019, eq. 1, 10 to 18).

    u_tt = c^2 u_xx - K^2 u_xxxx - 2 s0 u_t + 2 s1 u_txx + J f / (rho A),     c^2 = T / (rho A),   K^2 = E r^2 / (4 rho)

on the coarsest grid that (10) allows, with (11d) as it must read, 1 / (k h^2). A point between grid points is read by cubic
weights I and pushed by the same weights over h, J; next to an end the weights are folded at it, so that a contact gets
the velocity that was solved for at every position:  v = v_free + y f,  y = I.J / (rho A (2/k + 2 s0)). The bridge carries
F = T u_x - E I u_xxx. Energy:

    rho A [|u_t-|^2 + c^2 <u_x, u_x-> + K^2 <u_xx, u_xx-> - s1 k |u_tx-|^2] / 2,   lost: 2 rho A [s0 |u_t|^2 + s1 |u_tx|^2]

The grid and its energy are in grid.py, the stopping finger in finger.py.
"""

import math
from typing import ClassVar, Literal

from rosin.bodies.body import BRIDGE_FORCE, DISPLACEMENT, Body, BodyKernels
from rosin.bodies.modal import Row
from rosin.bodies.stiff_string.finger import SWIFTEST, hold, stop
from rosin.bodies.stiff_string.grid import (
    AHEAD,
    BRIDGE_1,
    BRIDGE_2,
    C0,
    C1,
    C2,
    CELLS,
    D0,
    D1,
    FINGER,
    FIRST,
    FOLD,
    FORCE,
    FROM_BEFORE,
    FROM_NOW,
    HEAD,
    LAST,
    LINE_MASS,
    LOST,
    MOBILITY,
    PER_FORCE,
    PHASE,
    PLACE,
    PRINTED,
    PUSH,
    ROWS,
    S0,
    S1,
    SPACING,
    STEP,
    STIFF2,
    SUPPLIED,
    W0,
    W1,
    W2,
    W3,
    WAVE2,
    between,
    fix_ends,
    grid_cells,
    row_length,
    rows,
    stored,
    weigh,
)
from rosin.bodies.string import String
from rosin.kernels.dialect import kernel
from rosin.model.errors import ParameterError
from rosin.model.parameters import Number, parameter

FEWEST_CELLS, MOST_CELLS = 6, 1_000_000
CLEAR = 3  # cells between bow and finger


@kernel
def prepare(p, fs, c):
    """p = fold, length, rho A, c^2, K^2, s0, s1, printed finger, pickups, and their places from 0 to 1."""
    k = 1.0 / fs
    cells = grid_cells(p[1], p[3], p[4], p[6], fs)
    h = p[1] / cells
    s0 = p[5]
    s1 = p[6]
    c[CELLS] = cells
    c[STEP] = k
    c[SPACING] = h
    c[LINE_MASS] = p[2]
    c[WAVE2] = p[3]
    c[STIFF2] = p[4]
    c[S0] = s0
    c[S1] = s1
    c[FOLD] = p[0]
    c[PLACE] = -1.0
    c[FINGER] = -1.0
    c[PRINTED] = p[7]
    wave = p[3] * k * k / (h * h)
    stiff = p[4] * k * k / (h * h * h * h)
    loss = 2.0 * s1 * k / (h * h)
    scale = 1.0 / (1.0 + s0 * k)
    c[C0] = (2.0 - 2.0 * wave - 6.0 * stiff - 2.0 * loss) * scale
    c[C1] = (wave + 4.0 * stiff + loss) * scale
    c[C2] = -stiff * scale
    c[D0] = (-1.0 + s0 * k + 2.0 * loss) * scale
    c[D1] = -loss * scale
    c[PUSH] = k * k * scale / (p[2] * h)
    c[MOBILITY] = 0.5 * k * scale / (p[2] * h)
    bend = p[2] * p[4] / (h * h * h)
    c[BRIDGE_1] = p[2] * p[3] / h + (3.0 + c[FOLD]) * bend
    c[BRIDGE_2] = -bend
    for i in range(int(p[8])):
        at = HEAD + 5 * i
        first, c[at + 1], c[at + 2], c[at + 3], c[at + 4] = weigh(c, p[9 + i] * cells)
        c[at] = first + 2


@kernel
def start(c, s):
    """At rest."""
    for i in range(ROWS + 3 * row_length(c)):
        s[i] = 0.0


@kernel
def look_ahead(c, s, last, present):
    """The velocity (13) that the touched point will have in the next sample, by the last two rows as they are."""
    last = last - 2 + int(c[FIRST])
    present = present - 2 + int(c[FIRST])
    ahead, behind = 0.0, 0.0
    for i in range(8):
        ahead += c[FROM_NOW + i] * s[present + i]
        behind += c[FROM_BEFORE + i] * s[last + i]
    return ahead + behind


@kernel
def touch(c, s, position):
    """Take the weights at a position from 0 to 1, and (12), (13) at that point as weights of the present and the last row."""
    place = min(max(position, 0.0), 1.0) * c[CELLS]
    if c[FINGER] > 0.0:
        place = min(place, c[LAST] - CLEAR - 1e-9)
    first, c[W0], c[W1], c[W2], c[W3] = weigh(c, place)
    c[FIRST] = first + 2
    c[PLACE] = position
    for i in range(16):
        c[FROM_NOW + i] = 0.0
    scale = 0.5 / c[STEP]
    for j in range(4):
        w = scale * c[W0 + j]
        c[FROM_NOW + j] += w * c[C2]
        c[FROM_NOW + j + 1] += w * c[C1]
        c[FROM_NOW + j + 2] += w * c[C0]
        c[FROM_NOW + j + 3] += w * c[C1]
        c[FROM_NOW + j + 4] += w * c[C2]
        c[FROM_BEFORE + j + 1] += w * c[D1]
        c[FROM_BEFORE + j + 2] += w * (c[D0] - 1.0)
        c[FROM_BEFORE + j + 3] += w * c[D1]
    moved = 0.0
    for j in range(4):
        moved += c[FROM_NOW + 2 + j] * c[W0 + j]
    if first == 1:
        moved += c[FOLD] * c[FROM_NOW] * c[W0]
    if first == int(c[CELLS]) - 4:
        moved += c[FOLD] * c[FROM_NOW + 7] * c[W3]
    c[PER_FORCE] = c[PUSH] * moved
    _, last, present = rows(c, s)
    s[FORCE] = 0.0
    s[AHEAD] = look_ahead(c, s, last, present)


@kernel
def step_row(c, s):
    """(12) without the bow: what was the next row is the present one, and the oldest is written over."""
    s[PHASE] = s[PHASE] + 1.0 if s[PHASE] < 2.0 else 0.0
    before, now, after = rows(c, s)
    c0, c1, c2, d0, d1 = c[C0], c[C1], c[C2], c[D0], c[D1]
    for i in range(int(c[LAST]) + 1):
        inner = c0 * s[now + i + 2] + c1 * (s[now + i + 1] + s[now + i + 3]) + c2 * (s[now + i] + s[now + i + 4])
        s[after + i + 2] = inner + d0 * s[before + i + 2] + d1 * (s[before + i + 1] + s[before + i + 3])
    if c[FINGER] > 0.0:
        hold(c, s, before, after)
    fix_ends(c, s, after)
    return now, after


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity (13) at the touched point: known in the last sample but for its force, so that no contact waits for the row."""
    s[SUPPLIED] = 0.0
    if finger != c[FINGER]:
        way = SWIFTEST * c[STEP]
        stop(c, s, min(max(finger, c[FINGER] - way), c[FINGER] + way) if c[FINGER] >= 0.0 else finger)
    if position != c[PLACE]:
        touch(c, s, position)
    w0, w1, w2, w3 = c[W0], c[W1], c[W2], c[W3]
    return s[AHEAD] + c[PER_FORCE] * s[FORCE], c[MOBILITY] * (w0 * w0 + w1 * w1 + w2 * w2 + w3 * w3)


@kernel
def displacement(c, s):
    """Half a step before: the mean of the present row, which is still the next one, and the last."""
    first = int(c[FIRST])
    w0, w1, w2, w3 = c[W0], c[W1], c[W2], c[W3]
    _, last, present = rows(c, s)
    return 0.5 * (between(s, present + first, w0, w1, w2, w3) + between(s, last + first, w0, w1, w2, w3))


@kernel
def push(c, s, f):
    """Step the row, look ahead, and spread the force over the touched points."""
    now, after = step_row(c, s)
    s[AHEAD] = look_ahead(c, s, now, after)
    s[FORCE] = f
    at = after + int(c[FIRST])
    amount = c[PUSH] * f
    s[at] = s[at] + amount * c[W0]
    s[at + 1] = s[at + 1] + amount * c[W1]
    s[at + 2] = s[at + 2] + amount * c[W2]
    s[at + 3] = s[at + 3] + amount * c[W3]
    fix_ends(c, s, after)


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity at pickup k, or the force on the bridge, at the time of this sample."""
    if output == BRIDGE_FORCE:
        _, now, _ = rows(c, s)
        return c[BRIDGE_1] * s[now + 3] + c[BRIDGE_2] * s[now + 4]
    row = HEAD + 5 * k
    at = int(c[row])
    w0, w1, w2, w3 = c[row + 1], c[row + 2], c[row + 3], c[row + 4]
    before, now, after = rows(c, s)
    if output == DISPLACEMENT:
        return between(s, now + at, w0, w1, w2, w3)
    moved = between(s, after + at, w0, w1, w2, w3) - between(s, before + at, w0, w1, w2, w3)
    return 0.5 * moved / c[STEP]


@kernel
def spent(c, s):
    """Lost to both kinds of damping; and what the finger takes or gives."""
    before, _, after = rows(c, s)
    k = c[STEP]
    h = c[SPACING]
    even, steep = 0.0, 0.0
    last = s[after + 2] - s[before + 2]
    for i in range(int(c[CELLS])):
        rate = s[after + i + 3] - s[before + i + 3]
        even += rate * rate
        steep += (rate - last) * (rate - last)
        last = rate
    lost = 0.5 * c[LINE_MASS] / k * (c[S0] * even * h + c[S1] * steep / h)
    if c[FINGER] > 0.0:
        lost += s[LOST]
    return lost - min(s[SUPPLIED], 0.0), max(s[SUPPLIED], 0.0)


class StiffString(String, Body):
    """A string with stiffness and two kinds of damping.

    `position` and `pickups` run from 0 (bridge) to 1 (nut), `finger` from 0 (nut, open) towards 1; it leaves at least six cells, needs
    10 ms for the whole string however it jumps, and the bow stays three cells on the bridge's side of it.
    """

    length: Number = parameter("L", "m", "length", at_least=1e-6, at_most=1e3, range=(0.1, 3))
    radius: Number = parameter("r", "m", "radius", at_least=1e-9, at_most=0.1, range=(1e-4, 2e-3), curve="log")
    density: Number = parameter("ρ", "kg/m^3", "density", default=7850.0, at_least=1e-3, at_most=1e5, range=(1000, 20_000))
    youngs_modulus: Number = parameter("E", "Pa", "Young's modulus", default=2e11, at_least=0, at_most=1e13, range=(1e9, 4e11), curve="log")
    tension: Number | None = parameter(
        "T", "N", "tension; give either this or frequency", default=None, more_than=0, at_most=1e7, range=(10, 1000)
    )
    frequency: Number | None = parameter(
        "f_1", "Hz", "lowest partial; give either this or tension", default=None, more_than=0, at_most=1e5, range=(30, 2000), curve="log"
    )
    damping: Number = parameter("σ0", "1/s", "damping at all frequencies", default=1.0, at_least=0, at_most=1e5, range=(0, 10))
    frequency_damping: Number = parameter(
        "σ1", "m^2/s", "damping that grows with frequency", default=5e-3, at_least=0, at_most=10, range=(0, 0.05)
    )
    ends: Literal["supported", "clamped"] = "supported"
    finger_stop: Literal["rigid", "printed"] = "rigid"
    pickups: Row = parameter("", "", "places that are heard, from bridge to nut", default=(0.1,), at_least=0, at_most=1)

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent)

    def check(self) -> None:
        if (self.tension is None) == (self.frequency is None):
            raise ParameterError("StiffString: give either tension (T, in N) or frequency (f_1, in Hz), one of them and not both.")
        if self.wave_speed_squared() <= 0:
            reason = "is below what the stiffness alone gives; raise it, or lower radius or youngs_modulus."
            raise self.refuse("frequency", f"{self.frequency} Hz", reason)

    def line_mass(self) -> float:
        """Mass per metre, kg/m."""
        return self.density * math.pi * self.radius**2

    def stiffness_squared(self) -> float:
        """K^2 = E I / (rho A)."""
        return self.youngs_modulus * self.radius**2 / (4 * self.density)

    def wave_speed_squared(self) -> float:
        """c^2, from the tension, or so that the lowest partial of the stiff string has the given frequency."""
        if self.tension is not None:
            return self.tension / self.line_mass()
        assert self.frequency is not None
        supported = (2 * self.length * self.frequency) ** 2 - math.pi**2 * self.stiffness_squared() / self.length**2
        return supported if self.ends == "supported" else self._clamped_wave_speed_squared()

    def _clamped_wave_speed_squared(self) -> float:
        """c^2 of the clamped string: its first mode has l2 tan(l2 L / 2) = -l1 tanh(l1 L / 2), l1^2 - l2^2 = c^2 / K^2, l1 l2 = w / K."""
        assert self.frequency is not None
        omega, stiff, length = 2 * math.pi * self.frequency, math.sqrt(self.stiffness_squared()), self.length
        low, high = 0.0, (2 * length * self.frequency) ** 2
        if stiff == 0:
            return high
        for _ in range(200):
            middle = 0.5 * (low + high)
            root = math.hypot(middle, 2 * stiff * omega)
            along, across = math.sqrt((root + middle) / 2) / stiff, math.sqrt(2) * omega / math.sqrt(root + middle)
            if across * length / 2 > math.pi / 2 and across * math.tan(across * length / 2) + along * math.tanh(along * length / 2) > 0:
                low = middle
            else:
                high = middle
        return low

    def cells(self, sample_rate: float) -> int:
        """Number of grid cells at the stability limit (10)."""
        return int(grid_cells(self.length, self.wave_speed_squared(), self.stiffness_squared(), self.frequency_damping, sample_rate))

    def pack(self) -> list[float]:
        physics = [self.length, self.line_mass(), self.wave_speed_squared(), self.stiffness_squared(), self.damping, self.frequency_damping]
        choices = -1.0 if self.ends == "supported" else 1.0, float(self.finger_stop == "printed")
        return [choices[0], *physics, choices[1], len(self.pickups), *self.pickups]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return HEAD + 5 * len(self.pickups), ROWS + 12 * ((self.cells(sample_rate) + 8) // 4)

    def check_rate(self, sample_rate: float) -> None:
        cells = self.cells(sample_rate)
        if cells < FEWEST_CELLS:
            reason = f"gives {cells} grid cells at {sample_rate:g} Hz, but {FEWEST_CELLS} are needed"
            raise self.refuse("length", f"{self.length:g} m", f"{reason}; raise the sample rate, oversample, or lengthen the string.")
        if cells > MOST_CELLS:
            reason = f"gives {cells} grid cells at {sample_rate:g} Hz, but at most {MOST_CELLS} are allowed"
            raise self.refuse("length", f"{self.length:g} m", f"{reason}; raise the tension or frequency, or lower the sample rate.")

    def form(self, sample_rate: float) -> tuple[int, ...]:
        return (*super().form(sample_rate), self.cells(sample_rate))

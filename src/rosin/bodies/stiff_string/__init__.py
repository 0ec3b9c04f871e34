"""A stiff, damped string by finite differences, touched and heard at any point (Willemsen et al. 2019, eq. 1, 10 to 18).

    u_tt = c^2 u_xx - K^2 u_xxxx - 2 s0 u_t + 2 s1 u_txx + J f / (rho A),     c^2 = T / (rho A),   K^2 = E r^2 / (4 rho)

on the finest grid that (10) allows, with (11d) as it must read, 1 / (k h^2). A point between grid points is read by cubic
weights I and pushed by the same weights over h, J; next to an end the weights are folded at it, so that a contact gets
the velocity that was solved for at every position:  v = v_free + y f,  y = I.J / (rho A (2/k + 2 s0)). The bridge carries
F = T u_x - E I u_xxx; where the bridge moves, half a cell of string is its end, free for a body to be joined to it. Energy:

    rho A [|u_t-|^2 + c^2 <u_x, u_x-> + K^2 <u_xx, u_xx-> - s1 k |u_tx-|^2] / 2,   lost: 2 rho A [s0 |u_t|^2 + s1 |u_tx|^2]

What it is as a line is in line.py, the grid and its energy in grid.py, what becomes of it when it changes in regrid.py, the touched
place in touch.py, the stopping finger in finger.py.
"""

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import BRIDGE_FORCE, DISPLACEMENT, BodyKernels
from rosin.bodies.stiff_string.finger import SWIFTEST, hold, press, stop
from rosin.bodies.stiff_string.grid import MEMORY, bridge_force, cells_of, fix_ends, move_end, read_row, rows, settle_place, stored
from rosin.bodies.stiff_string.line import finest, mass_of, stiffness_of, wave_speed_of
from rosin.bodies.stiff_string.regrid import regrid
from rosin.bodies.stiff_string.touch import OFF_BRIDGE, look_ahead, reached, settle_touch, touch
from rosin.bodies.string import String
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import Constant, abreast, kernel, lane, lanes, meet, part
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.rows import Numbers

FEWEST_CELLS, MOST_CELLS = 6, 1_000_000
NEAR = 0.97  # of the finest grid that is stable: so coarse may that of a string be which sounds while it is changed
ROUNDED = Constant(1e-9, single=1e-4)  # of a cell: where another rounding would make it one fewer, there are as many as Python found
ROOM = 2  # times the cells that a string has, for those that it may have when it is played live
FOLDS = {"supported": -1.0, "clamped": 1.0}  # what a point beyond an end is of the one that it mirrors
PORT_WIDTH = 8  # numbers in the row of a port (ports.py), padded to a cache line


@kernel
def prepare(p, fs, c):
    """The grid, the constants of (12), of the bridge and of the pickups.

    A string that is too fast for the fewest cells, which nobody who asks Python gets, is as fast as they allow.
    """
    k = 1.0 / fs
    s0, s1 = p.damping, p.frequency_damping
    mass = mass_of(p.density, p.radius)
    stiff2 = stiffness_of(p.youngs_modulus, p.radius, p.density)
    wave2 = max(wave_speed_of(p.length, p.frequency, p.tension, mass, stiff2, p.fold), 0.0)
    least = finest(wave2, stiff2, s1, fs)
    cells = p.length / math.sqrt(least)
    c.cells_now = float(c.cells) if cells + ROUNDED > c.cells else math.floor(cells)
    if c.cells_now < FEWEST_CELLS:
        c.cells_now = FEWEST_CELLS
        slower = (p.length / FEWEST_CELLS) * (p.length / FEWEST_CELLS) / least
        wave2, stiff2, s1 = slower * wave2, slower * slower * stiff2, slower * s1
    n = cells_of(c)
    h = p.length / n
    c.step = k
    c.spacing = h
    c.line_mass = mass
    c.wave2 = wave2
    c.stiff2 = stiff2
    c.s0 = s0
    c.s1 = s1
    c.fold = p.fold
    c.printed = p.printed
    c.moving = p.moving
    wave = wave2 * k * k / (h * h)
    stiff = stiff2 * k * k / (h * h * h * h)
    loss = 2.0 * s1 * k / (h * h)
    scale = 1.0 / (1.0 + s0 * k)
    c.c0 = (2.0 - 2.0 * wave - 6.0 * stiff - 2.0 * loss) * scale
    c.c1 = (wave + 4.0 * stiff + loss) * scale
    c.c2 = -stiff * scale
    c.d0 = (-1.0 + s0 * k + 2.0 * loss) * scale
    c.d1 = -loss * scale
    c.kept = 2.0 * scale
    c.push = k * k * scale / (mass * h)
    c.mobility = 0.5 * k * scale / (mass * h)
    bend = mass * stiff2 / (h * h * h)
    c.bridge_1 = mass * wave2 / h + (3.0 + p.fold) * bend
    c.bridge_2 = -bend
    c.bridge_0 = -(c.bridge_1 + c.bridge_2)
    for i in range(c.heard):
        settle_place(c, c.pickups[i], p.pickups[i] * n)


@kernel
def start(c, s):
    """At rest, and not yet touched."""
    clear(s)
    s.cells_before = cells_of(c)
    s.place = -1.0
    s.finger = -1.0


@kernel
def settle(c, s):
    """The rows, the finger's spring and the weights of the touched place, by the present coefficients."""
    finer = regrid(c, s)
    if s.place >= 0.0:
        press(c, s)
        if finer == 1.0:
            settle_touch(c, s)
        else:
            touch(c, s, finer * s.place)


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity (13) at the touched point: known in the last sample but for its force, so that no contact waits for the row."""
    meet()  # all have heard the last sample: its rows may be written to
    s.supplied = 0.0
    if finger != s.finger:
        way = SWIFTEST * c.step
        stop(c, s, min(max(finger, s.finger - way), s.finger + way) if s.finger >= 0.0 else finger)
    place = reached(c, s, position, OFF_BRIDGE * c.moving)
    if place != s.place:
        touch(c, s, place)
    return s.ahead + s.per_force * s.force, s.admittance


@kernel
def displacement(c, s):
    """Half a step before: the mean of the present row, which is still the next one, and the last."""
    _, last, present = rows(s)
    return 0.5 * (read_row(part(s.rows, present), s.touched) + read_row(part(s.rows, last), s.touched))


@kernel
def stepped(here, nearer, further, last, beside, c0, c1, c2, d0, d1):
    """(12) without the bow: a point by itself and its neighbours, two of the present row on either side and one of the last."""
    return c0 * here + c1 * nearer + c2 * further + d0 * last + d1 * beside


@kernel
def four_steps(before, now, after, i, c0, c1, c2, d0, d1):
    """The same for four points, which share their neighbours: voices abreast read each of them once."""
    u0, u1, u2, u3, u4, u5, u6, u7 = now[i], now[i + 1], now[i + 2], now[i + 3], now[i + 4], now[i + 5], now[i + 6], now[i + 7]
    v1, v2, v3, v4, v5, v6 = before[i + 1], before[i + 2], before[i + 3], before[i + 4], before[i + 5], before[i + 6]
    after[i + 2] = stepped(u2, u1 + u3, u0 + u4, v2, v1 + v3, c0, c1, c2, d0, d1)
    after[i + 3] = stepped(u3, u2 + u4, u1 + u5, v3, v2 + v4, c0, c1, c2, d0, d1)
    after[i + 4] = stepped(u4, u3 + u5, u2 + u6, v4, v3 + v5, c0, c1, c2, d0, d1)
    after[i + 5] = stepped(u5, u4 + u6, u3 + u7, v5, v4 + v6, c0, c1, c2, d0, d1)


@kernel(separate=True)
def step_row(before, now, after, first, end, c0, c1, c2, d0, d1):
    """Points of the row after these two."""
    if abreast():
        fours = (end - first) // 4
        for four in range(fours):
            four_steps(before, now, after, first + 4 * four, c0, c1, c2, d0, d1)
        first += 4 * fours
    for i in range(first, end):
        here, last = now[i + 2], before[i + 2]
        nearer, further = now[i + 1] + now[i + 3], now[i] + now[i + 4]
        after[i + 2] = stepped(here, nearer, further, last, before[i + 1] + before[i + 3], c0, c1, c2, d0, d1)


@kernel
def odd_share(n):
    """How many of n points each thread of a voice steps: an odd number, so that threads find theirs in different banks of memory."""
    share = (n + lanes() - 1) // lanes()
    return share + 1 - share % 2


@kernel
def push(c, s, f):
    """Step the row (what was the next is the present one, and the oldest is written over), look ahead, and spread the force."""
    s.phase = s.phase + 1 if s.phase < 2 else 0
    from_before, from_now, from_after = rows(s)
    before, now, after = part(s.rows, from_before), part(s.rows, from_now), part(s.rows, from_after)
    first, end = 1, cells_of(c)
    if lanes() > 1:
        share = odd_share(end - 1)
        first = 1 + lane() * share
        end = min(first + share, end)
    step_row(before, now, after, first, end, c.c0, c.c1, c.c2, c.d0, c.d1)
    meet()
    if s.finger > 0.0:
        hold(c, s, before, after)
    if c.moving > 0.0:
        move_end(c, before, now, after)
    fix_ends(c, after)
    s.ahead = look_ahead(s, now, after)
    s.force = f
    at = int(s.touched.first)
    amount = c.push * f
    u0, u1, u2, u3 = after[at], after[at + 1], after[at + 2], after[at + 3]
    meet()  # all have read what is now written to
    after[at] = u0 + amount * s.touched.w0
    after[at + 1] = u1 + amount * s.touched.w1
    after[at + 2] = u2 + amount * s.touched.w2
    after[at + 3] = u3 + amount * s.touched.w3
    if at == 3 or at == cells_of(c) - 2:
        fix_ends(c, after)


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity at pickup k, or the force on the bridge, at the time of this sample."""
    before, from_now, after = rows(s)
    now = part(s.rows, from_now)
    if output == BRIDGE_FORCE:
        return bridge_force(c, now)
    if output == DISPLACEMENT:
        return read_row(now, c.pickups[k])
    moved = read_row(part(s.rows, after), c.pickups[k]) - read_row(part(s.rows, before), c.pickups[k])
    return 0.5 * moved / c.step


@kernel
def spent(c, s):
    """Lost to both kinds of damping; and what the finger takes or gives."""
    from_before, _, from_after = rows(s)
    before, after = part(s.rows, from_before), part(s.rows, from_after)
    last = after[2] - before[2]
    even, steep = 0.5 * last * last, 0.0
    for i in range(cells_of(c)):
        rate = after[i + 3] - before[i + 3]
        even += rate * rate
        steep += (rate - last) * (rate - last)
        last = rate
    lost = 0.5 * c.line_mass / c.step * (c.s0 * even * c.spacing + c.s1 * steep / c.spacing)
    if s.finger > 0.0:
        lost += s.lost
    return lost - min(s.supplied, 0.0), max(s.supplied, 0.0)


class StiffString(String, Body):
    """A string with stiffness and two kinds of damping.

    `position` and `pickups` run from 0 (bridge) to 1 (nut), `finger` from 0 (nut, open) towards 1; it leaves at least six cells, needs
    10 ms for the whole string however it jumps, and the bow stays three cells on the bridge's side of it. A `bridge` that moves is for
    scenes in which a body is joined to it at 0; the bow of a single contact stays two cells off it. `frequency` is that of the string on a
    bridge at rest.
    """

    length: float = parameter("L", "m", "length", at_least=1e-6, at_most=1e3, range=(0.1, 3))
    radius: float = parameter("r", "m", "radius", at_least=1e-9, at_most=0.1, range=(1e-4, 2e-3), curve="log")
    density: float = parameter("ρ", "kg/m^3", "density", default=7850.0, at_least=1e-3, at_most=1e5, range=(1000, 20_000))
    youngs_modulus: float = parameter("E", "Pa", "Young's modulus", default=2e11, at_least=0, at_most=1e13, range=(1e9, 4e11), curve="log")
    tension: float | None = parameter(
        "T", "N", "tension; give either this or frequency", default=None, more_than=0, at_most=1e7, range=(10, 1000)
    )
    frequency: float | None = parameter(
        "f_1", "Hz", "lowest partial; give either this or tension", default=None, more_than=0, at_most=1e5, range=(30, 2000), curve="log"
    )
    damping: float = parameter("σ0", "1/s", "damping at all frequencies", default=1.0, at_least=0, at_most=1e5, range=(0, 10))
    frequency_damping: float = parameter(
        "σ1", "m^2/s", "damping that grows with frequency", default=5e-3, at_least=0, at_most=10, range=(0, 0.05)
    )
    ends: Literal["supported", "clamped"] = "supported"
    bridge: Literal["fixed", "moving"] = "fixed"
    finger_stop: Literal["rigid", "printed"] = "rigid"
    pickups: Numbers = parameter("", "", "places that are heard, from bridge to nut", default=(0.1,), at_least=0, at_most=1)

    one_point: ClassVar[bool] = False
    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, settle=settle)

    @property
    def ports(self) -> Any:
        from rosin.bodies.stiff_string.ports import PORTS

        return PORTS

    def port_width(self, form: Mapping[str, int]) -> int:
        return PORT_WIDTH

    def check(self) -> None:
        if (self.tension is None) == (self.frequency is None):
            raise ParameterError("StiffString: give either tension (T, in N) or frequency (f_1, in Hz), one of them and not both.")
        if self.wave_speed_squared() <= 0:
            reason = "is below what the stiffness alone gives; raise it, or lower radius or youngs_modulus."
            raise self.refuse("frequency", f"{self.frequency} Hz", reason)

    def line_mass(self) -> float:
        """Mass per metre, kg/m."""
        return float(mass_of(self.density, self.radius))

    def stiffness_squared(self) -> float:
        """K^2 = E I / (rho A)."""
        return float(stiffness_of(self.youngs_modulus, self.radius, self.density))

    def wave_speed_squared(self) -> float:
        """c^2, from the tension, or so that the lowest partial of the stiff string has the given frequency."""
        line = self.line_mass(), self.stiffness_squared()
        return float(wave_speed_of(self.length, self.frequency or 0.0, self.tension or 0.0, *line, FOLDS[self.ends]))

    def cells(self, sample_rate: float) -> int:
        """Number of grid cells at the stability limit (10)."""
        least = finest(self.wave_speed_squared(), self.stiffness_squared(), self.frequency_damping, sample_rate)
        return math.floor(self.length / math.sqrt(least))

    def packed(self) -> dict[str, Any]:
        choices = {
            "fold": FOLDS[self.ends],
            "printed": float(self.finger_stop == "printed"),
            "moving": float(self.bridge == "moving"),
        }
        given = {name: getattr(self, name) for name in self.memory.parameters.fields if name not in choices}
        return {name: 0.0 if value is None else value for name, value in given.items()} | choices

    def form(self, sample_rate: float) -> dict[str, int]:
        return self._form(self.cells(sample_rate))

    def form_with_room(self, sample_rate: float) -> dict[str, int]:
        return self._form(ROOM * self.cells(sample_rate))

    def _form(self, cells: int) -> dict[str, int]:
        return {"cells": cells, "row": 4 * ((cells + 8) // 4), "heard": len(self.pickups)}

    def form_in(self, kept: Mapping[str, int], sample_rate: float) -> dict[str, int]:
        """The finest grid for which there is room, or one that is hardly coarser."""
        form = self.form(sample_rate)
        if NEAR * form["cells"] <= kept.get("cells", 0):
            form |= {name: kept[name] for name in ("cells", "row")}
        return form

    def check_rate(self, sample_rate: float) -> None:
        cells = self.cells(sample_rate)
        if cells < FEWEST_CELLS:
            reason = f"gives {cells} grid cells at {sample_rate:g} Hz, but {FEWEST_CELLS} are needed"
            raise self.refuse("length", f"{self.length:g} m", f"{reason}; raise the sample rate, oversample, or lengthen the string.")
        if cells > MOST_CELLS:
            reason = f"gives {cells} grid cells at {sample_rate:g} Hz, but at most {MOST_CELLS} are allowed"
            raise self.refuse("length", f"{self.length:g} m", f"{reason}; raise the tension or frequency, or lower the sample rate.")

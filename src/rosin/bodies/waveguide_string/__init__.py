"""A string as waves that travel between its ends, touched at any point (Avanzini et al. 2002, sec. 4.2 and 5.1).

At the bow, waves v_B come from the bridge and v_N from the nut; a force f sends waves to both sides:

    v = v_B + v_N + f / 2Z,     to the bridge: v_N + f / 2Z,     to the nut: v_B + f / 2Z

and each comes back after a delay, turned over: from the bridge times (R - Z) / (R + Z), R its resistance, which feels the
force F = Z (in - out); from the nut through the loss of the whole string (loss.py) and its dispersion (dispersion.py). What
the filters delay at the first partial is taken from the line, so the lowest partial is the frequency asked for. Twisting
waves, where the string has a torsional impedance, add theirs to the velocity of its surface: y = 1/2Z + 1/2Z_t.

No part of a round trip amplifies any frequency, so a string that is neither moved along the bow nor stopped anew is passive. Bow and
finger move as fast as a fifth of a sample of delay a sample allows; what that changes of the energy is booked as supplied.
"""

import itertools
import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import BRIDGE_FORCE, DISPLACEMENT, BodyKernels
from rosin.bodies.string import String
from rosin.bodies.waveguide_string.dispersion import SECTIONS, fit_strength
from rosin.bodies.waveguide_string.fit import MOST_POINTS, POINTS, aim, find_unknowns, fit_shelf, partial, quality
from rosin.bodies.waveguide_string.line import lost_in_line, read_line, square_in_line
from rosin.bodies.waveguide_string.loss import lost_in_shelf, pass_shelf, square_in_shelf
from rosin.bodies.waveguide_string.memory import MEMORY, SHELVES
from rosin.bodies.waveguide_string.tuning import SHORTEST, place_bridge, place_pickup, settle, tune
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel
from rosin.model.fields import Checked, Lengths, real
from rosin.model.parameters import parameter
from rosin.model.rows import Numbers

PORT_WIDTH = 24  # numbers in the row of a port (ports.py)
FEWEST_SAMPLES, MOST_SAMPLES = 12, 10_000_000  # in a period
SWIFTEST = 0.2  # samples of delay that a bow or a finger changes in a sample, at most
TAKEN = ("frequency", "impedance", "inharmonicity", "bridge_resistance", "torsion_impedance", "torsion_speed", "torsion_quality")


@kernel
def prepare(p, fs, c):
    """Delays, impedances, and the filters of the open string."""
    f1, z = p.frequency, p.impedance
    c.step = 1.0 / fs
    c.period = fs / f1
    c.shortest = 2.0 * SHORTEST / c.period
    c.impedance = z
    c.half = 0.5 / z
    c.moving = p.moving
    c.reflected = 1.0
    if p.bridge_resistance > 0.0 or p.moving > 0.0:
        c.reflected = (p.bridge_resistance - z) / (p.bridge_resistance + z)
    c.strength = fit_strength(p.inharmonicity, fs / f1)
    for k in range(POINTS):
        n = partial(k, f1, fs)
        aim(c.working, k, n, f1, fs, quality(p.curve, n * f1))
    find_unknowns(c.working, SHELVES, f1, fs)
    for i in range(SHELVES):
        fit_shelf(c.working, i, c.shelves[i], fs)
    c.twist_impedance = p.torsion_impedance
    c.twist_half = 0.0
    if p.torsion_impedance > 0.0:
        twist = f1 * p.torsion_speed
        c.twist_half = 0.5 / p.torsion_impedance
        c.twist_period = fs / twist
        for k in range(POINTS):
            aim(c.working, k, partial(k, twist, fs), twist, fs, p.torsion_quality)
        find_unknowns(c.working, 1, twist, fs)
        fit_shelf(c.working, 0, c.twist_shelf, fs)
    for k in range(c.heard):
        c.pickups[k] = p.pickups[k]


@kernel
def start(c, s):
    """At rest, and not yet touched."""
    clear(s)
    s.place = -1.0


@kernel
def approach(present, goal, way):
    """The goal, or what can be reached of it."""
    return min(max(goal, present - way), present + way)


@kernel
def move(c, s, position, finger):
    """Go towards a bow and a finger as fast as they may, and where it is asked for book the energy that this changes."""
    before = 0.0
    if c.observed != 0:
        before = stored(c, s)
    way = SWIFTEST / c.period
    tune(c, s, approach(s.place, position, way), approach(s.finger, finger, way))
    if c.observed != 0:
        s.supplied = stored(c, s) - before


@kernel
def free(c, s, velocity, force, position, finger):
    """What comes back from both ends."""
    s.supplied = 0.0
    if s.place < 0.0:
        tune(c, s, position, finger)
    elif position != s.place or finger != s.finger:
        move(c, s, position, finger)
    mask, head = c.ring - 1, s.head
    s.in_bridge = -c.reflected * read_line(s.from_bridge, s.to_bridge, mask, head)
    s.in_nut = -read_line(s.from_nut, s.to_nut, mask, head)
    s.speed = s.in_bridge + s.in_nut
    if c.twist_impedance > 0.0:
        s.in_twist_bridge = -read_line(s.twist_from_bridge, s.twist_to_bridge, mask, head)
        s.in_twist_nut = -read_line(s.twist_from_nut, s.twist_to_nut, mask, head)
        s.speed = s.speed + (s.in_twist_bridge + s.in_twist_nut)
    return s.speed, c.half + c.twist_half


@kernel
def displacement(c, s):
    """Of the touched point, half a step before."""
    return s.displaced


@kernel
def push(c, s, f):
    """Send the waves out, those to the nut through the filters."""
    head = s.head
    half = c.half * f
    s.to_bridge[head] = s.in_nut + half
    x = s.in_bridge + half
    for i in range(SHELVES):
        x = pass_shelf(c.shelves[i], s.shelves[i], x)
    if c.strength > 0.0:
        a, turn = s.allpass, s.turn
        for j in range(SECTIONS):
            kept = s.passing[j]
            s.passing[j] = turn * x - a * kept
            x = a * x + turn * kept
    s.to_nut[head] = x
    if c.twist_impedance > 0.0:
        half = c.twist_half * f
        s.twist_to_bridge[head] = s.in_twist_nut + half
        s.twist_to_nut[head] = pass_shelf(c.twist_shelf, s.twist_shelf, s.in_twist_bridge + half)
    s.head = (head + 1) & (c.ring - 1)
    s.speed = s.speed + (c.half + c.twist_half) * f
    s.force = f
    s.displaced = s.displaced + c.step * s.speed


@kernel
def pickup(c, s, k, output):
    """Velocity or displacement of pickup k, or the force on the bridge."""
    mask, head = c.ring - 1, s.head
    if output == BRIDGE_FORCE:
        if s.bridge_stale > 0.0:
            place_bridge(c, s)
        return c.impedance * (1.0 + c.reflected) * read_line(s.at_bridge, s.to_bridge, mask, head)
    if s.pickups[k].stale > 0.0:
        place_pickup(c, s, k)
    share = s.pickups[k].share
    sounds = c.pickups[k] < 1.0 - s.finger
    velocity = 0.0
    if sounds and share < 1.0:
        gone = read_line(s.pickups[k].bridge_going, s.to_bridge, mask, head)
        come = read_line(s.pickups[k].bridge_coming, s.to_bridge, mask, head)
        velocity = (1.0 - share) * (gone - c.reflected * come)
    if sounds and share > 0.0:
        gone = read_line(s.pickups[k].nut_going, s.to_nut, mask, head)
        come = read_line(s.pickups[k].nut_coming, s.to_nut, mask, head)
        velocity += share * (gone - come)
    if output == DISPLACEMENT:
        s.pickups[k].displaced = s.pickups[k].displaced + c.step * velocity
        return s.pickups[k].displaced
    return velocity


@kernel
def stored(c, s):
    """In all waves on their way, and in the filters."""
    mask, head = c.ring - 1, s.head
    total = square_in_line(s.from_bridge, s.to_bridge, mask, head) + square_in_line(s.from_nut, s.to_nut, mask, head)
    for i in range(SHELVES):
        total += square_in_shelf(c.shelves[i], s.shelves[i])
    if c.strength > 0.0:
        for j in range(SECTIONS):
            total += s.passing[j] * s.passing[j]
    total *= c.impedance
    if c.twist_impedance > 0.0:
        twist = square_in_line(s.twist_from_bridge, s.twist_to_bridge, mask, head)
        twist += square_in_line(s.twist_from_nut, s.twist_to_nut, mask, head)
        total += c.twist_impedance * (twist + square_in_shelf(c.twist_shelf, s.twist_shelf))
    return c.step * total


@kernel
def spent(c, s):
    """Lost in reading between samples, at the bridge and in the shelves; supplied by moving bow and finger."""
    mask = c.ring - 1
    head = (s.head - 1) & mask
    total = lost_in_line(s.from_bridge, s.to_bridge, mask, head, c.reflected)
    total += lost_in_line(s.from_nut, s.to_nut, mask, head, 1.0)
    x = s.in_bridge + c.half * s.force
    for i in range(SHELVES):
        lost, x = lost_in_shelf(c.shelves[i], s.shelves[i], x)
        total += lost
    total *= c.impedance
    if c.twist_impedance > 0.0:
        twist, _ = lost_in_shelf(c.twist_shelf, s.twist_shelf, s.in_twist_bridge + c.twist_half * s.force)
        twist += lost_in_line(s.twist_from_bridge, s.twist_to_bridge, mask, head, 1.0)
        twist += lost_in_line(s.twist_from_nut, s.twist_to_nut, mask, head, 1.0)
        total += c.twist_impedance * twist
    return c.step * total, s.supplied


def _curve(value: Any) -> Any:
    """One number, or points of frequency and quality."""
    if not isinstance(value, list | tuple | np.ndarray):
        return real(value)
    if not 0 < len(value) <= MOST_POINTS or any(not isinstance(point, list | tuple | np.ndarray) or len(point) != 2 for point in value):
        raise ValueError(f"must be one number, or from 1 to {MOST_POINTS} points (frequency in Hz, Q)")
    return tuple(tuple(real(number) for number in point) for point in value)


Points = Annotated[tuple[tuple[float, float], ...], Lengths(1, MOST_POINTS)]


class WaveguideString(String, Body):
    """A string by travelling waves, with loss, stiffness, twisting and a bridge that gives way.

    `position` and `pickups` run from 0 (bridge) to 1 (nut), `finger` from 0 (nut, open) towards 1; the finger leaves at least eight
    samples of a period. The filters lie next to the nut: the bow keeps a sample's distance from the bridge and from them, in a
    scene four. A `bridge` that moves is for scenes in which a body is joined to it at 0.
    """

    frequency: float = parameter("f_1", "Hz", "lowest partial", more_than=0, at_most=1e5, range=(30, 2000), curve="log")
    impedance: float = parameter("Z", "kg/s", "wave impedance", more_than=0, at_most=1e6, range=(0.1, 3), curve="log")
    quality: Annotated[float | Points, Checked(_curve)] = parameter(
        "Q",
        "",
        "quality: one number, or points [(frequency, Q), ...]",
        default=500.0,
        at_least=1,
        at_most=1e6,
        range=(50, 2000),
    )
    inharmonicity: float = parameter("B", "", "stiffness: f_n = n f_1 sqrt((1 + B n^2) / (1 + B))", default=5e-5, at_least=0, at_most=0.01)
    bridge_resistance: float = parameter(
        "R", "kg/s", "resistance of the bridge, inf if rigid", default=math.inf, more_than=0, range=(10, 1e3), curve="log"
    )
    bridge: Literal["fixed", "moving"] = "fixed"
    torsion_impedance: float = parameter(
        "Z_t", "kg/s", "impedance for a twisting force at the surface, inf without torsion", default=math.inf, more_than=0, range=(0.5, 10)
    )
    torsion_speed: float = parameter(
        "c_t/c", "", "speed of twisting waves, against that of the others", default=5.2, at_least=1, at_most=100, range=(2, 8)
    )
    torsion_quality: float = parameter(
        "Q_t", "", "quality of the first twisting mode", default=45.0, at_least=1, at_most=1e4, range=(17, 60)
    )
    pickups: Numbers = parameter("", "", "places that are heard, from bridge to nut", default=(0.1,), at_least=0, at_most=1)

    one_point: ClassVar[bool] = False
    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, settle=settle)

    @property
    def ports(self) -> Any:
        from rosin.bodies.waveguide_string.ports import PORTS

        return PORTS

    def port_width(self, form: Mapping[str, int]) -> int:
        return PORT_WIDTH

    def check(self) -> None:
        if isinstance(self.quality, tuple) and any(b[0] <= a[0] for a, b in itertools.pairwise(self.quality)):
            raise self.refuse("quality", self.quality, "must have its points in the order of rising frequency.")
        if self.bridge == "fixed" and self.bridge_resistance <= self.impedance:
            reason = f"must be more than the impedance of the string, {self.impedance:g} kg/s, or the string does not ring."
            raise self.refuse("bridge_resistance", f"{self.bridge_resistance:g} kg/s", reason)

    def packed(self) -> dict[str, Any]:
        given = {name: 0.0 if math.isinf(getattr(self, name)) else getattr(self, name) for name in TAKEN}
        curve = self.quality if isinstance(self.quality, tuple) else ((self.frequency, self.quality),)
        points = curve + curve[-1:] * (MOST_POINTS - len(curve))
        moving = float(self.bridge == "moving")
        return {**given, "moving": moving, "curve": [number for point in points for number in point], "pickups": self.pickups}

    def form(self, sample_rate: float) -> dict[str, int]:
        ring = 16  # a power of two that holds a period and the neighbours of a reading place
        while ring < sample_rate / self.frequency + 8:
            ring *= 2
        return {"ring": ring, "heard": len(self.pickups)}

    def swept(self, sample_rate: float) -> int:
        return 0  # its rows are delay lines, of which a sample reads and writes a few

    def check_rate(self, sample_rate: float) -> None:
        if sample_rate < FEWEST_SAMPLES * self.frequency:
            reason = f"has fewer than {FEWEST_SAMPLES} samples in a period at {sample_rate:g} Hz; raise the sample rate, or oversample."
            raise self.refuse("frequency", f"{self.frequency:g} Hz", reason)
        if sample_rate > MOST_SAMPLES * self.frequency:
            reason = f"has more than {MOST_SAMPLES} samples in a period at {sample_rate:g} Hz; lower the sample rate."
            raise self.refuse("frequency", f"{self.frequency:g} Hz", reason)

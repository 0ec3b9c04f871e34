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
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import MaxLen, MinLen
from pydantic import BeforeValidator

from rosin.bodies.body import BRIDGE_FORCE, DISPLACEMENT, Body, BodyKernels
from rosin.bodies.modal import Row
from rosin.bodies.string import String
from rosin.bodies.waveguide_string.dispersion import SECTIONS, delay_of_strength, fit_strength, phase_delay
from rosin.bodies.waveguide_string.line import TAP, lost_in_line, place_tap, read_line, square_in_line
from rosin.bodies.waveguide_string.loss import SCRATCH, SHELF, fit_shelves, lost_in_shelf, pass_shelf, shorten_shelves, square_in_shelf
from rosin.kernels.dialect import kernel
from rosin.model.parameters import Number, parameter, real

SHELVES = 3
# coefficients
STEP, PERIOD, IMPEDANCE, HALF, REFLECTED, STRENGTH, ALLPASS, TURN, PLACE, FINGER, RING, PICKUPS = range(12)
TWIST_IMPEDANCE, TWIST_HALF, TWIST_PERIOD = range(12, 15)
FROM_BRIDGE, FROM_NUT, AT_BRIDGE, TWIST_FROM_BRIDGE, TWIST_FROM_NUT = (16 + TAP * i for i in range(5))
LOSS = FROM_BRIDGE + 5 * TAP
TWIST_LOSS = LOSS + SHELF * SHELVES
WORKING = TWIST_LOSS + SHELF
PICKUP = WORKING + SCRATCH  # of each: its place, the share of the line to the nut, and two reading places on either line
PICKUP_SIZE = 2 + 4 * TAP
# state, then one displacement for each pickup, then the four rings
HEAD, DISPLACED, SPEED, FORCE, SUPPLIED, IN_BRIDGE, IN_NUT, IN_TWIST_BRIDGE, IN_TWIST_NUT = range(9)
SHELF_STATE = 9
TWIST_STATE = SHELF_STATE + SHELVES
ALLPASS_STATE = TWIST_STATE + 1
PICKED = ALLPASS_STATE + SECTIONS
FEWEST_SAMPLES, MOST_SAMPLES = 12, 10_000_000  # in a period
MOST_POINTS = 64  # of a curve of quality
SWIFTEST = 0.2  # samples of delay that a bow or a finger changes in a sample, at most
FULLEST = 0.5  # of the period: what the all-passes may take
BLEND = 0.02  # of the sounding length beyond the bow, over which a pickup goes over to the line to the nut
SHORTEST = 4.0  # samples that a finger leaves, beyond what the filters take


@kernel
def ring_length(period):
    """A power of two that holds a period and the neighbours of a reading place."""
    length = 16
    while length < period + 8.0:
        length *= 2
    return length


@kernel
def prepare(p, fs, c):
    """p = frequency, Z, B, R or 0 if rigid, Z_t or 0 if none, c_t / c, Q_t, number of pickups and of points of Q, then these."""
    f1, z = p[0], p[1]
    pickups, points = int(p[7]), int(p[8])
    c[STEP] = 1.0 / fs
    c[PERIOD] = fs / f1
    c[IMPEDANCE] = z
    c[HALF] = 0.5 / z
    c[REFLECTED] = (p[3] - z) / (p[3] + z) if p[3] > 0.0 else 1.0
    c[STRENGTH] = fit_strength(p[2], fs / f1)
    c[PLACE] = -1.0
    c[FINGER] = -1.0
    c[RING] = ring_length(fs / f1)
    c[PICKUPS] = pickups
    fit_shelves(c, LOSS, WORKING, SHELVES, f1, fs, p, 9 + pickups, points)
    c[TWIST_IMPEDANCE] = p[4]
    c[TWIST_HALF] = 0.0
    if p[4] > 0.0:
        c[TWIST_HALF] = 0.5 / p[4]
        c[TWIST_PERIOD] = fs / (f1 * p[5])
        fit_shelves(c, TWIST_LOSS, WORKING, 1, f1 * p[5], fs, p, 5, 1)
    for k in range(pickups):
        c[PICKUP + PICKUP_SIZE * k] = p[9 + k]


@kernel
def start(c, s):
    """At rest."""
    for i in range(PICKED + int(c[PICKUPS]) + 4 * int(c[RING])):
        s[i] = 0.0


@kernel
def tune(c, position, finger):
    """Take a bow and a finger: the filters of the sounding length, and the delays that are left to the lines."""
    c[PLACE] = position
    c[FINGER] = finger
    period = c[PERIOD]
    length = max(1.0 - finger, 2.0 * SHORTEST / period)
    w = 2.0 * math.pi / (period * length)
    taken = shorten_shelves(c, LOSS, SHELVES, length, w)
    if c[STRENGTH] > 0.0:
        t = min(delay_of_strength(c[STRENGTH] * length), max(FULLEST * period * length / SECTIONS, 1.0))
        c[ALLPASS] = (1.0 - t) / (1.0 + t)
        c[TURN] = 2.0 * math.sqrt(t) / (1.0 + t)
        taken += phase_delay(t, w)
    left = max(period * length - taken, SHORTEST)
    to_bridge = min(max(period * position, 1.0), left - 1.0)
    to_nut = left - to_bridge
    place_tap(c, FROM_BRIDGE, to_bridge)
    place_tap(c, FROM_NUT, to_nut)
    place_tap(c, AT_BRIDGE, 1.0 + 0.5 * to_bridge)
    if c[TWIST_IMPEDANCE] > 0.0:
        twist = c[TWIST_PERIOD] * length
        twist -= shorten_shelves(c, TWIST_LOSS, 1, length, 2.0 * math.pi / twist)
        twist_to_bridge = min(max(c[TWIST_PERIOD] * position, 1.0), max(twist - 1.0, 1.0))
        place_tap(c, TWIST_FROM_BRIDGE, twist_to_bridge)
        place_tap(c, TWIST_FROM_NUT, twist - twist_to_bridge)
    bow = to_bridge / (period * length)
    for k in range(int(c[PICKUPS])):
        at = PICKUP + PICKUP_SIZE * k
        place = min(c[at] / length, 1.0)
        c[at + 1] = min(max((place - bow - 1e-12) / BLEND, 0.0), 1.0)
        here = min(place / bow, 1.0)
        place_tap(c, at + 2, 1.0 + 0.5 * to_bridge * (1.0 - here))
        place_tap(c, at + 2 + TAP, 1.0 + 0.5 * to_bridge * (1.0 + here))
        there = 0.5 * max(place - bow, 0.0) / (1.0 - bow)
        place_tap(c, at + 2 + 2 * TAP, 1.0 + to_nut * there)
        place_tap(c, at + 2 + 3 * TAP, 1.0 + to_nut * (1.0 - there))


@kernel
def approach(present, goal, way):
    """The goal, or what can be reached of it."""
    return min(max(goal, present - way), present + way)


@kernel
def rings(c):
    """Where the four rings begin, that of waves to the bridge first, and the mask of their places."""
    return PICKED + int(c[PICKUPS]), int(c[RING]) - 1


@kernel
def free(c, s, velocity, force, position, finger):
    """What comes back from both ends."""
    s[SUPPLIED] = 0.0
    if position != c[PLACE] or finger != c[FINGER]:
        if c[PLACE] < 0.0:
            tune(c, position, finger)
        else:
            way = SWIFTEST / c[PERIOD]
            before = stored(c, s)
            tune(c, approach(c[PLACE], position, way), approach(c[FINGER], finger, way))
            s[SUPPLIED] = stored(c, s) - before
    ring, mask = rings(c)
    head = int(s[HEAD])
    s[IN_BRIDGE] = -c[REFLECTED] * read_line(c, FROM_BRIDGE, s, ring, mask, head)
    s[IN_NUT] = -read_line(c, FROM_NUT, s, ring + mask + 1, mask, head)
    s[SPEED] = s[IN_BRIDGE] + s[IN_NUT]
    if c[TWIST_IMPEDANCE] > 0.0:
        s[IN_TWIST_BRIDGE] = -read_line(c, TWIST_FROM_BRIDGE, s, ring + 2 * (mask + 1), mask, head)
        s[IN_TWIST_NUT] = -read_line(c, TWIST_FROM_NUT, s, ring + 3 * (mask + 1), mask, head)
        s[SPEED] = s[SPEED] + (s[IN_TWIST_BRIDGE] + s[IN_TWIST_NUT])
    return s[SPEED], c[HALF] + c[TWIST_HALF]


@kernel
def displacement(c, s):
    """Of the touched point, half a step before."""
    return s[DISPLACED]


@kernel
def push(c, s, f):
    """Send the waves out, those to the nut through the filters."""
    ring, mask = rings(c)
    head = int(s[HEAD])
    half = c[HALF] * f
    s[ring + head] = s[IN_NUT] + half
    x = s[IN_BRIDGE] + half
    for i in range(SHELVES):
        x = pass_shelf(c, LOSS + SHELF * i, s, SHELF_STATE + i, x)
    if c[STRENGTH] > 0.0:
        a, turn = c[ALLPASS], c[TURN]
        for i in range(SECTIONS):
            kept = s[ALLPASS_STATE + i]
            s[ALLPASS_STATE + i] = turn * x - a * kept
            x = a * x + turn * kept
    s[ring + mask + 1 + head] = x
    if c[TWIST_IMPEDANCE] > 0.0:
        half = c[TWIST_HALF] * f
        s[ring + 2 * (mask + 1) + head] = s[IN_TWIST_NUT] + half
        s[ring + 3 * (mask + 1) + head] = pass_shelf(c, TWIST_LOSS, s, TWIST_STATE, s[IN_TWIST_BRIDGE] + half)
    s[HEAD] = (head + 1) & mask
    s[SPEED] = s[SPEED] + (c[HALF] + c[TWIST_HALF]) * f
    s[FORCE] = f
    s[DISPLACED] = s[DISPLACED] + c[STEP] * s[SPEED]


@kernel
def pickup(c, s, k, output):
    """Velocity or displacement of pickup k, or the force on the bridge."""
    ring, mask = rings(c)
    head = int(s[HEAD])
    if output == BRIDGE_FORCE:
        return c[IMPEDANCE] * (1.0 + c[REFLECTED]) * read_line(c, AT_BRIDGE, s, ring, mask, head)
    at = PICKUP + PICKUP_SIZE * k
    share = c[at + 1]
    velocity = 0.0
    if c[at] < 1.0 - c[FINGER] and share < 1.0:
        gone, come = read_line(c, at + 2, s, ring, mask, head), read_line(c, at + 2 + TAP, s, ring, mask, head)
        velocity = (1.0 - share) * (gone - c[REFLECTED] * come)
    if c[at] < 1.0 - c[FINGER] and share > 0.0:
        ring += mask + 1
        gone, come = read_line(c, at + 2 + 2 * TAP, s, ring, mask, head), read_line(c, at + 2 + 3 * TAP, s, ring, mask, head)
        velocity += share * (gone - come)
    if output == DISPLACEMENT:
        s[PICKED + k] = s[PICKED + k] + c[STEP] * velocity
        return s[PICKED + k]
    return velocity


@kernel
def stored(c, s):
    """In all waves on their way, and in the filters."""
    ring, mask = rings(c)
    head = int(s[HEAD])
    total = square_in_line(c, FROM_BRIDGE, s, ring, mask, head) + square_in_line(c, FROM_NUT, s, ring + mask + 1, mask, head)
    for i in range(SHELVES):
        total += square_in_shelf(c, LOSS + SHELF * i, s, SHELF_STATE + i)
    for i in range(SECTIONS if c[STRENGTH] > 0.0 else 0):
        total += s[ALLPASS_STATE + i] * s[ALLPASS_STATE + i]
    total *= c[IMPEDANCE]
    if c[TWIST_IMPEDANCE] > 0.0:
        twist = square_in_line(c, TWIST_FROM_BRIDGE, s, ring + 2 * (mask + 1), mask, head)
        twist += square_in_line(c, TWIST_FROM_NUT, s, ring + 3 * (mask + 1), mask, head)
        total += c[TWIST_IMPEDANCE] * (twist + square_in_shelf(c, TWIST_LOSS, s, TWIST_STATE))
    return c[STEP] * total


@kernel
def spent(c, s):
    """Lost in reading between samples, at the bridge and in the shelves; supplied by moving bow and finger."""
    ring, mask = rings(c)
    head = (int(s[HEAD]) - 1) & mask
    total = lost_in_line(c, FROM_BRIDGE, s, ring, mask, head, c[REFLECTED])
    total += lost_in_line(c, FROM_NUT, s, ring + mask + 1, mask, head, 1.0)
    x = s[IN_BRIDGE] + c[HALF] * s[FORCE]
    for i in range(SHELVES):
        lost, x = lost_in_shelf(c, LOSS + SHELF * i, s, SHELF_STATE + i, x)
        total += lost
    total *= c[IMPEDANCE]
    if c[TWIST_IMPEDANCE] > 0.0:
        twist, _ = lost_in_shelf(c, TWIST_LOSS, s, TWIST_STATE, s[IN_TWIST_BRIDGE] + c[TWIST_HALF] * s[FORCE])
        twist += lost_in_line(c, TWIST_FROM_BRIDGE, s, ring + 2 * (mask + 1), mask, head, 1.0)
        twist += lost_in_line(c, TWIST_FROM_NUT, s, ring + 3 * (mask + 1), mask, head, 1.0)
        total += c[TWIST_IMPEDANCE] * twist
    return c[STEP] * total, s[SUPPLIED]


def _curve(value: Any) -> Any:
    """One number, or points of frequency and quality."""
    if not isinstance(value, list | tuple | np.ndarray):
        return real(value)
    if not 0 < len(value) <= MOST_POINTS or any(not isinstance(point, list | tuple | np.ndarray) or len(point) != 2 for point in value):
        raise ValueError(f"must be one number, or from 1 to {MOST_POINTS} points (frequency in Hz, Q)")
    return tuple(tuple(real(number) for number in point) for point in value)


Points = Annotated[tuple[tuple[float, float], ...], MinLen(1), MaxLen(MOST_POINTS)]


class WaveguideString(String, Body):
    """A string by travelling waves, with loss, stiffness, twisting and a bridge that gives way.

    `position` and `pickups` run from 0 (bridge) to 1 (nut), `finger` from 0 (nut, open) towards 1; the finger leaves at least eight
    samples of a period. The filters lie next to the nut: the bow keeps a sample's distance from the bridge and from them.
    """

    frequency: Number = parameter("f_1", "Hz", "lowest partial", more_than=0, at_most=1e5, range=(30, 2000), curve="log")
    impedance: Number = parameter("Z", "kg/s", "wave impedance", more_than=0, at_most=1e6, range=(0.1, 3), curve="log")
    quality: Annotated[float | Points, BeforeValidator(_curve)] = parameter(
        "Q",
        "",
        "quality: one number, or points [(frequency, Q), ...]",
        default=500.0,
        at_least=1,
        at_most=1e6,
        range=(50, 2000),
    )
    inharmonicity: Number = parameter("B", "", "stiffness: f_n = n f_1 sqrt((1 + B n^2) / (1 + B))", default=5e-5, at_least=0, at_most=0.01)
    bridge_resistance: Number = parameter(
        "R", "kg/s", "resistance of the bridge, inf if rigid", default=math.inf, more_than=0, range=(10, 1e3), curve="log"
    )
    torsion_impedance: Number = parameter(
        "Z_t", "kg/s", "impedance for a twisting force at the surface, inf without torsion", default=math.inf, more_than=0, range=(0.5, 10)
    )
    torsion_speed: Number = parameter(
        "c_t/c", "", "speed of twisting waves, against that of the others", default=5.2, at_least=1, at_most=100, range=(2, 8)
    )
    torsion_quality: Number = parameter(
        "Q_t", "", "quality of the first twisting mode", default=45.0, at_least=1, at_most=1e4, range=(17, 60)
    )
    pickups: Row = parameter("", "", "places that are heard, from bridge to nut", default=(0.1,), at_least=0, at_most=1)

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent)

    def check(self) -> None:
        if isinstance(self.quality, tuple) and any(b[0] <= a[0] for a, b in itertools.pairwise(self.quality)):
            raise self.refuse("quality", self.quality, "must have its points in the order of rising frequency.")
        if self.bridge_resistance <= self.impedance:
            reason = f"must be more than the impedance of the string, {self.impedance:g} kg/s, or the string does not ring."
            raise self.refuse("bridge_resistance", f"{self.bridge_resistance:g} kg/s", reason)

    def pack(self) -> list[float]:
        curve = self.quality if isinstance(self.quality, tuple) else ((self.frequency, self.quality),)
        given = [0.0 if math.isinf(value) else value for value in (self.bridge_resistance, self.torsion_impedance)]
        twist = [given[1], self.torsion_speed, self.torsion_quality]
        counts = [float(len(self.pickups)), float(len(curve))]
        points = [number for point in curve for number in point]
        return [self.frequency, self.impedance, self.inharmonicity, given[0], *twist, *counts, *self.pickups, *points]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        pickups = len(self.pickups)
        return PICKUP + PICKUP_SIZE * pickups, PICKED + pickups + 4 * int(ring_length(sample_rate / self.frequency))

    def check_rate(self, sample_rate: float) -> None:
        if sample_rate < FEWEST_SAMPLES * self.frequency:
            reason = f"has fewer than {FEWEST_SAMPLES} samples in a period at {sample_rate:g} Hz; raise the sample rate, or oversample."
            raise self.refuse("frequency", f"{self.frequency:g} Hz", reason)
        if sample_rate > MOST_SAMPLES * self.frequency:
            reason = f"has more than {MOST_SAMPLES} samples in a period at {sample_rate:g} Hz; lower the sample rate."
            raise self.refuse("frequency", f"{self.frequency:g} Hz", reason)

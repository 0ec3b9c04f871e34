"""A waveguide string touched at several places at once: one line of waves to the nut, one to the bridge, from end to end.

A port at p samples from the bridge reads both lines where they pass it, by weights I on neighbouring samples, and a force f is added to
both by the same weights, so that what it gives to the waves is its work, f v, exactly:

    v = I.(up + down) + I.I f / 4Z (of both lines),     y between two ports = (I.I' + J.J') / 4Z

The weights are cubic, near an end straight. A line is read at its end between samples, too; a port keeps to samples that this reading has
not reached: four from either end. What moves a port moves no wave; a finger that moves changes the length of both lines.

Where the bridge moves, a port at 0 is the end of the string: v = (1 - R') in + y f, y = (1 - R') / 2Z, R' what the bridge reflects, and
what is joined to it holds it.

A port's row holds its place, the delay of its line to the bridge, where it has got to, and points and weights on the lines.
"""

import math

from rosin.bodies.body_kernels import BRIDGE_FORCE, DISPLACEMENT
from rosin.bodies.ports import UNPLACED, PortKernels
from rosin.bodies.waveguide_string import PORT_WIDTH, SWIFTEST, approach, memory, prepare
from rosin.bodies.waveguide_string.dispersion import SECTIONS
from rosin.bodies.waveguide_string.line import lost_in_line, place_tap, square_in_line
from rosin.bodies.waveguide_string.loss import lost_in_shelf, pass_shelf, square_in_shelf
from rosin.bodies.waveguide_string.memory import SHELVES
from rosin.bodies.waveguide_string.tuning import draw_chart, tune_filters
from rosin.kernels.clearing import clear
from rosin.kernels.cubic import cubic_weights
from rosin.kernels.dialect import kernel, part
from rosin.kernels.record import Memory, Real

SHORTEST = 10.0  # samples of a round trip
PLACE, DELAY, BEFORE, GONE, UP, DOWN, TWIST_UP, TWIST_DOWN, WIDTH = 0, 1, 2, 3, 4, 9, 14, 19, PORT_WIDTH


class State(memory.State):
    """That of a string which is touched once, its lines running from end to end; and its end on the bridge."""

    tuned = Real("", "1 when it is")
    ports = Real("", "that have been placed")
    end_force = Real("N", "on the end at the bridge")
    end_speed = Real("m/s", "of that end")


MEMORY = Memory(memory.Parameters, memory.Coefficients, State)


@kernel
def start(c, s):
    """At rest."""
    clear(s)


@kernel
def place_ends(c, s):
    """Where both lines are read at their ends."""
    s.left = max(s.left, SHORTEST)
    place_tap(s.from_bridge, 0.5 * s.left)
    place_tap(s.from_nut, 0.5 * s.left)
    if c.twist_impedance > 0.0:
        s.twist_left = max(s.twist_left, SHORTEST)
        place_tap(s.twist_from_bridge, 0.5 * s.twist_left)
        place_tap(s.twist_from_nut, 0.5 * s.twist_left)
    for k in range(c.heard):
        s.pickups[k].stale = 1.0


@kernel
def settle(c, s):
    """Filters and reading places by the present coefficients."""
    s.ports = 0.0
    if s.tuned > 0.0:
        if s.reach > 0.0:
            draw_chart(c, s)
        tune_filters(c, s, s.reach)
        place_ends(c, s)


@kernel
def stop(c, s, finger):
    """Take a finger, as fast as it may move, and where it is asked for book the energy that this changes."""
    first = s.tuned == 0.0
    before = stored(c, s) if c.observed != 0 and not first else 0.0
    s.finger = finger if first else approach(s.finger, finger, SWIFTEST / c.period)
    tune_filters(c, s, 0.0 if first else 1.0)
    place_ends(c, s)
    s.tuned = 1.0
    if c.observed != 0 and not first:
        s.supplied = stored(c, s) - before


@kernel
def lay(w, at, delay, last):
    """Points and weights of a delay on a line of which samples up to `last` have not been read."""
    d = min(max(delay, 1.0), last - 1.0)
    whole = min(float(math.floor(d)), last - 2.0)
    a = d - whole
    if whole < 2.0 or whole + 2.0 > last:
        w[at], w[at + 1], w[at + 2], w[at + 3], w[at + 4] = whole, 1.0 - a, a, 0.0, 0.0
    else:
        w[at] = whole - 1.0
        w[at + 1], w[at + 2], w[at + 3], w[at + 4] = cubic_weights(a)


@kernel
def lay_both(w, up, down, p, delay, last_up, last_down):
    """Points and weights on both lines, p samples from the bridge, as near to the ends as they may be."""
    near = min(max(p, delay - last_down + 1.0), last_up - 1.0)
    lay(w, up, near, last_up)
    lay(w, down, delay - near, last_down)


@kernel
def is_end(c, w):
    """Whether a port is the end of the string on a bridge that moves."""
    return c.moving > 0.0 and w[PLACE] <= 0.0


@kernel
def place(c, s, w, position):
    """Points and weights of a place; whether they have changed."""
    if w[PLACE] == position and w[DELAY] == s.left:
        return False
    if w[PLACE] == UNPLACED:
        s.ports = s.ports + 1.0
    w[PLACE] = position
    w[DELAY] = s.left
    lay_both(w, UP, DOWN, 0.5 * c.period * position, 0.5 * s.left, s.from_nut.first - 1.0, s.from_bridge.first - 1.0)
    if c.twist_impedance > 0.0:
        up, down = s.twist_from_nut.first - 1.0, s.twist_from_bridge.first - 1.0
        lay_both(w, TWIST_UP, TWIST_DOWN, 0.5 * c.twist_period * position, 0.5 * s.twist_left, up, down)
    return True


@kernel
def on_line(w, at, ring, mask, head):
    """What a port reads of a line."""
    i = head - int(w[at])
    value = w[at + 1] * ring[i & mask] + w[at + 2] * ring[(i - 1) & mask]
    return value + (w[at + 3] * ring[(i - 2) & mask] + w[at + 4] * ring[(i - 3) & mask])


@kernel
def onto_line(w, at, ring, mask, head, amount):
    """What a port adds to it."""
    i = head - int(w[at])
    for j in range(4):
        ring[(i - j) & mask] += amount * w[at + 1 + j]


@kernel
def at_end(tap, ring, mask, head):
    """What comes to the end of a line."""
    i = head - int(tap.first)
    value = tap.w0 * ring[i & mask] + tap.w1 * ring[(i - 1) & mask]
    return value + (tap.w2 * ring[(i - 2) & mask] + tap.w3 * ring[(i - 3) & mask])


@kernel
def overlap(w, other, at):
    """I.I' of two ports on a line."""
    apart = int(other[at] - w[at])
    total = 0.0
    for i in range(4):
        j = i - apart
        if 0 <= j < 4:
            total += w[at + 1 + i] * other[at + 1 + j]
    return total


@kernel
def end_admittance(c):
    """1 / (Z + R) of the end beside the resistance of the bridge."""
    return c.half * (1.0 - c.reflected)


@kernel
def advance(c, s, w, velocity, force, position, finger):
    """What comes to both ends; whether the finger has moved."""
    s.supplied = 0.0
    changed = s.tuned == 0.0 or finger != s.finger
    if changed:
        stop(c, s, finger)
    mask, head = c.ring - 1, s.head
    s.in_bridge = at_end(s.from_bridge, s.to_bridge, mask, head)
    s.in_nut = at_end(s.from_nut, s.to_nut, mask, head)
    if c.twist_impedance > 0.0:
        s.in_twist_bridge = at_end(s.twist_from_bridge, s.twist_to_bridge, mask, head)
        s.in_twist_nut = at_end(s.twist_from_nut, s.twist_to_nut, mask, head)
    s.end_force = 0.0
    return changed


@kernel
def speed_at(c, s, w):
    """Of the surface of the string at a port, as the lines are."""
    mask, head = c.ring - 1, s.head
    v = on_line(w, UP, s.to_nut, mask, head) + on_line(w, DOWN, s.to_bridge, mask, head)
    if c.twist_impedance > 0.0:
        v += on_line(w, TWIST_UP, s.twist_to_nut, mask, head) + on_line(w, TWIST_DOWN, s.twist_to_bridge, mask, head)
    return v


@kernel
def free(c, s, w):
    """The velocity of a port without contact."""
    if is_end(c, w):
        return (1.0 - c.reflected) * s.in_bridge
    w[BEFORE] = speed_at(c, s, w)
    return w[BEFORE]


@kernel
def displacement(c, s, w):
    """Half a step before: the sum of its velocities."""
    return w[GONE]


@kernel
def mutual(c, s, w, other):
    """What a force at one port moves at another."""
    if is_end(c, w) or is_end(c, other):
        return end_admittance(c) if is_end(c, w) and is_end(c, other) else 0.0
    y = 0.5 * c.half * (overlap(w, other, UP) + overlap(w, other, DOWN))
    if c.twist_impedance > 0.0:
        y += 0.5 * c.twist_half * (overlap(w, other, TWIST_UP) + overlap(w, other, TWIST_DOWN))
    return y


@kernel
def push(c, s, w, f):
    """Send waves both ways."""
    if is_end(c, w):
        s.end_force = s.end_force + f
    else:
        mask, head = c.ring - 1, s.head
        onto_line(w, UP, s.to_nut, mask, head, c.half * f)
        onto_line(w, DOWN, s.to_bridge, mask, head, c.half * f)
        if c.twist_impedance > 0.0:
            onto_line(w, TWIST_UP, s.twist_to_nut, mask, head, c.twist_half * f)
            onto_line(w, TWIST_DOWN, s.twist_to_bridge, mask, head, c.twist_half * f)


@kernel
def finish(c, s, w):
    """Move every port on, and turn the waves over at both ends."""
    s.end_speed = (1.0 - c.reflected) * s.in_bridge + end_admittance(c) * s.end_force
    for q in range(int(s.ports)):
        row = part(w, q * WIDTH)
        row[GONE] += c.step * (s.end_speed if is_end(c, row) else 0.5 * (row[BEFORE] + speed_at(c, s, row)))
    head = s.head
    s.to_nut[head] = s.end_speed - s.in_bridge
    x = s.in_nut
    for i in range(SHELVES):
        x = pass_shelf(c.shelves[i], s.shelves[i], x)
    if c.strength > 0.0:
        a, turn = s.allpass, s.turn
        for j in range(SECTIONS):
            kept = s.passing[j]
            s.passing[j] = turn * x - a * kept
            x = a * x + turn * kept
    s.to_bridge[head] = -x
    if c.twist_impedance > 0.0:
        s.twist_to_nut[head] = -s.in_twist_bridge
        s.twist_to_bridge[head] = -pass_shelf(c.twist_shelf, s.twist_shelf, s.in_twist_nut)
    s.head = (head + 1) & (c.ring - 1)


@kernel
def pickup(c, s, k, output):
    """Velocity or displacement of pickup k, or the force on the bridge."""
    mask, head = c.ring - 1, s.head
    if output == BRIDGE_FORCE:
        return c.impedance * (s.in_bridge - s.to_nut[(head - 1) & mask])
    if s.pickups[k].stale > 0.0:
        s.pickups[k].stale = 0.0
        p = min(0.5 * c.period * c.pickups[k], 0.5 * s.left)
        place_tap(s.pickups[k].nut_going, p + 1.0)
        place_tap(s.pickups[k].bridge_coming, 0.5 * s.left - p + 1.0)
    v = at_end(s.pickups[k].nut_going, s.to_nut, mask, head) + at_end(s.pickups[k].bridge_coming, s.to_bridge, mask, head)
    if output == DISPLACEMENT:
        s.pickups[k].displaced = s.pickups[k].displaced + c.step * v
        return s.pickups[k].displaced
    return v


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
    """Lost in reading between samples, at the bridge and in the shelves; supplied by a moving finger."""
    mask = c.ring - 1
    head = (s.head - 1) & mask
    total = lost_in_line(s.from_bridge, s.to_bridge, mask, head, 1.0)
    total += lost_in_line(s.from_nut, s.to_nut, mask, head, 1.0)
    out = s.to_nut[head]
    total += s.in_bridge * s.in_bridge - out * out + s.end_force * s.end_speed / c.impedance
    x = s.in_nut
    for i in range(SHELVES):
        lost, x = lost_in_shelf(c.shelves[i], s.shelves[i], x)
        total += lost
    total *= c.impedance
    if c.twist_impedance > 0.0:
        twist, _ = lost_in_shelf(c.twist_shelf, s.twist_shelf, s.in_twist_nut)
        twist += lost_in_line(s.twist_from_bridge, s.twist_to_bridge, mask, head, 1.0)
        twist += lost_in_line(s.twist_from_nut, s.twist_to_nut, mask, head, 1.0)
        total += c.twist_impedance * twist
    return c.step * total, s.supplied


@kernel
def rests(c, s, finger, bend):
    """Whether no wave is on its way."""
    total = 0.0
    for i in range(c.ring):
        total += abs(s.to_bridge[i]) + abs(s.to_nut[i]) + abs(s.twist_to_bridge[i]) + abs(s.twist_to_nut[i])
    return total == 0.0 and finger == s.finger


PORTS = PortKernels(
    MEMORY, prepare, start, place, advance, free, displacement, mutual, push, finish, pickup, stored, spent, settle=settle, rests=rests
)

"""How bow and finger tune a waveguide string.

What the finger changes, the filters of the sounding length, and what the bow changes, the places where the lines are read, are reckoned
apart: both follow from the coefficients and from where bow and finger are. A finger that moves goes by a chart (chart.py), which is
drawn anew where it leaves it. Pickups are placed when they are heard.
"""

import math

from rosin.bodies.waveguide_string.chart import NODES, draw, follow
from rosin.bodies.waveguide_string.dispersion import SECTIONS, chain_angle, delay_of_strength
from rosin.bodies.waveguide_string.line import leave_tap, move_tap
from rosin.bodies.waveguide_string.loss import shorten
from rosin.bodies.waveguide_string.memory import CURVES, SHELVES
from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import sin_cos_pi

FULLEST = 0.5  # of the period: what the all-passes may take
BLEND = 0.02  # of the sounding length beyond the bow, over which a pickup goes over to the line to the nut
SHORTEST = 4.0  # samples that a finger leaves, beyond what the filters take
REACH, AHEAD = 0.005, 0.9  # of a chart: of the length, to either side, and of that, by which its middle lies ahead
STEPS = 5.0  # that half a chart must do for


@kernel(large=True)
def take_length(c, s, length):
    """The filters of a sounding length, and what they leave of a round trip to the lines."""
    period = c.period * length
    sine, cosine = sin_cos_pi(1.0 / period)
    angle = 0.0
    for i in range(SHELVES):
        angle += shorten(c.shelves[i], s.shelves[i], length, sine, cosine)
    if c.strength > 0.0:
        root, most = delay_of_strength(c.strength * length), max(FULLEST * period / SECTIONS, 1.0)
        t = min(root, most)
        s.limited = 0.0 if root < most else 1.0 if most <= 1.0 else -1.0
        s.allpass = (1.0 - t) / (1.0 + t)
        s.turn = 2.0 * math.sqrt(t) / (1.0 + t)
        angle += chain_angle(t, sine, cosine)
    s.left = period * (1.0 - angle / (2.0 * math.pi))
    if c.twist_impedance > 0.0:
        twist = c.twist_period * length
        sine, cosine = sin_cos_pi(min(1.0 / twist, 0.5))
        s.twist_left = twist * (1.0 - shorten(c.twist_shelf, s.twist_shelf, length, sine, cosine) / (2.0 * math.pi))


@kernel
def draw_chart(c, s):
    """Chart all that follows from the length, around the middle of the chart; it is no good where it has a bend in it."""
    take_length(c, s, s.middle + s.reach)
    limited = s.limited
    for node in range(NODES):
        take_length(c, s, s.middle + s.reach * (0.5 * node - 1.0))
        if node == 0:
            s.bent = 0.0 if s.limited == limited else 1.0
        for i in range(SHELVES):
            s.curves[NODES * i + node] = s.shelves[i].share
        s.curves[NODES * SHELVES + node] = s.allpass
        s.curves[NODES * (SHELVES + 1) + node] = s.turn
        s.curves[NODES * (SHELVES + 2) + node] = s.left
        s.curves[NODES * (SHELVES + 3) + node] = s.twist_shelf.share
        s.curves[NODES * (SHELVES + 4) + node] = s.twist_left
    for j in range(CURVES):
        draw(part(s.curves, NODES * j))


@kernel
def follow_chart(c, s, length):
    """The same as `take_length`, by the chart."""
    z = (length - s.middle) * s.per_reach
    for i in range(SHELVES):
        s.shelves[i].share = follow(part(s.curves, NODES * i), z)
    s.allpass = follow(part(s.curves, NODES * SHELVES), z)
    s.turn = follow(part(s.curves, NODES * (SHELVES + 1)), z)
    s.left = follow(part(s.curves, NODES * (SHELVES + 2)), z)
    if c.twist_impedance > 0.0:
        s.twist_shelf.share = follow(part(s.curves, NODES * (SHELVES + 3)), z)
        s.twist_left = follow(part(s.curves, NODES * (SHELVES + 4)), z)


@kernel
def tune_filters(c, s, moving):
    """Take the length that the finger leaves; where this moves, by a chart that lies mostly ahead, if it will do for some steps."""
    length = max(1.0 - s.finger, c.shortest)
    if moving > 0.0 and abs(length - s.middle) > s.reach:
        s.reach = 0.0
        if STEPS * abs(length - s.length) < REACH * length:
            s.reach = REACH * length
            s.per_reach = 1.0 / s.reach
            s.middle = length + (AHEAD if length > s.length else -AHEAD) * s.reach
            draw_chart(c, s)
    if s.reach > 0.0 and s.bent == 0.0:
        follow_chart(c, s, length)
    else:
        take_length(c, s, length)
    s.length = length
    s.left = max(s.left, SHORTEST)


@kernel
def place_hands(c, s):
    """Where the bow reads the lines."""
    s.near = min(max(c.period * s.place, 1.0), s.left - 1.0)
    move_tap(s.from_bridge, s.near)
    move_tap(s.from_nut, s.left - s.near)
    if c.twist_impedance > 0.0:
        near = min(max(c.twist_period * s.place, 1.0), max(s.twist_left - 1.0, 1.0))
        move_tap(s.twist_from_bridge, near)
        move_tap(s.twist_from_nut, s.twist_left - near)


@kernel
def place_bridge(c, s):
    """Where the bridge is on the line to it."""
    s.bridge_stale = 0.0
    move_tap(s.at_bridge, 1.0 + 0.5 * s.near)


@kernel
def place_pickup(c, s, k):
    """Where a pickup is on both lines."""
    s.pickups[k].stale = 0.0
    period = c.period * s.length
    place = min(c.pickups[k] * c.period, period)
    beyond = place - s.near
    share = 0.0
    if beyond > 1e-12 * period:
        share = min(beyond / (BLEND * period), 1.0)
    s.pickups[k].share = share
    sounds = c.pickups[k] < 1.0 - s.finger
    if sounds and share < 1.0:
        way = 0.5 * min(place, s.near)
        move_tap(s.pickups[k].bridge_going, 1.0 + 0.5 * s.near - way)
        move_tap(s.pickups[k].bridge_coming, 1.0 + 0.5 * s.near + way)
    else:
        leave_tap(s.pickups[k].bridge_going)
        leave_tap(s.pickups[k].bridge_coming)
    if sounds and share > 0.0:
        to_nut = s.left - s.near
        way = to_nut * 0.5 * beyond / (period - s.near)
        move_tap(s.pickups[k].nut_going, 1.0 + way)
        move_tap(s.pickups[k].nut_coming, 1.0 + to_nut - way)
    else:
        leave_tap(s.pickups[k].nut_going)
        leave_tap(s.pickups[k].nut_coming)


@kernel
def make_stale(c, s):
    """Bridge and pickups are placed anew when they are next heard."""
    s.bridge_stale = 1.0
    for k in range(c.heard):
        s.pickups[k].stale = 1.0


@kernel
def tune(c, s, position, finger):
    """Take a bow and a finger; filters stay where only the bow has moved."""
    first = s.place < 0.0
    moved = first or finger != s.finger
    s.place = position
    s.finger = finger
    if moved:
        tune_filters(c, s, 0.0 if first else 1.0)
    place_hands(c, s)
    make_stale(c, s)


@kernel
def settle(c, s):
    """Filters and reading places by the present coefficients."""
    if s.place >= 0.0:
        if s.reach > 0.0:
            draw_chart(c, s)
        tune_filters(c, s, s.reach)
        place_hands(c, s)
        if s.bridge_stale == 0.0:
            place_bridge(c, s)
        for k in range(c.heard):
            if s.pickups[k].stale == 0.0:
                place_pickup(c, s, k)

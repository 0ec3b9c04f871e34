"""The touched place of a stiff string: its weights, and the velocity that it will have one sample later.

(12) and (13) at the touched point are a sum over eight points of the present row and six of the last. It is taken as soon as a row
is done, so that no contact waits for the row; the force that comes then changes it by `per_force`.
"""

from rosin.bodies.stiff_string.grid import cells_of, rows, settle_place
from rosin.kernels.dialect import kernel, part

CLEAR = 3  # cells between bow and finger
OFF_BRIDGE = 2  # cells between a bridge that moves and a place that is looked ahead to


@kernel
def reached(c, s, position, nearest):
    """The place, in cells, that a position from 0 to 1 comes to, `nearest` to the bridge and on this side of the finger."""
    place = max(min(max(position, 0.0), 1.0) * cells_of(c), nearest)
    if s.finger > 0.0:
        place = min(place, s.last - CLEAR - 1e-9)
    return place


@kernel
def weigh_ahead(c, s):
    """The weights of the touched place, and (12), (13) there as weights of the present and the last row."""
    first = settle_place(c, s.touched, s.place)
    w0, w1, w2, w3 = s.touched.w0, s.touched.w1, s.touched.w2, s.touched.w3
    s.admittance = c.mobility * (w0 * w0 + w1 * w1 + w2 * w2 + w3 * w3)
    scale = 0.5 / c.step
    v0, v1, v2, v3 = scale * w0, scale * w1, scale * w2, scale * w3
    c0, c1, c2, d0, d1 = c.c0, c.c1, c.c2, c.d0 - 1.0, c.d1
    now0 = v0 * c2
    now2 = v0 * c0 + v1 * c1 + v2 * c2
    now3 = v0 * c1 + v1 * c0 + v2 * c1 + v3 * c2
    now4 = v0 * c2 + v1 * c1 + v2 * c0 + v3 * c1
    now5 = v1 * c2 + v2 * c1 + v3 * c0
    now7 = v3 * c2
    moved = now2 * w0 + now3 * w1 + now4 * w2 + now5 * w3
    if first == 1:
        moved += c.fold * now0 * w0
    if first == cells_of(c) - 4:
        moved += c.fold * now7 * w3
    s.per_force = c.push * moved
    now, before = s.from_now, s.from_before
    now[0] = now0
    now[1] = v0 * c1 + v1 * c2
    now[2] = now2
    now[3] = now3
    now[4] = now4
    now[5] = now5
    now[6] = v2 * c2 + v3 * c1
    now[7] = now7
    before[0] = v0 * d1
    before[1] = v0 * d0 + v1 * d1
    before[2] = v0 * d1 + v1 * d0 + v2 * d1
    before[3] = v1 * d1 + v2 * d0 + v3 * d1
    before[4] = v2 * d1 + v3 * d0
    before[5] = v3 * d1


@kernel
def look_ahead(s, last, present):
    """The velocity (13) that the touched point will have in the next sample, by the last two rows as they are."""
    at = int(s.touched.first) - 2
    ahead, behind = 0.0, 0.0
    for i in range(8):
        ahead += s.from_now[i] * present[at + i]
    for i in range(6):
        behind += s.from_before[i] * last[at + 1 + i]
    return ahead + behind


@kernel
def touch(c, s, place):
    """Take a place, in cells."""
    s.place = place
    weigh_ahead(c, s)
    _, last, present = rows(s)
    s.force = 0.0
    s.ahead = look_ahead(s, part(s.rows, last), part(s.rows, present))


@kernel
def settle_touch(c, s):
    """Weigh the touched place anew: what this changes of the velocity to come is exactly nothing where no coefficient has changed."""
    _, last, present = rows(s)
    before = look_ahead(s, part(s.rows, last), part(s.rows, present)) - s.per_force * s.force
    weigh_ahead(c, s)
    after = look_ahead(s, part(s.rows, last), part(s.rows, present)) - s.per_force * s.force
    s.ahead = s.ahead + (after - before)

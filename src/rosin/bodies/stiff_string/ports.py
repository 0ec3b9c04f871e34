"""A stiff string touched at several places at once: the row is stepped without contacts, and every force is spread on it.

    v_free at a port = (u_after - u_before) / 2k by its weights I,     y between two = I.I' times that of a grid point

A port's row holds its place in cells, the first of its four points, how much easier the first moves than the
others, and their weights: a bridge that moves is half a cell of string.
"""

from rosin.bodies.ports import PortKernels
from rosin.bodies.stiff_string import pickup, prepare, spent, start, step_row
from rosin.bodies.stiff_string.finger import SWIFTEST, hold, press, stop
from rosin.bodies.stiff_string.grid import MEMORY, cells_of, fix_ends, move_end, rows, stored, weigh
from rosin.bodies.stiff_string.regrid import regrid
from rosin.bodies.stiff_string.touch import reached
from rosin.kernels.dialect import kernel, part

PLACE, FIRST, EASE, WEIGHTS = range(4)


@kernel
def settle(c, s):
    """The rows and the finger's spring, by the present coefficients."""
    regrid(c, s)
    if s.finger >= 0.0:
        press(c, s)


@kernel
def place(c, s, w, position):
    """Points and weights of a place, as far as the finger allows."""
    cell = reached(c, s, position, 0.0)
    if cell == w[PLACE]:
        return False
    w[PLACE] = cell
    first, w0, w1, w2, w3 = weigh(c, cell)
    w[FIRST] = first + 2.0
    w[EASE] = 2.0 if first == 0 else 1.0
    w[WEIGHTS] = w0
    w[WEIGHTS + 1] = w1
    w[WEIGHTS + 2] = w2
    w[WEIGHTS + 3] = w3
    return True


@kernel
def read(row, w):
    """The value of a row at a port."""
    i = int(w[FIRST])
    return (w[WEIGHTS] * row[i] + w[WEIGHTS + 1] * row[i + 1]) + (w[WEIGHTS + 2] * row[i + 2] + w[WEIGHTS + 3] * row[i + 3])


@kernel
def advance(c, s, w, velocity, force, place, finger):
    """Step the row without contacts (what was the next is the present one, and the oldest is written over)."""
    s.supplied = 0.0
    if finger != s.finger:
        way = SWIFTEST * c.step
        stop(c, s, min(max(finger, s.finger - way), s.finger + way) if s.finger >= 0.0 else finger)
    s.phase = s.phase + 1 if s.phase < 2 else 0
    from_before, from_now, from_after = rows(s)
    before, now, after = part(s.rows, from_before), part(s.rows, from_now), part(s.rows, from_after)
    step_row(before, now, after, 1, cells_of(c), c.c0, c.c1, c.c2, c.d0, c.d1)
    if s.finger > 0.0:
        hold(c, s, before, after)
    if c.moving > 0.0:
        move_end(c, before, now, after)
    fix_ends(c, after)
    return False


@kernel
def free(c, s, w):
    """The velocity of a port without contact (13)."""
    before, _, after = rows(s)
    return 0.5 * (read(part(s.rows, after), w) - read(part(s.rows, before), w)) / c.step


@kernel
def displacement(c, s, w):
    """Half a step before: the mean of the present row and the last."""
    before, now, _ = rows(s)
    return 0.5 * (read(part(s.rows, now), w) + read(part(s.rows, before), w))


@kernel
def mutual(c, s, w, other):
    """What a force at one port moves at another, where their points overlap."""
    apart = int(other[FIRST] - w[FIRST])
    total = 0.0
    for i in range(4):
        j = i - apart
        if 0 <= j < 4:
            total += (w[EASE] if i == 0 else 1.0) * w[WEIGHTS + i] * other[WEIGHTS + j]
    return c.mobility * total


@kernel
def push(c, s, w, f):
    """Spread a force."""
    _, _, after = rows(s)
    first, amount = after + int(w[FIRST]), c.push * f
    s.rows[first] += amount * w[EASE] * w[WEIGHTS]
    for i in range(1, 4):
        s.rows[first + i] += amount * w[WEIGHTS + i]


@kernel
def finish(c, s, w):
    """Fold the ends anew."""
    _, _, after = rows(s)
    fix_ends(c, part(s.rows, after))


@kernel
def rests(c, s, finger, bend):
    """Whether no point moves."""
    for i in range(3 * c.row):
        if s.rows[i] != 0.0:
            return False
    return finger == s.finger


PORTS = PortKernels(
    MEMORY, prepare, start, place, advance, free, displacement, mutual, push, finish, pickup, stored, spent, settle=settle, rests=rests
)

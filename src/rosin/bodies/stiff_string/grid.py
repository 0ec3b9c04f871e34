"""The grid of a stiff string: its memory, how a place between points is weighed, and the energy of two rows.

Three rows hold the displacements of the last, the present and the next sample; which is which goes round with `phase`. A row has two
ghost points at either end, so that grid point i is its number i + 2; its ends, points 0 and n, are never written to.
"""

from rosin.bodies import body_kernels
from rosin.kernels.cubic import cubic_weights
from rosin.kernels.dialect import abreast, kernel, part
from rosin.kernels.record import Capacity, Inner, Memory, Real, Record, Row, Whole


class Form(body_kernels.Form):
    """What shapes the memory of a string."""

    cells = Capacity("grid cells, at most")
    row = Capacity("numbers in a row: grid points, two ghost points at each end, and room to make it a multiple of four")
    heard = Whole("pickups")


class GridPlace(Record):
    """A place between grid points."""

    first = Real("", "number in the row of the first of its four points")
    w0 = Real("", "their weights")
    w1 = Real()
    w2 = Real()
    w3 = Real()


class Parameters(Record, form=Form):
    """The string as physics knows it."""

    length = Real("m")
    radius = Real("m")
    density = Real("kg/m^3")
    youngs_modulus = Real("Pa")
    tension = Real("N", "0 where a frequency is given")
    frequency = Real("Hz", "of the lowest partial, 0 where a tension is given")
    damping = Real("1/s", "s0")
    frequency_damping = Real("m^2/s", "s1")
    fold = Real("", "-1 where the ends are supported, 1 where they are clamped")
    printed = Real("", "1 for the finger of (23)")
    moving = Real("", "1 where the end at the bridge is free to move")
    pickups = Row("heard", text="from bridge to nut")


class Coefficients(Record, form=Form):
    """Constants of the grid."""

    step = Real("s", "k")
    cells_now = Real("", "cells of the grid, as many as there is room for or fewer")
    spacing = Real("m", "h")
    line_mass = Real("kg/m", "rho A")
    wave2 = Real("m^2/s^2", "c^2")
    stiff2 = Real("m^4/s^2", "K^2")
    s0 = Real("1/s")
    s1 = Real("m^2/s")
    fold = Real("", "what a ghost point is of the point that it mirrors")
    printed = Real("", "1 for the finger of (23)")
    moving = Real("", "1 where the end at the bridge is free to move")
    c0 = Real("", "of (12): what a point takes of itself, now")
    c1 = Real("", "of its neighbours")
    c2 = Real("", "of the points beyond them")
    d0 = Real("", "of itself, one step before")
    d1 = Real("", "of its neighbours, one step before")
    kept = Real("", "what a point that nothing pulls takes of itself, now")
    push = Real("m/N", "what a force moves a point in a step")
    mobility = Real("m/(N s)", "y of a grid point")
    bridge_1 = Real("N/m", "what the force on the bridge takes of u_1")
    bridge_2 = Real("N/m", "of u_2")
    bridge_0 = Real("N/m", "and of u_0, where that moves")
    pickups = Inner(GridPlace, "heard")


class State(Record, form=Form):
    """The rows, and all that follows from where the string is touched and stopped."""

    phase = Whole("which of the rows is the present one")
    cells_before = Real("", "cells of the grid for which the rows were written, 0 before the start")
    place = Real("", "touched place in cells, -1 before the first touch")
    touched = Inner(GridPlace)
    admittance = Real("m/(N s)", "y")
    from_now = Row(8, unit="1/s", text="what the free velocity of the next sample takes of the points around, in the present row")
    from_before = Row(6, unit="1/s", text="the same in the last row, from the second of these points on")
    per_force = Real("m/(N s)", "what a force changes of the free velocity one sample later")
    force = Real("N", "the last one")
    ahead = Real("m/s", "free velocity of the next sample, without that force")
    finger = Real("", "from 0 (nut) to 1, -1 before the first touch")
    last = Real("", "the last point that the finger leaves free")
    kept = Real("", "what that keeps of its new value")
    turned = Real("", "and takes of its old one")
    spring = Real("", "of the finger")
    supplied = Real("J", "by moving the finger, in this step")
    lost = Real("J", "in the finger, in this step")
    rows = Row(3, "row", unit="m", text="displacements")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def cells_of(c):
    """Cells of the grid; voices abreast have as many as there is room for."""
    return c.cells if abreast() else int(c.cells_now)


@kernel
def weigh(c, place):
    """The first of the four grid points around a place (in cells) that move, and their cubic weights folded at the ends."""
    n = cells_of(c)
    cell = min(max(int(place), 0), n - 1)
    left, here, there, right = cubic_weights(place - cell)
    if c.moving > 0.0 and cell == 0:
        return 0, here + (1.0 - c.fold) * left, there + c.fold * left, right, 0.0
    if c.moving > 0.0 and cell == 1:
        return 0, left, here, there, right
    if cell == 0:
        return 1, there + c.fold * left, right, 0.0, 0.0
    if cell == 1:
        return 1, here, there, right, 0.0
    if cell == n - 2:
        return n - 4, 0.0, left, here, there
    if cell == n - 1:
        return n - 4, 0.0, 0.0, left, here + c.fold * right
    return cell - 1, left, here, there, right


@kernel
def settle_place(c, at, place):
    """Keep the points and weights of a place (in cells); its first point."""
    first, at.w0, at.w1, at.w2, at.w3 = weigh(c, place)
    at.first = first + 2
    return first


@kernel
def read_row(row, at):
    """The value of a row at a place."""
    i = int(at.first)
    return (at.w0 * row[i] + at.w1 * row[i + 1]) + (at.w2 * row[i + 2] + at.w3 * row[i + 3])


@kernel
def rows(s):
    """Where the rows of this sample begin: before, now and after."""
    now = s.phase * s.row
    after = now + s.row if s.phase < 2 else 0
    before = now - s.row if s.phase > 0 else 2 * s.row
    return before, now, after


@kernel
def fix_ends(c, row):
    """Beyond its ends the row is folded: turned over where it is supported (u_xx = 0), as it is where clamped (u_x = 0) (2)."""
    n = cells_of(c)
    row[1] = (1.0 - c.fold) * row[2] + c.fold * row[3]
    row[n + 3] = c.fold * row[n + 1]


@kernel
def bridge_force(c, row):
    """F = T u_x - E I u_xxx at the bridge."""
    return c.bridge_0 * row[2] + c.bridge_1 * row[3] + c.bridge_2 * row[4]


@kernel
def move_end(c, before, now, after):
    """The end at the bridge as half a cell of string that F pulls back: (rho A h / 2) u_tt = F, less both kinds of damping."""
    steeper = (now[3] - now[2]) - (before[3] - before[2])
    after[2] = c.kept * now[2] + (c.d0 + 2.0 * c.d1) * before[2] - 2.0 * c.d1 * steeper + 2.0 * c.push * bridge_force(c, now)


@kernel
def stored(c, s):
    """Between this row and the next."""
    _, from_now, from_after = rows(s)
    now, after = part(s.rows, from_now), part(s.rows, from_after)
    n, k, h = cells_of(c), c.step, c.spacing
    moving, stretched, bent, rubbed = 0.0, 0.0, 0.0, 0.0
    for i in range(n + 1):
        j = i + 2
        rate = after[j] - now[j]
        bend = now[j + 1] - 2.0 * now[j] + now[j - 1]
        share = 0.5 if i == 0 or i == n else 1.0
        moving += share * rate * rate
        bent += share * bend * (after[j + 1] - 2.0 * after[j] + after[j - 1])
        if i < n:
            slope = now[j + 1] - now[j]
            slope_after = after[j + 1] - after[j]
            stretched += slope * slope_after
            rubbed += (slope_after - slope) * (slope_after - slope)
    total = moving * h / (k * k) + c.wave2 * stretched / h + c.stiff2 * bent / (h * h * h) - c.s1 * rubbed / (k * h)
    pressed = 0.0
    if s.spring > 0.0:
        held = int(s.last) + 2
        pressed = 0.25 * s.spring / c.push * (now[held] * now[held] + after[held] * after[held])
    return 0.5 * c.line_mass * total + pressed

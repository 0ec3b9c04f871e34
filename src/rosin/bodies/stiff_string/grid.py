"""The grid of a stiff string: where its rows lie in memory, how a place between points is weighed, and the energy of two rows."""

import math

from rosin.kernels.cubic import cubic_weights
from rosin.kernels.dialect import kernel

# coefficients: those of the grid; the touched place: the first of its four points, their weights, and what the eight points
# around them make of the velocity there; then for each pickup the first of its four points and their weights
CELLS, STEP, SPACING, LINE_MASS, WAVE2, STIFF2, S0, S1, FOLD, C0, C1, C2, D0, D1, PUSH, MOBILITY = range(16)
PLACE, FIRST, W0, W1, W2, W3 = range(16, 22)
FROM_NOW, FROM_BEFORE = 22, 30
# the finger, whether it is that of (23), the last point that it leaves free, what that keeps of its new and of its old value, and
# the spring; then what the bridge force takes of u_1 and u_2, and what a force changes of the free velocity one sample later
FINGER, PRINTED, LAST, KEPT, TURNED, SPRING, BRIDGE_1, BRIDGE_2, PER_FORCE = range(38, 47)
HEAD = 47
# state: which of the three rows that follow is the present one, what moving the finger supplied and what it lost, the last force
# and the free velocity of the next sample without it; a row has two ghost points at either end
PHASE, SUPPLIED, LOST, FORCE, AHEAD = range(5)
ROWS = 8


@kernel
def grid_cells(length, wave2, stiff2, s1, fs):
    """The largest number of cells that are stable (10)."""
    k = 1.0 / fs
    q = wave2 * k * k + 4.0 * s1 * k
    return math.floor(length / math.sqrt(0.5 * (q + math.sqrt(q * q + 16.0 * stiff2 * k * k))))


@kernel
def weigh(c, place):
    """The four inner grid points around a place (in cells), and their cubic weights folded at the ends."""
    n = int(c[CELLS])
    cell = min(max(int(place), 0), n - 1)
    left, here, there, right = cubic_weights(place - cell)
    if cell == 0:
        return 1, there + c[FOLD] * left, right, 0.0, 0.0
    if cell == 1:
        return 1, here, there, right, 0.0
    if cell == n - 2:
        return n - 4, 0.0, left, here, there
    if cell == n - 1:
        return n - 4, 0.0, 0.0, left, here + c[FOLD] * right
    return cell - 1, left, here, there, right


@kernel
def row_length(c):
    """Grid points, two ghost points at each end, and room to make it a multiple of four."""
    return 4 * ((int(c[CELLS]) + 8) // 4)


@kernel
def rows(c, s):
    """Where the rows of this sample begin: before, now and after."""
    length = row_length(c)
    phase = int(s[PHASE])
    now = ROWS + phase * length
    after = now + length if phase < 2 else ROWS
    before = now - length if phase > 0 else ROWS + 2 * length
    return before, now, after


@kernel
def between(s, at, w0, w1, w2, w3):
    """The weighted sum of four values from `at` on."""
    return (w0 * s[at] + w1 * s[at + 1]) + (w2 * s[at + 2] + w3 * s[at + 3])


@kernel
def fix_ends(c, s, row):
    """u = 0, and beyond it the row folded: turned over where it is supported (u_xx = 0), as it is where clamped (u_x = 0) (2)."""
    n = int(c[CELLS])
    s[row + 2] = 0.0
    s[row + n + 2] = 0.0
    s[row + 1] = c[FOLD] * s[row + 3]
    s[row + n + 3] = c[FOLD] * s[row + n + 1]


@kernel
def stored(c, s):
    """Between this row and the next."""
    _, now, after = rows(c, s)
    k = c[STEP]
    h = c[SPACING]
    moving, stretched, bent, rubbed = 0.0, 0.0, 0.0, 0.0
    for i in range(int(c[CELLS]) + 1):
        j = i + 2
        rate = s[after + j] - s[now + j]
        moving += rate * rate
        bend = s[now + j + 1] - 2.0 * s[now + j] + s[now + j - 1]
        share = 0.5 if i == 0 or i == int(c[CELLS]) else 1.0
        bent += share * bend * (s[after + j + 1] - 2.0 * s[after + j] + s[after + j - 1])
        if i < int(c[CELLS]):
            slope = s[now + j + 1] - s[now + j]
            slope_after = s[after + j + 1] - s[after + j]
            stretched += slope * slope_after
            rubbed += (slope_after - slope) * (slope_after - slope)
    total = moving * h / (k * k) + c[WAVE2] * stretched / h + c[STIFF2] * bent / (h * h * h) - c[S1] * rubbed / (k * h)
    pressed = 0.0
    if c[SPRING] > 0.0:
        held = now + int(c[LAST]) + 2
        held_after = after + int(c[LAST]) + 2
        pressed = 0.25 * c[SPRING] / c[PUSH] * (s[held] * s[held] + s[held_after] * s[held_after])
    return 0.5 * c[LINE_MASS] * total + pressed

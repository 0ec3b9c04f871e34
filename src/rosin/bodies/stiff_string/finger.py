"""A finger that stops a stiff string anywhere, between its grid points too.

A finger at l + a cells from the bridge (l whole, 0 < a <= 1) holds u = 0 from point l + 1 on, and presses point l with a spring
K = T (1 - a) / (a h), by which a straight string that ends at the finger stays straight, and a light damper, C = K k / 50; both
act on the mean of the rows before and after. (23), by name, multiplies point l by 1 - (1 - a)^7 instead, and is lossy and flat.
"""

import math

from rosin.bodies.stiff_string.grid import (
    CELLS,
    FINGER,
    KEPT,
    LAST,
    LINE_MASS,
    LOST,
    PLACE,
    PRINTED,
    PUSH,
    ROWS,
    SPACING,
    SPRING,
    SUPPLIED,
    TURNED,
    WAVE2,
    fix_ends,
    row_length,
    stored,
)
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import power

FINGER_LOSS = 0.02  # of the finger: its damper over its spring, in samples
SHORTEST = 6  # cells that a finger leaves to the bow
SWIFTEST = 100.0  # string lengths a second that a finger travels at most: one that jumps would strike the string


@kernel
def stop(c, s, finger):
    """Take a finger, from 0 (nut) to 1, and book the energy that this changes."""
    energy = stored(c, s)
    c[FINGER] = finger
    c[PLACE] = -1.0
    c[LAST] = c[CELLS]
    c[KEPT] = 1.0
    c[TURNED] = 0.0
    c[SPRING] = 0.0
    if finger > 0.0:
        sounding = max((1.0 - finger) * c[CELLS], SHORTEST)
        c[LAST] = math.ceil(sounding) - 1.0
        a = sounding - c[LAST]
        if c[PRINTED] > 0.0:
            c[KEPT] = 1.0 - power(1.0 - a, 7.0)
        else:
            spring = c[PUSH] * c[LINE_MASS] * c[WAVE2] / c[SPACING] * (1.0 - a) / a
            c[KEPT] = 1.0 / (1.0 + 0.5 * (1.0 + FINGER_LOSS) * spring)
            c[TURNED] = 0.5 * (1.0 - FINGER_LOSS) * spring * c[KEPT]
            c[SPRING] = spring
        for number in range(3):
            row = ROWS + number * row_length(c)
            for i in range(int(c[LAST]) + 3, int(c[CELLS]) + 3):
                s[row + i] = 0.0
            fix_ends(c, s, row)
    s[SUPPLIED] = stored(c, s) - energy


@kernel
def hold(c, s, before, after):
    """Press the last free point of the new row, and book what the finger loses."""
    last = int(c[LAST]) + 2
    old = s[before + last]
    alone = s[after + last]
    new = c[KEPT] * alone - c[TURNED] * old
    s[after + last] = new
    s[LOST] = (0.5 * (alone - new) * (new - old) - 0.25 * c[SPRING] * (new * new - old * old)) / c[PUSH]

"""A finger that stops a stiff string anywhere, between its grid points too.

A finger at l + a cells from the bridge (l whole, 0 < a <= 1) holds u = 0 from point l + 1 on, and presses point l with a spring
K = T (1 - a) / (a h), by which a straight string that ends at the finger stays straight, and a light damper, C = K k / 50; both
act on the mean of the rows before and after. (23), by name, multiplies point l by 1 - (1 - a)^7 instead, and is lossy and flat.
"""

import math

from rosin.bodies.stiff_string.grid import cells_of, fix_ends, stored
from rosin.kernels.dialect import kernel, meet, part

FINGER_LOSS = 0.02  # of the finger: its damper over its spring, in samples
SHORTEST = 6  # cells that a finger leaves to the bow
SWIFTEST = 100.0  # string lengths a second that a finger travels at most: one that jumps would strike the string


@kernel
def press(c, s):
    """What follows from where the finger is: the last free point, and how it is held."""
    s.last = cells_of(c)
    s.kept = 1.0
    s.turned = 0.0
    s.spring = 0.0
    if s.finger > 0.0:
        sounding = max((1.0 - s.finger) * cells_of(c), SHORTEST)
        s.last = math.ceil(sounding) - 1.0
        a = sounding - s.last
        if c.printed > 0.0:
            s.kept = 1.0 - (1.0 - a) * (1.0 - a) ** 2 * (1.0 - a) ** 4
        else:
            spring = c.push * c.line_mass * c.wave2 / c.spacing * (1.0 - a) / a
            s.kept = 1.0 / (1.0 + 0.5 * (1.0 + FINGER_LOSS) * spring)
            s.turned = 0.5 * (1.0 - FINGER_LOSS) * spring * s.kept
            s.spring = spring


@kernel
def silence(c, s, last):
    """Zero what a finger has come to hold: the points up to the one that was the last; all beyond that are zero already."""
    meet()
    for number in range(3):
        row = part(s.rows, number * s.row)
        for i in range(int(s.last) + 3, last + 3):
            row[i] = 0.0
        fix_ends(c, row)


@kernel
def stop(c, s, finger):
    """Take a finger, from 0 (nut) to 1, and where it is asked for book the energy that this changes."""
    energy = 0.0
    if c.observed != 0:
        energy = stored(c, s)
    last = int(s.last)
    s.finger = finger
    press(c, s)
    if int(s.last) < last:
        silence(c, s, last)
    if c.observed != 0:
        s.supplied = stored(c, s) - energy


@kernel
def hold(c, s, before, after):
    """Press the last free point of the new row, let the two that it reaches beyond the finger be still, and book what that loses."""
    last = int(s.last) + 2
    old = before[last]
    alone = after[last]
    new = s.kept * alone - s.turned * old
    meet()
    after[last] = new
    after[last + 1] = 0.0
    after[last + 2] = 0.0
    s.lost = (0.5 * (alone - new) * (new - old) - 0.25 * s.spring * (new * new - old * old)) / c.push

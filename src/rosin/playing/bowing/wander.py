"""What no hand can hold still: slow noise whose power falls as 1/f below a corner.

The sum of four first-order low-passes of white noise, two octaves apart, each of the same variance, so that each octave has about the same
power; its variance is 1.

    x <- x + a (w sqrt((2 - a) / a) - x),     a = 1 - exp(-2 pi f_k dt),     f_k = f, f/4, f/16, f/64
"""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import expm1
from rosin.kernels.random import unit_noise
from rosin.kernels.record import Record, Row

POLES = 4
APART = 0.25  # of the corner of one, that of the next


class Wandering(Record):
    """Noise on its way."""

    x = Row(POLES)


class Pace(Record):
    """Its corner, in ticks."""

    a = Row(POLES)
    drive = Row(POLES)


@kernel
def set_pace(c, corner, dt):
    """Take a corner in Hz and the time between two ticks."""
    f = corner
    for k in range(POLES):
        c.a[k] = -expm1(-2.0 * math.pi * f * dt)
        c.drive[k] = 0.5 * math.sqrt((2.0 - c.a[k]) / c.a[k])
        f = APART * f


@kernel
def settle(s, words):
    """As if it had gone on for long: each low-pass has a quarter of the variance."""
    for k in range(POLES):
        s.x[k] = 0.5 * unit_noise(words)


@kernel
def wander(c, s, words):
    """The noise at the next tick, of unit variance."""
    total = 0.0
    for k in range(POLES):
        s.x[k] += c.a[k] * (c.drive[k] * unit_noise(words) - s.x[k])
        total += s.x[k]
    return total

"""What walls and air take of a sound on its way, in three bands: two shelves of first order whose gain is at most one.

Sound whose energy falls by 60 dB in T60 loses, on a way that takes t seconds,

    ln |H(f)| = -3 ln(10) t / T60(f)           (Jot and Chaigne 1991)

whatever took it, walls or air. T60 is given in the octaves around 125 Hz, 1 kHz and 4 kHz. Two shelves have that loss, exactly, at those
three frequencies: r is the gain of the first at 0 Hz, of the second at half the sample rate, and w their crossover,

    H = g (s + w1 sqrt r1) / (s + w1 / sqrt r1)  (1 + s sqrt r2 / w2) / (1 + s / (w2 sqrt r2)),     s by the trapezoidal rule

Their decibels keep their shape when their gains change, so that ways of any length agree about T60 at every frequency. A shelf of first
order falls by 6 dB an octave at most: on one way the bands may differ by 6 dB (`SLOPE`), which is more than rooms ask for.

Why nothing grows. Each shelf is H = d + (a - d) t / (s + t), a its gain at 0 Hz and d the one high up, with |a|, |d| <= 1. Per sample,
x in, y out, by the trapezoidal rule with the state z,

    v = t (x - l),   l = z + v,   z <- z + 2 v,   y = d x + (a - d) l

and with the energy E = (1 - a d) / (2 t) z^2, as one finds by inserting,

    E' - E = x^2 - y^2 - (1 - d^2) (x - l)^2 - (1 - a^2) l^2

So what leaves, and what is held, is at most what came.
"""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, log, sin_cos_pi
from rosin.kernels.record import Real, Record

LOW, MID, HIGH = 125.0, 1000.0, 4000.0  # Hz: centres of the octaves in which T60 is given
LOW_CROSSOVER, HIGH_CROSSOVER = math.sqrt(LOW * MID), math.sqrt(MID * HIGH)
SIXTY = 3.0 * math.log(10.0)  # nepers in 60 dB
SLOPE = 6.0  # dB: by which bands may differ on a way
ROUNDS = 60  # of the search; each halves the error at least


class Shelves(Record):
    """Both shelves of a way."""

    low_share = Real("", "t / (1 + t) of the first")
    low_high = Real("", "its gain d high up")
    low_rest = Real("", "a - d")
    high_share = Real("", "of the second")
    high_high = Real()
    high_rest = Real()


class ShelvesState(Record):
    """What they remember."""

    low = Real("", "z of the first")
    high = Real("", "z of the second")


@kernel
def tangent(f, fs):
    """tan(pi f / fs)."""
    sine, cosine = sin_cos_pi(f / fs)
    return sine / cosine


@kernel
def loss(low, high, f, fs):
    """ln of the gain of both shelves at a frequency, given ln of r1 and r2."""
    r1, r2 = exp(low), exp(high)
    t = tangent(f, fs)
    t1, t2 = t / tangent(LOW_CROSSOVER, fs), t / tangent(HIGH_CROSSOVER, fs)
    u1, u2 = t1 * t1, t2 * t2
    return 0.5 * log((u1 + r1) / (u1 + 1.0 / r1)) + 0.5 * log(r2 * (r2 * u2 + 1.0) / (u2 + r2))


@kernel(large=True)
def design(times, seconds, fs):
    """Both shelves, in the order of `Shelves`, for a way that takes so many seconds and T60 in three bands."""
    wanted_low, wanted_mid, wanted_high = -SIXTY * seconds / times[0], -SIXTY * seconds / times[1], -SIXTY * seconds / times[2]
    low, mid, high = 0.0, 0.0, 0.0
    for _ in range(ROUNDS):
        off_low = wanted_low - mid - loss(low, high, LOW, fs)
        off_mid = wanted_mid - mid - loss(low, high, MID, fs)
        off_high = wanted_high - mid - loss(low, high, HIGH, fs)
        low += off_low - off_mid
        mid += off_mid
        high += off_high - off_mid
    most = max(low, 0.0)  # the first shelf is at most one; where the second is not, it is made so
    second = min(mid + most, min(0.0, -high))
    t1, t2 = tangent(LOW_CROSSOVER, fs) * exp(-0.5 * low), tangent(HIGH_CROSSOVER, fs) * exp(0.5 * high)
    low_high, high_high = exp(-most), exp(second + high)
    return t1 / (1.0 + t1), low_high, exp(low - most) - low_high, t2 / (1.0 + t2), high_high, exp(second) - high_high


@kernel
def prepare(times, seconds, fs, c):
    """The same, into a record."""
    c.low_share, c.low_high, c.low_rest, c.high_share, c.high_high, c.high_rest = design(times, seconds, fs)


@kernel
def shelf(share, high, rest, z, x):
    """One sample of one shelf, and its next state."""
    v = share * (x - z)
    low = z + v
    return high * x + rest * low, low + v


@kernel
def lose(c, s, x):
    """One sample through both shelves."""
    y, s.low = shelf(c.low_share, c.low_high, c.low_rest, s.low, x)
    y, s.high = shelf(c.high_share, c.high_high, c.high_rest, s.high, y)
    return y


@kernel
def held(share, high, rest, z):
    """The energy E that a shelf holds."""
    return 0.5 * (1.0 - (high + rest) * high) * (1.0 - share) / share * z * z

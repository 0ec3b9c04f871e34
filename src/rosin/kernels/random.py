"""Random numbers in floating point alone, the same on every target.

In double precision L'Ecuyer's MRG32k3a (1999), period 2^191. Its products have 53 bits; where numbers have 24, three small generators take
its place, whose sum Wichmann and Hill (1982) found good, period 7e12: every product stays a whole number below 2^24.
"""

import math

from rosin.kernels.dialect import kernel, single
from rosin.kernels.maths import ROUND

M1, M2 = 4294967087.0, 4294944443.0
A12, A13, A21, A23 = 1403580.0, 810728.0, 527612.0, 1370589.0
N1, N2, N3 = 30269.0, 30307.0, 30323.0
WORDS = 6  # state
SMALLEST_MODULUS = int(N1)


@kernel
def remainder(p, m, inverse):
    """p mod m, exact for |p| < 2^53: the nearest multiple of m is taken away, which may be one too many."""
    r = p - ((p * inverse + ROUND) - ROUND) * m
    return r + m if r < 0.0 else r


@kernel
def small_uniform(s):
    """The next number in [0, 1) in single precision; the first three entries of s are the state, whole numbers from 1 to 30268."""
    s[0] = remainder(171.0 * s[0], N1, 1.0 / N1)
    s[1] = remainder(172.0 * s[1], N2, 1.0 / N2)
    s[2] = remainder(170.0 * s[2], N3, 1.0 / N3)
    total = s[0] * (1.0 / N1) + s[1] * (1.0 / N2) + s[2] * (1.0 / N3)
    return total - math.floor(total)


@kernel
def uniform(s):
    """The next number in (0, 1); the first six entries of s are the state."""
    if single():
        return small_uniform(s)
    p1 = remainder(A12 * s[1] - A13 * s[0], M1, 1.0 / M1)
    s[0] = s[1]
    s[1] = s[2]
    s[2] = p1
    p2 = remainder(A21 * s[5] - A23 * s[3], M2, 1.0 / M2)
    s[3] = s[4]
    s[4] = s[5]
    s[5] = p2
    difference = p1 - p2 if p1 > p2 else p1 - p2 + M1
    return difference * (1.0 / (M1 + 1.0))


@kernel
def unit_noise(s):
    """White noise of zero mean and unit variance, within +-sqrt(3)."""
    return math.sqrt(3.0) * (2.0 * uniform(s) - 1.0)

"""Random numbers in floating point alone: L'Ecuyer's MRG32k3a (1999), period 2^191, the same on every target."""

import math

from rosin.kernels.dialect import kernel

M1, M2 = 4294967087.0, 4294944443.0
A12, A13, A21, A23 = 1403580.0, 810728.0, 527612.0, 1370589.0
WORDS = 6  # state


@kernel
def remainder(p, m, inverse):
    """p mod m, exact for |p| < 2^53."""
    r = p - math.floor(p * inverse) * m
    if r < 0.0:
        r = r + m
    if r >= m:
        r = r - m
    return r


@kernel
def uniform(s):
    """The next number in (0, 1); the first six entries of s are the state."""
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

"""The profile of a rough surface, and the curve on which a ball rolls over it (Rath 2003).

    s(x) = sum over k of A_k cos(2 pi k x / L + phi_k),     A_k ~ k^(-beta/2),   L / longest <= k <= L / shortest

has the power spectrum 1/f^beta, a given root mean square, random phases and the period L. A ball of radius R does not
follow s, but the offset curve that its lowest point is kept on,

    s_R(x) = max over q of [s(x + q) - d(q)],     d(q) = R - sqrt(R^2 - q^2) = q^2 / [R + sqrt(R^2 - q^2)].

The sag d is convex, so the point that is touched, x + q, never goes back as x goes on: once it is known at two places, it is
sought between those two only for all places in between. Halving the intervals takes n log n steps.

The profile lies on n points, a power of two, as two rows: s, then s_R. Between points s_R is a cubic with a continuous slope.
"""

import math

from rosin.kernels.cubic import smooth_weights
from rosin.kernels.dialect import kernel, single
from rosin.kernels.fourier import sum_of_waves, turned_over
from rosin.kernels.maths import power, sin_cos_turns
from rosin.kernels.random import M2, N1, WORDS, uniform

MOST_POINTS = 32_768
FEWEST_POINTS = 64
WARMING = 24  # numbers drawn before the seeds have spread over the generator
WHOLE = 1e-9  # how near to a whole number counts as one


@kernel
def points(length, shortest):
    """The power of two that has more than two points to the shortest wave."""
    n = FEWEST_POINTS
    while n < MOST_POINTS and n * shortest <= 2.0 * length * (1.0 + WHOLE):
        n = 2 * n
    return n


@kernel
def sow(words, seed):
    """The generator as a whole number, its seed, starts it."""
    most = N1 - 1.0 if single() else M2 - 1.0
    for i in range(WORDS):
        words[i] = 12345.0
    words[0] = 1.0 + seed - math.floor(seed / most) * most
    for _ in range(WARMING):
        uniform(words)


@kernel
def rough(a, n, words, rms, beta, longest, shortest, length):
    """The row s: waves of random phase, all at once as the real parts of a sum of complex waves."""
    last = max(min(int(length / shortest + WHOLE), n // 2 - 1), 1)
    first = min(max(int(-math.floor(WHOLE - length / longest)), 1), last)
    total = 0.0
    for k in range(first, last + 1):
        total += power(float(k), -beta)
    for i in range(2 * n):
        a[i] = 0.0
    for k in range(first, last + 1):
        amplitude = rms * math.sqrt(2.0 * power(float(k), -beta) / total)
        sine, cosine = sin_cos_turns(uniform(words))
        place = 2 * turned_over(k, n)
        a[place] = amplitude * cosine
        a[place + 1] = amplitude * sine
    sum_of_waves(a, n)
    for i in range(n):
        a[i] = a[2 * i]


@kernel
def sag(q, radius):
    """How far the ball is above its lowest point at a distance q <= R from it, but for rounding."""
    return q * q / (radius + math.sqrt(max(radius * radius - q * q, 0.0)))


@kernel
def touched(a, n, spacing, radius, x, low, high):
    """The point from `low` to `high` that a ball above point x touches."""
    reach = int(min(radius / spacing, 0.5 * n))
    low = max(low, x - reach)
    best = low
    highest = a[low & (n - 1)] - sag((low - x) * spacing, radius)
    for i in range(low + 1, min(high, x + reach) + 1):
        height = a[i & (n - 1)] - sag((i - x) * spacing, radius)
        if height > highest:
            highest = height
            best = i
    return best


@kernel
def offset(a, n, spacing, radius):
    """The row s_R: first the points touched, by halving, then the heights."""
    row = n
    a[row] = touched(a, n, spacing, radius, 0, -(n // 2), n // 2)
    stride = n
    while stride > 1:
        half = stride // 2
        for i in range(n // stride):
            x = half + i * stride
            before = int(a[row + x - half])
            after = int(a[row + x + half]) if x + half < n else int(a[row]) + n
            a[row + x] = touched(a, n, spacing, radius, x, before, after)
        stride = half
    for x in range(n):
        i = int(a[row + x])
        a[row + x] = a[i & (n - 1)] - sag((i - x) * spacing, radius)


@kernel
def offset_height(a, n, place):
    """s_R at a place in points, 0 <= place <= n."""
    i = int(place)
    row = n
    left, here, there, right = smooth_weights(place - i)
    outer = left * a[row + ((i - 1) & (n - 1))] + right * a[row + ((i + 2) & (n - 1))]
    return here * a[row + (i & (n - 1))] + there * a[row + ((i + 1) & (n - 1))] + outer

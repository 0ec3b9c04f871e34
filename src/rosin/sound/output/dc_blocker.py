"""A high-pass against direct current: Butterworth's of second order, by the trapezoidal rule, for any number of channels.

    H(s) = s^2 / (s^2 + sqrt(2) w s + w^2),     |H(f)|^2 = 1 / (1 + (tan(pi f_c / fs) / tan(pi f / fs))^4)

The corner f_c (-3 dB) is exact at every sample rate. Of second order, because a bow that leans in does not push at once: of
a force that rises evenly a filter of first order leaves a constant, this one nothing. A corner of 0 Hz lets everything pass.

With g = tan(pi f_c / fs), integrators i1 and i2 and b = 1 / (1 + g (g + sqrt 2)), per sample:

    u = x - i2,   v1 = b i1 + g b u,   v2 = i2 + g b i1 + g^2 b u,   i1 <- 2 v1 - i1,   i2 <- 2 v2 - i2,   y = x - sqrt(2) v1 - v2
"""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_pi
from rosin.kernels.record import Real, Record

SQRT2 = math.sqrt(2.0)


class Coefficients(Record):
    """Constants of the high-pass."""

    b = Real()
    gb = Real("", "g b")
    ggb = Real("", "g² b")


class State(Record):
    """Of one channel."""

    i1 = Real("", "first integrator")
    i2 = Real("", "second integrator")


@kernel
def prepare(corner, fs, c):
    """Coefficients for a corner in Hz, below half the sample rate."""
    sine, cosine = sin_cos_pi(corner / fs)
    g = sine / cosine
    c.b = 1.0 / (1.0 + g * (g + SQRT2))
    c.gb = g * c.b
    c.ggb = g * c.gb


@kernel
def high_pass(c, i1, i2, x):
    """One sample of one channel, and its integrators after it."""
    if c.gb == 0.0:
        return x, 0.0, 0.0
    u = x - i2
    v1 = c.b * i1 + c.gb * u
    v2 = i2 + c.gb * i1 + c.ggb * u
    return x - SQRT2 * v1 - v2, 2.0 * v1 - i1, 2.0 * v2 - i2

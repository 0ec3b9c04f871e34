"""A string as a line: its mass, its stiffness, the speed of its waves, and the finest grid; for kernels and for Python alike.

    rho A = rho pi r^2,     K^2 = E r^2 / (4 rho),     c^2 = T / (rho A),     or so that the lowest partial has a given frequency:
    supported   c^2 = (2 L f)^2 - (pi K / L)^2
    clamped     b tan(b L / 2) = -a tanh(a L / 2),     a^2 - b^2 = c^2 / K^2,     a b = w / K

by which both know the same grid.
"""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp_fall, sin_cos_turns

HALVINGS = 100  # of the bracket of c^2


@kernel
def mass_of(density, radius):
    """rho A, kg/m."""
    return density * math.pi * (radius * radius)


@kernel
def stiffness_of(youngs_modulus, radius, density):
    """K^2, m^4/s^2."""
    return youngs_modulus * (radius * radius) / (4.0 * density)


@kernel(separate=True, seldom=True)
def clamped_wave_speed(length, frequency, stiff2):
    """c^2 of a string whose ends are clamped, by halving."""
    low = 0.0
    high = (2.0 * length * frequency) * (2.0 * length * frequency)
    if stiff2 <= 0.0:
        return high
    stiff, omega = math.sqrt(stiff2), 2.0 * math.pi * frequency
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        root = math.sqrt(middle * middle + 4.0 * stiff2 * (omega * omega))
        along = math.sqrt(0.5 * (root + middle)) / stiff
        across = omega / math.sqrt(0.5 * (root + middle))
        sine, cosine = sin_cos_turns(across * length / (4.0 * math.pi))
        fall = exp_fall(along * length)
        if cosine < 0.0 and across * sine * (1.0 + fall) + along * cosine * (1.0 - fall) < 0.0:
            low = middle
        else:
            high = middle
    return low


@kernel
def wave_speed_of(length, frequency, tension, mass, stiff2, fold):
    """c^2, m^2/s^2: from the tension or, where that is 0, from the frequency; ends are supported (fold -1) or clamped (1)."""
    if tension > 0.0:
        return tension / mass
    if fold > 0.0:
        return clamped_wave_speed(length, frequency, stiff2)
    return (2.0 * length * frequency) * (2.0 * length * frequency) - math.pi * math.pi * stiff2 / (length * length)


@kernel
def finest(wave2, stiff2, s1, fs):
    """The smallest spacing that is stable (10), squared."""
    k = 1.0 / fs
    q = wave2 * k * k + 4.0 * s1 * k
    return 0.5 * (q + math.sqrt(q * q + 16.0 * stiff2 * k * k))

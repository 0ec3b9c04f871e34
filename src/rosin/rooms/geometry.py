"""Lengths of a box-shaped room."""

import math

from rosin.kernels.dialect import kernel

SPEED = 343.0  # m/s: of sound, in air of 20 degrees


@kernel
def volume(dimensions):
    """V, m^3, of length, width and height."""
    return dimensions[0] * dimensions[1] * dimensions[2]


@kernel
def mean_free_path(dimensions):
    """4 V / S, m: how far sound goes on average from wall to wall (Kosten 1960)."""
    surface = 2.0 * (dimensions[0] * dimensions[1] + dimensions[1] * dimensions[2] + dimensions[2] * dimensions[0])
    return 4.0 * volume(dimensions) / surface


@kernel
def distance(a, b):
    """m, between two places."""
    x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    return math.sqrt(x * x + y * y + z * z)

"""Smooth functions of one variable, charted around a place, so that a variable that moves in small steps is followed at little cost.

Each is taken at five places, -1, -1/2, 0, 1/2 and 1 in units of the chart's reach, and becomes the quartic through them: over a
two-hundredth of a length its error is that of rounding.
"""

from rosin.kernels.dialect import kernel

NODES = 5


@kernel
def draw(curve):
    """Five values become the coefficients of the quartic through them, the constant first."""
    f0, f1, f2, f3, f4 = curve[0], curve[1], curve[2], curve[3], curve[4]
    odd, odd_far = f3 - f1, f4 - f0
    even, even_far = (f1 - f2) + (f3 - f2), (f0 - f2) + (f4 - f2)
    curve[0] = f2
    curve[1] = (8.0 * odd - odd_far) / 6.0
    curve[2] = (16.0 * even - even_far) / 6.0
    curve[3] = (odd_far - 2.0 * odd) * 2.0 / 3.0
    curve[4] = (even_far - 4.0 * even) * 2.0 / 3.0


@kernel
def follow(curve, z):
    """The value of a quartic, z from -1 to 1."""
    return curve[0] + z * (curve[1] + z * (curve[2] + z * (curve[3] + z * curve[4])))

"""A value between four points in a row, by the cubic through them, or by one that goes on smoothly into the next."""

from rosin.kernels.dialect import kernel


@kernel
def cubic_weights(a):
    """The weights of points -1, 0, 1, 2 for the value at a, 0 <= a <= 1."""
    b = 1.0 - a
    more = 0.5 * a * b  # than the straight line between points 0 and 1 give these
    less = more / 3.0
    return -less * (1.0 + b), b + b * more, a + a * more, -less * (1.0 + a)


@kernel
def smooth_weights(a):
    """The same for the cubic through points 0 and 1 whose slopes there are those between the neighbours (Catmull-Rom)."""
    b = 1.0 - a
    return -0.5 * a * b * b, 1.0 + a * a * (1.5 * a - 2.5), 1.0 + b * b * (1.5 * b - 2.5), -0.5 * a * a * b

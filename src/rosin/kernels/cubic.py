"""A value between four points in a row, by the cubic through them."""

from rosin.kernels.dialect import kernel


@kernel
def cubic_weights(a):
    """The weights of points -1, 0, 1, 2 for the value at a, 0 <= a <= 1."""
    return (
        -a * (a - 1.0) * (a - 2.0) / 6.0,
        (a - 1.0) * (a + 1.0) * (a - 2.0) / 2.0,
        -a * (a + 1.0) * (a - 2.0) / 2.0,
        a * (a + 1.0) * (a - 1.0) / 6.0,
    )

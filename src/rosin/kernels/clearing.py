"""Numbers set to zero: all of a state at its start, and those that have died away while it sounds."""

from rosin.kernels.dialect import Constant, kernel, numbers, size

FAINTEST = Constant(1e-150, single=1e-18)  # its square is still a normal number
LARGEST = 1e12  # beyond it nothing is a sound
CALMING = 256  # samples between two calmings


@kernel
def clear(s):
    """All real numbers of a record are zero."""
    a = numbers(s)
    for i in range(size(s)):
        a[i] = 0.0


@kernel
def calm(a, n):
    """Flush denormals: let what has died away be zero, since numbers near the end of the range are a hundred times slower."""
    for i in range(n):
        if abs(a[i]) < FAINTEST:
            a[i] = 0.0

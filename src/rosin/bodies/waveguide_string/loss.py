"""The loss of a string in one round trip, as first-order shelves (fit.py finds them).

    H(z) = prod over i of  r_i + (1 - r_i) (1 - a_i) / (1 - a_i z^-1)

With 0 < r < 1 no frequency is amplified, and nothing is lost at 0 Hz, so a string that is held aside keeps pulling. A string that is
stopped at the length l has the loss H^l, close to shelves r^l. With m = 1 - cos w, a shelf turns a phase back by the angle of

    (1 - a + a m) (1 - a + r a m) + r a^2 sin^2 w + j a (1 - a) (1 - r) sin w.

With y the low-passed part of its input x, a shelf stores (1 - r) a y^2 / (1 - a) and loses
(1 - r) a (x - y-)^2 + r (1 - r) (x - y)^2 a sample.
"""

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import atan, exp
from rosin.kernels.record import Real, Record


class Shelf(Record):
    """A shelf of the open string."""

    pole = Real("", "a")
    log_share = Real("", "ln r")


class ShelfState(Record):
    """A shelf at work."""

    share = Real("", "r of the sounding length")
    low = Real("m/s", "y")


@kernel
def shorten(shelf, sounding, length, half_sine, half_cosine):
    """Take the shelf of a string of this length, where the open one is 1; the angle by which it delays a phase.

    The sine and cosine are those of half the frequency, w / 2.
    """
    a = shelf.pole
    r = exp(length * shelf.log_share)
    sounding.share = r
    sine, flat = 2.0 * half_sine * half_cosine, 2.0 * half_sine * half_sine
    b, am, asine = 1.0 - a, a * flat, a * sine
    return atan(b * (1.0 - r) * asine / ((b + am) * (b + r * am) + r * asine * asine))


@kernel
def pass_shelf(shelf, sounding, x):
    """One sample through a shelf, which keeps y."""
    a, r = shelf.pole, sounding.share
    y = a * sounding.low + (1.0 - a) * x
    sounding.low = y
    return r * x + (1.0 - r) * y


@kernel
def square_in_shelf(shelf, sounding):
    """The energy that a shelf holds, as a square of velocity."""
    a, r = shelf.pole, sounding.share
    return (1.0 - r) * a / (1.0 - a) * sounding.low * sounding.low


@kernel
def lost_in_shelf(shelf, sounding, x):
    """What a shelf lost of x, as a square of velocity, and what it let through."""
    a, r = shelf.pole, sounding.share
    y = sounding.low
    before = (y - (1.0 - a) * x) / a
    return (1.0 - r) * (a * (x - before) * (x - before) + r * (x - y) * (x - y)), r * x + (1.0 - r) * y

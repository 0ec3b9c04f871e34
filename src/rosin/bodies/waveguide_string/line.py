"""A delay line in a ring, read at any delay of at least one sample.

From two samples on the cubic through four neighbours reads between samples, with a gain of at most one at every frequency;
below two samples there is no room for it, and a straight line reads. The energy of a wave of velocity v through an impedance
Z is Z v^2 T a sample; of a sample that the reading is passing over, the share that is still to come counts.
"""

import math

from rosin.kernels.cubic import cubic_weights
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Real, Record


class Tap(Record):
    """A reading place of a line."""

    first = Real("samples", "delay of the first sample that is read")
    w0 = Real("", "weights of this one and of the three before it")
    w1 = Real()
    w2 = Real()
    w3 = Real()


@kernel
def place_tap(tap, delay):
    """Make a reading place for a delay in samples."""
    delay = max(delay, 1.0)
    whole = float(math.floor(delay))
    a = delay - whole
    if whole < 2.0:
        tap.first, tap.w0, tap.w1, tap.w2, tap.w3 = whole, 1.0 - a, a, 0.0, 0.0
    else:
        tap.first = whole - 1.0
        tap.w0, tap.w1, tap.w2, tap.w3 = cubic_weights(a)


@kernel
def read_line(tap, ring, mask, head):
    """The value at a reading place, the ring's next sample being written at `head`."""
    i = head - int(tap.first)
    near = tap.w0 * ring[i & mask] + tap.w1 * ring[(i - 1) & mask]
    far = tap.w2 * ring[(i - 2) & mask] + tap.w3 * ring[(i - 3) & mask]
    return near + far


@kernel
def square_in_line(tap, ring, mask, head):
    """The sum of the squares of what is still to be read, after a reading and a writing."""
    first = int(tap.first)
    total = 0.0
    for delay in range(1, first + 1):
        value = ring[(head - delay) & mask]
        total += value * value
    i = head - first - 1
    share = 1.0 - tap.w0
    total += share * ring[i & mask] * ring[i & mask]
    share -= tap.w1
    total += share * ring[(i - 1) & mask] * ring[(i - 1) & mask]
    share -= tap.w2
    return total + share * ring[(i - 2) & mask] * ring[(i - 2) & mask]


@kernel
def lost_in_line(tap, ring, mask, head, gain):
    """What reading between samples, and a gain at its end, lost as a square of velocity; some may come back a sample later."""
    i = head - int(tap.first)
    v0, v1, v2, v3 = ring[i & mask], ring[(i - 1) & mask], ring[(i - 2) & mask], ring[(i - 3) & mask]
    total = tap.w0 * v0 * v0 + tap.w1 * v1 * v1 + tap.w2 * v2 * v2 + tap.w3 * v3 * v3
    value = gain * read_line(tap, ring, mask, head)
    return total - value * value

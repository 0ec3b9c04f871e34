"""A delay line in a ring, read at any delay of at least one sample.

From two samples on the cubic through four neighbours reads between samples, with a gain of at most one at every frequency;
below two samples there is no room for it, and a straight line reads. The energy of a wave of velocity v through an impedance
Z is Z v^2 T a sample; of a sample that the reading is passing over, the share that is still to come counts.
"""

import math

from rosin.kernels.cubic import cubic_weights
from rosin.kernels.dialect import kernel

TAP = 5  # numbers that a reading place takes: the delay of its first sample, and four weights


@kernel
def place_tap(c, at, delay):
    """Make a reading place for a delay in samples."""
    delay = max(delay, 1.0)
    whole = math.floor(delay)
    a = delay - whole
    if whole < 2.0:
        c[at], c[at + 1], c[at + 2], c[at + 3], c[at + 4] = whole, 1.0 - a, a, 0.0, 0.0
    else:
        c[at] = whole - 1.0
        c[at + 1], c[at + 2], c[at + 3], c[at + 4] = cubic_weights(a)


@kernel
def read_line(c, at, s, ring, mask, head):
    """The value at a reading place, the ring's next sample being written at `head`."""
    i = head - int(c[at])
    near = c[at + 1] * s[ring + (i & mask)] + c[at + 2] * s[ring + ((i - 1) & mask)]
    far = c[at + 3] * s[ring + ((i - 2) & mask)] + c[at + 4] * s[ring + ((i - 3) & mask)]
    return near + far


@kernel
def square_in_line(c, at, s, ring, mask, head):
    """The sum of the squares of what is still to be read, after a reading and a writing."""
    first = int(c[at])
    total = 0.0
    for delay in range(1, first + 1):
        value = s[ring + ((head - delay) & mask)]
        total += value * value
    share = 1.0
    for j in range(3):
        share -= c[at + 1 + j]
        value = s[ring + ((head - first - 1 - j) & mask)]
        total += share * value * value
    return total


@kernel
def lost_in_line(c, at, s, ring, mask, head, gain):
    """What reading between samples, and a gain at its end, lost as a square of velocity; some may come back a sample later."""
    total = 0.0
    for j in range(4):
        value = s[ring + ((head - int(c[at]) - j) & mask)]
        total += c[at + 1 + j] * value * value
    value = gain * read_line(c, at, s, ring, mask, head)
    return total - value * value

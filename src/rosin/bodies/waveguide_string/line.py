"""A delay line in a ring, read at any delay of at least one sample.

From two samples on the cubic through four neighbours reads between samples, with a gain of at most one at every frequency;
below two samples there is no room for it, and a straight line reads. The next reading passes over three of the four again: a
reading place keeps them, so that only one is fetched from the ring, which counts where voices lie side by side.

The energy of a wave of velocity v through an impedance Z is Z v^2 T a sample; of a sample that the reading is passing over, the
share that is still to come counts.
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
    kept = Real("", "1 where the next three were read a sample ago, 0 where they have to be fetched")
    v1 = Real()
    v2 = Real()
    v3 = Real()


@kernel
def place_tap(tap, delay):
    """Make a reading place for a delay in samples."""
    tap.kept = 0.0
    delay = max(delay, 1.0)
    whole = float(math.floor(delay))
    a = delay - whole
    if whole < 2.0:
        tap.first, tap.w0, tap.w1, tap.w2, tap.w3 = whole, 1.0 - a, a, 0.0, 0.0
    else:
        tap.first = whole - 1.0
        tap.w0, tap.w1, tap.w2, tap.w3 = cubic_weights(a)


@kernel
def move_tap(tap, delay):
    """The same for one that is read at every sample: it goes on where it has not come to another sample."""
    first, kept = tap.first, tap.kept
    place_tap(tap, delay)
    if tap.first == first:
        tap.kept = kept


@kernel
def leave_tap(tap):
    """It is not read from now on, until it is moved again."""
    tap.kept = 0.0


@kernel
def read_line(tap, ring, mask, head):
    """The value at a reading place, the ring's next sample being written at `head`; once a sample, from where it was placed on."""
    i = head - int(tap.first)
    if tap.kept == 0.0:
        tap.v1, tap.v2, tap.v3 = ring[(i - 1) & mask], ring[(i - 2) & mask], ring[(i - 3) & mask]
        tap.kept = 1.0
    v0, v1, v2 = ring[i & mask], tap.v1, tap.v2
    value = (tap.w0 * v0 + tap.w1 * v1) + (tap.w2 * v2 + tap.w3 * tap.v3)
    tap.v1, tap.v2, tap.v3 = v0, v1, v2
    return value


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
    value = gain * ((tap.w0 * v0 + tap.w1 * v1) + (tap.w2 * v2 + tap.w3 * v3))
    return total - value * value

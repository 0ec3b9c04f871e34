"""A limiter for true peaks: what the sound reaches between its samples stays at or below the ceiling, all channels together.

A peak p needs the attenuation 1 - L / p, or none where p is below the ceiling L. It becomes the gain of sample n in three steps:

    largest   of what was needed within the look-ahead S and 12.5 ms more, so that a tone of 40 Hz or higher is not
              followed within its period
    release   the largest, or what remains of the last value by e^{-T / tau}, whichever is more
    average   over two boxes of 0.75 ms one after the other, a triangle of S samples

Every value under the triangle is at least what the peak needs when the samples on both sides of it leave, so their gain is at
most L / p. Attenuations are whole multiples of 2^-36, rounded up when they are needed and down when they are released: the
boxes add and subtract without rounding, and a gain that has recovered is exactly 1. Below the ceiling samples only wait. How peaks
are found is said in peaks.py.
"""

import math

from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import exp
from rosin.kernels.record import Inner, Real, Record, Row, Whole
from rosin.sound.output import peaks
from rosin.sound.output.peaks import REACH, STRETCH, TAPS, raise_peaks
from rosin.sound.output.peaks import prepare as prepare_estimate

BOX = 7.5e-4  # s: half the look-ahead
HOLD = 0.0125  # s: half a period of 40 Hz
GRID = 2.0**36  # multiples of attenuation in 1
HIGHEST_RATE = 400_000.0  # Hz: up to here the sums of the two boxes are whole numbers below 2^53


class Form(Record):
    """Lengths, in samples."""

    channels = Whole("that are limited together")
    box = Whole("half the look-ahead")
    window = Whole("in which the largest is sought")
    delay = Whole("between a sample's coming and its leaving")
    ring = Whole("that keeps them: whole stretches")


class Coefficients(Record, form=Form):
    """Constants of the limiter."""

    ceiling = Real("", "L")
    keep = Real("", "what is left of an attenuation a sample later")
    share = Real("", "of the sum of the boxes in the gain")
    estimate = Inner(peaks.Coefficients)


class State(Record, form=Form):
    """What is on its way."""

    place = Whole("in the rings")
    box_place = Whole("in the boxes")
    clock = Real("samples")
    first = Real("", "where the queue of the largest begins")
    count = Real("", "how many are in it")
    held = Real("", "attenuation that is being released")
    sum = Real("", "of the first box")
    sum_of_sums = Real("", "of the second")
    values = Row("window", text="the queue of the largest")
    times = Row("window", unit="samples", text="when they came")
    boxes = Row(2, "box", text="what the boxes hold")
    estimated = Inner(peaks.State)
    gains = Row(STRETCH, text="of a stretch; before, the peaks that ask for them")
    rings = Row("channels", 2, "ring", text="samples of each channel, twice over")


@kernel
def lengths(fs):
    """Samples of a box, of the window of the largest, of the delay, and of the ring that keeps them."""
    box = max(1, math.floor(BOX * fs + 0.5))
    triangle = 2 * box - 1
    delay = REACH + triangle
    window = triangle + 2 + math.floor(HOLD * fs + 0.5)
    return box, window, delay, STRETCH * math.ceil((max(delay, TAPS) + STRETCH) / STRETCH)


def form(channels: int, sample_rate: float) -> dict[str, int]:
    """The lengths at a sample rate."""
    box, window, delay, ring = lengths(sample_rate)
    return {"channels": channels, "box": int(box), "window": int(window), "delay": int(delay), "ring": int(ring)}


def latency(sample_rate: float) -> int:
    """Samples between a sample's coming and its leaving."""
    return int(lengths(sample_rate)[2])


@kernel
def prepare(ceiling, release, fs, c):
    """Coefficients for a ceiling (1 is full scale) and a release time constant in s."""
    c.ceiling = ceiling
    c.keep = exp(-1.0 / (release * fs))
    c.share = 1.0 / (GRID * c.box * c.box)
    prepare_estimate(ceiling, c.estimate)


@kernel
def newest(s, channel):
    """The past of a channel, from where the present stretch begins; it goes back by TAPS samples, and by the delay."""
    return 2 * channel * s.ring + s.ring + s.place


@kernel
def keep(s, channel, i, x):
    """Takes sample i of a stretch of a channel in."""
    at = newest(s, channel) + i
    s.rings[at] = x
    s.rings[at - s.ring] = x


@kernel
def largest(s, needed):
    """The largest of what was needed within the window: a queue of those that no later one exceeds."""
    window = s.window
    first, count = int(s.first), int(s.count)
    if count > 0 and s.times[first] <= s.clock - window:
        first = first + 1 if first + 1 < window else 0
        count -= 1
    last = first + count - 1
    while count > 0 and s.values[last if last < window else last - window] <= needed:
        count -= 1
        last -= 1
    place = last + 1 if last + 1 < window else last + 1 - window
    s.values[place] = needed
    s.times[place] = s.clock
    s.clock += 1.0
    s.first = first
    s.count = count + 1
    return s.values[first]


@kernel
def gain(c, s, peak):
    """The gain of the samples that leave now, given the peak that was just found in any channel."""
    needed = 0.0
    if peak > c.ceiling:
        needed = -math.floor((c.ceiling / peak - 1.0) * GRID)
    held = max(largest(s, needed), math.floor(c.keep * s.held))
    s.held = held
    place = s.box_place
    s.sum += held - s.boxes[place]
    s.boxes[place] = held
    s.sum_of_sums += s.sum - s.boxes[s.box + place]
    s.boxes[s.box + place] = s.sum
    s.box_place = place + 1 if place + 1 < s.box else 0
    return max(0.0, 1.0 - c.share * s.sum_of_sums)


@kernel
def find_gains(c, s, n):
    """The gains of a stretch that leaves now; where nothing is near the ceiling and no box holds anything, they are 1."""
    for i in range(n):
        s.gains[i] = 0.0
    near = False
    for k in range(c.channels):
        near = raise_peaks(c.estimate, s.estimated, part(s.rings, newest(s, k) - TAPS), n, s.gains) or near
    if near or s.sum_of_sums > 0.0:
        for i in range(n):
            s.gains[i] = gain(c, s, s.gains[i])
    else:
        s.clock += n
        for i in range(n):
            s.gains[i] = 1.0


@kernel(separate=True)
def weigh(row, gains, n, out):
    """A row times the gains."""
    for i in range(n):
        out[i] = gains[i] * row[i]


@kernel
def leave(c, s, n, stride, out):
    """As a stretch of all channels has come, as much leaves; on to the next."""
    find_gains(c, s, n)
    for k in range(c.channels):
        weigh(part(s.rings, newest(s, k) - s.delay), s.gains, n, part(out, k * stride))
    place = s.place + n
    s.place = place if place < s.ring else 0

"""A limiter for true peaks: what the sound reaches between its samples stays at or below the ceiling, all channels together.

Between samples a and a + 1 the sound is found at quarters by a sinc under Kaiser's window, K = 32 samples on each side (the
estimate of ITU-R BS.1770 has 6). A quarter that is larger than both its neighbours and near the ceiling gives way to the top
of the curve through it and the two quarters on each side:

    u(d) = u0 + d (u1 - u-1) / 2 + d^2 D2 / 2 + d (d^2 - 1) D3 / 6 + d^2 (d^2 - 1) D4 / 24,     at the vertex d = (u-1 - u1) / (2 D2)

with D2, D3, D4 the central differences. Of what lies below 0.454 of the sample rate (20 kHz at 44.1 kHz) a peak is read at most
0.053 dB too low or too high: 0.047 dB are the ripple of the sinc, the rest is the curve; quarters alone read up to 0.56 dB too
low there. Nearer to half the sample rate no sinc of finite length can tell: white noise can exceed the ceiling by 0.5 dB.

A peak p needs the attenuation 1 - L / p, or none where p is below the ceiling L. It becomes the gain of sample n in three steps:

    largest   of what was needed within the look-ahead S and 12.5 ms more, so that a tone of 40 Hz or higher is not
              followed within its period
    release   the largest, or what remains of the last value by e^{-T / tau}, whichever is more
    average   over two boxes of 0.75 ms one after the other, a triangle of S samples

Every value under the triangle is at least what the peak needs when the samples on both sides of it leave, so their gain is at
most L / p. Attenuations are whole multiples of 2^-36, rounded up when they are needed and down when they are released: the
boxes add and subtract without rounding, and a gain that has recovered is exactly 1. Below the ceiling samples only wait.
"""

import math

from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import exp, sin_cos_pi
from rosin.kernels.record import Real, Record, Row, Whole

REACH = 32  # samples on each side of an estimate, K
TAPS = 2 * REACH
BETA = 4.0  # Kaiser's: flat within 0.05 dB to 0.454 of the sample rate
BOX = 7.5e-4  # s: half the look-ahead
HOLD = 0.0125  # s: half a period of 40 Hz
GRID = 2.0**36  # multiples of attenuation in 1
NEAR = 0.9  # of the ceiling: a quarter below it cannot belong to a peak above, as 0.9 < cos(pi / 8)
HIGHEST_RATE = 400_000.0  # Hz: up to here the sums of the two boxes are whole numbers below 2^53

QUARTERS = 8  # the last four and the next four


class Form(Record):
    """Lengths, in samples."""

    channels = Whole("that are limited together")
    box = Whole("half the look-ahead")
    window = Whole("in which the largest is sought")
    delay = Whole("between a sample's coming and its leaving")
    ring = Whole("that keeps them")


class Coefficients(Record, form=Form):
    """Constants of the limiter."""

    ceiling = Real("", "L")
    keep = Real("", "what is left of an attenuation a sample later")
    share = Real("", "of the sum of the boxes in the gain")
    taps = Row(3, TAPS, text="that find the sound at the three quarters")


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
    quarters = Row("channels", QUARTERS, text="of each channel, the last four and the next four")
    rings = Row("channels", 2, "ring", text="samples of each channel, twice over")


@kernel
def lengths(fs):
    """Samples of a box, of the window of the largest, of the delay, and of the ring that keeps them."""
    box = max(1, math.floor(BOX * fs + 0.5))
    triangle = 2 * box - 1
    delay = REACH + triangle
    window = triangle + 2 + math.floor(HOLD * fs + 0.5)
    return box, window, delay, max(delay + 1, TAPS)


def form(channels: int, sample_rate: float) -> dict[str, int]:
    """The lengths at a sample rate."""
    box, window, delay, ring = lengths(sample_rate)
    return {"channels": channels, "box": int(box), "window": int(window), "delay": int(delay), "ring": int(ring)}


def latency(sample_rate: float) -> int:
    """Samples between a sample's coming and its leaving."""
    return int(lengths(sample_rate)[2])


@kernel
def bessel(x):
    """I0, the modified Bessel function, for 0 <= x <= 10."""
    total = 1.0
    term = 1.0
    for k in range(1, 40):
        term = term * (0.5 * x / k) * (0.5 * x / k)
        total += term
    return total


@kernel
def prepare_quarter(quarter, c):
    """The taps that find the sound at a quarter of the way between the two middle ones; they sum to 1."""
    taps = part(c.taps, (quarter - 1) * TAPS)
    place = 0.25 * quarter
    sine, _ = sin_cos_pi(min(place, 1.0 - place))
    sign = 1.0
    total = 0.0
    for i in range(TAPS):
        t = (i - REACH + 1) - place
        inside = 1.0 - (t / REACH) * (t / REACH)
        taps[i] = sign * sine / t * bessel(BETA * math.sqrt(max(inside, 0.0)))
        total += taps[i]
        sign = -sign
    for i in range(TAPS):
        taps[i] = taps[i] / total


@kernel
def prepare(ceiling, release, fs, c):
    """Coefficients for a ceiling (1 is full scale) and a release time constant in s."""
    c.ceiling = ceiling
    c.keep = exp(-1.0 / (release * fs))
    c.share = 1.0 / (GRID * c.box * c.box)
    for quarter in range(1, 4):
        prepare_quarter(quarter, c)


@kernel(reassociate=True)
def quarters(c, samples):
    """The sound at one, two and three quarters between the middle two of some samples."""
    first, second, third = 0.0, 0.0, 0.0
    for i in range(TAPS):
        x = samples[i]
        first += c.taps[i] * x
        second += c.taps[TAPS + i] * x
        third += c.taps[2 * TAPS + i] * x
    return first, second, third


@kernel
def top(u, at):
    """The top of the curve through five quarters around the one at `at`; that one itself where it is not the largest of three."""
    u0 = u[at]
    before, after = u[at - 1], u[at + 1]
    if u0 < 0.0:
        before, after = -before, -after
    u0 = abs(u0)
    bend = 2.0 * u0 - before - after
    if before > u0 or after > u0 or bend <= 0.0:
        return u0
    sign = 1.0 if u[at] > 0.0 else -1.0
    outer_before, outer_after = sign * u[at - 2], sign * u[at + 2]
    d = 0.5 * (after - before) / bend
    third = 0.5 * (outer_after - outer_before) - (after - before)
    fourth = outer_after + outer_before - 4.0 * (after + before) + 6.0 * u0
    odd = 0.5 * (after - before) + (d * d - 1.0) * third / 6.0
    even = -0.5 * bend + (d * d - 1.0) * fourth / 24.0
    return max(u0, u0 + d * (odd + d * even))


@kernel
def listen(c, s, channel, x):
    """Takes a sample of a channel in; the peak that its estimates now reach, K samples ago."""
    ring = part(s.rings, 2 * channel * s.ring)
    newest = s.place
    ring[newest] = x
    ring[newest + s.ring] = x
    samples = part(ring, newest + s.ring - TAPS + 1)
    u = part(s.quarters, QUARTERS * channel)
    for i in range(4):
        u[i] = u[4 + i]
    u[4] = samples[REACH - 1]
    u[5], u[6], u[7] = quarters(c, samples)
    peak = 0.0
    for i in range(2, 6):
        value = abs(u[i])
        if value > NEAR * c.ceiling:
            value = top(u, i)
        peak = max(peak, value)
    return peak


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
def leaving(s, channel):
    """The sample of a channel that leaves now, as it came."""
    return s.rings[2 * channel * s.ring + s.place + s.ring - s.delay]


@kernel
def advance(s):
    """On to the next sample of all channels."""
    place = s.place + 1
    s.place = place if place < s.ring else 0

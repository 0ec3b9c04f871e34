"""True peaks: what a sound reaches between its samples, found for a stretch of them at once.

Between samples a and a + 1 the sound is found at quarters by a sinc under Kaiser's window, K = 32 samples on each side (the
estimate of ITU-R BS.1770 has 6). A quarter that is larger than both its neighbours and near the ceiling gives way to the top
of the curve through it and the two quarters on each side:

    u(d) = u0 + d (u1 - u-1) / 2 + d^2 D2 / 2 + d (d^2 - 1) D3 / 6 + d^2 (d^2 - 1) D4 / 24,     at the vertex d = (u-1 - u1) / (2 D2)

with D2, D3, D4 the central differences. Of what lies below 0.454 of the sample rate (20 kHz at 44.1 kHz) a peak is read at most
0.053 dB too low or too high: 0.047 dB are the ripple of the sinc, the rest is the curve; quarters alone read up to 0.56 dB too
low there. Nearer to half the sample rate no sinc of finite length can tell: white noise can exceed the ceiling by 0.5 dB.

How far a quarter can be from the straight line between its two samples is known without finding it. Summed by parts, with S the running
sum of its taps less those of the straight line, it is away by the sum of S_i (x_i - x_(i+1)), so that

    |u| <= largest |x| + B largest |x_i - x_(i+1)|,     B = sum of |S_i|, at most 1.03

and samples that are small, and near enough to each other, have no peak that counts.
"""

import math

from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import sin_cos_pi
from rosin.kernels.record import Real, Record, Row

REACH = 32  # samples on each side of an estimate, K
TAPS = 2 * REACH
BETA = 4.0  # Kaiser's: flat within 0.05 dB to 0.454 of the sample rate
NEAR = 0.9  # of the ceiling: a quarter below it cannot belong to a peak above, as 0.9 < cos(pi / 8)
STRAIGHT = 0.75  # of that: what samples may reach where no quarters are found, the rest being left to their steps
STRETCH = 64  # samples that come at once, at most
PLACES = STRETCH + 1  # those, and the sample before them: the curve needs two quarters on each side


class Coefficients(Record):
    """Constants of the estimate."""

    near = Real("", "the ceiling, times NEAR")
    small = Real("", "samples below it reach less than that between them,")
    smooth = Real("", "if they are nearer than this to each other")
    taps = Row(3, TAPS, text="that find the sound at the three quarters")


class State(Record):
    """The estimates of a stretch of one channel."""

    between = Row(3, PLACES, text="one, two and three quarters after each sample")
    quarters = Row(4 * PLACES, text="the same in order, with the samples")


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
    """The taps that find the sound at a quarter of the way between the two middle ones, which sum to 1; and their B."""
    taps = part(c.taps, (quarter - 1) * TAPS)
    place = 0.25 * quarter
    sine, _ = sin_cos_pi(min(place, 1.0 - place))
    sign, total = 1.0, 0.0
    for i in range(TAPS):
        t = (i - REACH + 1) - place
        inside = 1.0 - (t / REACH) * (t / REACH)
        taps[i] = sign * sine / t * bessel(BETA * math.sqrt(max(inside, 0.0)))
        total += taps[i]
        sign = -sign
    for i in range(TAPS):
        taps[i] = taps[i] / total
    running, away = 0.0, 0.0
    for i in range(TAPS):
        running += taps[i]
        if i == REACH - 1:
            running -= 1.0 - place
        if i == REACH:
            running -= place
        away += abs(running)
    return away


@kernel
def prepare(ceiling, c):
    """Taps, and what is near the ceiling."""
    away = 0.0
    for quarter in range(1, 4):
        away = max(away, prepare_quarter(quarter, c))
    c.near = NEAR * ceiling
    c.small = STRAIGHT * c.near
    c.smooth = (1.0 - STRAIGHT) * c.near / away


@kernel(separate=True, large=True)
def add_four_taps(taps, x, n, first, second, third):
    """What four samples add to each of n estimates at one, two and three quarters."""
    a_1, a_2, a_3, a_4 = taps[0], taps[1], taps[2], taps[3]
    b_1, b_2, b_3, b_4 = taps[TAPS], taps[TAPS + 1], taps[TAPS + 2], taps[TAPS + 3]
    c_1, c_2, c_3, c_4 = taps[2 * TAPS], taps[2 * TAPS + 1], taps[2 * TAPS + 2], taps[2 * TAPS + 3]
    for i in range(n):
        first[i] += a_1 * x[i] + a_2 * x[i + 1] + a_3 * x[i + 2] + a_4 * x[i + 3]
        second[i] += b_1 * x[i] + b_2 * x[i + 1] + b_3 * x[i + 2] + b_4 * x[i + 3]
        third[i] += c_1 * x[i] + c_2 * x[i + 1] + c_3 * x[i + 2] + c_4 * x[i + 3]


@kernel(reassociate=True)
def reaches(level, row, n):
    """Whether any number of a row is as large."""
    many = 0.0
    for i in range(n):
        many += 1.0 if abs(row[i]) >= level else 0.0
    return many > 0.0


@kernel(reassociate=True)
def is_even(c, samples, n):
    """Whether n samples are all so small, and so near to each other, that nothing between them counts."""
    many = 0.0
    for i in range(1, n):
        x = samples[i]
        step = x - samples[i - 1]
        many += 1.0 if abs(x) >= c.small or abs(step) >= c.smooth else 0.0
    return many == 0.0


@kernel(large=True)
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
def find_quarters(c, s, samples, n):
    """The sound between n samples and their next, the first with TAPS around it, at all quarters; whether one is near the ceiling."""
    for i in range(3 * PLACES):
        s.between[i] = 0.0
    first, second, third = part(s.between, 0), part(s.between, PLACES), part(s.between, 2 * PLACES)
    for tap in range(0, TAPS, 4):
        add_four_taps(part(c.taps, tap), part(samples, tap), n, first, second, third)
    middle = part(samples, REACH - 1)
    if not (reaches(c.near, middle, n) or reaches(c.near, s.between, 3 * PLACES)):
        return False
    for i in range(n):
        s.quarters[4 * i], s.quarters[4 * i + 1], s.quarters[4 * i + 2], s.quarters[4 * i + 3] = middle[i], first[i], second[i], third[i]
    return True


@kernel
def raise_peaks(c, s, samples, n, peaks):
    """Let n peaks be those of a channel where these are larger, K samples before each of its last n; whether any is near the ceiling."""
    if is_even(c, samples, TAPS + n) or not find_quarters(c, s, samples, n + 1):
        return False
    for i in range(n):
        for at in range(4 * i + 2, 4 * i + 6):
            if abs(s.quarters[at]) > c.near:
                peaks[i] = max(peaks[i], top(s.quarters, at))
    return True

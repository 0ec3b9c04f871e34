"""The late field: sixteen delay lines that feed each other through a rotation (a feedback delay network, Jot and Chaigne 1991).

    y_i = F_i(line i),     line i <- sum over j of U_ij y_j + b_i x,     heard: sum of l_i y_i left, of r_i y_i right

Lines last from one to three mean free paths. F_i takes what sound loses on the way through line i, in three bands (losses.py). U is
Hadamard's matrix over 4, so U U' = 1: what all lines get together is what they gave. So the energy of all lines and shelves,

    E = sum of the squares of all samples in all lines + what the shelves hold,

changes in a sample by sum of (what enters line i)^2 - (what leaves it)^2 + what the shelves gain, at most 0 where x = 0: with the
identity of losses.py it never grows, whatever the parameters.

b, l and r are signs over 4, bent functions of the bits of i: U spreads each of them evenly over all lines. Those of both ears are
orthogonal, so that the ears hear fields that have nothing to do with each other; so are those of two channels that come.

A unit of energy that comes, over lines of M samples together, is heard with the power 1 / M a sample by each ear, from the shortest line
on. In a room of volume V the images of a source lie as dense as 1 / V; from r0 metres their power relative to the straight sound is

    4 pi c r0^2 / V a second,  falling with 60 dB in T60        (Barron and Lee 1988)

which gives the gain. A sphere of radius R holds as many images as there are in images.py: the late field begins at R / c.

Walls are not flat: before it feeds the lines the sound is scattered by four all-passes in a row (Schroeder 1962), which lose nothing,

    v = x - g z,   y = g v + z,   z = v a while ago:     x^2 - y^2 = (1 - g^2) (v^2 - z^2)
"""

import math
from typing import Any

from rosin.kernels.clearing import FAINTEST, calm
from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import power
from rosin.kernels.record import Record, Row
from rosin.rooms.geometry import SPEED, distance, mean_free_path, volume
from rosin.rooms.images import DIFFUSE, EARS, IMAGES
from rosin.rooms.losses import design, held, shelf
from rosin.rooms.rings import SPARE, STRETCH, advance, lay, pass_through

LINES = 16
SPREAD = 3.0  # the longest line over the shortest
STEP = SPREAD ** (1.0 / (LINES - 1))
SCATTERERS = 4  # of each channel that comes
SCATTERED = 0.62  # mean free paths: how long the last one lasts; each lasts as much of the next
GRAZING = 0.6  # g
ALL_SCATTERED = sum(SCATTERED ** (k + 1) for k in range(SCATTERERS))
RINGS = LINES + 2 * SCATTERERS
BEGIN = (0.75 * (IMAGES + 1) / math.pi) ** (1.0 / 3.0)  # R over the third root of V


class Coefficients(Record):
    """Constants of the lines."""

    begins = Row(RINGS, text="where each line begins: scatterers, of both channels in turn, and the network")
    ends = Row(RINGS, text="and where the next one does")
    from_first = Row(LINES, text="b of the first channel")
    from_second = Row(LINES, text="b of the second")
    to_left = Row(LINES, text="l times the gain of the late field")
    to_right = Row(LINES, text="r times the same")
    low_share = Row(LINES, text="shelves: as in losses.Shelves")
    low_high = Row(LINES)
    low_rest = Row(LINES)
    high_share = Row(LINES)
    high_high = Row(LINES)
    high_rest = Row(LINES)


class State(Record):
    """What the lines hold, but for their samples."""

    places = Row(RINGS, text="where each line gives and gets its sample")
    low = Row(LINES, text="state of the shelves")
    high = Row(LINES)
    feeds = Row(2, STRETCH, text="a stretch of both channels that come")
    ears = Row(EARS, STRETCH, text="a stretch of what both ears hear")
    frames = Row(STRETCH, LINES, text="a stretch of what leaves the lines, sample by sample")
    rows = Row(LINES, STRETCH, text="the same line by line, and what enters them")


@kernel
def wanted_length(dimensions, line, fs):
    """What a line would last, in samples."""
    path = mean_free_path(dimensions) * fs / SPEED
    if line < 2 * SCATTERERS:
        return path * power(SCATTERED, float(SCATTERERS - line // 2))
    return path * power(STEP, float(line - 2 * SCATTERERS))


def storage(dimensions: tuple[float, ...], sample_rate: float) -> int:
    """Samples that all lines hold together, and some more."""
    return sum(int(wanted_length(dimensions, line, sample_rate)) + STRETCH + SPARE for line in range(RINGS))


@kernel
def bent(a, b, c, d):
    """1 or -1, as ab + cd is even or odd."""
    return 1.0 - 2.0 * ((a * b + c * d) & 1)


@kernel(large=True)
def prepare(p, fs, c):
    """Lines, signs, and how loud the late field is."""
    for line in range(2 * SCATTERERS):
        lay(wanted_length(p.dimensions, line, fs), line, c)
    total = 0
    for i in range(LINES):
        length = lay(wanted_length(p.dimensions, 2 * SCATTERERS + i, fs), 2 * SCATTERERS + i, c)
        total += length
        j, k, m, n = i & 1, (i // 2) & 1, (i // 4) & 1, (i // 8) & 1
        other = 1.0 - 2.0 * j
        c.from_first[i] = 0.25 * bent(j, k, m, n)
        c.from_second[i] = other * c.from_first[i]
        c.to_left[i] = bent(j, m, k, n)
        c.to_right[i] = other * c.to_left[i]
        shelves = design(p.decay_times, length / fs, fs)
        c.low_share[i], c.low_high[i], c.low_rest[i], c.high_share[i], c.high_high[i], c.high_rest[i] = shelves
    straight = distance(p.source, p.listener)
    power_of_late = 4.0 * math.pi * SPEED * straight * straight / volume(p.dimensions) * DIFFUSE * total / fs
    for i in range(LINES):
        c.to_left[i] *= 0.25 * math.sqrt(power_of_late)
        c.to_right[i] *= 0.25 * math.sqrt(power_of_late)


@kernel
def waits(p):
    """Seconds from the straight sound to when it is scattered, and seconds that it has travelled when it feeds the lines."""
    path = mean_free_path(p.dimensions)
    gone = distance(p.source, p.listener) + ALL_SCATTERED * path
    wait = max(0.0, BEGIN * power(volume(p.dimensions), 1.0 / 3.0) - path - gone)
    return wait / SPEED, (gone + wait) / SPEED


@kernel
def start(c, s):
    """All lines at their beginnings."""
    for line in range(RINGS):
        s.places[line] = c.begins[line]


@kernel(separate=True, large=True)
def scatter(line, n, x):
    """A stretch through an all-pass, in place."""
    for i in range(n):
        z = line[i]
        v = x[i] - GRAZING * z
        v = v if abs(v) >= FAINTEST else 0.0
        line[i] = v
        x[i] = GRAZING * v + z


@kernel(separate=True, large=True)
def take(line, n, frames):
    """What leaves a line, a number in each frame."""
    for i in range(n):
        frames[LINES * i] = line[i]


@kernel(separate=True, large=True)
def give(line, n, row):
    """What enters it."""
    for i in range(n):
        line[i] = row[i]


@kernel(separate=True)
def lose_all(c, count, y, low, high):
    """One sample of all lines through their shelves."""
    for i in range(count):
        x, low[i] = shelf(c.low_share[i], c.low_high[i], c.low_rest[i], low[i], y[i])
        y[i], high[i] = shelf(c.high_share[i], c.high_high[i], c.high_rest[i], high[i], x)


@kernel(separate=True, large=True)
def hear(to_left, to_right, frames, n, row, left, right):
    """The numbers of one line from all frames, in a row and as both ears hear them."""
    for i in range(n):
        x = frames[LINES * i]
        row[i] = x
        left[i] += to_left * x
        right[i] += to_right * x


@kernel(separate=True, large=True)
def rotate_four(p, q, r, t, n):
    """Hadamard's matrix of four, over 2, on four rows."""
    for i in range(n):
        plus, minus, more, less = 0.5 * (p[i] + q[i]), 0.5 * (p[i] - q[i]), 0.5 * (r[i] + t[i]), 0.5 * (r[i] - t[i])
        p[i], q[i], r[i], t[i] = plus + more, minus + less, plus - more, minus - less


@kernel
def rotate(rows, n):
    """Hadamard's matrix of sixteen, over 4: that of four on rows four apart, then on neighbours."""
    apart = 4 * STRETCH
    for k in range(4):
        first = part(rows, k * STRETCH)
        rotate_four(first, part(first, apart), part(first, 2 * apart), part(first, 3 * apart), n)
    for k in range(4):
        first = part(rows, k * apart)
        rotate_four(first, part(first, STRETCH), part(first, 2 * STRETCH), part(first, 3 * STRETCH), n)


@kernel(separate=True, large=True)
def enter(b, d, first, second, n, row):
    """What both channels add to what enters a line; what has died away is zero."""
    for i in range(n):
        x = row[i] + b * first[i] + d * second[i]
        row[i] = x if abs(x) >= FAINTEST else 0.0


@kernel
def stretch(c, s, lines, channels, count, n):
    """A stretch of the channels in `feeds` becomes what both ears hear."""
    for k in range(SCATTERERS):
        for channel in range(channels):
            pass_through(scatter, c, s, 2 * k + channel, lines, n, part(s.feeds, channel * STRETCH), 1)
    for i in range(LINES):
        pass_through(take, c, s, 2 * SCATTERERS + i, lines, n, part(s.frames, i), LINES)
    for i in range(n):
        lose_all(c, count, part(s.frames, LINES * i), s.low, s.high)
    for i in range(EARS * STRETCH):
        s.ears[i] = 0.0
    for i in range(LINES):
        hear(c.to_left[i], c.to_right[i], part(s.frames, i), n, part(s.rows, i * STRETCH), s.ears, part(s.ears, STRETCH))
    rotate(s.rows, n)
    for i in range(LINES):
        row = part(s.rows, i * STRETCH)
        enter(c.from_first[i], c.from_second[i], s.feeds, part(s.feeds, STRETCH), n, row)
        pass_through(give, c, s, 2 * SCATTERERS + i, lines, n, row, 1)
    for line in range(RINGS):
        advance(c, s, line, n)


@kernel
def calm_shelves(s):
    """What has died away in them is zero."""
    calm(s.low, LINES)
    calm(s.high, LINES)


def energy(c: Any, s: Any, lines: Any) -> Any:
    """The energy E of the lines of the network and their shelves."""
    low = held(c.low_share, c.low_high, c.low_rest, s.low)
    high = held(c.high_share, c.high_high, c.high_rest, s.high)
    return (lines[int(c.begins[2 * SCATTERERS]) : int(c.ends[RINGS - 1])] ** 2).sum() + low.sum() + high.sum()

"""From the rate at which an instrument was made to that of its host (resampling), as a program: some are made for a few rates alone.

At a time t, counted in samples x_n of the instrument, its sound is

    y(t) = c sum over n of x_n w(c (t - n)),     w(u) = sin(pi u) / (pi u) under Kaiser's window, REACH on each side,

with c somewhat less than 1, and than the host's rate over the instrument's, so that nothing folds back. Taps are there for some broken
parts of t, and cubic between these. The host hears the sound so many of its own samples late as taps and limiter look ahead: a whole
number. Whole and broken parts of t are kept apart, so that blocks of any size give the same sound to the last bit.
"""

import functools
import math

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, part, view
from rosin.kernels.maths import sin_cos_pi
from rosin.kernels.record import Real, Record, Row, Whole
from rosin.sound.output.peaks import bessel

REACH, PHASES = 32, 64  # zeros of the sinc on each side; broken parts for which there are taps
TAPS = 640  # at most: a rate is nine times the other
BETA = 9.0  # Kaiser's: 90 dB
PASSED = 0.95  # of half the lower rate, where it is 6 dB down
RING = 2048  # samples of the instrument that are kept, each twice, so that those that are needed lie in a row


class Form(Record):
    """What shapes it."""

    channels = Whole("that are heard")
    block = Whole("samples that rows hold")


class Head(Record, form=Form):
    """Both rates, what is asked for, and the sound before and after."""

    sample_rate = Real("Hz", "of the host")
    made_for = Real("Hz", "of the instrument")
    asked = Row(3, text="samples of the host that are wanted; of the instrument that these need; of the host by which it is late")
    ahead = Real("samples", "of the instrument that its limiter looks ahead")
    sound = Row("channels", "block", text="of the instrument")
    out = Row("channels", "block", text="for the host")
    narrow = Real("", "c")
    side = Real("", "taps on each side")
    step = Real("samples", "of the instrument from one of the host to the next, the whole ones")
    step_part = Real("samples", "and the rest")
    at = Real("samples", "t of the next one, the whole ones, from the next sample that is to come on")
    part = Real("samples", "and the rest")
    head = Real("", "where that will be in the ring")
    taps = Row(PHASES + 3, TAPS, text="from one broken part before 0 to one after 1")
    now = Row(TAPS, text="those of the next sample")
    ring = Row("channels", 2, RING, text="the last samples of the instrument")


@kernel
def windowed(u):
    """w at u, which is not negative."""
    inside = 1.0 - (u / REACH) * (u / REACH)
    if inside <= 0.0:
        return 0.0
    whole = math.floor(u + 0.5)
    sine, _ = sin_cos_pi(u - whole)
    sinc = 1.0
    if u > 0.0:
        sinc = (sine if int(whole) % 2 == 0 else -sine) / (math.pi * u)
    return sinc * bessel(BETA * math.sqrt(inside)) / bessel(BETA)


@kernel
def between(m):
    """The taps of the next sample: Lagrange's polynomial through those of four broken parts."""
    place = PHASES * m.part
    i = min(int(place), PHASES - 1)
    t = place - i
    a, b = -t * (t - 1.0) * (t - 2.0) / 6.0, (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0
    c, d = -(t + 1.0) * t * (t - 2.0) / 2.0, (t + 1.0) * t * (t - 1.0) / 6.0
    rows = part(m.taps, i * TAPS)
    for k in range(2 * int(m.side)):
        m.now[k] = a * rows[k] + b * rows[TAPS + k] + c * rows[2 * TAPS + k] + d * rows[3 * TAPS + k]


@kernel
def heard(taps, x, n):
    """A sample, four sums at once."""
    p, q, r, s = 0.0, 0.0, 0.0, 0.0
    for i in range(0, n, 4):
        p += taps[i] * x[i]
        q += taps[i + 1] * x[i + 1]
        r += taps[i + 2] * x[i + 2]
        s += taps[i + 3] * x[i + 3]
    return (p + q) + (r + s)


@kernel
def following(m, at, rest):
    """The time of the sample after that at a time, both in whole samples and the rest."""
    at += m.step
    rest += m.step_part
    if rest >= 1.0:
        rest -= 1.0
        at += 1.0
    return at, rest


@kernel
def missing(m):
    """Samples of the instrument that are still to come before the next ones of the host are known."""
    at, rest = m.at, m.part
    for _ in range(1, int(m.asked[0])):
        at, rest = following(m, at, rest)
    return max(0.0, at + m.side + 1.0)


@kernel
def take(m, n):
    """Samples of the instrument have come."""
    for k in range(m.channels):
        for i in range(n):
            place = (int(m.head) + i) % RING
            m.ring[2 * k * RING + place] = m.sound[k * m.block + i]
            m.ring[(2 * k + 1) * RING + place] = m.sound[k * m.block + i]
    m.head = float((int(m.head) + n) % RING)
    m.at -= float(n)


@kernel
def give(m, n):
    """The next samples of the host."""
    side = int(m.side)
    for j in range(n):
        between(m)
        first = (int(m.head) + RING + int(m.at) - side + 1) % RING
        for k in range(m.channels):
            m.out[k * m.block + j] = heard(m.now, part(m.ring, 2 * k * RING + first), 2 * side)
        m.at, m.part = following(m, m.at, m.part)


@functools.cache
def compose_bridge() -> Program:
    """The program: a host says what it wants, asks with no samples how many that needs, gives these, and takes, with less than none."""

    @kernel
    def prepare(reals, wholes):
        """The table, and how late it is."""
        m = view(Head, reals, wholes)
        ratio = m.made_for / m.sample_rate
        m.narrow = PASSED * min(1.0, 1.0 / ratio)
        m.side = 2.0 * math.ceil(0.5 * REACH / m.narrow + 0.5)
        m.step = float(math.floor(ratio))
        m.step_part = ratio - m.step
        m.asked[2] = float(math.ceil((m.side + 1.0 + m.ahead) / ratio))
        for i in range(PHASES + 3):
            for k in range(2 * int(m.side)):
                m.taps[i * TAPS + k] = m.narrow * windowed(m.narrow * abs((i - 1.0) / PHASES + m.side - 1.0 - k))

    @kernel
    def start(reals, wholes):
        """Silence before it."""
        m = view(Head, reals, wholes)
        for i in range(2 * m.channels * RING):
            m.ring[i] = 0.0
        begin = m.ahead - m.asked[2] * m.made_for / m.sample_rate
        m.at = float(math.floor(begin))
        m.part = begin - m.at
        m.head = 0.0

    @kernel
    def process(reals, wholes, n):
        """What is missing, what has come, or what is wanted."""
        m = view(Head, reals, wholes)
        if n == 0:
            m.asked[1] = missing(m)
        elif n > 0:
            take(m, n)
        else:
            give(m, -n)

    return Program(Head, (), prepare, start, process, compose_bridge)


def bridge_layout(channels: int, block: int) -> Layout:
    """Its memory."""
    return Layout.of(compose_bridge(), {"channels": channels, "block": block}, {})

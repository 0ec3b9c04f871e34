"""How a bowed string moves, told sample by sample from its velocity relative to the bow, with nothing kept but some sums.

In Helmholtz motion the string sticks to the bow for (1 - b) T0 of each period T0 and slips once, at v_b (1 - b) / b against the bow, b
being the bow's distance from the nearer end over the length. Flags of sticking and slipping are of no use to see it: bristles and soft
rosin creep and chatter while they stick. A slip is therefore a stretch in which the string moves against the bow, and faster than a share
of the fastest slip of late; it is over where less than half of that is left. A slip is foretold if there was one a period before it.
Powers are compared over windows of four periods, each two after the last. Then, on the last twenty periods of a take,

    silent                    nothing moves by more than a fortieth of the bow's speed to either side
    decaying                  every window is quieter than the last: the bow has left, or glides without effect
    quasi-sinusoidal          no slips, or hardly any sticking; or one slip in T0, but a slow one
    anomalous low frequency   fewer than 0.8 slips in T0, at equal intervals of more than 1.4 T0
    raucous                   of three slips one is not foretold
    Helmholtz                 one slip in T0; its strength may alternate
    double slip               two
    multiple slip             more
"""

import math
from typing import ClassVar

from rosin.kernels.dialect import kernel, part
from rosin.kernels.filtering import FilterKernels
from rosin.meters.bowed_motion.memory import AGO, MEMORY
from rosin.meters.bowed_motion.memory import NEVER as NEVER
from rosin.meters.bowed_motion.verdict import REGIMES as REGIMES
from rosin.meters.bowed_motion.verdict import judge
from rosin.meters.meter import Meter
from rosin.model.parameters import parameter

STRETCH = 2.0  # periods
FORGOTTEN = 0.7  # what is left of the fastest slip from one stretch to the next
SLIP = 0.15  # of the fastest slip: what counts as one
STICK = 0.07  # of the fastest slip: below it the string sticks
NEAR, NEARER = 0.05, 0.2  # of a period, and of the mean interval: how near a slip must be to one a period ago
GRAIN = 512  # samples
RISE = 1.5  # of the energy of a stretch: what counts as louder
FLAT = 0.7  # of a slip's peak: beyond it the slip has its speed
SETTLED, TOLERANCE, SHORT = 10.0, 0.05, 0.9  # intervals in a row, how far they may be off their mean, and least length in periods


@kernel
def prepare(p, fs, c):
    """Stretches end where the take ends."""
    c.sample_rate = fs
    c.period = fs / p.frequency
    c.share = min(p.position, 1.0 - p.position)
    stretch = STRETCH * c.period
    c.stretches = float(max(int(p.samples / stretch), 1))
    c.judged = min(float(math.floor(p.periods / STRETCH)), c.stretches)
    c.first = p.samples - (c.stretches - 1.0) * stretch


@kernel
def begin(s):
    """Judge from here on."""
    s.count = 0.0
    s.stuck = 0.0
    s.slips = 0.0
    s.lasting = 0.0
    s.squares = 0.0
    s.fast = 0.0
    s.fast_sum = 0.0
    s.highest = -1e30
    s.lowest = 1e30
    s.energy = 0.0
    s.energy_before = 0.0
    s.loudest = 0.0
    s.quietest = 1e30
    s.extreme = 1e30
    s.climbing = -1.0
    s.climbs = 0.0
    s.change = 0.0
    s.work = 0.0
    s.fades = 1.0
    s.first_power = 0.0
    s.last_power = 0.0
    s.rising = 0.0
    s.foretold = 0.0
    s.lags = 0.0


@kernel
def start(c, s):
    """Before the first sample."""
    s.left = c.first
    s.stretches_left = c.stretches
    s.before = 0.0
    s.heard = 0.0
    s.side = -1.0
    s.lately = 0.0
    s.fastest = 0.0
    s.slowest = 0.0
    s.peak = 0.0
    s.typical = 0.0
    s.since = 0.0
    s.slipped = NEVER
    s.steady = 0.0
    s.steadily = 0.0
    s.settled = NEVER
    s.loudness = 0.0
    s.falling = 0.0
    for k in range(AGO):
        s.intervals[k] = 0.0
    begin(s)


@kernel
def onset(c, s, late):
    """A slip begins, so much of a sample ago."""
    interval = s.since - late
    s.since = late
    if s.slipped < 0.0:
        s.slipped = 0.0
    else:
        if s.slips > 0.0:
            s.lasting += interval
            s.squares += interval**2
        age, nearest = interval, interval
        for k in range(AGO):
            nearest = age if abs(age - c.period) < abs(nearest - c.period) else nearest
            age += s.intervals[k]
        if abs(nearest - c.period) < min(NEAR * c.period, NEARER / (AGO + 1.0) * age):
            s.foretold += 1.0
            s.lags += nearest
        for k in range(AGO - 1):
            s.intervals[AGO - 1 - k] = s.intervals[AGO - 2 - k]
        s.intervals[0] = interval
        s.slipped += interval
        if abs(interval * s.steady - s.steadily) > TOLERANCE * s.steadily:
            s.steady = 0.0
            s.steadily = 0.0
        if interval > SHORT * c.period:
            s.steady += 1.0
            s.steadily += interval
        if s.steady == SETTLED and s.settled < 0.0:
            s.settled = s.slipped - s.steadily
    s.slips += 1.0
    s.typical = s.peak
    s.peak = 0.0


@kernel
def gather(s, count, loudness, falling, stuck, fast, fast_sum, energy, change, work):
    """What some samples came to."""
    s.count += count
    s.loudness += loudness
    s.falling += falling
    s.stuck += stuck
    s.fast += fast
    s.fast_sum += fast_sum
    s.energy += energy
    s.change += change
    s.work += work


@kernel
def swing(s):
    """The sound of a stretch that has ended is louder or quieter than the last ones: a climb is a rise by half from a valley."""
    energy = s.energy - s.energy_before
    s.energy_before = s.energy
    s.loudest = max(s.loudest, energy)
    s.quietest = min(s.quietest, energy)
    s.extreme = max(s.extreme, energy) if s.climbing > 0.0 else min(s.extreme, energy)
    if s.climbing > 0.0 and RISE * energy < s.extreme:
        s.climbing = -1.0
        s.extreme = energy
    elif s.climbing < 0.0 and energy > RISE * s.extreme:
        s.climbing = 1.0
        s.extreme = energy
        s.climbs += 1.0


@kernel
def turn(c, s):
    """A stretch has ended."""
    swing(s)
    s.highest = max(s.highest, s.fastest)
    s.lowest = min(s.lowest, s.slowest)
    power = s.rising + s.falling if s.rising > 0.0 else 0.0
    if power > 0.0 and s.last_power > 0.0 and power >= s.last_power:
        s.fades = 0.0
    if s.first_power <= 0.0:
        s.first_power = power
    s.last_power = power
    s.rising = s.loudness - s.falling
    s.loudness = 0.0
    s.falling = 0.0
    s.lately = max(s.fastest, FORGOTTEN * s.lately)
    s.fastest = -1e30
    s.slowest = 1e30
    s.stretches_left -= 1.0
    s.left += STRETCH * c.period
    if s.stretches_left == c.judged:
        begin(s)


@kernel
def hear(c, s, n, stride, sound):
    """Samples one after the other: few sums for each of them, more where a slip begins or a stretch ends."""
    force, slide, heard = part(sound, stride), part(sound, 2 * stride), part(sound, 3 * stride)
    before, side, peak, since, left = s.before, s.side, s.peak, s.since, s.left
    lately, fastest, slowest, top = s.lately, s.fastest, s.slowest, FLAT * s.typical
    counted, loudness, falling, stuck, fast, fast_sum = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    energy, change, work, x = 0.0, 0.0, 0.0, s.heard
    whole = 1.0 / (STRETCH * c.period)
    for i in range(n):
        speed = abs(sound[i])
        w = slide[i] if sound[i] >= 0.0 else -slide[i]
        fastest = max(fastest, w)
        slowest = min(slowest, w)
        peak = max(peak, w)
        most = max(max(lately, fastest), speed)
        level = max(SLIP * most, speed)
        since += 1.0
        if side < 0.0 and w > level:
            late = min((w - level) / max(w - before, 1e-30), 1.0)
            s.since = since
            s.peak = peak
            onset(c, s, late)
            since = s.since
            peak = w
            top = FLAT * s.typical
            side = 1.0
        if w < 0.5 * level:
            side = -1.0
        before = w
        own = (w - speed) ** 2
        loudness += own
        falling += own * left * whole
        stuck += 1.0 if abs(w) < STICK * most else 0.0
        if w > top:
            fast += 1.0
            fast_sum += w
        energy += heard[i] ** 2
        change += (heard[i] - x) ** 2
        x = heard[i]
        work += force[i] * slide[i]
        counted += 1.0
        left -= 1.0
        if left <= 0.0:
            gather(s, counted, loudness, falling, stuck, fast, fast_sum, energy, change, work)
            s.left = left
            s.fastest = fastest
            s.slowest = slowest
            turn(c, s)
            left = s.left
            lately = s.lately
            fastest = s.fastest
            slowest = s.slowest
            counted = 0.0
            loudness = 0.0
            falling = 0.0
            stuck = 0.0
            fast = 0.0
            fast_sum = 0.0
            energy = 0.0
            change = 0.0
            work = 0.0
    s.before = before
    s.heard = x
    s.side = side
    s.peak = peak
    s.since = since
    s.left = left
    s.fastest = fastest
    s.slowest = slowest
    gather(s, counted, loudness, falling, stuck, fast, fast_sum, energy, change, work)


@kernel
def process(c, s, n, stride, sound, out):
    """A block; sums are gathered every so many samples of it, so that blocks of several times that come to the same, to the last bit."""
    begin = 0
    while begin < n:
        hear(c, s, min(GRAIN, n - begin), stride, part(sound, begin))
        begin += GRAIN
    judge(c, s, abs(sound[n - 1]) if n > 0 else 0.0)


class BowedMotion(Meter):
    """Regime, slips, pitch, transient and level of a bowed string, at the end of a take of known length."""

    frequency: float = parameter("f", "Hz", "nominal fundamental of the string", default=440.0, more_than=0)
    position: float = parameter("b", "", "of the bow along the sounding length", default=0.1, more_than=0, less_than=1)
    samples: float = parameter("N", "", "samples of the take", default=48_000.0, at_least=1)
    periods: float = parameter("", "", "nominal periods at its end that are judged", default=20.0, at_least=10)

    kernels: ClassVar[FilterKernels] = FilterKernels(MEMORY, prepare, start, process)
    finds: ClassVar[tuple[str, ...]] = (
        *("regime", "slips_per_period", "pitch", "transient", "stick_share", "slip_speed", "periodicity", "level", "brightness", "power"),
        *("swing", "swings"),
    )

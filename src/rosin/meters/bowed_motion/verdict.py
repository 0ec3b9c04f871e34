"""What the sums of a bowed string's meter say: the regime of its motion, and all that is told of it."""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import atan
from rosin.meters.bowed_motion.memory import NEVER

REGIMES = (
    "Helmholtz",
    "double slip",
    "multiple slip",
    "raucous",
    "anomalous low frequency",
    "quasi-sinusoidal",
    "decaying",
    "silent",
)
HELMHOLTZ, DOUBLE, MULTIPLE, RAUCOUS, LOW, SINUSOIDAL, DECAYING, SILENT = (float(number) for number in range(len(REGIMES)))
STILL = 0.05  # from peak to peak, of the bow's speed
NO_STICK = 0.15  # share of time
LOST = 0.03  # of the strength, while every stretch is quieter than the last
PERIODIC = 0.65  # share of slips that are foretold
REGULAR = 0.15  # of the mean interval: the standard deviation of long ones
FAST = 0.45  # of the ideal speed
SHORTEST_SLIP = 4.0  # samples: shorter ones cannot reach their full speed
STEEPEST = 0.999  # of what a sound can change by from sample to sample


@kernel
def judge(c, s, speed):
    """What the sums say."""
    count = max(s.count, 1.0)
    periods = count / c.period
    s.stick_share = s.stuck / count
    s.level = math.sqrt(s.energy / count)
    bend = min(0.25 * s.change / max(s.energy, 1e-30), STEEPEST)  # sin^2(pi f / fs) of one frequency f
    s.brightness = c.sample_rate / math.pi * atan(math.sqrt(bend / (1.0 - bend)))
    s.power = s.work / count
    high, low = math.sqrt(s.loudest), math.sqrt(min(s.quietest, s.loudest))
    s.swing = (high - low) / max(high + low, 1e-30)
    s.swings = s.climbs * c.sample_rate / count
    between = s.slips - 1.0
    s.slips_per_period = s.slips / periods
    if between > 0.0:
        s.slips_per_period = min(between * c.period / s.lasting, (s.slips + 1.0) / periods)
    s.slip_speed = s.fast_sum / s.fast - speed if s.slips > 0.0 and s.fast > 0.0 else 0.0
    s.periodicity = s.foretold / max(s.slips, 1.0)
    mean = s.lasting / max(between, 1.0)
    s.pitch = 0.0
    if s.highest - s.lowest < STILL * speed:
        s.regime = SILENT
    elif s.fades > 0.0 and s.last_power < (1.0 - 2.0 * LOST) * s.first_power:
        s.regime = DECAYING
    elif s.slips < 2.0 or s.stick_share < NO_STICK:
        s.regime = SINUSOIDAL
    elif s.slips_per_period < 0.8 and mean > 1.4 * c.period and s.squares < (1.0 + REGULAR**2) * mean * s.lasting:
        s.regime = LOW
    elif s.periodicity < PERIODIC:
        s.regime = RAUCOUS
    elif s.slips_per_period < 1.5:
        slip_share = max(c.share, SHORTEST_SLIP / c.period)
        fast = s.slip_speed > FAST * speed * (1.0 - slip_share) / slip_share
        s.regime = HELMHOLTZ if fast and s.stick_share > 0.5 * (1.0 - c.share) else SINUSOIDAL
    else:
        s.regime = DOUBLE if s.slips_per_period < 2.5 else MULTIPLE
    if s.regime == LOW:
        s.pitch = c.sample_rate / mean
    elif s.foretold > 0.0 and (s.regime < RAUCOUS or s.regime == SINUSOIDAL):
        s.pitch = c.sample_rate * s.foretold / s.lags
    s.transient = s.settled / c.period if s.settled >= 0.0 else NEVER

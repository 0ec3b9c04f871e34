"""Modes of a body above those that are known one by one: too dense to be told apart, so that only their trend counts.

    f_(i+1) = f_i (1 + spacing), each moved by up to half of `jitter` of the spacing,     from `split` to `highest`

    level   a(f) = L [1 + (g - 1) / sqrt(1 + Q_h^2 (f / f_h - f_h / f)^2)] [1 + (f / f_h)^4]^(-slope / 24.08 dB)

The bridge on its feet rocks at f_h: the bridge hill, g times as high as what lies around it; above it the bridge yields, and the level
falls by `slope` for each octave. A plate has as many modes in every hundred hertz, so that they overlap more and more; here they lie as
many in every octave, which the ear, whose bands are near a third of an octave, does not tell from that, and overlap by the same
share Q^-1 / spacing everywhere. Signs follow + - - + - +, so that neither sums nor differences of neighbours prevail.

A mute on the bridge adds the share `load` to the mass that rocks. With a spring k, a damper c and the mass m = k / (2 pi f_h)^2 the force
on the body is 1 / (1 - r^2 + i r / Q_h) of that of the string, r = f / f_h, so that the mute makes of every level

    M(f) = |1 - r^2 + i r / Q_h| / |1 - (1 + load) r^2 + i r / Q_h|,     1 / (1 + load) far above the hill

A body that is larger than half a wave of sound beams, every mode in directions of its own (Weinreich 1997). For two places to listen,

    left, right = a (cos x +- t sin x),     t = sqrt(2) cos(2 pi i / golden ratio),     2 x = arccos(likeness) (1 - (split / f)^2)

whose mean squares are a^2 each, and whose correlation falls from 1 at the split to `likeness` far above it.
"""

import functools
import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import atan, exp, log, sin_cos_pi, sin_cos_turns
from rosin.kernels.record import Real, Record
from rosin.model.fields import Checked
from rosin.model.parameters import Model, parameter

GOLDEN = (math.sqrt(5) - 1) / 2
NEPERS = math.log(10) / 20  # a decibel
FALL = 80 * math.log10(2)  # dB an octave of (f / f_h)^4 as an amplitude
MOST_SPACED, LEAST_SPACED = 1.0, 0.005
ROOM = 16  # modes for which memory is kept, doubled until they fit
KEPT = 64  # trends whose modes are remembered


class Trend(Record):
    """The parameters of dense modes, for kernels."""

    split = Real("Hz")
    hill = Real("Hz")
    hill_gain = Real("dB")
    hill_quality = Real()
    slope = Real("dB/octave")
    level = Real("1/N")
    quality = Real()
    spacing = Real()
    jitter = Real()
    highest = Real("Hz")
    load = Real()
    likeness = Real()


@kernel
def muted(p, f):
    """M(f), 1 without a mute."""
    ratio = f / p.hill
    turned = ratio / p.hill_quality
    free = 1.0 - ratio * ratio
    loaded = 1.0 - (1.0 + p.load) * ratio * ratio
    return math.sqrt((free * free + turned * turned) / (loaded * loaded + turned * turned))


@kernel
def trend(p, f):
    """The level a(f)."""
    ratio = f / p.hill
    square = ratio * ratio
    off = p.hill_quality * (ratio - 1.0 / ratio)
    hill = 1.0 + (exp(NEPERS * p.hill_gain) - 1.0) / math.sqrt(1.0 + off * off)
    return p.level * hill * exp(-p.slope / FALL * log(1.0 + square * square)) * muted(p, f)


@kernel
def moved(p, i, even):
    """The frequency of mode i, which would lie at `even` without jitter."""
    turns = GOLDEN * (i + 1.0)
    return even * (1.0 + p.spacing * p.jitter * (turns - math.floor(turns) - 0.5))


@kernel
def levels(p, i, f):
    """The signed level of mode i in both directions."""
    turn = i % 6
    signed = trend(p, f) * (-1.0 if turn > 0 and turn & (turn - 1) == 0 else 1.0)  # minus for powers of two
    ratio = p.split / f
    apart = atan(math.sqrt((1.0 - p.likeness) / (1.0 + p.likeness))) * max(0.0, 1.0 - ratio * ratio)
    sine, cosine = sin_cos_pi(apart / math.pi)
    _, where = sin_cos_turns(GOLDEN * i)
    differing = math.sqrt(2.0) * where * sine
    return signed * (cosine + differing), signed * (cosine - differing)


class Expanded(NamedTuple):
    """Modes (Hz), and the signed level of each in both directions, (2, modes)."""

    frequencies: np.ndarray
    levels: np.ndarray


class DenseModes(Model):
    """The trend of modes that overlap: density, damping, bridge hill, slope, and how two directions differ."""

    kind = "dense modes"

    split: float = parameter(
        "", "Hz", "where they begin, above the modes that are known one by one", at_least=1, at_most=1e5, range=(100, 2000), curve="log"
    )
    hill: float = parameter("f_h", "Hz", "middle of the bridge hill", at_least=1, at_most=1e5, range=(500, 6000), curve="log")
    hill_gain: float = parameter("", "dB", "height of the bridge hill, 20 log10 g", default=6.0, at_least=0, at_most=40, range=(0, 20))
    hill_quality: float = parameter("Q_h", "", "sharpness of the bridge hill", default=1.5, at_least=0.1, at_most=20, range=(0.5, 5))
    slope: float = parameter("", "dB/octave", "fall above the bridge hill", default=6.0, at_least=0, at_most=60, range=(0, 18))
    level: float = parameter(
        "L", "1/N", "output of each mode alone for 1 N, far from the hill", default=0.5, more_than=0, at_most=1e6, range=(0.05, 1)
    )
    quality: float = parameter("Q", "", "quality factor of each mode", default=28.0, at_least=0.5, at_most=1e6, range=(10, 60))
    spacing: float = parameter(
        "", "", "distance of neighbours over their frequency", default=0.045, at_least=LEAST_SPACED, at_most=MOST_SPACED, range=(0.02, 0.1)
    )
    jitter: float = parameter("", "", "share of that distance within which each is moved", default=0.25, at_least=0, at_most=1)
    highest: float = parameter("", "Hz", "where they end", default=14_000.0, more_than=0, at_most=1e5, range=(5000, 20_000), curve="log")
    load: float = parameter(
        "", "", "mass of a mute on the bridge, of the mass that rocks there", default=0.0, at_least=0, at_most=100, range=(0, 10)
    )
    likeness: float = parameter("", "", "correlation of what two directions hear far above the split", default=0.5, at_least=0, at_most=1)

    def check(self) -> None:
        if self.highest <= self.split:
            raise self.refuse("highest", f"{self.highest:g} Hz", f"is not allowed; it must be more than the split, {self.split:g} Hz.")

    def trend(self, frequencies: Any) -> np.ndarray:
        """The level a(f)."""
        return np.vectorize(functools.partial(trend, self), otypes=[float])(frequencies)

    def muted(self, frequencies: Any) -> np.ndarray:
        """M(f), 1 without a mute."""
        return np.vectorize(functools.partial(muted, self), otypes=[float])(frequencies)

    def expanded(self) -> Expanded:
        """The modes one by one."""
        return _expanded(self)

    @property
    def room(self) -> int:
        """Modes for which memory is kept, so that they may become more while they sound."""
        return ROOM << max(0, math.ceil(math.log2(len(self.expanded().frequencies) / ROOM)))


@functools.lru_cache(maxsize=KEPT)
def _expanded(dense: DenseModes) -> Expanded:
    frequencies, both = list[float](), list[tuple[float, float]]()
    even = dense.split
    while even <= dense.highest:
        i = len(frequencies)
        frequencies.append(moved(dense, i, even))
        both.append(levels(dense, i, frequencies[i]))
        even *= 1.0 + dense.spacing
    return Expanded(np.array(frequencies), np.array(both).T)


def dense_modes(value: Any) -> DenseModes | None:
    """Dense modes, or the object that describes them."""
    if value is None or isinstance(value, DenseModes):
        return value
    if not isinstance(value, dict):
        raise ValueError("must be DenseModes, or an object with their parameters")
    return DenseModes(**value)


TrendOrNone = Annotated[DenseModes | None, Checked(dense_modes)]

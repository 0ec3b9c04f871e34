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

import math
from typing import Any, NamedTuple

import numpy as np

from rosin.model.parameters import Model, Number, parameter

SIGNS = (1, -1, -1, 1, -1, 1)
GOLDEN = (math.sqrt(5) - 1) / 2
FALL = 80 * math.log10(2)  # dB an octave of (f / f_h)^4 as an amplitude
MOST_SPACED, LEAST_SPACED = 1.0, 0.005


class Expanded(NamedTuple):
    """Modes (Hz), and the signed level of each in both directions, (2, modes)."""

    frequencies: np.ndarray
    levels: np.ndarray


class DenseModes(Model):
    """The trend of modes that overlap: density, damping, bridge hill, slope, and how two directions differ."""

    kind = "dense modes"

    split: Number = parameter(
        "", "Hz", "where they begin, above the modes that are known one by one", at_least=1, at_most=1e5, range=(100, 2000), curve="log"
    )
    hill: Number = parameter("f_h", "Hz", "middle of the bridge hill", at_least=1, at_most=1e5, range=(500, 6000), curve="log")
    hill_gain: Number = parameter("", "dB", "height of the bridge hill, 20 log10 g", default=6.0, at_least=0, at_most=40, range=(0, 20))
    hill_quality: Number = parameter("Q_h", "", "sharpness of the bridge hill", default=1.5, at_least=0.1, at_most=20, range=(0.5, 5))
    slope: Number = parameter("", "dB/octave", "fall above the bridge hill", default=6.0, at_least=0, at_most=60, range=(0, 18))
    level: Number = parameter(
        "L", "1/N", "output of each mode alone for 1 N, far from the hill", default=0.5, more_than=0, at_most=1e6, range=(0.05, 1)
    )
    quality: Number = parameter("Q", "", "quality factor of each mode", default=28.0, at_least=0.5, at_most=1e6, range=(10, 60))
    spacing: Number = parameter(
        "", "", "distance of neighbours over their frequency", default=0.045, at_least=LEAST_SPACED, at_most=MOST_SPACED, range=(0.02, 0.1)
    )
    jitter: Number = parameter("", "", "share of that distance within which each is moved", default=0.25, at_least=0, at_most=1)
    highest: Number = parameter("", "Hz", "where they end", default=14_000.0, more_than=0, at_most=1e5, range=(5000, 20_000), curve="log")
    load: Number = parameter(
        "", "", "mass of a mute on the bridge, of the mass that rocks there", default=0.0, at_least=0, at_most=100, range=(0, 10)
    )
    likeness: Number = parameter("", "", "correlation of what two directions hear far above the split", default=0.5, at_least=0, at_most=1)

    def check(self) -> None:
        if self.highest <= self.split:
            raise self.refuse("highest", f"{self.highest:g} Hz", f"is not allowed; it must be more than the split, {self.split:g} Hz.")

    def trend(self, frequencies: np.ndarray) -> np.ndarray:
        """The level a(f)."""
        ratio = np.asarray(frequencies) / self.hill
        gain = 10 ** (self.hill_gain / 20) - 1
        hill = 1 + gain / np.sqrt(1 + (self.hill_quality * (ratio - 1 / ratio)) ** 2)
        return np.asarray(self.level * hill * (1 + ratio**4) ** (-self.slope / FALL)) * self.muted(frequencies)

    def muted(self, frequencies: Any) -> np.ndarray:
        """M(f), 1 without a mute."""
        ratio = np.asarray(frequencies) / self.hill
        turned = 1j * ratio / self.hill_quality
        return np.asarray(np.abs(1 - ratio**2 + turned) / np.abs(1 - (1 + self.load) * ratio**2 + turned))

    def expanded(self) -> Expanded:
        """The modes one by one."""
        count = 1 + int(math.log(self.highest / self.split) / math.log1p(self.spacing))
        index = np.arange(count)
        moved = self.spacing * self.jitter * ((GOLDEN * (index + 1)) % 1 - 0.5)
        frequencies = self.split * (1 + self.spacing) ** index * (1 + moved)
        apart = 0.5 * math.acos(self.likeness) * np.maximum(0.0, 1 - (self.split / frequencies) ** 2)
        differing = math.sqrt(2) * np.cos(2 * math.pi * GOLDEN * index) * np.sin(apart)
        signed = np.resize(SIGNS, count) * self.trend(frequencies)
        return Expanded(frequencies, signed * (np.cos(apart) + np.outer((1, -1), differing)))


def dense_modes(value: Any) -> DenseModes | None:
    """Dense modes, or the object that describes them."""
    if value is None or isinstance(value, DenseModes):
        return value
    if not isinstance(value, dict):
        raise ValueError("must be DenseModes, or an object with their parameters")
    return DenseModes(**value)

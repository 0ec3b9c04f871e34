"""A take: one sound that is compared, a real one or ours, mono at 44.1 kHz, from its onset."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Self

import numpy as np

from rosin.analysis.distance import HIGHEST, SHARE
from rosin.compare.sample import Sample
from rosin.fitting.recording import resampled
from rosin.playing.midi.score import key_of_pitch

RATE = 44_100  # Hz
FINEST = 1000  # largest denominator of a ratio of rates: pitch is kept within a cent
WINDOW = 0.01  # s over which the envelope is taken
STEP = 0.0025  # s between two of its values
ONSET = 0.1  # of the largest value of the envelope
LEAD = 0.005  # s kept before the onset
LONGEST = 2.5  # s
LEAST_PARTIAL, LARGEST_PARTIAL = 50.0, 5000.0  # Hz between which partials are sought
AFTER_BLOW = 0.03  # s
STRONG = 0.25  # of the strongest partial: 12 dB below it
BROAD = 0.03  # of its frequency, within which a partial has its peak


@dataclass(frozen=True, eq=False)
class Take:
    """Samples (length,) with the frequency of the note (Hz), if any, the highest frequency (Hz) that they hold, and how hard it was played.

    `source` says where it comes from: two takes of one source are no independent ones. `strength` goes from 0 to 1; None is not known.
    """

    name: str
    source: str
    samples: np.ndarray
    frequency: float | None = None
    highest: float = HIGHEST
    strength: float | None = None

    @classmethod
    def of(cls, sample: Sample, source: str, strength: float | None = None) -> Self:
        """A sample of a library, from its onset on."""
        samples = resampled(sample.values - np.median(sample.values), Fraction(RATE, sample.sample_rate).limit_denominator(FINEST))
        return cls(sample.name, source, from_onset(samples), sample.frequency, min(HIGHEST, SHARE * sample.sample_rate), strength)

    @property
    def duration(self) -> float:
        """Seconds."""
        return len(self.samples) / RATE

    @property
    def key(self) -> float | None:
        """The key of its note, as of MIDI, with its fraction."""
        return None if self.frequency is None else key_of_pitch(self.frequency)

    @cached_property
    def partial(self) -> float:
        """The frequency (Hz) of its lowest strong partial after the blow: struck alike, one thing has now this, now that one strongest."""
        rest = self.samples[min(round(AFTER_BLOW * RATE), len(self.samples) // 2) :]
        power = np.abs(np.fft.rfft(rest * np.hanning(len(rest)), 4 << len(rest).bit_length()))
        frequencies = np.fft.rfftfreq(4 << len(rest).bit_length(), 1 / RATE)
        heard = np.where((frequencies > LEAST_PARTIAL) & (frequencies < LARGEST_PARTIAL), power, 0.0)
        first = int(np.argmax(heard >= STRONG * heard.max()))
        near = heard[first : int(first * (1 + BROAD)) + 1]
        return float(frequencies[first + int(np.argmax(near))])

    def transposed(self, ratio: float) -> Self:
        """At so many times its frequency, played faster as a sampler does."""
        samples = resampled(self.samples, Fraction(1 / ratio).limit_denominator(FINEST))
        frequency = None if self.frequency is None else self.frequency * ratio
        return replace(self, samples=samples, frequency=frequency, highest=min(HIGHEST, self.highest * ratio))


def from_onset(samples: np.ndarray) -> np.ndarray:
    """What follows the first time at which the envelope passes a tenth of its peak."""
    levels = envelope(samples)
    first = int(np.argmax(levels >= ONSET * levels.max())) * STEP - LEAD
    return samples[max(0, round(first * RATE)) :][: round(LONGEST * RATE)]


def envelope(samples: np.ndarray, window: float = WINDOW) -> np.ndarray:
    """Root of the mean square around each 2.5 ms, over a window (s) of Hann, which does not wander within a period."""
    size = max(2, round(window * RATE))
    shape = np.hanning(size + 2)[1:-1]
    padded = np.pad(samples**2, (size // 2, size))
    from scipy.signal import fftconvolve

    smooth = fftconvolve(padded, shape / shape.sum(), mode="valid")
    return np.asarray(np.sqrt(np.maximum(smooth[: len(samples) : round(STEP * RATE)], 0.0)))

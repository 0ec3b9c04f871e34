"""A signal cut into bands: shifted to zero frequency, low-passed by a Kaiser window and decimated, so that each has few modes."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

LOWEST, HIGHEST = 20.0, 16_000.0  # Hz between which modes are sought
NYQUIST_SHARE = 0.46  # of the sample rate, up to which they are
STOP_BAND = 70.0  # dB
REACH = 4.3  # length of the low-pass, in periods of the band's width
LONGEST = 800  # samples of a band that are looked at


class Widths(NamedTuple):
    """How wide bands are: a share of their frequency, but within limits (Hz)."""

    share: float = 0.12
    least: float = 120.0
    most: float = 400.0


class Band(NamedTuple):
    """A band of a signal: centre and width (Hz), complex samples and their rate; `lost` s at its start that the filter took."""

    centre: float
    width: float
    samples: np.ndarray
    rate: float
    lost: float


def centres(sample_rate: float, widths: Widths) -> Iterator[tuple[float, float]]:
    """Centre and width of all bands."""
    edge = LOWEST
    while edge < min(HIGHEST, NYQUIST_SHARE * sample_rate):
        width = min(max(widths.share * edge, widths.least), widths.most)
        yield edge + width / 2, width
        edge += width


def fastest(frequencies: np.ndarray) -> np.ndarray:
    """Decay rates (1/s) beyond which a mode is part of the attack: t_e of 8 ms, or ten periods, but no less than 4 ms."""
    return np.clip(np.asarray(frequencies) / 10, 125.0, 250.0)


def band_of(signal: np.ndarray, sample_rate: float, centre: float, width: float) -> Band:
    """One band, without the samples for which the filter would see what was before the signal."""
    from scipy.signal import upfirdn

    taps = _low_pass(sample_rate, width)
    step = max(1, int(sample_rate / (2 * width)))
    shifted = signal * np.exp(-2j * np.pi * centre / sample_rate * np.arange(len(signal)))
    samples = upfirdn(taps, shifted, down=step)[-(-(len(taps) - 1) // step) : len(signal) // step]
    return Band(centre, width, samples, sample_rate / step, (len(taps) // 2) / sample_rate)


def until_the_floor(band: Band, power: float) -> np.ndarray:
    """The band up to where it falls into its noise; empty where it is nothing but noise. `power` is that of the whole signal."""
    if len(band.samples) < 24:
        return band.samples[:0]
    squares = np.abs(band.samples) ** 2
    floor = max(_quietest(squares), 1e-6 * squares.max(), 1e-12 * power)
    span = max(4, int(0.02 * band.rate))
    envelope = np.convolve(squares, np.ones(span) / span, "valid")
    if envelope.max() < 2.0 * floor and envelope[: max(4, len(envelope) // 6)].max() < 1.7 * floor:
        return band.samples[:0]
    above = np.nonzero(envelope > 1.6 * floor)[0]
    end = max((above[-1] if len(above) else 0) + 2 * span, 48)
    return band.samples[: min(end, LONGEST)]


@lru_cache(maxsize=64)
def _low_pass(sample_rate: float, width: float) -> np.ndarray:
    from scipy.signal import firwin, kaiser_beta

    return firwin(int(REACH * sample_rate / width) | 1, width, fs=sample_rate, window=("kaiser", kaiser_beta(STOP_BAND)))


def _quietest(squares: np.ndarray) -> float:
    """The noise of a band: the median of the quietest fifth of its envelope."""
    span = max(8, len(squares) // 20)
    means = np.sort(np.convolve(squares, np.ones(span) / span, "valid")[::span])
    return float(np.median(means[: max(2, len(means) // 5)]))

"""How far two sounds are apart to the ear, roughly: mel spectra at three resolutions, thirds of octaves, cepstra, harmonics.

Both sounds are (length,), begin at their onset and are brought to the same energy; levels end 60 dB below the loudest of both, so
the distance is the same either way.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Self

import numpy as np

FLOOR = 60.0  # dB
FRAMES = (512, 2048, 8192)  # samples at 44.1 or 48 kHz
MELS = 64
LOWEST, HIGHEST = 40.0, 16_000.0  # Hz
SHARE = 0.46  # of the sample rate: the highest frequency that a file of that rate is trusted to hold
CEPSTRA = 13
HARMONICS = 30
WANDERING = 0.03  # of its frequency to either side of a harmonic that counts as it: a vibrato of half a semitone


class Distance(NamedTuple):
    """Mean absolute differences in dB of mel levels, of thirds of octaves and of harmonics, and the norm of those of mel cepstra.

    Sounds whose frequency is not known have no distance in harmonics (not a number).
    """

    mel: float
    thirds: float
    cepstra: float
    harmonics: float = float("nan")

    def over(self, other: "Distance") -> float:
        """The mean of the ratios to another distance, of those parts that both have."""
        ratios = [own / max(its, 1e-9) for own, its in zip(self, other, strict=True)]
        return float(np.nanmean(ratios))

    @classmethod
    def mean(cls, distances: Iterable["Distance"]) -> Self:
        """The mean of each part, over those that have it."""
        columns = (np.array(part) for part in zip(*distances, strict=True))
        return cls(*(float(part[np.isfinite(part)].mean()) if np.isfinite(part).any() else float("nan") for part in columns))


def distance(
    first: np.ndarray, second: np.ndarray, sample_rate: float, *, frequency: float | None = None, highest: float = HIGHEST
) -> Distance:
    """Between two sounds, up to the highest frequency (Hz) that both hold; with the frequency (Hz) of a note, in harmonics too."""
    length = max(len(first), len(second))
    top = min(highest, HIGHEST, SHARE * sample_rate)
    pair = [np.pad(each / np.sqrt(max((each**2).sum(), 1e-30)), (0, length - len(each))) for each in (first, second)]
    mels, cepstra, thirds = [], 0.0, 0.0
    for frame in FRAMES:
        powers = [_power(each, frame) for each in pair]
        one, other = _levelled(*(each @ _mel_bank(frame, sample_rate, top).T for each in powers))
        heard = np.maximum(one, other) > -FLOOR + 1
        mels.append(float(np.abs(one - other)[heard].mean()))
        if frame == FRAMES[1]:
            from scipy.fft import dct

            rows = heard.any(axis=1)
            gap = dct((one - other)[rows], norm="ortho", axis=1)[:, 1 : CEPSTRA + 1]
            cepstra = float(np.sqrt((gap**2).sum(axis=1)).mean())
        if frame == FRAMES[2]:
            thirds = _gap(*(_thirds(each.sum(axis=0), frame, sample_rate, top) for each in powers))
    if frequency is None:
        return Distance(float(np.mean(mels)), thirds, cepstra)
    return Distance(float(np.mean(mels)), thirds, cepstra, _gap(*(_harmonics(each, sample_rate, frequency, top) for each in pair)))


def band_errors(original: np.ndarray, made: np.ndarray, sample_rate: float) -> list[tuple[float, float, float]]:
    """For each octave: centre (Hz), level of the original (dB below its whole) and of what differs from it (dB beside the octave)."""
    spectra = [np.abs(np.fft.rfft(each)) ** 2 for each in (original, original - made)]
    frequencies = np.fft.rfftfreq(len(original), 1 / sample_rate)
    rows = []
    for centre in 62.5 * 2.0 ** np.arange(9):
        inside = (frequencies >= centre / np.sqrt(2)) & (frequencies < centre * np.sqrt(2))
        own, off = (float(spectrum[inside].sum()) for spectrum in spectra)
        if centre * np.sqrt(2) < sample_rate / 2 and own > 1e-7 * spectra[0].sum():
            rows.append((float(centre), 10 * np.log10(own / spectra[0].sum()), 10 * np.log10(max(off, 1e-30) / own)))
    return rows


def _levelled(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Powers as dB below the loudest of both."""
    top = 10 * np.log10(max(first.max(), second.max(), 1e-30))
    one, other = (np.maximum(10 * np.log10(np.maximum(each, 1e-30)) - top, -FLOOR) for each in (first, second))
    return one, other


def _gap(first: np.ndarray, second: np.ndarray) -> float:
    """The mean absolute difference in dB of powers, where one of them is heard."""
    one, other = _levelled(first, second)
    return float(np.abs(one - other)[np.maximum(one, other) > -FLOOR + 1].mean())


def _power(signal: np.ndarray, frame: int) -> np.ndarray:
    """Power spectra of frames, (times, bins)."""
    padded = np.pad(signal, (frame // 2, frame))
    frames = np.lib.stride_tricks.sliding_window_view(padded, frame)[:: frame // 4] * np.hanning(frame)
    return np.asarray(np.abs(np.fft.rfft(frames, axis=1)) ** 2)


@lru_cache(maxsize=64)
def _mel_bank(frame: int, sample_rate: float, top: float) -> np.ndarray:
    """Triangles on the mel scale, (bands, bins); each reaches at least its nearest bins."""
    frequencies = np.fft.rfftfreq(frame, 1 / sample_rate)
    edges = 700 * (10 ** (np.linspace(np.log10(1 + LOWEST / 700), np.log10(1 + top / 700), MELS + 2)) - 1)
    spacing = sample_rate / frame
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising = 1 - (middle - frequencies) / np.maximum(middle - low, spacing)
    falling = 1 - (frequencies - middle) / np.maximum(high - middle, spacing)
    return np.clip(np.minimum(rising, falling), 0, 1)


def _thirds(power: np.ndarray, frame: int, sample_rate: float, top: float) -> np.ndarray:
    """Power in each third of an octave from 50 Hz."""
    edges = 50 * 2 ** (np.arange(int(3 * np.log2(top / 50)) + 1) / 3)
    return np.maximum(np.add.reduceat(power, np.searchsorted(np.fft.rfftfreq(frame, 1 / sample_rate), edges))[:-1], 0.0)


def _harmonics(signal: np.ndarray, sample_rate: float, frequency: float, top: float) -> np.ndarray:
    """Power around each harmonic of a note, as far as a vibrato carries it and no farther than halfway to the next."""
    power = np.abs(np.fft.rfft(signal * np.hanning(len(signal)), 1 << len(signal).bit_length())) ** 2
    spacing = sample_rate / (2 * (len(power) - 1))
    centres = frequency * np.arange(1, max(1, min(HARMONICS, int(top / frequency))) + 1)
    reach = np.minimum(WANDERING * centres, 0.45 * frequency) + 2 * sample_rate / len(signal)
    total = np.concatenate([[0.0], np.cumsum(power)])
    low, high = (np.clip(np.round((centres + sign * reach) / spacing).astype(int), 0, len(power)) for sign in (-1, 1))
    return np.maximum(total[high] - total[low], 0.0)

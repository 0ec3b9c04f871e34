"""What a stretch of rubbed sound is told by, and how far two of them are apart, in what an ear lets pass.

pitch          of the whole stretch         a quarter of a semitone
periodic       r / (1 - r), in dB           3 dB
thirds         levels of thirds of octaves  4 dB, root mean square
wobble         spread of its 20 ms levels   1 dB
crest          peak over root mean square   2 dB
"""

import functools
from typing import NamedTuple

import numpy as np

from rosin.fitting.judging import envelope
from rosin.fitting.rubbed.listening import pitch_at

OCTAVES = 0.25 / 12
PERIODIC, THIRDS, WOBBLE, CREST = 3.0, 4.0, 1.0, 2.0  # dB
FARTHEST = 12.0  # of what passes, that one trait counts for at most
FLOOR = 45.0  # dB below the loudest third
LOWEST = 60.0  # Hz


class Traits(NamedTuple):
    """Of a stretch."""

    pitch: float  # log2 Hz, or not a number
    periodic: float
    thirds: np.ndarray
    wobble: float
    crest: float


def traits(signal: np.ndarray, rate: float) -> Traits:
    """Of a signal."""
    pitch, r = pitch_at(signal, rate, len(signal) // 2)
    r = float(np.clip(r, 0.01, 0.9999))
    levels = 10 * np.log10(np.maximum(thirds(signal, rate), 1e-30))
    size = max(float(np.sqrt((signal**2).mean())), 1e-30)
    return Traits(
        float(np.log2(pitch)) if np.isfinite(pitch) else float("nan"),
        float(10 * np.log10(r / (1 - r))),
        np.maximum(levels - levels.max(), -FLOOR),
        float(envelope(signal, rate).std()),
        float(20 * np.log10(max(float(np.abs(signal).max()), 1e-30) / size)),
    )


def apart(one: Traits, other: Traits) -> float:
    """How many times what passes, root mean square over all traits."""
    pitch = 0.0 if np.isnan(one.pitch) and np.isnan(other.pitch) else abs(one.pitch - other.pitch) / OCTAVES
    gaps = [
        FARTHEST if np.isnan(pitch) else pitch,
        abs(one.periodic - other.periodic) / PERIODIC,
        float(np.sqrt(((one.thirds - other.thirds) ** 2).mean())) / THIRDS,
        abs(one.wobble - other.wobble) / WOBBLE,
        abs(one.crest - other.crest) / CREST,
    ]
    return float(np.sqrt(np.mean(np.minimum(gaps, FARTHEST) ** 2)))


def thirds(signals: np.ndarray, rate: float) -> np.ndarray:
    """Power in thirds of octaves from 60 Hz on, along the last axis."""
    length = signals.shape[-1]
    power = np.abs(np.fft.rfft(signals * np.hanning(length), axis=-1)) ** 2
    return np.add.reduceat(power, _edges(length, rate), axis=-1)[..., :-1]


@functools.lru_cache(16)
def _edges(length: int, rate: float) -> np.ndarray:
    count = int(3 * np.log2(0.45 * rate / LOWEST))
    return np.round(LOWEST * 2 ** (np.arange(count + 1) / 3) * length / rate).astype(int)

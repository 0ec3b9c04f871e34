"""The spectral centroid: the mean frequency of a sound, weighted by power, which goes with how bright it is heard."""

import numpy as np


def mean_frequency(power: np.ndarray, frequencies: np.ndarray) -> float:
    """Hz, of a power spectrum; not a number where there is no power."""
    total = float(power.sum())
    return float(power @ frequencies) / total if total > 0 else float("nan")


def centroid(sound: np.ndarray, sample_rate: float) -> float:
    """Hz, of all of a sound, under a Hann window."""
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))) ** 2
    return mean_frequency(power, np.fft.rfftfreq(len(sound), 1 / sample_rate))

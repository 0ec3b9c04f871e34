"""What tests listen for."""

import numpy as np


def above(signal, rate, frequency):
    """What a signal has above a frequency, in stretches of 10 ms: the largest value of each."""
    spectrum = np.fft.rfft(signal - signal.mean())
    spectrum[np.fft.rfftfreq(len(signal), 1 / rate) < frequency] = 0
    high = np.abs(np.fft.irfft(spectrum, len(signal)))
    size = rate // 100
    return high[: len(high) // size * size].reshape(-1, size).max(axis=1)[2:-2]

"""What is measured of creaks, squeals and rubbed masses, at 48 kHz."""

import numpy as np

from rosin.analysis.slips import slip_onsets

RATE = 48_000
SILENCE = 1e-15  # of full scale


def slips(relative_velocity, rate=RATE):
    """When slips begin, in s: above 0.3 of the 99.8th percentile of the relative velocity, after less than half of that."""
    return slip_onsets(relative_velocity, 0.3 * np.percentile(relative_velocity, 99.8)) / rate


def rate_of(times):
    """Events a second, from the first to the last; 0 where there are none."""
    return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


def part(signal, begin, end):
    """From one time (s) to another, of all channels."""
    return signal[..., round(begin * RATE) : round(end * RATE)]


def decibels(signal):
    """Level of all channels together, in dB below full scale."""
    return 10 * np.log10(np.mean(signal**2) + SILENCE**2)


def stretches(signal, length=0.01):
    """The signal in stretches of that length (s), one a row."""
    size = round(length * RATE)
    return signal[: len(signal) // size * size].reshape(-1, size)


def swings(relative_velocity, length=0.01):
    """In each stretch the mean of the relative velocity, and how far it swings to either side."""
    rows = stretches(relative_velocity, length)
    return rows.mean(axis=1), np.ptp(rows, axis=1) / 2


def band(signal, low, high):
    """What of a signal lies between two frequencies (Hz)."""
    spectrum = np.fft.rfft(signal)
    frequencies = np.fft.rfftfreq(signal.shape[-1], 1 / RATE)
    return np.fft.irfft(np.where((frequencies >= low) & (frequencies <= high), spectrum, 0), signal.shape[-1])


def power_of(signal):
    """Frequencies (Hz), and the power of all channels there."""
    power = np.abs(np.fft.rfft(signal * np.hanning(signal.shape[-1]))) ** 2
    return np.fft.rfftfreq(signal.shape[-1], 1 / RATE), np.atleast_2d(power).sum(axis=0)


def centroid(signal):
    """The middle of the power, in Hz."""
    frequencies, power = power_of(signal)
    return (power * frequencies).sum() / power.sum()


def line(signal, low=20.0, high=20_000.0):
    """The strongest line between two frequencies (Hz), to a hundredth of a bin."""
    frequencies, power = power_of(signal)
    inside = np.flatnonzero((frequencies >= low) & (frequencies <= high))
    peak = np.clip(inside[np.argmax(power[inside])], 1, len(power) - 2)
    before, at, after = np.log(power[peak - 1 : peak + 2] + 1e-300)
    return (peak + 0.5 * (before - after) / (before - 2 * at + after)) * frequencies[1]

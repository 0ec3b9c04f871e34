"""What a friction sound is like, in numbers. Each takes a sound and its sample rate (Hz).

The steady part of a sound is its second half.
"""

import numpy as np
from scipy.ndimage import uniform_filter1d
from scipy.signal import butter, hilbert, sosfiltfilt, welch

ROUGH = (20.0, 200.0)  # Hz: modulation that is heard as roughness
NOISE = (100.0, 10_000.0)  # Hz
SMOOTH = 0.01  # s, over which an envelope is taken


def steady(sound: np.ndarray) -> np.ndarray:
    """The second half."""
    return sound[len(sound) // 2 :]


def power_spectrum(sound: np.ndarray, rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (Hz) and power of the steady part, its sum 1."""
    part = steady(sound)
    power = np.abs(np.fft.rfft(part * np.hanning(len(part)))) ** 2
    return np.fft.rfftfreq(len(part), 1 / rate), power / power.sum()


def level(sound: np.ndarray, rate: float) -> float:
    """Of the steady part, dB."""
    return float(10 * np.log10((steady(sound) ** 2).mean() + 1e-30))


def bandwidth(sound: np.ndarray, rate: float) -> float:
    """Standard deviation (Hz) of the power spectrum about its centroid."""
    frequencies, power = power_spectrum(sound, rate)
    return float(np.sqrt(((frequencies - frequencies @ power) ** 2) @ power))


def loudest(sound: np.ndarray, rate: float) -> float:
    """The frequency (Hz) of the strongest partial, by a parabola through the logarithms of its three highest points."""
    frequencies, power = power_spectrum(sound, rate)
    peak = int(np.clip(np.argmax(power), 1, len(power) - 2))
    before, at, after = np.log(power[peak - 1 : peak + 2] + 1e-300)
    return float(frequencies[peak] + 0.5 * (before - after) / (before - 2 * at + after) * frequencies[1])


def lock_in_time(sound: np.ndarray, rate: float) -> float:
    """Seconds until the partial that is strongest in the end has 0.9 of its final amplitude."""
    turned = sound * np.exp(-2j * np.pi * loudest(sound, rate) / rate * np.arange(len(sound)))
    width = round(2 * SMOOTH * rate)
    amplitude = np.abs(uniform_filter1d(turned.real, width) + 1j * uniform_filter1d(turned.imag, width))
    return float(np.argmax(amplitude >= 0.9 * np.median(steady(amplitude)))) / rate


def attack_time(sound: np.ndarray, rate: float) -> float:
    """Seconds in which the envelope rises from a tenth to nine tenths of its final height."""
    envelope = np.sqrt(uniform_filter1d(sound**2, round(SMOOTH * rate)))
    final = np.median(steady(envelope))
    return float(np.argmax(envelope >= 0.9 * final) - np.argmax(envelope >= 0.1 * final)) / rate


def noisiness(sound: np.ndarray, rate: float) -> float:
    """Spectral flatness (dB): the geometric over the arithmetic mean of the power density, 0 for white noise."""
    frequencies, power = welch(steady(sound), rate, nperseg=4096)
    band = power[(frequencies > NOISE[0]) & (frequencies < NOISE[1])] + 1e-30
    return float(10 * np.log10(np.exp(np.log(band).mean()) / band.mean()))


def roughness(sound: np.ndarray, rate: float) -> float:
    """Modulation of the envelope between 20 and 200 Hz, over its mean."""
    envelope = np.abs(hilbert(steady(sound)))
    moved = sosfiltfilt(butter(2, ROUGH, "band", fs=rate, output="sos"), envelope - envelope.mean())
    inner = slice(len(envelope) // 10, -len(envelope) // 10)
    return float(moved[inner].std() / envelope[inner].mean())

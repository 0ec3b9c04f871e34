"""What tests of struck, bouncing, rolling and scraping things measure."""

import numpy as np
from scipy.signal import welch

HAMMERS = {
    "felt": (0.02, 2e8, 2.5, 0.6),
    "rubber": (0.02, 3e6, 1.5, 0.6),
    "cork": (0.01, 1e7, 1.5, 0.4),
    "wood": (0.01, 1e8, 1.5, 0.2),
    "plastic": (0.008, 5e8, 1.5, 0.15),
    "brass": (0.008, 5e9, 1.5, 0.08),
}  # mass (kg), stiffness, exponent, dissipation (s/m), from soft to hard


def hammer(name):
    """The changes that give an instrument this hammer."""
    paths = ("exciter.mass", "interaction.stiffness", "interaction.exponent", "interaction.dissipation")
    return dict(zip(paths, HAMMERS[name], strict=True))


def blow(speed=1.0):
    """One throw at 10 ms."""
    return {"velocity": [(0, 0), (0.01, 0), (0.01, speed), (0.012, speed), (0.012, 0)]}


def contacts(force):
    """First sample of each contact, and the first after it."""
    touching = np.concatenate([[0], (np.asarray(force) > 0).astype(int), [0]])
    return np.flatnonzero(np.diff(touching) > 0), np.flatnonzero(np.diff(touching) < 0)


def spectrum(signal, rate, size=1 << 18):
    """Frequencies and power of a Hann-windowed piece, finely spaced."""
    size = max(size, 1 << (len(signal) - 1).bit_length())
    return np.fft.rfftfreq(size, 1 / rate), np.abs(np.fft.rfft(np.hanning(len(signal)) * signal, size)) ** 2


def first_centroid(sound, seconds=0.05):
    """Centre of the spectrum (Hz) in the first hundredths of a second from the first contact on."""
    begin = contacts(sound.traces["force"])[0][0]
    piece = sound.audio[0, begin : begin + int(seconds * sound.sample_rate)]
    power = np.abs(np.fft.rfft(piece, 1 << 16)) ** 2
    return (np.fft.rfftfreq(1 << 16, 1 / sound.sample_rate) * power).sum() / power.sum()


def partial(signal, rate, near, semitones=1.0):
    """Frequency (Hz) of the strongest partial within some semitones of a frequency."""
    frequencies, power = spectrum(signal, rate)
    inside = np.flatnonzero(np.abs(12 * np.log2(np.maximum(frequencies, 1e-9) / near)) < semitones)
    peak = inside[np.argmax(power[inside])]
    before, here, after = np.log(power[peak - 1 : peak + 2])
    return (peak + 0.5 * (before - after) / (before - 2 * here + after)) * frequencies[1]


def amplitude(signal, rate, frequency):
    """How strong a frequency is in a Hann-windowed piece."""
    turns = np.exp(-2j * np.pi * frequency * np.arange(len(signal)) / rate)
    window = np.hanning(len(signal))
    return 2 * abs((window * signal * turns).sum()) / window.sum()


def level(sound, begin=0.0, end=None):
    """RMS in dB of the first channel between two times."""
    piece = sound.audio[0, int(begin * sound.sample_rate) : None if end is None else int(end * sound.sample_rate)]
    return 10 * np.log10(np.mean(piece**2))


def centroid(sound, begin=0.0, end=None):
    """Mean centre of the spectrum (Hz) of the first channel between two times."""
    piece = sound.audio[0, int(begin * sound.sample_rate) : None if end is None else int(end * sound.sample_rate)]
    frequencies, power = welch(piece, sound.sample_rate, nperseg=sound.sample_rate // 6)
    return (frequencies * power).sum() / power.sum()

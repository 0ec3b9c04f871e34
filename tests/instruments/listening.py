"""What tests of instruments measure: pitch and speed at the contact, envelopes and their lines, levels."""

import numpy as np
from scipy.signal import fftconvolve, hilbert

from rosin import OutputChain
from rosin.analysis.pitch import cents, pitch
from rosin.instruments.performance import perform

RATE = 48_000


def decibels(ratio):
    """A ratio of amplitudes in dB."""
    return 20 * np.log10(np.maximum(ratio, 1e-15))


def part(signal, begin, end):
    """A signal, or each of several, from one time (s) to another."""
    return signal[..., round(begin * RATE) : round(end * RATE)]


def at_contact(instrument, gesture=None, **options):
    """Velocity of the touched point, that of the hand, and the sound, of an instrument with one hand."""
    sound = instrument.render(gesture, record="relative_velocity", **options)
    hand = instrument.played(gesture)[0].gesture.values("velocity", np.arange(sound.audio.shape[1]) / RATE)
    return hand - sound.traces["relative_velocity"], hand, sound


def amplitude(signal):
    """Amplitude of the sine that has the power of a signal."""
    return np.sqrt(2) * np.std(signal)


def envelope(signal, smooth=0.05):
    """Amplitude over time, averaged over `smooth` seconds."""
    window = np.hanning(round(smooth * RATE))
    return fftconvolve(np.abs(hilbert(signal)), window / window.sum(), "same")


def swing(values):
    """How far an envelope swings, in dB: its 95th percentile over its 5th."""
    return decibels(np.percentile(values, 95) / np.percentile(values, 5))


def line(values, along, lowest, highest):
    """The strongest line of values between two frequencies, in cycles for each unit of `along`, which must grow."""
    grid = np.linspace(lowest, highest, 1001)
    return grid[np.argmax(np.abs(_spectrum(values, along, grid)))]


def depth(values, along, cycles):
    """How deeply values swing with so many cycles for each unit of `along`: 1 for 1 + cos."""
    mean, swinging = np.abs(_spectrum(values, along, np.array([0.0, cycles])))
    return 2 * swinging / mean


def _spectrum(values, along, cycles):
    """Fourier transform, with a Hann window, of values along an axis that need not be sampled evenly."""
    even = np.linspace(along[0], along[-1], 1024)
    return np.exp(-2j * np.pi * np.outer(cycles, even)) @ (np.hanning(len(even)) * np.interp(even, along, values))


def cents_off(signal, nominal, length=0.06, step=0.03):
    """(times, cents) by which stretches of a signal are off a nominal frequency (Hz) that is given at each sample."""
    size = round(length * RATE)
    begins = np.arange(0, len(signal) - size + 1, round(step * RATE))
    near = [float(np.mean(nominal[begin : begin + size])) for begin in begins]
    off = [cents(pitch(signal[begin : begin + size], RATE, f), f) for begin, f in zip(begins, near, strict=True)]
    return (begins + 0.5 * size) / RATE, np.array(off)


def loudest(signal):
    """Frequency (Hz) of the highest peak of the spectrum."""
    spectrum = np.abs(np.fft.rfft(np.hanning(len(signal)) * signal, 4 * len(signal)))
    return np.argmax(spectrum) * RATE / (4 * len(signal))


def share(signal, lowest, highest):
    """Share of the power of a signal between two frequencies (Hz)."""
    power = np.abs(np.fft.rfft(np.hanning(len(signal)) * signal)) ** 2
    frequencies = np.fft.rfftfreq(len(signal), 1 / RATE)
    return power[(frequencies >= lowest) & (frequencies < highest)].sum() / power.sum()


def level_before_limiter(instrument):
    """Peak (dBFS) of the default take after the high-pass, where the limiter has nothing to do."""
    turned_down = -30.0
    raw = perform(instrument.played(), duration=instrument.duration)
    return decibels(OutputChain(volume=turned_down).apply(raw).peak) - turned_down

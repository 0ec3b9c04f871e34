"""The fundamental frequency of a periodic signal, to hundredths of a cent.

    P(f) = sum over k = 1 ... K of |X(k f)|^2,     X(f) = sum over t of w(t) x(t) exp(-2 pi i f t),   w of Hann

is largest at the fundamental: found on a grid round the nominal frequency, then by Newton's method with exact derivatives.
The grid reaches three semitones to either side, so an octave cannot be mistaken. What lies well above the highest harmonic
does not matter: it is cut off, and the rate lowered, before that.
"""

import math

import numpy as np

from rosin.model.errors import ParameterError

HARMONICS = 10
FEWEST_PERIODS = 3
MARGIN = 3  # harmonics that are kept above those that count, since the window smears them
STEPS = 4  # of Newton's method; each squares the error


def cents(a: float, b: float) -> float:
    """How far a lies above b, in hundredths of a semitone."""
    return 1200 * math.log2(a / b)


def checked(signal: np.ndarray, sample_rate: float, frequency: float, periods: float) -> np.ndarray:
    """The signal as numbers, if it is finite and lasts so many periods of a frequency that its rate can hold."""
    signal = np.asarray(signal)
    if signal.ndim != 1 or signal.dtype.kind not in "fiu":
        raise ParameterError(
            f"The signal must be one row of real numbers, not {signal.dtype} of shape {signal.shape}; pass a channel or trace."
        )
    if not np.isfinite(signal).all():
        raise ParameterError(f"The signal has {np.count_nonzero(~np.isfinite(signal))} values that are not finite.")
    if not 0 < sample_rate < math.inf:
        raise ParameterError(f"sample_rate = {sample_rate} Hz is not allowed; it must be more than 0.")
    if not 0 < frequency < sample_rate / 2:
        raise ParameterError(f"A frequency of {frequency} Hz is not allowed; it must be more than 0 and less than {sample_rate / 2:g} Hz.")
    lasts = len(signal) * frequency / sample_rate
    if lasts < periods:
        raise ParameterError(f"The signal lasts {lasts:.3g} periods of {frequency:g} Hz, but {periods:g} are needed; take a longer part.")
    return signal.astype(float)


def pitch(signal: np.ndarray, sample_rate: float, near: float, *, semitones: float = 3.0) -> float:
    """The fundamental frequency (Hz) of a signal, within some semitones of a nominal frequency `near` (Hz)."""
    signal = checked(signal, sample_rate, near, FEWEST_PERIODS)
    if not 0 < semitones < 12:
        raise ParameterError(f"semitones = {semitones} is not allowed; it must be more than 0 and less than 12.")
    x = np.hanning(len(signal)) * (signal - signal.mean())
    if not x.any():
        raise ParameterError("The signal is constant and has no pitch.")
    reach = 2 ** (semitones / 12)
    harmonics = np.arange(1, max(1, min(HARMONICS, int(sample_rate / 2 / (near * reach)))) + 1)
    x, sample_rate = _slowed(x, sample_rate, (harmonics[-1] + MARGIN) * near * reach)
    frequency = _coarse(x, sample_rate, near / reach, near * reach, harmonics)
    time = (np.arange(len(x)) - len(x) / 2) / sample_rate
    for _ in range(STEPS):
        slope, bend = _derivatives(x, time, frequency, harmonics)
        if bend < 0:
            frequency -= slope / bend
    return float(np.clip(frequency, near / reach, near * reach))


def _slowed(x: np.ndarray, rate: float, highest: float) -> tuple[np.ndarray, float]:
    """A signal without what is above a frequency, at the lowest rate that holds the rest, and this rate."""
    size = min(len(x), 2 * math.ceil(highest * len(x) / rate))
    return np.fft.irfft(np.fft.rfft(x)[: size // 2 + 1], size) * (size / len(x)), rate * size / len(x)


def _coarse(x: np.ndarray, rate: float, lowest: float, highest: float, harmonics: np.ndarray) -> float:
    """The best frequency of a grid that is fine enough for the highest harmonic."""
    size = 1 << (4 * len(x) - 1).bit_length()
    power = np.abs(np.fft.rfft(x, size)) ** 2
    grid = np.linspace(lowest, highest, 3 + int(2 * harmonics[-1] * (highest - lowest) * len(x) / rate))
    total = sum(power[np.minimum((grid * (k * size / rate)).round().astype(int), len(power) - 1)] for k in harmonics)
    return float(grid[np.argmax(total)])


def _derivatives(x: np.ndarray, time: np.ndarray, frequency: float, harmonics: np.ndarray) -> tuple[float, float]:
    """First and second derivative of P."""
    turn = np.exp(-2j * np.pi * frequency * time)
    turned = x.astype(complex)
    slope, bend = 0.0, 0.0
    for k in harmonics:
        turned = turned * turn
        rate = -2j * np.pi * k * time
        value, first, second = turned.sum(), (rate * turned).sum(), (rate * rate * turned).sum()
        slope += 2 * (np.conj(value) * first).real
        bend += 2 * (abs(first) ** 2 + (np.conj(value) * second).real)
    return slope, bend

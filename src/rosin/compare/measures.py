"""What is measured of one sound: how bright, how noisy, how it begins, wavers and dies away. Each measure is a number with a unit.

    treble      energy above 4 kHz over all of it                     centroid    mean frequency, weighted by power
    flatness    geometric over arithmetic mean of the power, 50 Hz to 10 kHz
    rise        from a tenth to nine tenths of the level that lasts   T60         three times the time from -5 to -25 dB of what is left
    vibrato     the sinusoid of 4 to 8 Hz that fits the pitch best; wobble: the same of the level
    harmonics to noise      10 log10(r / (1 - r)), r the correlation with what comes a period later (Boersma 1993), median over time

What cannot be measured on a sound is not a number.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from rosin.analysis.centroid import mean_frequency
from rosin.analysis.pitch import cents, pitch
from rosin.compare.take import RATE, STEP, Take, envelope
from rosin.fitting.recording import resampled

NAN = float("nan")
TREBLE = 4000.0  # Hz
FLAT_LOW, FLAT_HIGH = 50.0, 10_000.0  # Hz
FRAME = 2048  # samples of a power spectrum
BLOW = 0.05  # s that count as the blow
STEADY, RELEASE = 0.25, 0.03  # s left out at the beginning and at the end of a held tone
SHORTEST = 0.35  # s of a held tone in which a vibrato can be told
SLOWEST, FASTEST = 4.0, 8.0  # Hz, of a vibrato
FAINTEST = 2.0  # cents of a vibrato that has a rate
PERIODS = 3  # that are held against those one period later
FINE = 400  # samples of a period, at least, for that
ASTRAY = 0.06  # of a period to either side of the note's
PERIODS_IN_WINDOW = 4  # of a low tone, so that its envelope does not follow them


class Measure(NamedTuple):
    """A number with a name and a unit that a take has."""

    name: str
    unit: str
    of: Callable[[Take], float]


def treble(take: Take) -> float:
    """dB."""
    power, frequencies = _spectrum(take)
    if take.highest < 2 * TREBLE:
        return NAN
    return _decibels(power[frequencies > TREBLE].sum() / power.sum())


def centroid(take: Take) -> float:
    """Hz."""
    power, frequencies = _spectrum(take)
    return mean_frequency(power, frequencies)


def centroid_of_the_blow(take: Take) -> float:
    """Hz, of the first 50 ms."""
    blow = take.samples[: round(BLOW * RATE)]
    power = np.abs(np.fft.rfft(blow * np.hanning(2 * len(blow))[len(blow) :])) ** 2
    return mean_frequency(power, np.fft.rfftfreq(len(blow), 1 / RATE))


def flatness(take: Take) -> float:
    """dB."""
    power, frequencies = _spectrum(take)
    if take.highest < FLAT_HIGH:
        return NAN
    inside = power[(frequencies >= FLAT_LOW) & (frequencies <= FLAT_HIGH)]
    return _decibels(np.exp(np.log(np.maximum(inside, 1e-30)).mean()) / inside.mean())


def rise(take: Take) -> float:
    """ms."""
    levels = envelope(take.samples, _window(take))
    lasting = np.median(np.sort(levels)[len(levels) // 2 :])
    first = int(np.argmax(levels >= 0.1 * lasting))
    return float(1000 * STEP * (np.argmax(levels >= 0.9 * lasting) - first))


def rise_to_peak(take: Take) -> float:
    """ms, from a tenth of the peak to the peak."""
    levels = envelope(take.samples)
    return float(1000 * STEP * (np.argmax(levels) - np.argmax(levels >= 0.1 * levels.max())))


def t60(take: Take) -> float:
    """s."""
    left = np.cumsum(take.samples[::-1] ** 2)[::-1]
    levels = 10 * np.log10(np.maximum(left / left[0], 1e-12))
    begin, end = int(np.argmax(levels < -5)), int(np.argmax(levels < -25))
    return float(3 * (end - begin) / RATE) if 0 < begin < end < 0.95 * len(levels) else NAN


def detuning(take: Take) -> float:
    """Cents above the note."""
    steady = _steady(take)
    if take.frequency is None or len(steady) * take.frequency < 10 * RATE:
        return NAN
    return cents(pitch(steady, RATE, take.frequency), take.frequency)


def vibrato(take: Take) -> float:
    """Cents, peak."""
    return _waver(_pitch_track(take))[0]


def vibrato_rate(take: Take) -> float:
    """Hz, of a vibrato that is there."""
    depth, rate = _waver(_pitch_track(take))
    return rate if depth >= FAINTEST else NAN


def wobble(take: Take) -> float:
    """dB, peak."""
    if take.duration < STEADY + RELEASE + SHORTEST:
        return NAN
    levels = envelope(take.samples, _window(take))[round(STEADY / STEP) : -round(RELEASE / STEP)]
    return _waver(20 * np.log10(np.maximum(levels, 1e-9)))[0]


def harmonics_to_noise(take: Take) -> float:
    """dB."""
    if take.frequency is None:
        return NAN
    period = RATE / take.frequency
    finer = int(np.ceil(FINE / period))
    steady = resampled(_steady(take), Fraction(finer))
    period *= finer
    size, least, most = round(PERIODS * period), round((1 - ASTRAY) * period), round((1 + ASTRAY) * period)
    if len(steady) < 3 * (size + most):
        return NAN
    found = []
    for begin in range(0, len(steady) - size - most, size // 2):
        first = steady[begin : begin + size]
        later = np.lib.stride_tricks.sliding_window_view(steady[begin + least : begin + most + size], size)
        energies = (first**2).sum() * np.einsum("ij,ij->i", later, later)
        found.append(_peak(later @ first / np.sqrt(np.maximum(energies, 1e-30))))
    r = float(np.clip(np.median(found), 1e-6, 1 - 1e-6))
    return _decibels(r / (1 - r))


def _decibels(ratio: float) -> float:
    return float(10 * np.log10(max(ratio, 1e-12)))


def _peak(values: np.ndarray) -> float:
    """The largest value, that of the parabola through its neighbours."""
    place = int(np.clip(np.argmax(values), 1, len(values) - 2))
    before, at, after = values[place - 1 : place + 2]
    bend = before - 2 * at + after
    return float(at - (after - before) ** 2 / (8 * bend) if bend < 0 else at)


def _window(take: Take) -> float:
    """Seconds for an envelope that does not follow the periods of a low tone."""
    return max(0.02, 0.0 if take.frequency is None else PERIODS_IN_WINDOW / take.frequency)


def _spectrum(take: Take) -> tuple[np.ndarray, np.ndarray]:
    """Power, mean over time, and its frequencies (Hz), as far as the take holds them."""
    padded = np.pad(take.samples, (FRAME // 2, FRAME))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[:: FRAME // 2] * np.hanning(FRAME)
    power, frequencies = (np.abs(np.fft.rfft(frames, axis=1)) ** 2).mean(axis=0), np.fft.rfftfreq(FRAME, 1 / RATE)
    held = frequencies <= take.highest
    return power[held], frequencies[held]


def _steady(take: Take) -> np.ndarray:
    return take.samples[min(round(STEADY * RATE), len(take.samples) // 2) : len(take.samples) - round(RELEASE * RATE)]


def _pitch_track(take: Take) -> np.ndarray:
    """Cents about the note every 2.5 ms, by the phase of the strongest of the first six harmonics; empty where it is too short."""
    if take.frequency is None or take.duration < STEADY + RELEASE + SHORTEST:
        return np.zeros(0)
    from scipy.signal import firwin, oaconvolve

    steady = _steady(take)
    time = np.arange(len(steady)) / RATE
    reach = min(0.45 * take.frequency, 60.0)
    smooth = firwin(2 * round(1.6 / reach * RATE / 2) + 1, reach, fs=RATE)
    turned = [oaconvolve(steady * np.exp(-2j * np.pi * k * take.frequency * time), smooth, mode="valid") for k in range(1, 7)]
    best = int(np.argmax([(np.abs(each) ** 2).sum() for each in turned]))
    phase = np.unwrap(np.angle(turned[best]))[:: round(STEP * RATE)]
    offset = np.diff(phase) / (2 * np.pi * STEP) / (best + 1)
    return np.asarray(1200 * np.log2(np.maximum(1 + offset / take.frequency, 0.5)))


def _waver(track: np.ndarray) -> tuple[float, float]:
    """Amplitude and rate (Hz) of the sinusoid that fits a track (every 2.5 ms) best, beside a line."""
    if len(track) < SHORTEST / STEP / 2:
        return NAN, NAN
    time = np.arange(len(track)) * STEP
    line = np.stack([np.ones_like(time), time - time.mean()])
    best = (np.inf, NAN, NAN)
    for rate in np.arange(SLOWEST, FASTEST + 0.05, 0.1):
        basis = np.concatenate([line, [np.cos(2 * np.pi * rate * time), np.sin(2 * np.pi * rate * time)]])
        parts, *_ = np.linalg.lstsq(basis.T, track, rcond=None)
        best = min(best, (float(((track - parts @ basis) ** 2).sum()), float(np.hypot(*parts[2:])), float(rate)))
    return best[1], best[2]


BRIGHTNESS = (Measure("energy above 4 kHz", "dB", treble), Measure("centroid", "Hz", centroid), Measure("flatness", "dB", flatness))
HELD = (
    *BRIGHTNESS,
    Measure("rise time", "ms", rise),
    Measure("harmonics to noise", "dB", harmonics_to_noise),
    Measure("vibrato", "cents", vibrato),
    Measure("vibrato rate", "Hz", vibrato_rate),
    Measure("wobble of level", "dB", wobble),
    Measure("detuning", "cents", detuning),
)
RUBBED = (*BRIGHTNESS, Measure("rise time", "ms", rise), Measure("wobble of level", "dB", wobble))
STRUCK = (
    *BRIGHTNESS,
    Measure("centroid of the blow", "Hz", centroid_of_the_blow),
    Measure("rise time", "ms", rise_to_peak),
    Measure("T60", "s", t60),
)

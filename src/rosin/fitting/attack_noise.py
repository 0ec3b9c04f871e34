"""What modes leave of a blow, as noise: in each third of an octave many modes that die quickly, too dense to be told apart.

A band of noise with the energy W that dies as exp(-t / tau) is N modes at random places in the band, each with the decay time tau
and a random sign, and with the amplitude A for which N A^2 tau / 4 = W. tau is twice the time around which the energy lies. So
the noise is struck as the rest of the body is: a harder blow makes it louder and, through the force's spectrum, brighter.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rosin.fitting.subbands import HIGHEST, NYQUIST_SHARE

LOWEST = 50.0  # Hz
THIRD = 2 ** (1 / 3)
BEFORE, AFTER = 0.005, 0.5  # s around the onset that are looked at
FASTEST, SLOWEST = 0.002, 0.3  # s, decay times
FEWEST, MOST = 4, 16  # modes in a band
WEAKEST = 1e-9  # in energy, beside the whole sound
LEAST_BEFORE = 0.02  # s of silence before the onset from which the noise of the recording is known
TAIL = 0.2  # s at the end of a long one, from which it is known otherwise
SEED = 1


class AttackNoise(NamedTuple):
    """Dense modes: frequencies (Hz), decay rates (1/s), signed amplitudes (channels, modes) at the onset."""

    frequencies: np.ndarray
    rates: np.ndarray
    amplitudes: np.ndarray


def bands(sample_rate: float) -> np.ndarray:
    """Edges of thirds of an octave (Hz) in which noise is looked for."""
    top = min(HIGHEST, NYQUIST_SHARE * sample_rate)
    return LOWEST * THIRD ** np.arange(int(np.log2(top / LOWEST) * 3) + 1)


def attack_noise(recording: np.ndarray, modal: np.ndarray, onset: int, begin: int, end: int, sample_rate: float) -> AttackNoise:
    """The noise of a blow, from a recording (channels, samples) and what modes make of it from `onset` on.

    Until `begin` the exciter touches and the modes are not yet what they will be: there the energies are compared, after it
    the waveforms.
    """
    first, last = max(0, onset - round(BEFORE * sample_rate)), min(end, onset + round(AFTER * sample_rate))
    heard = recording[:, first:last]
    made = np.pad(modal, ((0, 0), (onset - first, 0)))[:, : last - first]
    quiet = _quiet(recording, first, last, end, sample_rate)
    touched = begin - first
    random = np.random.default_rng(SEED)
    total = (heard**2).sum()
    rows: list[tuple[float, float, np.ndarray]] = []
    edges = bands(sample_rate)
    for low, high in pairwise(edges):
        left = _passed(heard - made, low, high, sample_rate) ** 2
        surplus = _passed(heard, low, high, sample_rate) ** 2 - _passed(made, low, high, sample_rate) ** 2
        left[:, :touched] = np.maximum(surplus[:, :touched], 0.0)
        if quiet is not None:
            left -= (_passed(quiet, low, high, sample_rate) ** 2).mean(axis=1, keepdims=True)
        energies = np.maximum(left.sum(axis=1), 0.0)
        if energies.sum() < WEAKEST * total:
            continue
        times = (np.arange(left.shape[1]) + first - onset) / sample_rate
        positive = np.maximum(left.sum(axis=0), 0.0)
        tau = float(np.clip(2 * (positive @ times) / positive.sum(), FASTEST, SLOWEST))
        count = int(np.clip(round(np.pi * tau * (high - low)), FEWEST, MOST))
        strength = np.sqrt(4 * energies / sample_rate / (count * tau))
        places = (np.arange(count) + random.uniform(0, 1, count)) / count
        signs = random.choice((-1.0, 1.0), (count, len(recording)))
        rows += [(low * (high / low) ** place, 1 / tau, sign * strength) for place, sign in zip(places, signs, strict=True)]
    frequencies, rates, amplitudes = zip(*rows, strict=True) if rows else ((), (), np.zeros((0, len(recording))))
    return AttackNoise(np.array(frequencies), np.array(rates), np.array(amplitudes).T)


def _quiet(recording: np.ndarray, first: int, last: int, end: int, sample_rate: float) -> np.ndarray | None:
    """A stretch that has the noise of the recording alone: before the blow, else long after it; None where there is none."""
    if first > LEAST_BEFORE * sample_rate:
        return recording[:, :first]
    tail = round(TAIL * sample_rate)
    return recording[:, end - tail : end] if end - tail > last + tail else None


def _passed(rows: np.ndarray, low: float, high: float, sample_rate: float) -> np.ndarray:
    """A band of each row, by its spectrum, without ringing round the ends."""
    from scipy.fft import next_fast_len

    samples = rows.shape[1]
    length = next_fast_len(samples + round(sample_rate / 20), real=True)
    spectrum = np.fft.rfft(rows, length, axis=1)
    frequencies = np.fft.rfftfreq(length, 1 / sample_rate)
    spectrum[:, (frequencies < low) | (frequencies >= high)] = 0
    return np.fft.irfft(spectrum, length, axis=1)[:, :samples]

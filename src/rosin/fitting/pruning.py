"""Which modes a sound really has: those that explain more than noise of its own level would.

Leaving a mode out of the least-squares fit costs some energy (damped.py). Over the power of the noise around it, that is the
logarithm of a likelihood ratio, in nats. The noise is what the fit leaves, weighted by the mode's own decay (averaged over the
silence that follows, it would be far too low), and a median over frequency, so that a mode not yet found does not hide its
neighbours.
"""

from collections.abc import Sequence

import numpy as np

from rosin.fitting.damped import amplitudes_of, modes_of, synthesised
from rosin.fitting.subbands import fastest

ENOUGH = 14.0  # nats
ENOUGH_MORE = 3.0  # for each further signal, which brings an amplitude and a phase
LOWEST = 15.0  # Hz
WEAKEST = 10**-7.5  # in energy, beside the strongest
AT_ONCE = 0.3  # share of those to drop that go in one round: each that goes changes the rest
MEDIAN_OF_POWER = np.log(2)  # of an exponential distribution, beside its mean


def pruned(signals: Sequence[np.ndarray], poles: np.ndarray, sample_rate: float, enough: float = ENOUGH) -> tuple[np.ndarray, np.ndarray]:
    """The poles that are needed, and the amplitudes (signals, modes) of these."""
    enough += ENOUGH_MORE * (len(signals) - 1)
    while len(poles):
        fits = [amplitudes_of(signal, poles) for signal in signals]
        frequencies, rates = modes_of(poles, sample_rate)
        gained, energies = np.zeros(len(poles)), np.zeros(len(poles))
        for signal, (amplitudes, costs) in zip(signals, fits, strict=True):
            left = signal - synthesised(poles, amplitudes, len(signal))
            gained += costs / np.maximum(noise_around(left, sample_rate, frequencies, rates), 1e-300)
            energy = np.abs(amplitudes) ** 2 / np.maximum(rates, 0.5)
            energies = np.maximum(energies, energy / max(energy.max(), 1e-300))
        bad = (gained < enough) | (rates > fastest(frequencies)) | (frequencies < LOWEST) | (energies < WEAKEST)
        if not bad.any():
            return poles, np.array([amplitudes for amplitudes, _ in fits])
        worst = np.argsort(np.where(bad, gained, np.inf))[: max(1, int(bad.sum() * AT_ONCE))]
        poles = np.delete(poles, worst)
    return poles, np.zeros((len(signals), 0), complex)


def noise_around(left: np.ndarray, sample_rate: float, frequencies: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """Variance of white noise with the density that the residual has around each mode while it sounds."""
    from scipy.fft import next_fast_len

    densities = np.zeros(len(frequencies))
    steps = np.clip(np.round(2 * np.log2(np.maximum(rates, 0.25))), -4, 14)  # decay rates in steps of half an octave
    for step in np.unique(steps):
        rate = 2.0 ** (step / 2)
        samples = min(len(left), int(6 / rate * sample_rate))
        length = next_fast_len(samples, real=True)
        window = np.exp(-rate / sample_rate * np.arange(samples))
        power = np.abs(np.fft.rfft(left[:samples] * window, length)) ** 2 / (window @ window)
        spacing = sample_rate / length
        for mode in np.nonzero(steps == step)[0]:
            reach = max(25.0, 0.04 * frequencies[mode], rate / 2)
            low = int(max(0.0, (frequencies[mode] - reach) / spacing))
            high = int(min(len(power), (frequencies[mode] + reach) / spacing + 2))
            densities[mode] = np.median(power[low:high]) / MEDIAN_OF_POWER
    return densities


def once_each(found: np.ndarray) -> np.ndarray:
    """Rows of frequency and decay rate without those that two bands found both."""
    kept: list[np.ndarray] = []
    for row in found[np.argsort(found[:, 0])]:
        same = (
            abs(row[0] - other[0]) < max(0.05, 0.03 * (row[1] + other[1])) and abs(np.log(row[1] / other[1])) < 0.7 for other in kept[-6:]
        )
        if not any(same):
            kept.append(row)
    return np.array(kept).reshape(-1, 2)

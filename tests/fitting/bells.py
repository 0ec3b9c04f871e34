"""Bells with known modes: 40 of them over 50 dB, six in pairs that beat, struck by half a sine, in white noise."""

from typing import NamedTuple

import numpy as np

from rosin.fitting.damped import poles_of, synthesised

RATE = 44_100
ONSET = 0.05  # s


class Bell(NamedTuple):
    frequencies: np.ndarray
    rates: np.ndarray
    amplitudes: np.ndarray  # once the blow is over, taken back to the onset
    sound: np.ndarray


def bell(seed, snr, modes=40, pairs=6, duration=2.0):
    random = np.random.default_rng(seed)
    single = modes - 2 * pairs
    frequencies = 20 * 600 ** random.uniform(0, 1, single + pairs)
    decays = np.clip(3 * (frequencies / 200) ** -0.6 * np.exp(random.normal(0, 0.6, len(frequencies))), 0.03, 3)
    levels = 10 ** (-random.uniform(0, 50, len(frequencies)) / 20)
    frequencies = np.concatenate([frequencies, frequencies[single:] + random.uniform(0.5, 3, pairs)])
    decays = np.concatenate([decays, np.clip(decays[single:] * np.exp(random.normal(0, 0.15, pairs)), 0.03, 3)])
    levels = np.concatenate([levels, levels[single:] * 10 ** (-random.uniform(0, 10, pairs) / 20)])
    poles = poles_of(frequencies, 1 / decays, RATE)
    phases = random.uniform(0, 2 * np.pi, modes)
    length = int(random.uniform(0.3e-3, 2e-3) * RATE)
    blow = np.sin(np.pi * np.arange(1, length) / length)
    received = np.array([blow @ pole ** -np.arange(len(blow)) for pole in poles])
    given = levels * np.exp(1j * phases) / np.abs(received)
    ringing = np.convolve(synthesised(poles, given, int(duration * RATE)), blow)[: int(duration * RATE)]
    noise = random.normal(size=round(ONSET * RATE) + len(ringing))
    noise *= np.sqrt((ringing[:RATE] ** 2).mean()) * 10 ** (-snr / 20) / noise.std()
    return Bell(frequencies, 1 / decays, given * received, np.concatenate([np.zeros(round(ONSET * RATE)), ringing]) + noise)


def matched(truth, found, within, after):
    """Places of the modes in common, in the truth and in what was found; how many there were within some dB; how many are false."""
    from scipy.optimize import linear_sum_assignment

    strengths = np.abs(truth.amplitudes) * np.exp(-truth.rates * after)
    wanted = strengths > strengths.max() * 10 ** (-within / 20)
    apart = np.abs(truth.frequencies[:, None] - found.frequencies)
    longer = np.abs(np.log(truth.rates[:, None] / found.rates))
    width = np.maximum(0.3, truth.rates / (2 * np.pi))[:, None]
    wrong = (apart > width) | (longer > np.log(2))
    rows, columns = linear_sum_assignment(np.where(wrong, 1e3, apart / width + 0.3 * longer))
    pairs = [(row, column) for row, column in zip(rows, columns, strict=True) if not wrong[row, column]]
    loud = np.abs(found.amplitudes[0]) > strengths.max() * 10 ** (-within / 20)
    false = set(np.nonzero(loud)[0]) - {column for _, column in pairs}
    ours = np.array([pair for pair in pairs if wanted[pair[0]]])
    return ours[:, 0], ours[:, 1], int(wanted.sum()), len(false)

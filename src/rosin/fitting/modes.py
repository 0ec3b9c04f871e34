"""The modes of a struck thing from what it sounds like once the exciter has left it.

Usual bands first; then, in what these leave, wide bands, which are short enough for what dies at once. After each pass all poles
and amplitudes are refined together and those that explain too little are dropped.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rosin.analysis.distance import distance
from rosin.fitting.crowding import FOREVER, LIMITS, ErrorLimits, signs, uncrowded
from rosin.fitting.damped import amplitudes_of, gram, modes_of, poles_of, synthesised
from rosin.fitting.esprit import candidates
from rosin.fitting.pruning import noise_around, once_each, pruned
from rosin.fitting.refining import deviations, refined
from rosin.fitting.subbands import Widths

PASSES = (Widths(), Widths(least=250.0, most=800.0))
MOST_MODES = 120
MOST_UNSURE = 2.0  # standard deviation of a decay rate, as a share of it
AT_ONCE = 0.3  # share of those to drop that go in one round
ROUNDS = 4  # of thinning out where modes crowd
ENOUGH_ALONE = 8.0  # to stay, once no more than two are together


@dataclass(frozen=True, eq=False)
class FoundModes:
    """Modes by frequency: Hz, decay rates 1/s with standard deviations, complex amplitudes (signals, modes) at each signal's start."""

    frequencies: np.ndarray
    rates: np.ndarray
    amplitudes: np.ndarray
    frequency_deviations: np.ndarray
    rate_deviations: np.ndarray
    sample_rate: float

    def __len__(self) -> int:
        return len(self.frequencies)

    @property
    def poles(self) -> np.ndarray:
        """z = exp((-s + 2 pi i f) / fs)."""
        return poles_of(self.frequencies, self.rates, self.sample_rate)

    def heard(self, signal: int, samples: int) -> np.ndarray:
        """The sum of the modes as they are in one of the signals."""
        return synthesised(self.poles, self.amplitudes[signal], samples)


def find_modes(signals: Sequence[np.ndarray], sample_rate: float, progress: Callable[[float], None] = lambda share: None) -> FoundModes:
    """The modes that signals of one object share; each signal begins after the exciter has left, and ends before it returns."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1, "blas"):  # matrices are small: threads would wait for each other most of the time
        return _found(signals, sample_rate, progress)


def _found(signals: Sequence[np.ndarray], sample_rate: float, progress: Callable[[float], None]) -> FoundModes:
    poles, left = np.zeros(0, complex), list(signals)
    amplitudes = np.zeros((len(signals), 0), complex)
    for number, widths in enumerate(PASSES):
        heard = candidates(left, sample_rate, widths)
        progress((2 * number + 1) / 6)
        if len(heard) == 0:
            break
        once = once_each(heard)
        poles = np.concatenate([poles, poles_of(once[:, 0], once[:, 1], sample_rate)])
        poles, amplitudes = _settled(signals, poles, sample_rate, sweeps=4)
        if len(poles) > MOST_MODES:
            strength = (np.abs(amplitudes) ** 2).sum(axis=0) / modes_of(poles, sample_rate)[1]
            poles = poles[np.argsort(-strength)[:MOST_MODES]]
            amplitudes = np.array([amplitudes_of(signal, poles)[0] for signal in signals])
        left = [signal - synthesised(poles, row, len(signal)) for signal, row in zip(signals, amplitudes, strict=True)]
        progress((2 * number + 2) / 6)
    poles, amplitudes = _settled(signals, poles, sample_rate, sweeps=6)
    progress(5 / 6)
    ways = {uncrowded(signals, poles, sample_rate, limits).tobytes(): limits for limits in LIMITS}  # most sounds have one or two
    found = [_thinned(signals, poles, sample_rate, limits) for limits in ways.values()]
    poles, amplitudes = min(found, key=lambda modes: _off(signals[0], modes[0], modes[1], sample_rate)) if len(found) > 1 else found[0]
    order = np.argsort(np.angle(poles))
    poles, amplitudes = poles[order], amplitudes[:, order]
    frequencies, rates = modes_of(poles, sample_rate)
    unsure = _unsure(signals, poles, amplitudes, sample_rate)
    return FoundModes(frequencies, rates, amplitudes, unsure / (2 * np.pi), unsure, sample_rate)


def _thinned(signals: Sequence[np.ndarray], poles: np.ndarray, sample_rate: float, limits: ErrorLimits) -> tuple[np.ndarray, np.ndarray]:
    """The modes that signs can play and whose decay can be told, refined again."""
    for _ in range(ROUNDS):
        playable = uncrowded(signals, poles, sample_rate, limits)
        amplitudes = np.array([amplitudes_of(signal, playable)[0] for signal in signals])
        if len(playable) == len(poles):
            break
        poles, _ = refined(signals, playable, amplitudes, 4)
        poles, amplitudes = pruned(signals, poles, sample_rate, ENOUGH_ALONE)
    sure = _sure(signals, poles, amplitudes, sample_rate)
    return (poles, amplitudes) if len(sure) == len(poles) else _settled(signals, sure, sample_rate, sweeps=4)


def _off(signal: np.ndarray, poles: np.ndarray, amplitudes: np.ndarray, sample_rate: float) -> float:
    """dB (mel) between a signal and what modes make of it that have signs alone."""
    if len(poles) == 0:
        return np.inf
    signed = signs(amplitudes[0], gram(poles, FOREVER)) * np.abs(amplitudes[0])
    return distance(signal, synthesised(poles, signed, len(signal)), sample_rate).mel


def _settled(signals: Sequence[np.ndarray], poles: np.ndarray, sample_rate: float, sweeps: int) -> tuple[np.ndarray, np.ndarray]:
    """Poles and amplitudes refined together, with none that is not needed."""
    poles, amplitudes = pruned(signals, poles, sample_rate)
    if len(poles):
        poles, _ = refined(signals, poles, amplitudes, sweeps)
    return pruned(signals, poles, sample_rate)


def _sure(signals: Sequence[np.ndarray], poles: np.ndarray, amplitudes: np.ndarray, sample_rate: float) -> np.ndarray:
    """The poles whose decay can be told: of those that others can stand for, the least certain go first."""
    while len(poles):
        shares = _unsure(signals, poles, amplitudes, sample_rate) / modes_of(poles, sample_rate)[1]
        bad = np.argsort(-shares)[: int(np.ceil(AT_ONCE * (shares > MOST_UNSURE).sum()))]
        if len(bad) == 0:
            break
        poles = np.delete(poles, bad)
        amplitudes = np.array([amplitudes_of(signal, poles)[0] for signal in signals])
    return poles


def _unsure(signals: Sequence[np.ndarray], poles: np.ndarray, amplitudes: np.ndarray, sample_rate: float) -> np.ndarray:
    """Standard deviation (1/s) of decay rates, and of frequencies times 2 pi, that the noise around each mode leaves."""
    if len(poles) == 0:
        return np.zeros(0)
    frequencies, rates = modes_of(poles, sample_rate)
    left = [signal - synthesised(poles, row, len(signal)) for signal, row in zip(signals, amplitudes, strict=True)]
    noise = np.mean([noise_around(each, sample_rate, frequencies, rates) for each in left], axis=0)
    return deviations(signals, poles, amplitudes, noise) * sample_rate

"""Poles of a band by ESPRIT (Roy and Kailath 1989), at every order worth trying: true poles come back, those of noise wander.

The samples, delayed 0 to L - 1, span for p modes a space of dimension p, which a step in time turns: U[1:] = U[:-1] Phi, with U the
p strongest eigenvectors of their correlation, and the eigenvalues of Phi are the poles. How large p is no criterion tells well
for real sounds (MDL, Wax and Kailath 1985, says too much where pitch wavers, too little where modes are weak), so MDL only
bounds the orders, and a pole counts that recurs in several of them. Signals that share their poles share the space.
"""

from collections.abc import Sequence

import numpy as np

from rosin.fitting.subbands import Band, Widths, band_of, centres, fastest, until_the_floor

MOST_DELAYS = 250
MOST_IN_A_BAND = 32
LEAST_RECURRENCE = 4  # orders in which a pole must be found
SLOWEST = 0.3  # nepers over the signal
MOST_CANDIDATES = 160
WEAKEST = 1e-6  # in energy, beside the strongest


def candidates(signals: Sequence[np.ndarray], sample_rate: float, widths: Widths) -> np.ndarray:
    """Rows of frequency (Hz) and decay rate (1/s), the strongest first."""
    powers = [float(signal.var()) for signal in signals]
    slowest = SLOWEST * sample_rate / max(map(len, signals))
    found: list[tuple[float, float, float]] = []
    for centre, width in centres(sample_rate, widths):
        bands = [band_of(signal, sample_rate, centre, width) for signal in signals]
        heard = [band._replace(samples=until_the_floor(band, power)) for band, power in zip(bands, powers, strict=True)]
        heard = [band for band in heard if len(band.samples)]
        if heard:
            poles = recurring(heard, slowest)
            found += [(*pole, energy) for pole, energy in zip(poles, _energies(heard, poles), strict=True)]
    rows = np.array(sorted(found, key=lambda row: -row[2])[:MOST_CANDIDATES]).reshape(-1, 3)
    return rows[rows[:, 2] > WEAKEST * rows[:, 2].max(initial=0.0), :2]


def recurring(bands: Sequence[Band], slowest: float) -> np.ndarray:
    """Frequency and decay rate of the poles that come back at several orders."""
    values, vectors, trace, columns = _signal_space([band.samples for band in bands])
    delays = len(vectors)
    most = min(MOST_IN_A_BAND, vectors.shape[1] - 1, delays // 2)
    orders = range(2, min(most, max(6, 2 * _mdl(values, trace, delays, columns, most) + 4)) + 1)
    tracks: list[list[tuple[float, float, int]]] = []
    for order in orders:
        for frequency, rate in _within(bands[0], _turning(vectors, order), slowest):
            for track in tracks:
                f, s, last = track[-1]
                near = abs(frequency - f) < max(0.15, 0.15 * (rate + s) / (2 * np.pi)) and abs(np.log(rate / s)) < 0.35
                if last < order and near:
                    track.append((frequency, rate, order))
                    break
            else:
                tracks.append([(frequency, rate, order)])
    enough = min(LEAST_RECURRENCE, len(orders) // 2)
    return np.array([np.median(np.array(track[len(track) // 2 :])[:, :2], axis=0) for track in tracks if len(track) >= enough]).reshape(
        -1, 2
    )


def _signal_space(rows: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray, float, int]:
    """Eigenvalues and vectors of the correlation of delays, the strongest first; its trace; of how many columns it was made."""
    from scipy.linalg import eigh

    delays = min(max(min(map(len, rows)) // 3, 4), MOST_DELAYS)
    hankels = [np.lib.stride_tricks.sliding_window_view(row, delays).T for row in rows]
    correlation = sum(hankel @ hankel.conj().T for hankel in hankels)
    kept = min(MOST_IN_A_BAND + 1, delays)
    values, vectors = eigh(correlation, subset_by_index=[delays - kept, delays - 1], driver="evr")
    return values[::-1], vectors[:, ::-1], float(np.trace(correlation).real), sum(hankel.shape[1] for hankel in hankels)


def _turning(vectors: np.ndarray, order: int) -> np.ndarray:
    """The poles; as U is orthonormal, its pseudo-inverse without the last row is a rank-one update."""
    before, after, last = vectors[:-1, :order], vectors[1:, :order], vectors[-1, :order]
    turn = before.conj().T @ after
    turn = turn + np.outer(last.conj(), last @ turn) / max(1 - np.vdot(last, last).real, 1e-9)
    return np.linalg.eigvals(turn)


def _within(band: Band, poles: np.ndarray, slowest: float) -> list[tuple[float, float]]:
    """Frequency and decay rate of the poles that lie in the band and decay."""
    frequencies = np.angle(poles) * band.rate / (2 * np.pi) + band.centre
    rates = -np.log(np.maximum(np.abs(poles), 1e-12)) * band.rate
    good = (
        (np.abs(frequencies - band.centre) <= 0.51 * band.width) & (rates > slowest) & (rates < fastest(frequencies)) & (frequencies > 15)
    )
    return list(zip(frequencies[good], rates[good], strict=True))


def _mdl(values: np.ndarray, trace: float, delays: int, columns: int, most: int) -> int:
    """The order of least description length, from the strongest eigenvalues and the mean of the rest."""
    costs = []
    for order in range(min(most, len(values) - 1)):
        rest, known = delays - order, np.maximum(values[order:], 1e-300)
        mean = max(trace - values[:order].sum(), 1e-300) / rest
        tail = max(mean * rest - known.sum(), 1e-300) / max(delays - len(values), 1)
        geometric = (np.log(known).sum() + np.log(tail) * (delays - len(values))) / rest
        costs.append(columns * rest * (np.log(mean) - geometric) + 0.5 * order * (2 * delays - order) * np.log(columns))
    return int(np.argmin(costs)) if costs else 0


def _energies(bands: Sequence[Band], poles: np.ndarray) -> np.ndarray:
    """Energy of each mode from the signal's start, in the band where it is strongest, with amplitudes no larger than can be."""
    energies = np.zeros(len(poles))
    if len(poles) == 0:
        return energies
    frequencies, rates = poles.T
    for band in bands:
        turns = (-rates + 2j * np.pi * (frequencies - band.centre)) / band.rate
        sizes = np.abs(np.linalg.lstsq(np.exp(np.outer(np.arange(len(band.samples)), turns)), band.samples, rcond=1e-9)[0])
        at_start = np.minimum(sizes, 4 * np.abs(band.samples).max()) * np.exp(rates * band.lost)
        energies = np.maximum(energies, at_start**2 / rates)
    return energies

"""Sums over damped exponentials in closed form, so that no matrix of modes by samples is ever made.

A struck thing sounds as x[n] = Re sum over l of c_l z_l^n, with poles z = exp((-s + 2 pi i f) / fs): f in Hz, s = 1 / t_e in 1/s.
Real signals have conjugate pairs, so most sums here run over (z, conj z) with the amplitudes (c, conj c) / 2.
"""

import numpy as np

BLOCK = 512  # samples: z^n is made for one block, and once for the start of each
NEAR_ONE = 1e-9  # distance from 1 at which a geometric series is summed as if its ratio were 1


def poles_of(frequencies: np.ndarray, rates: np.ndarray, sample_rate: float) -> np.ndarray:
    """Poles of modes with frequencies (Hz) and decay rates (1/s)."""
    return np.exp((-np.asarray(rates) + 2j * np.pi * np.asarray(frequencies)) / sample_rate)


def modes_of(poles: np.ndarray, sample_rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (Hz) and decay rates (1/s) of poles."""
    return np.angle(poles) * sample_rate / (2 * np.pi), -np.log(np.abs(poles)) * sample_rate


def with_conjugates(values: np.ndarray) -> np.ndarray:
    """(z, conj z)."""
    return np.concatenate([values, values.conj()])


def synthesised(poles: np.ndarray, amplitudes: np.ndarray, samples: int) -> np.ndarray:
    """x[n] = Re sum c z^n."""
    if len(poles) == 0:
        return np.zeros(samples)
    logs = np.log(poles)
    within = np.exp(np.outer(np.arange(BLOCK), logs))
    starts = np.exp(np.outer(np.arange(-(-samples // BLOCK)) * BLOCK, logs)) * amplitudes
    return (starts.real @ within.real.T - starts.imag @ within.imag.T).ravel()[:samples]


def projected(signal: np.ndarray, poles: np.ndarray) -> np.ndarray:
    """sum x conj(z)^n."""
    rows, logs = _rows(signal), np.log(poles.conj())
    within = np.exp(np.outer(np.arange(BLOCK), logs))
    return ((rows @ within.real + 1j * (rows @ within.imag)) * np.exp(np.outer(np.arange(len(rows)) * BLOCK, logs))).sum(axis=0)


def projected_later(signal: np.ndarray, poles: np.ndarray) -> np.ndarray:
    """sum n x conj(z)^n."""
    return projected(signal * np.arange(len(signal)), poles)


def gram(poles: np.ndarray, samples: int) -> np.ndarray:
    """S_0[i, j] = sum over n < N of (conj(z_i) z_j)^n: a geometric series."""
    _, one, d, last = _ratios(poles, samples)
    return np.where(one, samples, (1 - last) / d)


def gram_later(poles: np.ndarray, samples: int) -> tuple[np.ndarray, np.ndarray]:
    """S_k[i, j] = sum over n < N of n^k (conj(z_i) z_j)^n for k = 1 and 2: derivatives of the geometric series."""
    n = samples
    q, one, d, last = _ratios(poles, samples)
    first = np.where(one, n * (n - 1) / 2, (q - n * last + (n - 1) * last * q) / d**2)
    bracket = n**2 - (2 * n * n - 2 * n - 1) * q + (n - 1) ** 2 * q * q
    second = np.where(one, (n - 1) * n * (2 * n - 1) / 6, (q * (1 + q) - last * bracket) / d**3)
    return first, second


def amplitudes_of(signal: np.ndarray, poles: np.ndarray, ridge: float = 1e-12) -> tuple[np.ndarray, np.ndarray]:
    """Least squares: complex c with x ~ Re sum c z^n, and for each mode the energy that the fit loses without it.

    With G the Gram matrix, leaving mode i out costs |c_i / 2|^2 / (G^-1)_ii: what the others cannot take over.
    """
    both = with_conjugates(poles)
    zeroth = gram(both, len(signal))
    scale = 1 / np.sqrt(np.real(np.diag(zeroth)))
    inverse = np.linalg.inv(_hermitian(zeroth) * np.outer(scale, scale) + ridge * np.eye(len(both))) * np.outer(scale, scale)
    found = 2 * (inverse @ with_conjugates(projected(signal, poles)))[: len(poles)]
    return found, np.abs(found / 2) ** 2 / np.maximum(np.real(np.diag(inverse))[: len(poles)], 1e-300)


def _hermitian(matrix: np.ndarray) -> np.ndarray:
    return (matrix + matrix.conj().T) / 2


def _rows(signal: np.ndarray) -> np.ndarray:
    """The signal in blocks, the last filled with zeros."""
    rows = np.zeros((-(-len(signal) // BLOCK), BLOCK))
    rows.ravel()[: len(signal)] = signal
    return rows


def _ratios(poles: np.ndarray, samples: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """q = conj(z_i) z_j, where it is 1, 1 - q (1 there), and q^N."""
    logs = np.log(poles)
    q = poles.conj()[:, None] * poles[None, :]
    one = np.abs(q - 1) < NEAR_ONE
    return q, one, np.where(one, 1, 1 - q), np.exp(samples * (logs.conj()[:, None] + logs[None, :]))

"""Gauss-Newton over the poles and amplitudes of several signals at once, which share their poles.

With zeta = log z, the derivative of the model by c is z^n, by zeta it is n c z^n. For each signal the normal equations are

    [ S0        S1 C     ] [dc]   [b0     ]
    [ C* S1     C* S2 C  ] [dz] = [C* b1  ]        C = diag(c),   S_k, b_k: damped.py, of the residual

dc is eliminated from each signal (Schur complement), the rest is summed over signals and solved for the poles. The inverse of
that rest is the Cramer-Rao bound: for noise of variance v, the variance of zeta's real and of its imaginary part is half
of v times its diagonal.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.fitting.damped import gram, gram_later, projected, projected_later, synthesised, with_conjugates

SLOWEST = 0.3  # no mode may decay by less than this (nepers) over the signal: it could not be told from one that does not decay
SETTLED = 1e-5  # share of the error by which a sweep must lower it
LEAST_KNOWN = 1e-15  # of what is known best: less is lost in rounding
TRIES = 4  # of one step, each damped ten times as much as the one before


class _Equations(NamedTuple):
    """Of one signal, scaled so that the diagonal of S0 is 1."""

    plain: np.ndarray
    mixed: np.ndarray
    scale: np.ndarray
    pole_block: np.ndarray
    plain_moment: np.ndarray
    pole_moment: np.ndarray


def refined(signals: Sequence[np.ndarray], poles: np.ndarray, amplitudes: np.ndarray, sweeps: int) -> tuple[np.ndarray, np.ndarray]:
    """Poles, and amplitudes (signals, modes), after some sweeps; a step is taken only where the error falls."""
    residuals, error = _residuals(signals, poles, amplitudes)
    damping = 1e-3
    shortest = min(map(len, signals))
    for _ in range(sweeps):
        equations = [_equations(residual, poles, row) for residual, row in zip(residuals, amplitudes, strict=True)]
        for _ in range(TRIES):
            step, changes = _step(equations, len(poles), damping)
            logs = np.log(poles) + step
            tried = np.exp(np.minimum(logs.real, -SLOWEST / shortest) + 1j * logs.imag), amplitudes + changes
            left, lower = _residuals(signals, *tried)
            if lower < error:
                break
            damping *= 10
        else:
            break
        gain, residuals, error = 1 - lower / error, left, lower
        poles, amplitudes = tried
        damping = max(damping / 5, 1e-9)
        if gain < SETTLED:
            break
    return poles, amplitudes


def deviations(signals: Sequence[np.ndarray], poles: np.ndarray, amplitudes: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """Cramer-Rao: standard deviation of log z, in each part of it, for noise of a variance around each mode (white near it)."""
    still = [np.zeros(len(signal)) for signal in signals]
    equations = [_equations(residual, poles, row) for residual, row in zip(still, amplitudes, strict=True)]
    total, scale, _ = _reduced(equations, 0.0)
    values, vectors = np.linalg.eigh(total)
    inverse = (np.abs(vectors) ** 2 / np.maximum(values, LEAST_KNOWN * values.max())).sum(axis=1) * scale**2
    return np.sqrt(inverse[: len(poles)] * variance / 2)


def _residuals(signals: Sequence[np.ndarray], poles: np.ndarray, amplitudes: np.ndarray) -> tuple[list[np.ndarray], float]:
    left = [signal - synthesised(poles, row, len(signal)) for signal, row in zip(signals, amplitudes, strict=True)]
    return left, sum(float(each @ each) for each in left)


def _equations(residual: np.ndarray, poles: np.ndarray, amplitudes: np.ndarray) -> _Equations:
    both, strengths = with_conjugates(poles), with_conjugates(amplitudes) / 2
    zeroth, (first, second) = gram(both, len(residual)), gram_later(both, len(residual))
    plain, later = with_conjugates(projected(residual, poles)), with_conjugates(projected_later(residual, poles))
    scale = 1 / np.sqrt(np.real(np.diag(zeroth)))
    return _Equations(
        zeroth * np.outer(scale, scale),
        first * strengths[None, :] * scale[:, None],
        scale,
        second * np.outer(strengths.conj(), strengths),
        scale * plain,
        strengths.conj() * later,
    )


def _reduced(equations: Sequence[_Equations], damping: float) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """The summed Schur complement, scaled to a diagonal near 1; that scale; and S0^-1 (S1 C, b0) of each signal."""
    solved: list[np.ndarray] = []
    total: Any = 0.0
    diagonal: Any = 0.0
    for each in equations:
        weighted = each.plain + (damping + 1e-13) * np.eye(len(each.plain))
        solved.append(np.linalg.solve(weighted, np.column_stack([each.mixed, each.plain_moment])))
        total = total + each.pole_block - each.mixed.conj().T @ solved[-1][:, :-1]
        diagonal = diagonal + np.real(np.diag(each.pole_block))
    scale = 1 / np.sqrt(np.maximum(diagonal, 1e-300))
    total = total * np.outer(scale, scale)
    return (total + total.conj().T) / 2, scale, solved


def _step(equations: Sequence[_Equations], modes: int, damping: float) -> tuple[np.ndarray, np.ndarray]:
    """Changes of log z and of the amplitudes."""
    total, scale, solved = _reduced(equations, damping)
    wanted = sum(each.pole_moment - each.mixed.conj().T @ part[:, -1] for each, part in zip(equations, solved, strict=True))
    step = scale * np.linalg.solve(total + damping * np.eye(len(total)), scale * wanted)
    changes = [2 * (each.scale * (part[:, -1] - part[:, :-1] @ step))[:modes] for each, part in zip(equations, solved, strict=True)]
    return step[:modes], np.array(changes)

"""Modes that crowd: poles closer than their half-power widths, which draw any envelope if each may have a phase of its own.

The modes of a body begin together when it is struck, each with a sign. Two of them share the energy Re(c_i* c_j G_ij), with
G_ij = sum over n of (conj(z_i) z_j)^n; where that comes out otherwise with signs than with the phases that were heard, or where
large modes cancel, the crowd cannot be played, and the one that is missed least is left out. No limit suits all sounds, so there
are several; modes.py keeps what sounds best.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rosin.fitting.damped import amplitudes_of, gram, modes_of

FOREVER = 10_000_000  # samples: more than any mode sounds
MOST_CANCELLED = 4.0  # energy of modes one by one over that of all together
STRONG = 0.1  # energy beside the strongest of a crowd, for one that may be left out
ALONE = 0.05  # weight of a mode's own phase beside what it shares with others


class ErrorLimits(NamedTuple):
    """Factors by which the energy of a crowd may be wrong: over all time, and while one of its modes sounds."""

    always: float
    early: float


LIMITS = (ErrorLimits(1.6, np.inf), ErrorLimits(np.inf, 1.6), ErrorLimits(1.6, 1.6))


def uncrowded(signals: Sequence[np.ndarray], poles: np.ndarray, sample_rate: float, limits: ErrorLimits) -> np.ndarray:
    """The poles that signs can play, with amplitudes fitted anew whenever some were left out."""
    while len(poles) > 1:
        fits = [amplitudes_of(signal, poles) for signal in signals]
        costs = np.sum([cost / max(signal @ signal, 1e-300) for signal, (_, cost) in zip(signals, fits, strict=True)], axis=0)
        left_out: set[int] = set()
        for mode, crowd in _crowds(*modes_of(poles, sample_rate)):
            if not left_out.isdisjoint(crowd):
                continue
            rows = np.array([amplitudes[crowd] for amplitudes, _ in fits])
            for fading, limit in zip((1.0, np.abs(poles[mode])), limits, strict=True):
                products = gram(poles[crowd] * fading, FOREVER)
                if not all(_playable(row, products, limit) for row in rows):
                    energies = (np.abs(rows) ** 2).sum(axis=0) * np.real(np.diag(products))
                    strong = crowd[energies > STRONG * energies.max()]
                    left_out.add(int(strong[np.argmin(costs[strong])]))
                    break
        if not left_out:
            break
        poles = np.delete(poles, list(left_out))
    return poles


def signs(amplitudes: np.ndarray, products: np.ndarray) -> np.ndarray:
    """Signs with which modes have the energies in common that they had with phases, the strongest first; alone, that of their phase."""
    wanted = np.real(np.outer(amplitudes.conj(), amplitudes) * products)
    likeness = wanted * np.abs(np.outer(amplitudes, amplitudes)) * np.real(products)
    found = np.zeros(len(amplitudes))
    for mode in np.argsort(-np.diag(wanted)):
        alone = ALONE * likeness[mode, mode] * np.cos(np.angle(amplitudes[mode]))
        found[mode] = 1.0 if likeness[mode] @ found + alone >= 0 else -1.0
    return found


def _crowds(frequencies: np.ndarray, rates: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """Each mode that is not alone, with those within the sum of half-power half widths."""
    near = np.abs(frequencies[:, None] - frequencies) < (rates[:, None] + rates) / (2 * np.pi)
    return [(mode, np.nonzero(row)[0]) for mode, row in enumerate(near) if row.sum() > 1]


def _playable(amplitudes: np.ndarray, products: np.ndarray, limit: float) -> bool:
    """Whether a crowd with signs has about the energy that it had with phases, which is not a small rest of what cancels."""
    if np.isinf(limit):
        return True
    heard = float(np.real(amplitudes.conj() @ products @ amplitudes))
    signed = signs(amplitudes, products) * np.abs(amplitudes)
    played = float(np.real(signed @ products @ signed))
    alone = float(np.abs(amplitudes) ** 2 @ np.real(np.diag(products)))
    return heard / limit < played < heard * limit and alone < MOST_CANCELLED * heard

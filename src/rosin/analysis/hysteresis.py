"""The loop that friction runs through while a string slips: what it is on the way into the slip, and on the way back to sticking."""

import numpy as np

from rosin.model.errors import ParameterError


def slip_friction(relative_velocity: np.ndarray, force: np.ndarray, level: float = 0.5) -> tuple[float, float]:
    """Mean friction (N) where the relative velocity passes a share of its peak, upwards and downwards."""
    if not 0 < level < 1:
        raise ParameterError(f"level = {level} is not allowed; it must be more than 0 and less than 1.")
    v, f = np.asarray(relative_velocity, dtype=float), np.asarray(force, dtype=float)
    if v.shape != f.shape or v.ndim != 1:
        raise ParameterError(f"relative_velocity {v.shape} and force {f.shape} must be traces of the same length.")
    passed = v >= level * v.max()

    def at(crossings: np.ndarray) -> float:
        i = np.flatnonzero(crossings)
        if not len(i):
            raise ParameterError("The take has no whole slip; give the traces of some periods.")
        share = (level * v.max() - v[i]) / (v[i + 1] - v[i])
        return float((f[i] + share * (f[i + 1] - f[i])).mean())

    return at(~passed[:-1] & passed[1:]), at(passed[:-1] & ~passed[1:])

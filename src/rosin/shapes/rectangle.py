"""Rectangles held at their edges: shapes sin(m pi x / L_x) sin(n pi y / L_y), whose mean square is 1/4."""

import math

import numpy as np

from rosin.shapes.shape import Weights


def mode_numbers(most: int) -> tuple[np.ndarray, np.ndarray]:
    """All (m, n) that may be among the lowest `most`: as frequency rises with both, m n modes lie at or below (m, n)."""
    m = np.concatenate([np.full(most // first, first) for first in range(1, most + 1)])
    n = np.concatenate([np.arange(1, most // first + 1) for first in range(1, most + 1)])
    return m, n


def sines(m: np.ndarray, n: np.ndarray) -> Weights:
    """The shapes by position (x / L_x, y / L_y)."""
    return lambda points: np.sin(math.pi * m * points[:, :1]) * np.sin(math.pi * n * points[:, 1:])


def names(m: np.ndarray, n: np.ndarray) -> list[str]:
    """(m, n)."""
    return [f"({first}, {second})" for first, second in zip(m, n, strict=True)]

"""Rectangles held at their edges: shapes sin(m pi x / L_x) sin(n pi y / L_y), whose mean square is 1/4."""

import math
from functools import lru_cache

import numpy as np

from rosin.shapes.shape import KEPT, Weights


@lru_cache(maxsize=KEPT)
def mode_numbers(most: int) -> tuple[np.ndarray, np.ndarray]:
    """All (m, n) that may be among the lowest `most`: as frequency rises with both, m n modes lie at or below (m, n)."""
    first = np.arange(1, most + 1)
    many = most // first
    m = np.repeat(first, many)
    return m, np.arange(1, len(m) + 1) - np.repeat(np.cumsum(many) - many, many)


def sines(most: int) -> Weights:
    """The shapes by position (x / L_x, y / L_y)."""
    m, n = mode_numbers(most)
    return lambda points: np.sin(math.pi * m * points[:, :1]) * np.sin(math.pi * n * points[:, 1:])


@lru_cache(maxsize=KEPT)
def names(most: int) -> list[str]:
    """(m, n)."""
    m, n = mode_numbers(most)
    return [f"({first}, {second})" for first, second in zip(m.tolist(), n.tolist(), strict=True)]

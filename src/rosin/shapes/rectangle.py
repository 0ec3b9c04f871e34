"""Rectangles held at their edges: shapes sin(m pi x / L_x) sin(n pi y / L_y), whose mean square is 1/4."""

import math

import numpy as np

from rosin.shapes.shape import Weights


def mode_numbers(most: int) -> tuple[np.ndarray, np.ndarray]:
    """All (m, n) that may be among the lowest `most`: as frequency rises with both, m n modes lie at or below (m, n)."""
    first = np.arange(1, most + 1)
    many = most // first
    m = np.repeat(first, many)
    return m, np.arange(1, len(m) + 1) - np.repeat(np.cumsum(many) - many, many)


def sines(m: np.ndarray, n: np.ndarray) -> Weights:
    """The shapes by position (x / L_x, y / L_y)."""
    return lambda points: np.sin(math.pi * m * points[:, :1]) * np.sin(math.pi * n * points[:, 1:])


def names(m: np.ndarray, n: np.ndarray) -> list[str]:
    """(m, n)."""
    return [f"({first}, {second})" for first, second in zip(m.tolist(), n.tolist(), strict=True)]

"""Round things: roots of Bessel equations, and which (m, k) the lowest modes of a disc can have.

m is the number of nodal diameters, k counts the modes of each m from 1. A disc has about x^2 / 4 - x / 2 modes with a root
below x, pairs counted twice.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

SCAN = 0.5  # step in which changes of sign are looked for; the roots of one m lie some pi apart
ILLINOIS_STEPS = 15
MARGIN = 6.0  # of the reach, for plates, whose roots lie higher

Equation = Callable[[Any, float, np.ndarray | float], np.ndarray | float]


def reach(most: int) -> float:
    """A value of x below which the lowest `most` modes have their roots."""
    return 1 + math.sqrt(1 + 4 * most) + MARGIN


@lru_cache(maxsize=32)
def roots(equation: Equation, constant: float, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """m, k and x of every root of equation(m, constant, x) = 0 up to the reach; for m > 1 no root lies below 0.8 m."""
    end = reach(most)
    found: list[tuple[int, int, float, float]] = []
    for m in range(math.ceil(end / 0.8)):
        grid = np.arange(max(0.8 * m, 1.0), end + SCAN, SCAN)
        signs = np.sign(equation(m, constant, grid))
        changes = np.flatnonzero(signs[1:] != signs[:-1])
        found += [(m, k, grid[i], grid[i + 1]) for k, i in enumerate(changes, 1)]
    orders, counts, low, high = np.array(found).T
    return orders.astype(int), counts.astype(int), _between(lambda x: np.asarray(equation(orders, constant, x)), low, high)


def _between(function: Callable[[np.ndarray], np.ndarray], low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Where a function that changes its sign between two ends is zero, for many pairs of ends at once, by the Illinois method."""
    at_low, at_high = function(low), function(high)
    for _ in range(ILLINOIS_STEPS):
        new = (low * at_high - high * at_low) / (at_high - at_low)
        at_new = function(new)
        same = np.sign(at_new) == np.sign(at_high)
        low, at_low = np.where(same, low, high), np.where(same, 0.5 * at_low, at_high)
        high, at_high = new, at_new
    return high


def names(m: np.ndarray, k: np.ndarray) -> list[str]:
    """(m, k)."""
    return [f"({diameters}, {count})" for diameters, count in zip(m.tolist(), k.tolist(), strict=True)]

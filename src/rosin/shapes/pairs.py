"""Modes of round things come in pairs, cos(n a) and sin(n a) of the angle a; those of order 0 stand alone.

Nothing is perfectly round: a relative split d puts the two at f (1 - d / 2) and f (1 + d / 2), and they beat at f d.
"""

from typing import Any

import numpy as np

from rosin.model.parameters import parameter
from rosin.shapes.shape import Spectrum, Weights


def splitting() -> Any:
    """How far the two modes of a pair lie apart."""
    text = "relative difference of the frequencies of a pair, with which it beats"
    return parameter("", "", text, default=0.0, at_least=0, at_most=0.5, range=(0, 0.02))


def alike(points: np.ndarray) -> np.ndarray:
    """The weight along the other coordinates of a shape that has only an angle."""
    return np.ones((len(points), 1))


def paired(
    frequencies: np.ndarray,
    masses: np.ndarray,
    loss_factors: np.ndarray,
    orders: np.ndarray,
    names: list[str],
    across: Weights = alike,
    split: float = 0.0,
) -> Spectrum:
    """The spectrum in which each mode of order n > 0 is a pair; the angle in turns is the last coordinate."""
    one = np.concatenate([np.arange(len(orders)), np.flatnonzero(orders)])
    sine = np.arange(len(one)) >= len(orders)
    side = np.where(sine, 0.5, -0.5) * (orders[one] > 0)

    def weights(points: np.ndarray) -> np.ndarray:
        angle = 2 * np.pi * orders[one] * (points[:, -1:] % 1.0)
        along = np.broadcast_to(across(points), (len(points), len(orders)))
        return along[:, one] * np.where(sine, np.sin(angle), np.cos(angle))

    ends = np.where(orders[one] == 0, "", np.where(sine, " sin", " cos"))
    labels = [names[index] + str(end) for index, end in zip(one, ends, strict=True)]
    return Spectrum(frequencies[one] * (1 + side * split), masses[one], np.broadcast_to(loss_factors, orders.shape)[one], labels, weights)

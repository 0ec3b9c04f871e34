"""Medians, quartiles, and tests that need ranks alone.

Friedman's says whether devices differ at all, Wilcoxon's which pairs do, with Holm's correction for asking several times; the binomial one
whether somebody who guesses would have been right as often.
"""

import itertools
import math
from typing import NamedTuple

import numpy as np


class Opinions(NamedTuple):
    """What people said of several things: (people, things) and what comes of it."""

    names: list[str]
    scores: np.ndarray
    medians: np.ndarray
    quartiles: np.ndarray  # (2, things)
    statistic: float  # of Friedman; nan where there are fewer than three things or two people
    p: float
    pairs: dict[tuple[str, str], float]  # Wilcoxon's p, corrected


def compared(names: list[str], scores: np.ndarray) -> Opinions:
    """The statistics of scores (people, things), of those who judged all of them."""
    whole = scores[~np.isnan(scores).any(axis=1)]
    nothing = np.full(len(names), np.nan)
    medians, low, high = (np.quantile(whole, share, axis=0) if len(whole) else nothing for share in (0.5, 0.25, 0.75))
    statistic, p = _friedman(whole)
    found = {
        (names[i], names[j]): _wilcoxon(whole[:, i] - whole[:, j]) for i, j in itertools.combinations(range(len(names)), 2) if len(whole)
    }
    return Opinions(names, whole, medians, np.stack([low, high]), statistic, p, holm(found))


def _friedman(whole: np.ndarray) -> tuple[float, float]:
    """chi^2 and p, corrected for ties."""
    people, things = whole.shape
    if people < 2 or things < 3 or (whole == whole[:, :1]).all():
        return math.nan, math.nan
    from scipy.stats import friedmanchisquare

    found = friedmanchisquare(*whole.T)
    return float(found.statistic), float(found.pvalue)


def _wilcoxon(differences: np.ndarray) -> float:
    """p of the signed ranks, zeros ranked but left out (Pratt); 1 where there is no difference."""
    if not differences.any():
        return 1.0
    from scipy.stats import wilcoxon

    return float(wilcoxon(differences, zero_method="pratt" if (differences == 0).any() else "wilcox").pvalue)


def holm(found: dict[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    """Each p times the number of those that are not smaller, never less than one before it, at most 1."""
    most, corrected = 0.0, {}
    for place, (pair, p) in enumerate(sorted(found.items(), key=lambda item: item[1])):
        most = max(most, min(1.0, (len(found) - place) * p))
        corrected[pair] = most
    return {pair: corrected[pair] for pair in found}


def by_chance(right: int, total: int) -> float:
    """The probability of being right at least as often by guessing between two."""
    return sum(math.comb(total, k) for k in range(right, total + 1)) / 2**total

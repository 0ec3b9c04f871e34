"""Parameters that make what was heard, sought by many renders at once, with how sure they are.

Population Monte Carlo for what can only be simulated: parameters lie in a unit cube, in which they are taken to be equally likely. The
first round is spread over it; each further one is scattered about the nearest of all before, by twice their covariance. A place counts as
much less as it was sought for, whoever sought it (a deterministic mixture, Owen and Zhou 2000):

    weight = 1 / sum over rounds of members of the round times its density

What the nearest have in common is what the sound tells; where they are spread as widely as at first, it tells nothing.
"""

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

RENDERS = 2560
ROUNDS = 3  # after the first one, which has two fifths of all renders
NEAREST = 100  # that count
SPREAD = 1e-3  # least standard deviation of a step


class Population(NamedTuple):
    """The nearest: where they lie (members, parameters), how far each is from what was heard, the nearest first, and weights."""

    places: np.ndarray
    distances: np.ndarray
    weights: np.ndarray

    def quantiles(self, shares: tuple[float, ...]) -> np.ndarray:
        """(shares, parameters): below which so many of them lie, by weight."""
        rows = []
        for column in self.places.T:
            order = np.argsort(column)
            up_to = np.cumsum(self.weights[order]) - 0.5 * self.weights[order]
            rows.append(np.interp(shares, up_to, column[order]))
        return np.transpose(rows)


def seek(
    far: Callable[[np.ndarray, Callable[[float], None]], np.ndarray],
    parameters: int,
    progress: Callable[[float], None],
    *,
    seed: int = 0,
    renders: int = RENDERS,
) -> Population:
    """The population; `far` says how far places (members, parameters) are from what was heard, and how much of that is done."""
    from scipy.stats import qmc

    chance = np.random.default_rng(seed)
    later = renders // 5
    first = renders - ROUNDS * later
    places = qmc.LatinHypercube(parameters, rng=seed).random(first)
    distances = far(places, lambda share: progress(share * first / renders))
    rounds: list[Population] = []
    for _ in range(ROUNDS):
        rounds.append(_nearest(places, distances, rounds, first, later))
        fresh = _scattered(rounds[-1], later, chance)
        found = far(fresh, functools.partial(_beyond, progress, len(places), later, renders))
        places, distances = np.concatenate([places, fresh]), np.concatenate([distances, found])
    return _nearest(places, distances, rounds, first, later)


def _beyond(progress: Callable[[float], None], done: int, more: int, renders: int, share: float) -> None:
    progress((done + share * more) / renders)


def _nearest(places: np.ndarray, distances: np.ndarray, rounds: Sequence[Population], first: int, later: int) -> Population:
    """The nearest of all, after a first round and those that were scattered about former populations."""
    order = np.argsort(distances)[:NEAREST]
    sought = first + sum((later * _density(places[order], former) for former in rounds), np.zeros(len(order)))
    return Population(places[order], distances[order], (1 / sought) / (1 / sought).sum())


def _steps(found: Population) -> np.ndarray:
    """Covariance of a step."""
    spread = np.cov(found.places.T, aweights=found.weights)
    return np.asarray(2 * spread + SPREAD**2 * np.eye(found.places.shape[1]))


def _scattered(found: Population, count: int, chance: np.random.Generator) -> np.ndarray:
    """New places about the nearest, reflected at the walls of the cube."""
    chosen = found.places[chance.choice(len(found.places), count, p=found.weights)]
    moved = chosen + chance.multivariate_normal(np.zeros(chosen.shape[1]), _steps(found), count)
    return np.abs(1 - np.abs(1 - np.abs(moved) % 2))


def _density(places: np.ndarray, former: Population) -> np.ndarray:
    """Of a round that was scattered about a population."""
    steps = _steps(former)
    gaps = places[:, None] - former.places
    squares = np.einsum("nki,ij,nkj->nk", gaps, np.linalg.inv(steps), gaps)
    return np.asarray(np.exp(-0.5 * squares) @ former.weights / np.sqrt(np.linalg.det(2 * np.pi * steps)))

"""Curves of knobs, alone and together: how the numbers that several knobs turn follow from what each of them does alone.

Of each number it is asked whether, with t = y or t = 1 / y, what two knobs do together is the sum of what they do alone, or with one
constant C for all of them the product,

    t_jk - t_j - t_k + t_0 = 0     or     (t_jk - C)(t_0 - C) = (t_j - C)(t_k - C),   C = (t_jk t_0 - t_j t_k) / (t_jk + t_0 - t_j - t_k)

(engine/turning.py). Where neither is so, the knobs are in conflict: one of them must be left alone.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from rosin.engine.turning import ADDED, FACTOR, POWER, Knob, Term, TurnedSlot, Turning

KEY = 1 << 30  # stands for the key of a tuning, as if it were a knob: what is turned must suit every key
AGREES = 2e-5  # relative error with which a pair follows
NONE = 1e-7  # of t_0: so small C is none


class Space(NamedTuple):
    """Where a curve may be smooth: of the ratio to the usual number, of the number or of its inverse; there and back."""

    there: Callable[[np.ndarray, np.ndarray], np.ndarray]
    back: Callable[[np.ndarray, np.ndarray], np.ndarray]


SPACES = (
    Space(lambda y, usual: np.log(y / usual), lambda u, usual: usual * np.exp(u)),
    Space(lambda y, usual: y, lambda u, usual: u),
    Space(lambda y, usual: 1 / y, lambda u, usual: 1 / u),
)


class Sampled(NamedTuple):
    """A knob with its numbers at points at equal distances, (points, numbers)."""

    path: str
    knob: Knob
    numbers: np.ndarray

    def values(self, shares: np.ndarray) -> np.ndarray:
        """Of the knob, at shares of its way."""
        return along(self.knob, shares)


class KnobPair(NamedTuple):
    """Numbers with one knob turned, with the other, and with both."""

    one: np.ndarray
    other: np.ndarray
    both: np.ndarray


class CurveRule(NamedTuple):
    """How a number follows: of its inverse or not, the constant C, and the knobs that are factors."""

    inverse: bool
    constant: float
    factors: frozenset[int]


class Bounds(NamedTuple):
    """Of all numbers the most that each may be, whether it differs from key to key, and where those of a tuning begin."""

    most: np.ndarray
    keyed: np.ndarray
    row: int


def along(knob: Knob, shares: np.ndarray) -> np.ndarray:
    """Values of a knob at shares of its way from the low to the high end."""
    if knob.ratios:
        return np.asarray(knob.low * (knob.high / knob.low) ** shares)
    return np.asarray(knob.low + (knob.high - knob.low) * shares)


Turned = dict[tuple[int, int], np.ndarray]  # of two knobs: (probes, numbers, those of one, of the other and of both)


def rules(
    usual: np.ndarray, touched: dict[int, np.ndarray], pairs: dict[tuple[int, int], list[KnobPair]]
) -> tuple[list[CurveRule], set[tuple[int, int]]]:
    """The rule of each number, the plainer of two that are as good, and the pairs of knobs that are in conflict over one."""
    found, conflicts = [CurveRule(False, 0.0, frozenset())] * len(usual), set()
    by_knobs: dict[tuple[int, ...], list[int]] = {}
    for slot, moved in enumerate(np.array(list(touched.values())).T):
        by_knobs.setdefault(tuple(knob for knob, moves in zip(touched, moved, strict=True) if moves), []).append(slot)
    for knobs, slots in by_knobs.items():
        together = {pair: _stacked(pairs.get(pair, ()), slots) for pair in combinations(knobs, 2)}
        if together:
            plain, inverse = (_ruled(usual[slots], knobs, together, inverse) for inverse in (False, True))
            for place, slot in enumerate(slots):
                ruled, wrong = min(plain[place], inverse[place], key=lambda each: (len(each[1]), len(each[0].factors)))
                found[slot] = ruled
                conflicts |= wrong
    return found, conflicts


def _stacked(pairs: Sequence[KnobPair], slots: list[int]) -> np.ndarray:
    made = [np.stack([pair.one[slots], pair.other[slots], pair.both[slots]], axis=1) for pair in pairs]
    return np.array(made).reshape(-1, len(slots), 3)


def _ruled(usual: np.ndarray, knobs: tuple[int, ...], pairs: Turned, inverse: bool) -> list[tuple[CurveRule, set[tuple[int, int]]]]:
    """The rule of numbers that the same knobs turn, and who is in conflict then; where there is no number, nobody is."""
    with np.errstate(all="ignore"):
        t0 = 1 / usual if inverse else usual
        turned = {pair: 1 / probes if inverse else probes for pair, probes in pairs.items()}
        endless = np.isinf(t0) | np.any([np.isinf(probes).any(axis=(0, 2)) for probes in turned.values()], axis=0)
        size = {pair: np.fmax(np.abs(probes).max(axis=2), np.abs(t0)) for pair, probes in turned.items()}
        apart = {pair: probes[:, :, 2] + t0 - probes[:, :, 0] - probes[:, :, 1] for pair, probes in turned.items()}
        bent = {pair: (np.abs(apart[pair]) > AGREES * size[pair]).any(axis=0) for pair in turned}
        constant = np.where(np.any(list(bent.values()), axis=0), _constants(t0, turned, apart), 0.0)
        factors = {knob: np.any([bent[pair] for pair in bent if knob in pair], axis=0) for knob in knobs}
        wrong = {pair: endless.copy() for pair in turned}
        for pair in turned:
            one, other, both = np.moveaxis(turned[pair] - constant[:, None], 2, 0)
            reach = np.maximum(size[pair], np.abs(constant)) * np.abs(t0 - constant)
            off = np.abs(both * (t0 - constant) - one * other) > AGREES * reach
            wrong[pair] |= off.any(axis=0) & factors[pair[0]] & factors[pair[1]]
            if pair[1] == KEY:  # a factor would be one of what the key adds, too
                wrong[pair] |= factors[pair[0]] & ~factors[KEY]
    return [
        (
            CurveRule(inverse, float(constant[place]), frozenset(knob for knob in knobs if factors[knob][place])),
            {pair for pair in wrong if wrong[pair][place]},
        )
        for place in range(len(usual))
    ]


def _constants(t0: np.ndarray, turned: Turned, apart: Turned) -> np.ndarray:
    """C of each number, by the two knobs that tell it best."""
    most, found = np.zeros(len(t0)), np.zeros(len(t0))
    for pair, probes in turned.items():
        for (one, other, both), gap in zip(np.moveaxis(probes, 2, 1), apart[pair], strict=True):
            better = np.abs(gap) > most
            found = np.where(better, (both * t0 - one * other) / gap, found)
            most = np.where(better, np.abs(gap), most)
    return np.where(np.abs(found) > NONE * np.abs(t0), found, 0.0)


def turning(usual: np.ndarray, sampled: Sequence[Sampled], ruled: Sequence[CurveRule], bounds: Bounds) -> tuple[Turning, list[int]]:
    """The program's content, with the numbers that some knob turns, and all of a row; and which those are."""
    curves: dict[tuple[int, bytes], int] = {}
    points: list[tuple[int, np.ndarray]] = []
    slots, places = [], []
    for slot, rule in enumerate(ruled):
        movers = [knob for knob, each in enumerate(sampled) if (each.numbers[:, slot] != usual[slot]).any()]
        if len(movers) == 1 and not bounds.keyed[slot]:
            rule = _alone(sampled[movers[0]].numbers[:, slot], usual[slot], movers[0])
        terms = []
        for knob in movers:
            numbers = sampled[knob].numbers[:, slot]
            t, t0 = (1 / numbers, 1 / usual[slot]) if rule.inverse else (numbers, usual[slot])
            kind, curve = _multiplied((t - rule.constant) / (t0 - rule.constant)) if knob in rule.factors else (ADDED, t - t0)
            scale = float(curve[np.abs(curve).argmax()])
            key = knob, np.round(curve / scale, 7).tobytes()
            if key not in curves:
                curves[key] = len(points)
                points.append((knob, curve / scale))
            terms.append(Term(curves[key], scale, kind))
        if terms or slot >= bounds.row:
            slots.append(TurnedSlot(float(usual[slot]), float(bounds.most[slot]), rule.constant, rule.inverse, tuple(terms)))
            places.append(slot)
    tuned = sum(place < bounds.row for place in places)
    return Turning([each.knob for each in sampled], points, slots, tuned), places


def _multiplied(ratio: np.ndarray) -> tuple[float, np.ndarray]:
    """What is multiplied by, as a power or as a factor: whichever has the smoother curve."""
    with np.errstate(all="ignore"):
        return min((POWER, np.log(ratio)), (FACTOR, ratio - 1), key=lambda each: _roughness(each[1]))


def _roughness(curve: np.ndarray) -> float:
    """Its fourth differences, over its span."""
    rough = np.abs(np.diff(curve, 4)).max() / np.ptp(curve)
    return float(rough) if np.isfinite(rough) else np.inf


def _alone(numbers: np.ndarray, usual: float, knob: int) -> CurveRule:
    """The rule of a number that one knob turns: in the space in which its curve is smoothest, by its fourth differences."""
    best, rule = np.inf, CurveRule(False, 0.0, frozenset())
    with np.errstate(all="ignore"):
        for space, inverse, factors in zip(SPACES, (False, False, True), ({knob}, set(), set()), strict=True):
            rough = _roughness(space.there(numbers, np.array(usual)))
            if rough < best:
                best, rule = rough, CurveRule(inverse, 0.0, frozenset(factors))
    return rule

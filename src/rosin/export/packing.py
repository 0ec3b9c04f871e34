"""Real numbers in few bytes: each in as few as hold it, each stretch of them once, and tunings as what each changes of the last."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

WIDE, SMALL, BITS = 8, 32_767, 127  # bytes of a number; the largest whole one of two bytes, and of one
LONG, ALIKE = 16, 3  # numbers that are worth a size or a rule of their own; equal ones that are
SHARED = 128  # bytes that are worth being looked for


class Numbers:
    """Real numbers that take so many bytes each; a stretch that is there already is not laid down again."""

    def __init__(self, size: int) -> None:
        self.values: list[float] = []
        self._window = WIDE * (SHARED // size)
        self._laid, self._known = bytearray(), dict[bytes, int]()

    def lay(self, values: np.ndarray) -> Iterator[tuple[int, int, int]]:
        """Lay some down: stretch by stretch, where it begins among them, how long it is, and where it lies."""
        data, at, fresh = values.tobytes(), 0, 0
        while at < len(values):
            place = self._known.get(data[WIDE * at : WIDE * at + self._window])
            if place is None:
                self._add(float(values[at]), data[WIDE * at : WIDE * (at + 1)])
                at += 1
                continue
            if at > fresh:
                yield fresh, at - fresh, len(self.values) - (at - fresh)
            length = self._alike(data[WIDE * at :], place)
            yield at, length, place
            at = fresh = at + length
        if at > fresh:
            yield fresh, at - fresh, len(self.values) - (at - fresh)

    def _add(self, value: float, data: bytes) -> None:
        self.values.append(value)
        self._laid += data
        if len(self._laid) >= self._window:
            self._known.setdefault(bytes(self._laid[-self._window :]), (len(self._laid) - self._window) // WIDE)

    def _alike(self, data: bytes, place: int) -> int:
        """How many numbers from a place on are those of the data."""
        most = min(len(data), len(self._laid) - WIDE * place)
        one, other = np.frombuffer(data[:most], np.int64), np.frombuffer(self._laid[WIDE * place : WIDE * place + most], np.int64)
        differ = np.flatnonzero(one != other)
        return int(differ[0]) if len(differ) else len(one)


def _sizes(values: np.ndarray) -> np.ndarray:
    """The least bytes that hold each of some real numbers as it is."""
    with np.errstate(over="ignore"):
        short = values == values.astype(np.float32)
    return np.where(values == np.clip(np.trunc(values), -SMALL, SMALL), 2, np.where(short, 4, WIDE))


def pieces_of(values: np.ndarray) -> list[tuple[int, np.ndarray, int]]:
    """Numbers in pieces of one size, none of them short: where each begins, its numbers, and their size."""
    sizes = _sizes(values)
    cuts = [0, *(np.flatnonzero(np.diff(sizes)) + 1).tolist(), len(values)]
    pieces: list[list[int]] = []
    for begin, end in itertools.pairwise(cuts):
        if pieces and (sizes[begin] == pieces[-1][2] or min(end - begin, pieces[-1][1] - pieces[-1][0]) < LONG):
            pieces[-1][1:] = end, max(pieces[-1][2], int(sizes[begin]))
        else:
            pieces.append([begin, end, int(sizes[begin])])
    return [(begin, values[begin:end], size) for begin, end, size in pieces]


class Rule(NamedTuple):
    """How numbers y follow from those before: factor y; with a constant C, 1 / (C + factor (1 / y - C)), as decays do; or all are C."""

    factor: float
    constant: float = 0.0

    def made(self, before: np.ndarray) -> np.ndarray:
        """The numbers, but for their last bits."""
        if self.factor == 0.0:
            return np.full_like(before, self.constant)
        if self.constant == 0.0:
            return before * self.factor
        return 1.0 / (self.constant + (1.0 / before - self.constant) * self.factor)


class Patch(NamedTuple):
    """What a tuning has that the last one has not, from a place on: numbers, or a rule and, with a factor, the bits that it misses."""

    tuning: int
    at: int
    length: int
    rule: Rule | None
    numbers: list[float]
    bits: list[int]


def patches_of(tunings: np.ndarray) -> Iterator[Patch]:
    """The patches that make each tuning, but for the first, of the one before it."""
    for tuning in range(1, len(tunings)):
        before, now = tunings[tuning - 1], tunings[tuning]
        moved = np.flatnonzero(now != before)
        for run in np.split(moved, np.flatnonzero(np.diff(moved) > 1) + 1) if len(moved) else ():
            begin, end = int(run[0]), int(run[-1]) + 1
            for at, length, rule, bits in _ruled(before[begin:end], now[begin:end]):
                numbers = [] if rule else now[begin + at : begin + at + length].tolist()
                yield Patch(tuning, begin + at, length, rule, numbers, bits)


def _ruled(before: np.ndarray, now: np.ndarray) -> Iterator[tuple[int, int, Rule | None, list[int]]]:
    """Numbers stretch by stretch, each with the rule by which it follows, and the bits that this misses; or without one."""
    alike = np.flatnonzero((now[:-2] == now[1:-1]) & (now[1:-1] == now[2:]))  # where three of the same begin
    at = plain = 0
    while at < len(now):
        rule, bits = _rule(before[at:], now[at:])
        length = len(bits)
        if length < LONG:
            differ = np.flatnonzero(now[at:] != now[at])
            rule, bits, length = Rule(0.0, float(now[at])), [], int(differ[0]) if len(differ) else len(now) - at
            if length < ALIKE:
                later = alike[np.searchsorted(alike, at + 1) :]
                at = min(at + LONG, len(now), *later[:1].tolist())
                continue
        if at > plain:
            yield plain, at - plain, None, []
        yield at, length, rule, bits
        at = plain = at + length
    if at > plain:
        yield plain, at - plain, None, []


def _rule(before: np.ndarray, now: np.ndarray) -> tuple[Rule | None, list[int]]:
    """The rule with a factor that most of the first numbers follow, and by how many last bits it misses each of these."""
    found: tuple[Rule | None, list[int]] = (None, [])
    with np.errstate(all="ignore"):
        rules = [Rule(float(now[0] / before[0]))]
        for other in {len(now) - 1, len(now) // 2, min(LONG, len(now)) - 1} - {0}:
            one, two = (1.0 / now[[0, other]], 1.0 / before[[0, other]])
            factor = (one[1] - one[0]) / (two[1] - two[0])
            rules.append(Rule(float(factor), float((one[0] - factor * two[0]) / (1.0 - factor))))
        for rule in rules:
            if not (np.isfinite(rule).all() and rule.factor > 0.0):
                continue
            off = now.view(np.int64) - rule.made(before).view(np.int64)
            far = np.flatnonzero(np.abs(off) > BITS)
            many = int(far[0]) if len(far) else len(now)
            if many > len(found[1]):
                found = rule, off[:many].tolist()
    return found

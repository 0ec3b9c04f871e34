"""Knobs into the numbers that other programs read, for hosts that do not run Python: curves that were measured, as a program.

A number y that knobs turn has, with t = y or t = 1 / y,

    t = C + B exp(sum over powers of a u) (product over factors of 1 + a u) + sum over terms of a u

and at most so much; each u is the curve of one knob: 0 where the knob usually stands, cubic between points at equal distances (of the
logarithm of the knob, where it goes by ratios). Where all knobs stand as usual, y is as it was, to the last bit.

A row of numbers that is written later, such as the tuning of a key, takes the same change: C + (t - C) exp(...) (...) + ...

    prepare   the numbers `out` for the knobs `controls`
    process   the first n of `row`, changed as numbers from `tuned` on are
"""

import functools
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rosin.engine.memory import Arena
from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.kernels.maths import exp, log
from rosin.kernels.record import Real, Record, Row, Whole

ADDED, POWER, FACTOR = 0.0, 1.0, 2.0  # kinds of terms


class Form(Record):
    """What shapes it."""

    knobs = Whole("number of knobs")
    curves = Whole("of them all")
    points = Whole("of all curves")
    slots = Whole("numbers that they turn")
    terms = Whole("of all numbers")
    tuned = Whole("the first number that is of a row")
    width = Whole("of that row")


class Head(Record, form=Form):
    """Knobs, curves and numbers; whole numbers among the reals are counts and places."""

    sample_rate = Real("Hz", "which does not matter")
    controls = Row("knobs", text="where each knob stands")
    usual = Row("knobs", text="where it usually stands")
    low = Row("knobs", text="where its curves begin")
    high = Row("knobs", text="where they end")
    ratios = Row("knobs", text="whether it goes by ratios")
    knob = Row("curves", text="whose curve it is")
    first = Row("curves", text="its first point")
    count = Row("curves", text="how many it has")
    point = Row("points", text="of all curves")
    curve = Row("curves", text="where it is now")
    number = Row("slots", text="as it usually is")
    constant = Row("slots", text="C")
    inverse = Row("slots", text="whether t = 1 / y")
    most = Row("slots", text="that it may be")
    begin = Row("slots", text="its first term")
    end = Row("slots", text="the one after its last")
    term = Row("terms", text="its curve")
    scale = Row("terms", text="a")
    kind = Row("terms", text="ADDED, POWER or FACTOR")
    product = Row("slots", text="of the powers and factors")
    added = Row("slots", text="by the other terms")
    out = Row("slots", text="the numbers")
    row = Row("width", text="that is written later")


@kernel
def along(m, k):
    """Where a knob stands, from 0 to 1 between the ends of its curves."""
    value = min(max(m.controls[k], m.low[k]), m.high[k])
    if m.ratios[k] > 0.0:
        return log(value / m.low[k]) / log(m.high[k] / m.low[k])
    return (value - m.low[k]) / (m.high[k] - m.low[k])


@kernel
def cubic(m, first, count, x):
    """Through the four points around x (0 to 1), Lagrange's polynomial."""
    at = x * (count - 1.0)
    left = min(max(math.floor(at) - 1.0, 0.0), count - 4.0)
    t = at - left
    i = first + int(left)
    a, b, c, d = m.point[i], m.point[i + 1], m.point[i + 2], m.point[i + 3]
    return (
        -a * (t - 1.0) * (t - 2.0) * (t - 3.0) / 6.0
        + b * t * (t - 2.0) * (t - 3.0) / 2.0
        - c * t * (t - 1.0) * (t - 3.0) / 2.0
        + d * t * (t - 1.0) * (t - 2.0) / 6.0
    )


@kernel
def changed(m, s, y):
    """A number after the turns of slot s."""
    if m.product[s] == 1.0 and m.added[s] == 0.0:
        return y
    t = 1.0 / y if m.inverse[s] > 0.0 else y
    t = m.constant[s] + (t - m.constant[s]) * m.product[s] + m.added[s]
    return min(1.0 / t if m.inverse[s] > 0.0 else t, m.most[s])


@functools.cache
def compose_turning() -> Program:
    """The program."""

    @kernel
    def prepare(reals, wholes):
        """Curves, then numbers."""
        m = view(Head, reals, wholes)
        for i in range(m.curves):
            k = int(m.knob[i])
            if m.controls[k] == m.usual[k]:
                m.curve[i] = 0.0
            else:
                m.curve[i] = cubic(m, int(m.first[i]), m.count[i], along(m, k))
        for s in range(m.slots):
            powers, factors, total = 0.0, 1.0, 0.0
            for i in range(int(m.begin[s]), int(m.end[s])):
                u = m.scale[i] * m.curve[int(m.term[i])]
                if m.kind[i] == POWER:
                    powers += u
                elif m.kind[i] == FACTOR:
                    factors *= 1.0 + u
                else:
                    total += u
            m.product[s] = factors if powers == 0.0 else factors * exp(powers)
            m.added[s] = total
            m.out[s] = changed(m, s, m.number[s])

    @kernel
    def start(reals, wholes):
        """There is nothing to begin."""

    @kernel
    def process(reals, wholes, n):
        """A row that is written now."""
        m = view(Head, reals, wholes)
        for i in range(n):
            m.row[i] = changed(m, m.tuned + i, m.row[i])

    return Program(Head, (), prepare, start, process, compose_turning)


class Knob(NamedTuple):
    """Where a knob usually stands, the ends of its curves, and whether it goes by ratios."""

    usual: float
    low: float
    high: float
    ratios: bool


class Term(NamedTuple):
    """A times a curve, and what it is: ADDED, POWER or FACTOR."""

    curve: int
    scale: float
    kind: float


class TurnedSlot(NamedTuple):
    """A number, the most that it may be, the constant C, whether its inverse is turned, and its terms."""

    number: float
    most: float
    constant: float
    inverse: bool
    terms: tuple[Term, ...]


class Turning(NamedTuple):
    """All that the program holds: knobs; curves as (knob, points); numbers, those of a row last, from `tuned` on."""

    knobs: Sequence[Knob]
    curves: Sequence[tuple[int, np.ndarray]]
    slots: Sequence[TurnedSlot]
    tuned: int

    def layout(self) -> Layout:
        """Where it lies."""
        form = {
            "knobs": len(self.knobs),
            "curves": len(self.curves),
            "points": sum(len(points) for _, points in self.curves),
            "slots": len(self.slots),
            "terms": sum(len(slot.terms) for slot in self.slots),
            "tuned": self.tuned,
            "width": max(1, len(self.slots) - self.tuned),
        }
        return Layout.of(compose_turning(), form, {})

    def fill(self, machine: Arena) -> None:
        """Write it into a memory."""
        counts = np.array([len(points) for _, points in self.curves], float)
        terms = [term for slot in self.slots for term in slot.terms]
        ends = np.cumsum([len(slot.terms) for slot in self.slots])
        machine.fill(
            "head",
            {
                "controls": [knob.usual for knob in self.knobs],
                "usual": [knob.usual for knob in self.knobs],
                "low": [knob.low for knob in self.knobs],
                "high": [knob.high for knob in self.knobs],
                "ratios": [float(knob.ratios) for knob in self.knobs],
                "knob": [float(knob) for knob, _ in self.curves],
                "first": np.cumsum(counts) - counts,
                "count": counts,
                "point": np.concatenate([np.empty(0), *(points for _, points in self.curves)]),
                "number": [slot.number for slot in self.slots],
                "constant": [slot.constant for slot in self.slots],
                "most": [slot.most for slot in self.slots],
                "inverse": [float(slot.inverse) for slot in self.slots],
                "begin": ends - [len(slot.terms) for slot in self.slots],
                "end": ends,
                "term": [float(term.curve) for term in terms],
                "scale": [term.scale for term in terms],
                "kind": [term.kind for term in terms],
            },
        )

"""Macros as a program, for hosts that do not run Python: what parameters become where knobs from 0 to 1 are turned.

A parameter goes through the points (knob, value) of its curve, on a straight line or by equal ratios; before the first and after the last
it stays. Two points at one knob are a jump: the first holds there, the second beyond.
"""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.kernels.maths import exp, log
from rosin.kernels.record import Real, Record, Row, Whole


class Form(Record):
    """What shapes it."""

    macros = Whole("number of macros")
    curves = Whole("of all of them")
    points = Whole("of all curves")


class Head(Record, form=Form):
    """Macros, curves and their points; whole numbers among the reals are counts and places."""

    sample_rate = Real("Hz", "which does not matter")
    controls = Row("macros", text="where each knob stands")
    macro = Row("curves", text="whose curve it is")
    ratios = Row("curves", text="whether it goes by ratios")
    first = Row("curves", text="its first point")
    end = Row("curves", text="the one after its last")
    knob = Row("points", text="of each point")
    value = Row("points", text="of each point")
    out = Row("curves", text="what the parameter becomes")


@kernel
def between(before, after, share, ratios):
    """A share of the way from one value to the next."""
    return before * exp(share * log(after / before)) if ratios > 0.0 else before + share * (after - before)


@kernel
def at(m, curve, knob):
    """A curve where its knob stands."""
    before = int(m.first[curve])
    for i in range(int(m.first[curve]), int(m.end[curve])):
        if knob <= m.knob[i]:
            if knob == m.knob[i] or i == before:
                return m.value[i]
            share = (knob - m.knob[before]) / (m.knob[i] - m.knob[before])
            return between(m.value[before], m.value[i], share, m.ratios[curve])
        before = i
    return m.value[before]


@functools.cache
def compose_macros() -> Program:
    """The program: a host writes where knobs stand, and reads the parameters after `prepare`."""

    @kernel
    def prepare(reals, wholes):
        """All curves."""
        m = view(Head, reals, wholes)
        for i in range(m.curves):
            m.out[i] = at(m, i, m.controls[int(m.macro[i])])

    @kernel
    def start(reals, wholes):
        """There is nothing to begin."""

    @kernel
    def process(reals, wholes, n):
        """Nothing sounds."""

    return Program(Head, (), prepare, start, process, compose_macros)


class MacroCurve(NamedTuple):
    """Whose curve it is, whether it goes by ratios, and its points (knob, value)."""

    macro: int
    ratios: bool
    points: Sequence[tuple[float, float]]


def macros_layout(macros: int, curves: Sequence[MacroCurve]) -> Layout:
    """The memory of these curves."""
    return Layout.of(compose_macros(), {"macros": macros, "curves": len(curves), "points": sum(len(each.points) for each in curves)}, {})


def fill_macros(machine: Any, values: Sequence[float], curves: Sequence[MacroCurve]) -> None:
    """Write them into a memory, with where the knobs stand at first."""
    ends = np.cumsum([len(each.points) for each in curves])
    points = np.array([point for each in curves for point in each.points], float)
    machine.fill(
        "head",
        {
            "controls": values,
            "macro": [float(each.macro) for each in curves],
            "ratios": [float(each.ratios) for each in curves],
            "first": ends - [len(each.points) for each in curves],
            "end": ends,
            "knob": points[:, 0],
            "value": points[:, 1],
        },
    )

"""How loud each layer is, as a program, for hosts that do not run Python: gain = usual gain times 10^(dB / 20)."""

import functools

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.kernels.maths import exp
from rosin.kernels.record import Real, Record, Row, Whole
from rosin.sound.output.chain import NEPER


class Form(Record):
    """What shapes it."""

    layers = Whole("number of layers")


class Head(Record, form=Form):
    """Of each layer its usual gain, what knobs add to it, and the gain that results."""

    sample_rate = Real("Hz", "which does not matter")
    usual = Row("layers", text="gain")
    controls = Row("layers", unit="dB", text="that knobs add")
    out = Row("layers", text="gain with that")


@functools.cache
def compose_levels() -> Program:
    """The program."""

    @kernel
    def prepare(reals, wholes):
        """Decibels into factors."""
        m = view(Head, reals, wholes)
        for i in range(m.layers):
            m.out[i] = m.usual[i] * exp(NEPER * m.controls[i])

    @kernel
    def start(reals, wholes):
        """There is nothing to begin."""

    @kernel
    def process(reals, wholes, n):
        """Nothing sounds."""

    return Program(Head, (), prepare, start, process, compose_levels)


def levels_layout(layers: int) -> Layout:
    """The memory of so many layers."""
    return Layout.of(compose_levels(), {"layers": layers}, {})

"""Two filters one after the other, as one program: such as a room, and the output chain that hears it."""

import functools
from collections.abc import Mapping

from rosin.engine.filter import BLOCK
from rosin.engine.program import Layout, Program, form_of
from rosin.kernels.dialect import constant, kernel, part, view
from rosin.kernels.filtering import FilterKernels
from rosin.kernels.record import Real, Record, Row

Form = form_of(
    "room", "filter", block="samples that a row holds", inputs="channels that come", outputs="channels that leave the first, and the second"
)


class Head(Record, form=Form):
    """What comes, what goes from the first filter to the second, and what leaves, a row for each channel."""

    sample_rate = Real("Hz")
    sound = Row("inputs", "block")
    between = Row("outputs", "block")
    out = Row("outputs", "block")


@functools.cache
def compose(first: FilterKernels, second: FilterKernels) -> Program:
    """The program of two filters."""
    RP, RC, RS = first.memory
    FP, FC, FS = second.memory
    r_prepare, r_start, r_process = first.prepare, first.start, first.process
    f_prepare, f_start, f_process = second.prepare, second.start, second.process

    @kernel
    def prepare(reals, wholes):
        """Their coefficients."""
        m = view(Head, reals, wholes)
        r, f = constant(part(wholes, m.room_n)), constant(part(wholes, m.filter_n))
        r_prepare(view(RP, constant(part(reals, m.room_p)), r), m.sample_rate, view(RC, part(reals, m.room_c), r))
        f_prepare(view(FP, constant(part(reals, m.filter_p)), f), m.sample_rate, view(FC, part(reals, m.filter_c), f))

    @kernel
    def start(reals, wholes):
        """Their states at rest."""
        m = view(Head, reals, wholes)
        r, f = part(wholes, m.room_n), part(wholes, m.filter_n)
        r_start(view(RC, constant(part(reals, m.room_c)), constant(r)), view(RS, part(reals, m.room_s), r))
        f_start(view(FC, constant(part(reals, m.filter_c)), constant(f)), view(FS, part(reals, m.filter_s), f))

    @kernel(separate=True)
    def run_first(c, s, n, stride, sound, out):
        """A block of the first."""
        r_process(c, s, n, stride, sound, out)

    @kernel(separate=True)
    def run_second(c, s, n, stride, sound, out):
        """A block of the second."""
        f_process(c, s, n, stride, sound, out)

    @kernel
    def process(reals, wholes, n):
        """A block of what comes into what leaves."""
        m = view(Head, reals, wholes)
        r, f = part(wholes, m.room_n), part(wholes, m.filter_n)
        rc, rs = view(RC, constant(part(reals, m.room_c)), constant(r)), view(RS, part(reals, m.room_s), r)
        fc, fs = view(FC, constant(part(reals, m.filter_c)), constant(f)), view(FS, part(reals, m.filter_s), f)
        run_first(rc, rs, n, m.block, m.sound, m.between)
        run_second(fc, fs, n, m.block, m.between, m.out)

    return Program(Head, (("room", first), ("filter", second)), prepare, start, process, compose)


def series_layout(program: Program, forms: Mapping[str, Mapping[str, int]], inputs: int, outputs: int, block: int = BLOCK) -> Layout:
    """The memory of two filters, whose forms are given as "room" and "filter"."""
    return Layout.of(program, {"block": block, "inputs": inputs, "outputs": outputs}, forms)

"""A filter at work: the program of anything that turns channels into channels, such as a soundbox or an output chain."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.program import Layout, Program, form_of
from rosin.engine.targets import Opener, open_target
from rosin.kernels.dialect import constant, kernel, part, view
from rosin.kernels.filtering import FilterKernels
from rosin.kernels.record import Real, Record, Row
from rosin.model.part import Part

BLOCK = 4096  # samples of each channel that the memory holds

Form = form_of("filter", block="samples that a row holds", inputs="channels that come", outputs="channels that leave")


class Head(Record, form=Form):
    """What comes and what leaves, a row for each channel."""

    sample_rate = Real("Hz")
    sound = Row("inputs", "block")
    out = Row("outputs", "block")


@functools.cache
def compose(filtering: FilterKernels) -> Program:
    """The program of a filter."""
    FP, FC, FS = filtering.memory
    f_prepare, f_start, f_process = filtering.prepare, filtering.start, filtering.process

    @kernel
    def prepare(reals, wholes):
        """Its coefficients."""
        m = view(Head, reals, wholes)
        n = constant(part(wholes, m.filter_n))
        f_prepare(view(FP, constant(part(reals, m.filter_p)), n), m.sample_rate, view(FC, part(reals, m.filter_c), n))

    @kernel
    def start(reals, wholes):
        """Its state at rest."""
        m = view(Head, reals, wholes)
        n = part(wholes, m.filter_n)
        f_start(view(FC, constant(part(reals, m.filter_c)), constant(n)), view(FS, part(reals, m.filter_s), n))

    @kernel(separate=True)
    def run(c, s, n, stride, sound, out):
        """A block."""
        f_process(c, s, n, stride, sound, out)

    @kernel
    def process(reals, wholes, n):
        """A block of what comes into what leaves."""
        m = view(Head, reals, wholes)
        own = part(wholes, m.filter_n)
        c, s = view(FC, constant(part(reals, m.filter_c)), constant(own)), view(FS, part(reals, m.filter_s), own)
        run(c, s, n, m.block, m.sound, m.out)

    return Program(Head, (("filter", filtering),), prepare, start, process, compose)


def filter_layout(kernels: FilterKernels, form: Mapping[str, int], inputs: int, outputs: int, block: int = BLOCK) -> Layout:
    """The memory of a filter."""
    return Layout.of(compose(kernels), {"block": block, "inputs": inputs, "outputs": outputs}, {"filter": form})


class OpenFilter:
    """A filter at a sample rate, with its state between blocks."""

    def __init__(self, model: Part, layout: Layout, sample_rate: float, target: str | Opener) -> None:
        self.sample_rate = sample_rate
        self.machine = open_target(target, layout)
        self.machine.view("head.sample_rate")[:] = sample_rate
        block = layout.form["block"]
        self._sound = self.machine.view("head.sound").reshape(layout.form["inputs"], block)
        self._out = self.machine.view("head.out").reshape(layout.form["outputs"], block)
        self.update(model)
        self.restart()

    def update(self, model: Part) -> None:
        """Change the parameters while it works."""
        model.check_rate(self.sample_rate)
        self.fill(model)
        self.machine.call("prepare")

    def fill(self, model: Any) -> None:
        """Write what the kernels read of the model."""
        self.machine.fill("filter.p", model.packed())

    def restart(self) -> None:
        """Back to rest."""
        self.machine.call("start")

    def filtered(self, given: np.ndarray, late: int = 0, out: np.ndarray | None = None) -> np.ndarray:
        """What leaves, (outputs, n), for the next samples that come, (inputs, n), and so many zeros; as much is left out before it.

        `out` is where it is written to, which may be what came.
        """
        samples, block = given.shape[1], self._sound.shape[1]
        out = np.empty((len(self._out), samples)) if out is None else out
        for begin in range(-late, samples, block):
            n = min(block, samples - begin)
            come = given[:, late + begin : late + begin + n]
            self._sound[:, : come.shape[1]] = come
            self._sound[:, come.shape[1] : n] = 0.0
            self.machine.call("process", n)
            out[:, max(begin, 0) : max(begin + n, 0)] = self._out[:, max(-begin, 0) : n]
        return out

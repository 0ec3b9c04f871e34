"""The lengths of the limiter at any sample rate, as a program, for hosts that do not run Python."""

import functools

from rosin.engine.program import Program
from rosin.kernels.dialect import kernel, view
from rosin.kernels.record import Real, Record
from rosin.sound.output.limiter import lengths


class Head(Record):
    """A rate, and what it makes of the limiter."""

    sample_rate = Real("Hz")
    box = Real("samples", "of a box")
    window = Real("samples", "of the window of the largest")
    delay = Real("samples", "that it delays")
    ring = Real("samples", "that it keeps")


@functools.cache
def compose_lengths() -> Program:
    """The program: a host writes the rate, and reads the lengths after `prepare`."""

    @kernel
    def prepare(reals, wholes):
        """The lengths."""
        m = view(Head, reals, wholes)
        box, window, delay, ring = lengths(m.sample_rate)
        m.box = float(box)
        m.window = float(window)
        m.delay = float(delay)
        m.ring = float(ring)

    @kernel
    def start(reals, wholes):
        """There is nothing to begin."""

    @kernel
    def process(reals, wholes, n):
        """Nothing sounds."""

    return Program(Head, (), prepare, start, process, compose_lengths)

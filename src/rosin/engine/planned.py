"""A target that runs nothing: it keeps what would be called, so that another host, a page, can do the same with the module.

A machine's plan is its memory before the first call, as runs of numbers that are not zero, and the calls in their order, with
arrays as byte addresses. What Python does to set up a voice, a soundbox or an output chain is so said once.
"""

from typing import Any

import numpy as np

from rosin.engine.signatures import Program, Span
from rosin.engine.wasm import PAGE, STACK

Call = tuple[str, list[float]]


class PlannedMachine:
    """An arena, and the calls that were asked for."""

    def __init__(self, program: Program, size: int) -> None:
        self.program = program
        self.arena = np.zeros(size)
        self.calls: list[Call] = []

    @property
    def pages(self) -> int:
        """Memory that a host must give the module, in pages."""
        return -(-8 * (len(self.arena) + STACK) // PAGE)

    def call(self, name: str, *arguments: Any) -> None:
        """Keep the call of a kernel."""
        self.calls.append((name, [address(a) if isinstance(a, Span) else a for a in arguments]))

    def taken(self) -> list[Call]:
        """The calls since the last time."""
        taken, self.calls = self.calls, []
        return taken

    def runs(self) -> list[tuple[int, list[float]]]:
        """What is not zero in the arena: (byte address, numbers) of each stretch."""
        places = np.flatnonzero(self.arena)
        breaks = np.flatnonzero(np.diff(places) > 1) + 1
        stretches = (run for run in np.split(places, breaks) if len(run))
        return [(8 * (STACK + int(run[0])), self.arena[run].tolist()) for run in stretches]


def address(span: Span) -> int:
    """The byte address of an array in a module's memory."""
    return 8 * (STACK + span.offset)

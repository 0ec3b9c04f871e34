"""The pool that gives notes to bodies (playing/pool.py) as a program, for hosts that do not run Python."""

import functools
from typing import Any

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.playing.pool import Places, begin, empty, end


@functools.cache
def compose_pool() -> Program:
    """The program: a host writes `key` and asks for `place`, or writes `place` and lets it go."""

    @kernel
    def prepare(reals, wholes):
        """It has no parameters."""

    @kernel
    def start(reals, wholes):
        """Nobody has played."""
        empty(view(Places, reals, wholes))

    @kernel
    def process(reals, wholes, n):
        """One hand begins the note of the key; none ends that of the place."""
        m = view(Places, reals, wholes)
        if n > 0:
            m.place = float(begin(m, m.key))
        else:
            end(m, int(m.place))

    return Program(Places, (), prepare, start, process, compose_pool)


def open_pool(places: int, target: Any) -> Any:
    """The machine of a pool of so many bodies."""
    machine = target(Layout.of(compose_pool(), {"places": places}, {}))
    machine.call("start")
    return machine

"""Whole instruments, as `rosin render` plays them: all strings or bodies, their player, soundbox, room and output, for their own length."""

import functools
from collections.abc import Iterator
from functools import partial

from rosin.bench.contacts import Entry, Work
from rosin.bench.timing import Task, cpu_time
from rosin.instruments.catalogue import instrument_names
from rosin.instruments.opening import instrument

INSTRUMENTS = "instruments"
RATE = 48_000


def whole_instruments() -> Iterator[Entry]:
    """Every instrument under its own gesture or notes."""
    for name in instrument_names():
        yield INSTRUMENTS, name, partial(_whole, name)


def _whole(name: str) -> Work:
    return Work(INSTRUMENTS, name, instrument(name), {})


class RenderTask:
    """What `render` does with an instrument, from first to last, on one core."""

    name = "render"

    def voices(self, played: Work) -> int:
        """One instrument."""
        return 1

    def task(self, played: Work) -> Task:
        """The whole sound, which is thrown away."""
        player = played.contact
        samples = round(player.duration * RATE)
        return Task(played.name, functools.partial(cpu_time, lambda: player.render(sample_rate=RATE)), samples / RATE, samples)

"""The player of notes as they come (playing/live/player.py) as a program, for hosts that do not run Python and for Python itself."""

import functools
from typing import Any

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.playing.live.player import LivePlayer, listen, listen_and_lend, play, rest


@functools.cache
def compose_player() -> Program:
    """The program: a host writes a `message` and asks for no samples, or asks for the `rows` of the next ones."""
    return _composed(listen, compose_player)


@functools.cache
def compose_lender() -> Program:
    """The same for a host with hands of its own, to whom bodies are lent."""
    return _composed(listen_and_lend, compose_lender)


def _composed(hear: Any, compose: Any) -> Program:
    @kernel
    def prepare(reals, wholes):
        """It reads its parameters as they are."""

    @kernel
    def start(reals, wholes):
        """Nobody has played."""
        rest(view(LivePlayer, reals, wholes))

    @kernel
    def process(reals, wholes, n):
        """Hear a message, or play."""
        m = view(LivePlayer, reals, wholes)
        if n > 0:
            play(m, n)
        else:
            hear(m)

    return Program(LivePlayer, (), prepare, start, process, compose)


def player_layout(
    *,
    places: int,
    tunings: int,
    block: int,
    thrown: bool,
    spun: bool = False,
    plucked: bool = False,
    wheel: bool = False,
    retuned: bool = False,
    marks: int = 0,
) -> Layout:
    """The memory of a player of so many bodies, or of strings with so many marks."""
    kinds = {"thrown": int(thrown), "spun": int(spun), "plucked": int(plucked), "wheel": int(wheel), "retuned": int(retuned)}
    form = {"places": places, "tunings": tunings, "block": block, **kinds, "marks": marks}
    return Layout.of(compose_player(), form, {})


def lending(layout: Layout) -> Layout:
    """The same memory, of a player who lends bodies to a host's own hands."""
    return Layout.of(compose_lender(), layout.form, {})

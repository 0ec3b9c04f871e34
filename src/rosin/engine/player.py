"""The player of notes as they come (playing/live/player.py) as a program, for hosts that do not run Python and for Python itself."""

import functools

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.playing.live.player import Player, listen, play, rest


@functools.cache
def compose_player() -> Program:
    """The program: a host writes a `message` and asks for no samples, or asks for the `rows` of the next ones."""

    @kernel
    def prepare(reals, wholes):
        """It reads its parameters as they are."""

    @kernel
    def start(reals, wholes):
        """Nobody has played."""
        rest(view(Player, reals, wholes))

    @kernel
    def process(reals, wholes, n):
        """Hear a message, or play."""
        m = view(Player, reals, wholes)
        if n > 0:
            play(m, n)
        else:
            listen(m)

    return Program(Player, (), prepare, start, process, compose_player)


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

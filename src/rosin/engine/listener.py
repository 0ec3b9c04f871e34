"""The listener to notes as they come (playing/live/listener.py) as a program, for hosts whose hands are their own."""

import functools

from rosin.engine.program import Layout, Program
from rosin.kernels.dialect import kernel, view
from rosin.playing.live.listener import Listener, hear_and_say, hear_nothing


@functools.cache
def compose_listener() -> Program:
    """The program: a host writes a `message`, and reads what is said of the notes."""

    @kernel
    def prepare(reals, wholes):
        """It reads its parameters as they are."""

    @kernel
    def start(reals, wholes):
        """Nobody has said anything."""
        hear_nothing(view(Listener, reals, wholes))

    @kernel
    def process(reals, wholes, n):
        """Hear a message."""
        hear_and_say(view(Listener, reals, wholes))

    return Program(Listener, (), prepare, start, process, compose_listener)


def listener_layout() -> Layout:
    """Its memory."""
    return Layout.of(compose_listener(), {}, {})

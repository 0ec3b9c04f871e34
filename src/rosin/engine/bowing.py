"""The hands of a player (playing/bowing/hand.py) as a program, for Python and for hosts that do not run it."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.contact_voice import seed_words
from rosin.engine.program import Layout, Program
from rosin.engine.targets import Opener, open_target
from rosin.kernels.dialect import kernel, view
from rosin.kernels.random import WORDS
from rosin.kernels.record import Inner, Real, Record, Row, Whole
from rosin.playing.bowing.hand import SEMITONES, Coefficients, Habits, State, take
from rosin.playing.bowing.hand import play as play_on
from rosin.playing.bowing.hand import prepare as prepare_hand
from rosin.playing.bowing.hand import start as start_hand
from rosin.playing.bowing.stroke import BowStroke

BLOCK = 8192
CONTROLS = ("velocity", "normal_force", "position", "finger")


class Form(Record):
    """What shapes the memory of hands."""

    block = Whole("samples that a row holds")


class Head(Record, form=Form):
    """A message, the hands, and what they do."""

    sample_rate = Real("Hz")
    stroke = Inner(BowStroke)
    habits = Inner(Habits)
    fixed = Inner(Coefficients)
    moving = Inner(State)
    words = Row(WORDS, text="random numbers")
    velocity = Row("block", unit="m/s")
    normal_force = Row("block", unit="N")
    position = Row("block")
    finger = Row("block")


@functools.cache
def compose_hands() -> Program:
    """The program: a host writes a stroke and processes 0 samples to send it; n samples are n of each control."""

    @kernel
    def prepare(reals, wholes):
        """Player and fingerboard."""
        m = view(Head, reals, wholes)
        prepare_hand(m.habits, m.sample_rate, m.fixed)

    @kernel
    def start(reals, wholes):
        """Off the string."""
        m = view(Head, reals, wholes)
        start_hand(m.fixed, m.moving, m.words)

    @kernel
    def process(reals, wholes, n):
        """Take the stroke that is there, or play."""
        m = view(Head, reals, wholes)
        if n == 0:
            take(m.fixed, m.moving, m.stroke)
        else:
            play_on(m.fixed, m.moving, m.words, n, m.velocity, m.normal_force, m.position, m.finger)

    return Program(Head, (), prepare, start, process, compose_hands)


class Hands:
    """The hands of a player on a string, at a sample rate."""

    def __init__(
        self, player: Mapping[str, Any], table: np.ndarray, sample_rate: float, *, seed: int = 0, target: str | Opener = "native"
    ) -> None:
        """`player` has the habits by name, in the units of hand.Habits; `table` is r of hand.py, for every semitone."""
        self.machine = open_target(target, Layout.of(compose_hands(), {"block": BLOCK}, {}))
        self.machine.view("head.sample_rate")[:] = sample_rate
        for name in Habits.fields.keys() - {"table"}:
            self.machine.view(f"head.habits.{name}")[:] = player[name]
        self.machine.view("head.habits.table")[:] = np.pad(table, (0, SEMITONES - len(table)), mode="edge")
        self.machine.call("prepare")
        self._stroke = [self.machine.view(f"head.stroke.{name}") for name in BowStroke.fields]
        self._rows = {name: self.machine.view(f"head.{name}") for name in CONTROLS}
        self.restart(seed)

    def restart(self, seed: int = 0) -> None:
        """Off the string."""
        self.machine.view("head.words")[:] = seed_words(seed)
        self.machine.call("start")

    def send(self, stroke: Mapping[str, float]) -> None:
        """What is wanted from now on."""
        for place, name in zip(self._stroke, BowStroke.fields, strict=True):
            place[0] = stroke[name]
        self.machine.call("process", 0)

    def play(self, samples: int, out: Mapping[str, np.ndarray], at: int) -> None:
        """Write the next samples of each control into arrays, from a place on."""
        for begin in range(0, samples, BLOCK):
            n = min(BLOCK, samples - begin)
            self.machine.call("process", n)
            for name, row in self._rows.items():
                out[name][at + begin : at + begin + n] = row[:n]

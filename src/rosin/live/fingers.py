"""Notes on instruments whose hands Python leads: bowed strings and rubbed masses, whose own thread knows their controls alone.

The player of notes (playing/live/player.py) runs here once for each string or stick and says how fast its hand goes, how firmly it
presses and how far it is bent; some hundred times a second the controls are put there. A string is stopped where the bend says; a note is
given to the highest string that has it and is free. Of masses the nearest is rubbed.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rosin.engine.player import player_layout
from rosin.engine.targets import open_target
from rosin.instruments.setups.rubbed_masses import RubbedMasses
from rosin.instruments.setups.setup import firmly
from rosin.live.engine import Engine, Told
from rosin.playing.midi.score import A4, A4_KEY

BLOCK = 128  # samples that the player says at a time
STEP = 1e-9  # by which a control must differ to be put anew
ON, OFF = 0x90, 0x80

Moves = dict[str, float]  # controls by symbol


class Line(NamedTuple):
    """One hand: the player of its notes, the keys that it has, and what speed, force and bend (semitones) make its controls."""

    player: "LinePlayer"
    lowest: float
    highest: float
    moves: Callable[[float, float, float], Moves]


class LinePlayer:
    """The player of one body, which is bent from its own key to others."""

    def __init__(self, sample_rate: int, velocity: float, normal_force: float, key: float) -> None:
        form = {"thrown": False, "spun": False, "retuned": False}
        self.machine = open_target("native", player_layout(places=1, tunings=1, block=BLOCK, **form))
        given = {"sample_rate": sample_rate, "velocity": velocity, "normal_force": normal_force, "first": key}
        self.machine.fill("head", given | {"firm_velocities": [1.0], "firm_forces": [1.0]})
        self.machine.call("start")
        self.held: set[tuple[int, int]] = set()  # channels and keys

    def tell(self, message: tuple[int, int, int]) -> None:
        """Hear a message."""
        self.machine.view("head.message")[:] = message
        self.machine.call("process", 0)

    def after(self, samples: int) -> tuple[float, float, float]:
        """Speed, force and bend so many samples later."""
        while samples > 0:
            count = min(samples, BLOCK)
            self.machine.call("process", count)
            samples -= count
        velocity, force, bend = self.machine.view("head.rows").reshape(3, BLOCK)[:, count - 1].tolist()
        return velocity, force, bend


class Fingers:
    """Plays the messages that an engine has heard; called with them again and again."""

    def __init__(self, engine: Engine, lines: list[Line]) -> None:
        self.engine, self.lines, self.frame = engine, lines, engine.state.frame

    def __call__(self, told: list[Told]) -> None:
        """Do what was asked since, and let the hands go on."""
        for each in told:
            if each.message is not None:
                self._hear(each.message)
        now = self.engine.state.frame
        if now == self.frame:
            return
        for line in self.lines:
            for symbol, value in line.moves(*line.player.after(now - self.frame)).items():
                control = self.engine.controls[symbol]
                inside = min(max(value, control.low), control.high)
                if abs(inside - self.engine.values[symbol]) > STEP:
                    self.engine.turn(symbol, inside)
        self.frame = now

    def _hear(self, message: tuple[int, int, int]) -> None:
        status, key, strength = message
        note = status & 15, key
        if status & 0xF0 == ON and strength:
            line = self._chosen(key)
            if line is not None:
                line.player.held.add(note)
                line.player.tell(message)
            return
        for line in self.lines:
            if status & 0xE0 == OFF:
                line.player.held.discard(note)
            line.player.tell(message)

    def _chosen(self, key: int) -> Line | None:
        """The highest line that has a key and holds no other, or holds the fewest."""
        able = [line for line in self.lines if line.lowest - 0.5 <= key <= line.highest + 0.5]
        return min(able, key=lambda line: (len(line.player.held), -line.lowest), default=None)


def key_of(frequency: float) -> float:
    """The key of a pitch (Hz)."""
    return A4_KEY + 12 * math.log2(frequency / A4)


def fingers_of(engine: Engine) -> Fingers | None:
    """Who plays notes on an engine's instrument, where its own thread does not and Python can."""
    setup = engine.instrument.setup
    if engine.plays_notes:
        return None
    lines = _masses(engine, setup) if isinstance(setup, RubbedMasses) else _strings(engine)
    return Fingers(engine, lines) if lines else None


def _strings(engine: Engine) -> list[Line]:
    found = []
    for name, layer in engine.instrument.setup.live(engine.sample_rate).items():
        if layer.pitch is None or not layer.marks:
            continue
        open_key = key_of(layer.pitch)

        def moves(velocity: float, force: float, bend: float, name: str = name, marks: tuple[float, ...] = layer.marks) -> Moves:
            stopped = float(np.interp(bend, np.arange(len(marks)), marks))
            return {f"{name}_velocity": velocity, f"{name}_normal_force": force, f"{name}_finger": stopped}

        player = LinePlayer(engine.sample_rate, layer.usual["velocity"], layer.usual["normal_force"], open_key)
        found.append(Line(player, open_key, open_key + len(layer.marks) - 1, moves))
    return found


def _masses(engine: Engine, setup: RubbedMasses) -> list[Line]:
    pitches, reference = setup.frequencies, engine.instrument.reference
    lowest, highest = key_of(pitches[0]), key_of(pitches[-1])

    def moves(velocity: float, force: float, bend: float) -> Moves:
        nearest = int(np.argmin(np.abs(pitches - pitches[0] * 2 ** (bend / 12))))
        place = nearest / (len(pitches) - 1)
        return {"velocity": velocity, "normal_force": force * pitches[nearest] / pitches[-1], "position": place}

    player = LinePlayer(engine.sample_rate, firmly(reference, "velocity"), firmly(reference, "normal_force"), lowest)
    return [Line(player, lowest, highest, moves)]

"""Notes on rubbed masses, whose stick Python leads: which mass a note is on, the thread that sounds does not know.

The player of notes (playing/live/player.py) runs here and says how fast the stick goes, how firmly it presses and how far it is bent; some
hundred times a second the controls are put there. The mass that is nearest in pitch is rubbed.
"""

import numpy as np

from rosin.engine.player import player_layout
from rosin.engine.targets import open_target
from rosin.export.notes import key_of
from rosin.instruments.setups.rubbed_masses import RubbedMasses
from rosin.instruments.setups.setup import firmly
from rosin.live.engine import Engine, Told

BLOCK = 128  # samples that the player says at a time
STEP = 1e-9  # by which a control must differ to be put anew


class Stick:
    """Plays the messages that an engine has heard; called with them again and again."""

    def __init__(self, engine: Engine, setup: RubbedMasses) -> None:
        self.engine, self.pitches, self.frame = engine, setup.frequencies, engine.state.frame
        self.machine = open_target("native", player_layout(places=1, tunings=1, block=BLOCK, thrown=False, spun=False, retuned=False))
        usual = {control: firmly(engine.instrument.reference, control) for control in ("velocity", "normal_force")}
        firm = {"firm_velocities": [1.0], "firm_forces": [1.0]}
        self.machine.fill("head", usual | firm | {"sample_rate": engine.sample_rate, "first": key_of(self.pitches[0])})
        self.machine.call("start")

    def __call__(self, told: list[Told]) -> None:
        """Do what was asked since, and let the stick go on."""
        for each in told:
            if each.message is not None:
                self.machine.view("head.message")[:] = each.message
                self.machine.call("process", 0)
        now = self.engine.state.frame
        if now == self.frame:
            return
        velocity, force, bend = self._after(now - self.frame)
        nearest = int(np.argmin(np.abs(self.pitches - self.pitches[0] * 2 ** (bend / 12))))
        lighter, place = self.pitches[nearest] / self.pitches[-1], nearest / (len(self.pitches) - 1)
        for symbol, value in {"velocity": velocity, "normal_force": force * lighter, "position": place}.items():
            control = self.engine.controls[symbol]
            inside = min(max(value, control.low), control.high)
            if abs(inside - self.engine.values[symbol]) > STEP:
                self.engine.turn(symbol, inside)
        self.frame = now

    def _after(self, samples: int) -> list[float]:
        """Speed, force and bend so many samples later."""
        while samples > 0:
            count = min(samples, BLOCK)
            self.machine.call("process", count)
            samples -= count
        last: list[float] = self.machine.view("head.rows").reshape(-1, BLOCK)[:, count - 1].tolist()
        return last


def stick_of(engine: Engine) -> Stick | None:
    """Who plays notes on an engine's instrument, where its own thread does not and Python can."""
    setup = engine.instrument.setup
    return Stick(engine, setup) if isinstance(setup, RubbedMasses) and not engine.plays_notes else None

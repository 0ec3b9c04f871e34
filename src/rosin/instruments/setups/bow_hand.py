"""A gesture that a player makes: the hands of rosin.playing.bowing on one string, told what to do as time goes by."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from rosin.engine.bowing import CONTROLS, Hands
from rosin.instruments.strings.fingerboard import Fingerboard
from rosin.playing.bowing.hand import Habits
from rosin.playing.bowing.player import Player
from rosin.playing.bowing.strokes import Message
from rosin.playing.gesture import Gesture

LOOKS = 6000.0  # Hz at which values are looked up


class BowHand(Gesture):
    """Velocity, normal force, position and finger of a string, block after block."""

    def __init__(self, player: Player, board: Fingerboard, messages: Sequence[Message], seed: int = 0) -> None:
        super().__init__(**dict.fromkeys(CONTROLS, 0.0))
        self.habits = {name: getattr(player, name) for name in Habits.fields if name != "table"}
        self.habits["pitch_jitter"] /= 100  # of cents, semitones
        self.table, self.messages, self.seed = board.ratios, messages, seed
        self._hands: Hands | None = None
        self._at = self._next = 0

    def block(self, begin: int, samples: int, sample_rate: float, *, array_step: int = 1) -> dict[str, Any]:
        """The controls at samples begin, begin + 1, ...; where that is not where the last block ended, the hands begin anew."""
        if self._hands is None or begin != self._at:
            self._hands = self._hands or Hands(self.habits, self.table, sample_rate)
            self._hands.restart(self.seed + begin)
            self._next = sum(round(time * sample_rate) < begin for time, _ in self.messages)
        out = {name: np.empty(samples) for name in CONTROLS}
        done, messages = 0, self.messages
        while done < samples:
            while self._next < len(messages) and round(messages[self._next][0] * sample_rate) <= begin + done:
                self._hands.send(messages[self._next][1])
                self._next += 1
            until = samples
            if self._next < len(messages):
                until = min(samples, round(messages[self._next][0] * sample_rate) - begin)
            self._hands.play(until - done, out, done)
            done = until
        self._at = begin + samples
        return out

    def values(self, name: str, times: np.ndarray) -> np.ndarray:
        """A control at any times (s)."""
        looks = int(np.max(times) * LOOKS) + 2
        return np.interp(times, np.arange(looks) / LOOKS, self.seeded(0).block(0, looks, LOOKS)[name])

    def seeded(self, seed: int) -> "BowHand":
        """Other hands, that do the same in another take."""
        again = copy.copy(self)
        again.seed, again._hands = self.seed + seed, None
        return again

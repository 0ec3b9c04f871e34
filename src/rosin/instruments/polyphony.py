"""A pool of pairs that sounds live: notes begin and end, each on a pair of its own, and what rings rings on."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.scenes.voice import SceneVoice
from rosin.instruments.setups.pairs import resonator_of
from rosin.instruments.setups.setup import Layer
from rosin.model.errors import ParameterError
from rosin.playing.pool import Pool
from rosin.playing.touch import THROW
from rosin.scenes.scene import DOT, Scene


class Polyphony:
    """The layer of a pool (OneContact.pool) as a voice: `begin`, `move` and `end` notes, and `play` the next samples."""

    def __init__(self, layer: Layer | None, sample_rate: float = 48_000, **options: Any) -> None:
        if layer is None or layer.keyed is None or not isinstance(layer.source, Scene):
            raise ParameterError("This layer is no pool of pairs; take the `pool` of a setup that plays keys.")
        self.keyed, self.gain = layer.keyed, layer.gain
        self.voice = SceneVoice(layer.source, sample_rate, **options)
        self.pool = Pool(len(self.keyed.pairs))
        self.thrown = {name for name, touch in layer.source.contacts.items() if layer.source.bodies[touch.first].thrown}
        self._firmer: dict[int, Mapping[str, float]] = {}
        self._goals: dict[str, float] = {}
        self._blows: set[str] = set()

    def begin(self, key: float, **controls: float) -> int:
        """A note with its controls: a blow's velocity, or a finger's velocity and normal_force. The pair that plays it."""
        before = self.pool.keys
        place = self.pool.begin(key)
        pair, tuning = self.keyed.pairs[place], self.keyed.tuned(key)
        self._firmer[place] = tuning.firmer
        if before[place] != key:
            self.voice.tune(resonator_of(pair), tuning.resonator)
        if f"{pair}{DOT}bend" in self.voice.layout.rows:
            self.voice.jump(**{f"{pair}{DOT}bend": tuning.bend})
        if pair in self.thrown:
            self.voice.jump(**{f"{pair}{DOT}{name}": value for name, value in controls.items()})
            self._blows.add(f"{pair}{DOT}velocity")
            self.pool.end(place)
        else:
            self.move(place, **controls)
        return place

    def move(self, place: int, **controls: float) -> None:
        """Lead the hand of a pair on; higher keys are pressed harder."""
        pair = self.keyed.pairs[place]
        firmer = self._firmer[place]
        self._goals |= {f"{pair}{DOT}{name}": value * firmer.get(name, 1.0) for name, value in controls.items()}

    def end(self, place: int) -> None:
        """The hand leaves a pair, which rings on."""
        if self.keyed.pairs[place] not in self.thrown:
            self.move(place, velocity=0.0, normal_force=0.0)
            self.pool.end(place)

    def play(self, samples: int) -> np.ndarray:
        """Sound of the next samples, (channels, samples)."""
        goals, self._goals = self._goals, {}
        if not self._blows:
            return self.gain * self.voice.play(samples, **goals)
        thrown = min(samples, round(THROW * self.voice.sample_rate))
        first = self.voice.play(thrown, **goals)
        self.voice.jump(**dict.fromkeys(self._blows, 0.0))
        self._blows.clear()
        rest = [self.voice.play(samples - thrown)] if samples > thrown else []
        return self.gain * np.hstack([first, *rest])

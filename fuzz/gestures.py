"""Damaged gestures: each gives finite controls, block by block the same as at once, or is refused in words."""

import json
from typing import Any

import numpy as np

from fuzz.damage import damaged_data
from fuzz.target import Data, in_words
from rosin import RosinError
from rosin.model import presets
from rosin.playing.controls import CONTROLS
from rosin.playing.curves import Curve
from rosin.playing.gesture import Gesture

PACKAGE = "rosin.instruments"
SAMPLES, BLOCK, RATE = 480, 96, 48_000


class Gestures(Data):
    """The controls of a gesture."""

    about = "damaged gestures"

    def __enter__(self) -> "Gestures":
        found = [json.loads(presets.text_of(PACKAGE, name)).get("gesture") for name in presets.names(PACKAGE)]
        self.valid = [gesture for gesture in found if gesture]
        self.curves = list(Curve.registry)
        return self

    def case(self, random: np.random.Generator) -> Any:
        """One of an instrument, or some random controls; then damaged."""
        if random.uniform() < 0.5:
            return damaged_data(self.valid[int(random.integers(len(self.valid)))], random)
        controls = {str(name): self._control(random) for name in random.choice(list(filter(None, CONTROLS)), 3)}
        return controls if random.uniform() < 0.3 else damaged_data(controls, random)

    def _control(self, random: np.random.Generator) -> Any:
        kind = random.uniform()
        if kind < 0.3:
            return float(random.normal())
        if kind < 0.7:
            times = np.sort(random.uniform(0, 0.02, int(random.integers(1, 6))))
            return [[float(time), float(random.normal())] for time in times]
        return {"type": str(random.choice(self.curves)), "rate": 100, "values": [0.0, 0.1, 0.3], "frames": [0, 40], "start": 0.0}

    def check(self, case: Any) -> None:
        """Ask for its controls."""
        try:
            gesture = Gesture.from_dict(case)
            whole = gesture.block(0, SAMPLES, RATE)
            blocks = [gesture.block(begin, BLOCK, RATE) for begin in range(0, SAMPLES, BLOCK)]
        except RosinError as error:
            return in_words(error)
        for name, value in whole.items():
            one = np.broadcast_to(value, SAMPLES)
            several = np.concatenate([np.broadcast_to(block[name], BLOCK) for block in blocks])
            assert np.isfinite(one).all(), name
            np.testing.assert_allclose(several, one, rtol=1e-12, atol=1e-300, err_msg=name)
        return None

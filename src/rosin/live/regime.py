"""What the rubbed point does, in a word, from the last moments of its relative velocity: the verdicts of analysis, live."""

import math

import numpy as np

from rosin.analysis.regimes import motion
from rosin.analysis.takes import WINDOW_REGIMES
from rosin.analysis.window import frequencies_of, judged
from rosin.live.engine import Engine
from rosin.model.errors import ParameterError
from rosin.scenes.contact import Contact

SEEN = 0.45  # s that are looked at
PERIODS = 12  # of a string, at least
STILL = 1e-4  # m/s: a hand that is slower does not move
QUIET = 1e-3  # of full scale: less is silence


class Regime:
    """Names what the watched layer of an engine does."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.seen = engine, np.zeros((0, 2), np.float32)
        live = engine.instrument.setup.live(engine.sample_rate)
        self.layers = [live.get(layer.name) for layer in engine.exported.layers]

    def add(self, slid: np.ndarray) -> None:
        """More of force and relative velocity."""
        self.seen = np.concatenate([self.seen, slid])[-round(SEEN * self.engine.sample_rate) :]

    def words(self, level: float) -> str:
        """The regime, at a level (0 to 1) of what is heard."""
        place = self.engine.state.layer
        layer = self.layers[place] if place >= 0 else None
        if layer is None or len(self.seen) < round(SEEN * self.engine.sample_rate):
            return "sounds" if level > QUIET else "silent"
        force, velocity = self.seen.T.astype(float)
        if not force.any():
            return "rings" if level > QUIET else "silent"
        speed = self._speed(place)
        if abs(speed) < STILL:
            return "rests"
        try:
            return self._named(layer.contact, layer.pitch, velocity, speed)
        except ParameterError:
            return "sounds" if level > QUIET else "silent"

    def _named(self, contact: Contact, pitch: float | None, velocity: np.ndarray, speed: float) -> str:
        rate = self.engine.sample_rate
        if pitch is not None:
            position = self._value("position", self.engine.state.layer) or 0.1
            return motion(velocity, rate, frequency=pitch, velocity=speed, position=position, periods=PERIODS).regime
        frequencies = frequencies_of(contact, self._value("position", self.engine.state.layer), 0.0)
        cell = judged(math.copysign(1, speed) * velocity, rate, abs(speed), frequencies[0], frequencies)
        return WINDOW_REGIMES[cell.regime] + ("" if math.isnan(cell.pitch) else f", {cell.pitch:.0f} Hz")

    def _speed(self, place: int) -> float:
        return self._value("velocity", place)

    def _value(self, control: str, place: int) -> float:
        """Where the hand of a layer has put a control."""
        for symbol, each in self.engine.controls.items():
            if each.control == control and any(move.layer == place for move in each.moves):
                return self.engine.values[symbol]
        return 0.0

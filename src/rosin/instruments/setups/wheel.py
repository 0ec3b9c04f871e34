"""A wheel that rolls on a track until a normal force blocks it, and then slides (Avanzini et al. 2003, figure 8.11a).

One hand drives the wheel along at v and presses the brake with F. The brake takes the rim's speed u = R Ω down at the rate
F / M, M being the rim's mass, and where it is released the ground takes it up again at the rate `grip`; what the rim lacks,
v - u, slides over the track. Rolling sounds at the speed of the rim, friction at that of sliding, on the same track.
"""

from typing import Any

import numpy as np

from rosin.instruments.setups.one_contact import SomeContact
from rosin.instruments.setups.setup import Layer, Link, Played, Setup, gain_parameter
from rosin.model.parameters import Number, parameter
from rosin.playing.gesture import Gesture

PACE = 0.001  # s, in which the spin of the wheel is followed


class Wheel(Setup):
    """Rolling and friction in one instrument."""

    rolling: SomeContact
    sliding: SomeContact
    rim_mass: Number = parameter("M", "kg", "mass of the rim", default=2.0, more_than=0, at_most=1e6, range=(0.1, 50))
    grip: Number = parameter("", "m/s^2", "rate at which the track spins it up", default=5.0, more_than=0, at_most=1e4, range=(1, 50))
    gain: Number = gain_parameter()

    def layers(self) -> dict[str, Layer]:
        return {"rolling": self.rolling.layer().raised(self.gain), "sliding": self.sliding.layer().raised(self.gain)}

    def hands(self) -> dict[str, frozenset[str]]:
        return {"hand": frozenset({"velocity", "normal_force"})}

    def links(self) -> list[Link]:
        rolling = Link("hand", "velocity", "rolling", unless="normal_force")
        return [rolling, Link("hand", "velocity", "sliding"), Link("hand", "normal_force", "sliding")]

    def spin(self, velocity: np.ndarray, normal_force: np.ndarray) -> np.ndarray:
        """Speed of the rim at each step of PACE: what blocks it takes it towards rest, what frees it towards the wheel's own speed."""
        rim = np.empty(len(velocity))
        now = velocity[0] if normal_force[0] == 0 else 0.0
        for i, (v, force) in enumerate(zip(velocity, normal_force, strict=True)):
            goal, rate = (0.0, force / self.rim_mass) if force > 0 else (v, self.grip)
            now += min(max(goal - now, -rate * PACE), rate * PACE)
            now = min(max(now, min(v, 0.0)), max(v, 0.0))
            rim[i] = now
        return rim

    def played(self, gestures: Any) -> list[Played]:
        given = gestures["hand"]
        found: dict[int, tuple[np.ndarray, np.ndarray]] = {}

        def rim(times: np.ndarray) -> np.ndarray:
            last = int(np.ceil(times[-1] / PACE)) + 1 if len(times) else 1
            if not found or len(found[0][0]) <= last:
                grid = PACE * np.arange(2 * last + 1000)
                found[0] = grid, self.spin(given.values("velocity", grid), given.values("normal_force", grid))
            return np.interp(times, *found[0])

        layers = self.layers()
        slide = given.replace(velocity=lambda times: given.values("velocity", times) - rim(times))
        return [Played("rolling", layers["rolling"], Gesture(velocity=rim)), Played("sliding", layers["sliding"], slide)]

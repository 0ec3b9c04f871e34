"""The hammer of figure 8.3, and its blow against a rigid wall, simulated."""

from typing import NamedTuple

import numpy as np

from rosin import Contact, Gesture, HuntCrossley, InertialMass, Wall, render

HAMMER = {"mass": 1e-2, "stiffness": 1.5e11, "exponent": 2.8, "loss": 0.6}  # kg, N/m^2.8, 1, s/m
RATE = 192_000
GAP = 3.3e-5  # m: the hammer begins just before the wall


class Blow(NamedTuple):
    """What happens from just before to just after a blow: compression (m), its speed (m/s) and force (N), a value every 1 / RATE."""

    compression: np.ndarray
    velocity: np.ndarray
    force: np.ndarray

    @property
    def contact_time(self) -> float:
        """Seconds between the zeros of the compression."""
        x = self.compression
        places = np.flatnonzero(np.diff(np.sign(x)) != 0)
        times = (places + x[places] / (x[places] - x[places + 1])) / RATE
        return float(times[-1] - times[0])

    @property
    def rebound(self) -> float:
        """The speed (m/s, negative) afterwards."""
        return float(self.velocity[-1])


def blow(speed: float, mass: float, stiffness: float, exponent: float, loss: float, duration: float = 2.5e-3) -> Blow:
    """A hammer against a wall at a speed (m/s)."""
    hammer = InertialMass(mass, velocity=speed, position=-GAP)
    contact = Contact(hammer, HuntCrossley(stiffness, exponent, loss), Wall())
    names = ("compression", "relative_velocity", "force")
    return Blow(*render(contact, Gesture(), duration=duration, sample_rate=RATE, record=names).traces.values())

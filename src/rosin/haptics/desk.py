"""The desk of Onofrei, Fontana and Serafin 2022, 3.3.3: where the tip of the stick is, what it does, and what it feels.

x   along which it rubs: its velocity is the rubbing velocity v_r, and the friction of the law is felt along it
y   height: an elastic plane at y = 0 pushes back with k_p |y| below it, and that is the normal force; above it nothing is felt
z   along the row of masses, between two stiff walls at its ends: k_w for every metre beyond them

    F_x = -f / s      F_y = k_p max(-y, 0)      F_z = k_w max(z_0 - z, 0) - k_w max(z - z_1, 0)      N = s F_y

A mass of 1 kg wants a thousand times the force that a hand has, so what is felt is scaled by s: forces on the contact are s times those on
the hand, at the same velocities. So is every power, and what is passive stays so. Where a device measures its normal force, that is taken.
"""

import math
from typing import NamedTuple

import numpy as np

from rosin.model.parameters import Model, parameter

STALE = 0.1  # s between two messages after which no velocity is told from them


class Tip(NamedTuple):
    """What a device says: when (s, by its clock), where its tip is (m), and the force (N) that it presses with, nan where unknown."""

    time: float
    x: float
    y: float
    z: float
    pressed: float = math.nan


class Wanted(NamedTuple):
    """What the tip asks of the contact: m/s, N, and a place from 0 to 1 along the masses."""

    velocity: float
    normal_force: float
    position: float


class Desk(Model):
    """Plane, walls and scale of a haptic desk."""

    plane: float = parameter("k_p", "N/m", "stiffness of the plane", default=400.0, more_than=0, at_most=1e5, range=(50, 3000))
    wall: float = parameter("k_w", "N/m", "stiffness of the walls", default=1500.0, more_than=0, at_most=1e5, range=(100, 5000))
    left: float = parameter("z_0", "m", "where the first wall is", default=-0.1, at_least=-1, at_most=1)
    right: float = parameter("z_1", "m", "where the second wall is", default=0.1, at_least=-1, at_most=1)
    scale: float = parameter("s", "", "force on the contact for one on the hand", default=1.0, more_than=0, at_most=1e6, range=(1, 3000))
    masses: float = parameter("", "", "places that the stick snaps to; 0: it goes to any", default=0.0, at_least=0, at_most=64)
    cutoff: float = parameter("", "Hz", "of the velocity, told from places", default=200.0, more_than=0, at_most=1e4, range=(20, 500))

    def check(self) -> None:
        """Walls in their order."""
        if not self.left < self.right:
            raise self.refuse("left", self.left, f"must be less than right = {self.right:g} m.")

    def plane_and_walls(self, tip: Tip) -> np.ndarray:
        """What is felt of the desk itself: N along x, y and z."""
        beyond = self.wall * (max(self.left - tip.z, 0.0) - max(tip.z - self.right, 0.0))
        return np.array([0.0, self.plane * max(-tip.y, 0.0), beyond])

    def asked(self, tip: Tip, velocity: float) -> Wanted:
        """What the contact is asked for."""
        share = min(max((tip.z - self.left) / (self.right - self.left), 0.0), 1.0)
        if self.masses > 1:
            share = round(share * (self.masses - 1)) / (self.masses - 1)
        pressed = self.plane * max(-tip.y, 0.0) if math.isnan(tip.pressed) else max(tip.pressed, 0.0)
        return Wanted(velocity, self.scale * pressed, share)


class Following:
    """The velocity of a tip along x, told from where it was and when, smoothed by a pole at the desk's cutoff."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.before, self.velocity = desk, None, 0.0

    before: Tip | None

    def follow(self, tip: Tip) -> float:
        """The velocity now; what comes late, or twice, tells nothing."""
        before = self.before
        if before is None or not 0 < tip.time - before.time < STALE:
            if before is None or tip.time - before.time >= STALE:
                self.before, self.velocity = tip, 0.0
            return self.velocity
        passed = tip.time - before.time
        fresh = (tip.x - before.x) / passed
        self.velocity += (fresh - self.velocity) * -math.expm1(-2 * math.pi * self.desk.cutoff * passed)
        self.before = tip
        return self.velocity

"""A port that gives no more energy to a hand than the hand has put in: time-domain passivity, observed and kept, axis by axis.

A device holds a force F from one tick to the next while its tip goes from x to x'. Then the work -F (x' - x), exact for a force that is
held, is what the hand has put in, and the observer (Hannaford and Ryu 2002) sums it up:

    E(n + 1) = E(n) - F(n) (x(n + 1) - x(n))

The controller does not wait until E is negative. With the mean velocity v of the last tick and the largest acceleration a that motor
and hand can give the device's mass, the tip goes in the next tick by at most

    d = sign(F) v T + a T^2

along F; so with |F| <= (E + e) / d, where d > 0, E never falls below -e, whatever delays and losses brought the force about.
"""

import numpy as np

LENT = 9e-7  # J: what may be lent; a millionth is not exceeded by rounding


class PassivePort:
    """The port of a device of three axes whose forces are held for `period` s and that accelerates by no more than `acceleration` m/s^2."""

    def __init__(self, period: float, acceleration: float, lent: float = LENT) -> None:
        self.period, self.acceleration, self.lent = period, acceleration, lent
        self.energy, self.force = np.zeros(3), np.zeros(3)
        self.least = np.zeros(3)  # that the energy ever was
        self.place: np.ndarray | None = None
        self.velocity = np.zeros(3)

    def observe(self, place: np.ndarray) -> None:
        """The tip is here now (m), after the last force was held."""
        if self.place is not None:
            moved = place - self.place
            self.energy -= self.force * moved
            self.velocity = moved / self.period
            self.least = np.minimum(self.least, self.energy)
        self.place = place.copy()

    def kept(self, wanted: np.ndarray) -> np.ndarray:
        """The force (N) nearest to the one that is wanted which keeps the port passive; it is held until the next `observe`."""
        along = np.sign(wanted) * self.velocity * self.period + self.acceleration * self.period**2
        most = np.where(along > 0, (self.energy + self.lent) / np.where(along > 0, along, 1.0), np.inf)
        self.force = np.clip(wanted, -np.maximum(most, 0.0), np.maximum(most, 0.0))
        return self.force

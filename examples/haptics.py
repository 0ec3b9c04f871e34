"""A haptic device joined to what sounds: `rosin play rubbed_masses --haptics 9100`, and then `python examples/haptics.py 9100`.

A device is whatever has a tip and motors. `Device` below is a simulated one, held by a simulated hand that presses and rubs, so that this
runs on any machine; a real one has its `place` and `push` from the maker's library, and everything else stays: once a millisecond the
tip goes to the desk, and the force that comes back, limited, passive, and nothing when the line is silent, goes to the motors.
"""

import sys
import time

import numpy as np

from rosin.haptics.handle import HandleLimits, Line

LIMITS = HandleLimits(period=1e-3, motor=7.0, mass=0.15, hand=10.0)  # as the maker states them


class Device:
    """Stands for a real one: the tip (m) and what the motors are told (N)."""

    def __init__(self):
        self.tip, self.speed, self.force, self.now = np.array([0.0, 0.005, 0.0]), np.zeros(3), np.zeros(3), 0.0

    def place(self):
        """Where the tip is: x, y, z. Of a real device: what its encoders say."""
        hand = np.array([0.02 * np.sin(2 * np.pi * self.now), max(0.005 - 0.05 * self.now, -0.01), -0.06])
        for _ in range(20):
            pull = np.clip(300 * (hand - self.tip) - 6 * self.speed, -LIMITS.hand, LIMITS.hand)
            self.speed += LIMITS.period / 20 * (pull + self.force) / LIMITS.mass
            self.tip = self.tip + LIMITS.period / 20 * self.speed
        self.now += LIMITS.period
        return self.tip

    def push(self, force):
        """What the motors do until the next tick. Of a real device: what it is told."""
        self.force = force


def main(port, seconds=5.0):
    """Join the device to the desk for a while."""
    device, line = Device(), Line(port, LIMITS)
    begin, strongest = time.perf_counter(), np.zeros(3)
    for tick in range(round(seconds / LIMITS.period)):
        now = time.perf_counter() - begin
        force = line.tick(now, device.place())
        device.push(force)
        strongest = np.maximum(strongest, np.abs(force))
        time.sleep(max(0.0, (tick + 1) * LIMITS.period - (time.perf_counter() - begin)))
    device.push(np.zeros(3))
    port_energy, answered = line.handle.port, line.handle.newest
    line.close()
    print(f"{answered} of {line.handle.number} ticks answered; strongest force {strongest.round(2).tolist()} N")
    print(f"energy from the hand {port_energy.energy.round(5).tolist()} J, at the least {port_energy.least.min():.2g} J")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Say the port that rosin play names: python examples/haptics.py PORT [SECONDS]")
    main(int(sys.argv[1]), *map(float, sys.argv[2:3]))

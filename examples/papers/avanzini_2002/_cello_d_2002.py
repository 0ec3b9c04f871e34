"""The cello D of Avanzini, Serafin and Rocchesso 2002, section 5.1, bowed.

Printed are 147 Hz, Q = 500, B = 3e-4 N m^2 (a bending stiffness E I, by its unit), V_b = 0.1 m/s and F_N = 1.1 N. Not printed, and taken
from Woodhouse's cello D: Z = 0.55 kg/s and a length of 0.69 m. Not printed either is the place of the bow; 0.08 of the string is one at
which both laws reach Helmholtz motion, with a bow that takes 0.2 s to its speed.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosin import Contact, Gesture, Hand, Sound, WaveguideString, render
from rosin.analysis import Motion, motion, slip_friction
from rosin.evidence import Claim
from rosin.interactions.interaction import Interaction
from rosin.sound.picture import INK, MIST

FREQUENCY, QUALITY, BENDING_STIFFNESS = 147.0, 500.0, 3e-4
SPEED, FORCE, POSITION = 0.1, 1.1, 0.08
IMPEDANCE, LENGTH = 0.55, 0.69
RATE = 96_000
PERIOD = RATE / FREQUENCY
STRENGTH = 2 * FREQUENCY * IMPEDANCE * LENGTH**3 / math.pi**2  # T L^2 / pi^2, with which the inharmonicity becomes E I
STRING = WaveguideString(FREQUENCY, IMPEDANCE, quality=QUALITY, inharmonicity=BENDING_STIFFNESS / STRENGTH)
LEVEL = 0.15  # of the fastest slip, at which the two sides of the loop are compared
IDEAL_SLIP = SPEED * (1 - POSITION) / POSITION


@dataclass(frozen=True)
class Bowed:
    """A take, its steady motion, and velocity (bow less string, m/s) and friction coefficient of the last 20 periods."""

    sound: Sound
    motion: Motion
    velocity: np.ndarray
    friction: np.ndarray

    @property
    def loop(self) -> tuple[float, float]:
        """The friction coefficient on the way into the slip, and on the way back."""
        return slip_friction(self.velocity, self.friction, LEVEL)


def bowed(law: Interaction, *, lift: float | None = None, duration: float = 2.0) -> Bowed:
    """The string under a law, the bow lifted at a time (s) if one is given."""
    force = FORCE if lift is None else [(lift, FORCE), (lift + 1e-3, 0.0)]
    gesture = Gesture(velocity=[(0, 0), (0.2, SPEED)], normal_force=force, position=POSITION)
    sound = render(
        Contact(Hand(), law, STRING),
        gesture,
        duration=duration,
        sample_rate=RATE,
        record=("relative_velocity", "force"),
        output="bridge_force",
    )
    take = sound.traces["relative_velocity"]
    seen = motion(take, RATE, frequency=FREQUENCY, velocity=SPEED, position=POSITION)
    end = -int(20 * PERIOD)
    return Bowed(sound, seen, take[end:], sound.traces["force"][end:] / FORCE)


def draw(axes: Any, take: Bowed, colour: str = INK) -> None:
    """Three periods of the string's velocity at the bow, and the loop of friction over relative velocity."""
    shown = int(3 * PERIOD)
    wave, loop = axes
    wave.plot(1e3 * np.arange(shown) / RATE, SPEED - take.velocity[-shown:], color=colour, linewidth=1)
    wave.set(xlabel="time / ms", ylabel="velocity of the string / (m/s)")
    loop.plot(take.velocity[-shown:], take.friction[-shown:], ".-", color=colour, markersize=2, linewidth=0.6)
    loop.set(xlabel="bow less string / (m/s)", ylabel="coefficient of friction")
    for axis in axes:
        axis.grid(color=MIST)


def helmholtz_claims(take: Bowed) -> list[Claim]:
    """What both figures show: Helmholtz motion at the pitch, under the bow of the caption, and hysteresis."""
    seen = take.motion
    into, back = take.loop
    stuck = np.abs(take.velocity) < 0.05 * IDEAL_SLIP
    return [
        Claim.near("slips in a period", seen.slips_per_period, 1, 0.02, paper="1: Helmholtz motion"),
        Claim("pitch above 147 Hz", float(seen.cents or math.nan), -30, 10, "cents", paper="147 Hz"),
        Claim("slip speed over that of an ideal string", seen.slip_speed / IDEAL_SLIP, 0.7, 1.3),
        Claim.near("velocity of the string while it sticks", SPEED - np.median(take.velocity[stuck]), SPEED, 2e-3, "m/s"),
        Claim("friction on the way into the slip less on the way back", into - back, 0.005, math.inf, paper="a hysteresis loop"),
    ]

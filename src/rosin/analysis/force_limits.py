"""Between which bow forces a string keeps to Helmholtz motion, measured, and as Schelleng has it (1973).

    F_max = 2 Z v / (b dmu),     F_min = Z^2 v / (2 R b^2 dmu),     dmu = mu_s - mu(v / b)

Z impedance of the string, R resistance of the bridge, v speed of the bow, b its place along the string. To measure, an attack is
sought that ends in Helmholtz motion; from there the force rises, and in another take falls, by a fixed ratio a second,
slowly enough for the string to follow, until the motion is another one and stays so. A string that is led so gently holds on for longer
than one that is attacked with that force.
"""

import itertools
import math
from dataclasses import dataclass

import numpy as np

from rosin.analysis.regimes import motion
from rosin.model.errors import ParameterError
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import render

ATTACKS = tuple(itertools.product((0.5, 0.75, 0.3, 0.15), (0.05, 0.01, 0.2, 0.5, 0.1, 0.02)))  # share of the force (log), rise in s
SETTLING = 120  # periods
JUDGED = 20  # periods
HELD = 70  # periods at the end of a ramp
LEFT = 2  # such stretches in a row that are not Helmholtz motion


def schelleng_limits(impedance: float, resistance: float, velocity: float, position: float, friction_drop: float) -> tuple[float, float]:
    """F_min and F_max, N; `friction_drop` is dmu."""
    highest = 2 * impedance * velocity / (position * friction_drop)
    return impedance**2 * velocity / (2 * resistance * position**2 * friction_drop), highest


@dataclass(frozen=True)
class ForceLimits:
    """Forces (N) between which a string kept to Helmholtz motion, and the attack that led there; None: beyond what was tried."""

    lowest: float | None
    highest: float | None
    force: float
    rise_time: float


def force_limits(
    contact: Contact,
    *,
    frequency: float,
    velocity: float,
    position: float,
    between: tuple[float, float],
    duration: float = 8.0,
    sample_rate: int = 48_000,
) -> ForceLimits | None:
    """Measure the force limits of a bowed string, or None if no attack leads to Helmholtz motion.

    frequency, velocity, position   of the string (Hz), of the bow (m/s), and where it is along the string
    between                         forces (N) to which the ramps go; the attacks are made between them
    duration                        of a ramp, s: 5 to 12 s give what a patient player would find
    """
    low, high = between
    if not 0 < low < high < math.inf:
        raise ParameterError(f"between = {between} is not allowed; give two rising forces of more than 0 N.")
    settling = SETTLING / frequency

    def ramp(rise_time: float, force: float, goal: float, lasting: float) -> list[tuple[float, str]]:
        """(force, regime) of each judged stretch."""

        def pressed(time: np.ndarray) -> np.ndarray:
            share = np.clip((time - rise_time - settling) / max(lasting, 1e-9), 0, 1)
            return force * (goal / force) ** share

        move = [(0.0, 0.0), (rise_time, velocity)]
        gesture = Gesture(velocity=move, normal_force=pressed, position=position)
        length = rise_time + settling + lasting + (HELD / frequency if lasting > 0 else 0.0)
        take = render(contact, gesture, duration=length, sample_rate=sample_rate, record="relative_velocity").traces["relative_velocity"]
        stretch = round((JUDGED + 0.5) * sample_rate / frequency)
        first = len(take) - stretch if lasting == 0 else round((rise_time + settling) * sample_rate)
        heard = []
        for begin in range(first, len(take) - stretch + 1, stretch):
            seen = motion(take[begin : begin + stretch], sample_rate, frequency=frequency, velocity=velocity, position=position)
            heard.append((float(pressed(np.array([(begin + stretch / 2) / sample_rate]))[0]), seen.regime))
        return heard

    for share, rise_time in ATTACKS:
        force = low ** (1 - share) * high**share
        if ramp(rise_time, force, force, 0.0)[-1][1] == "Helmholtz":
            up, down = (ramp(rise_time, force, goal, duration) for goal in (high, low))
            if up[0][1] == down[0][1] == "Helmholtz":
                return ForceLimits(_leaves(down), _leaves(up), force, rise_time)
    return None


def _leaves(heard: list[tuple[float, str]]) -> float | None:
    """The force between the last Helmholtz motion and what follows it, if another one lasts."""
    for i in range(1, len(heard) - LEFT + 1):
        if all(regime != "Helmholtz" for _, regime in heard[i : i + LEFT]):
            return math.sqrt(heard[i - 1][0] * heard[i][0])
    return None

"""A bow with width: hairs side by side on one string cannot all stick (Pitteroff and Woodhouse, Acustica 84, 1998).

In Helmholtz motion the string moves at v_b x / x_0 while it sticks, x_0 being the middle of the ribbon; so a hair at x slides by
v_b (1 - x / x_0) T_stick in each period, ahead of the string on the bridge's side and behind it on the other.
"""

import numpy as np
import pytest

from rosin import Bow, Gesture, Heard, Scene, Touch, render
from rosin.analysis import motion
from rosin.instruments.strings import StringData

RATE = 48_000
CELLO = StringData.preset("cello D")
SPEED, FORCE, PLACE, WIDTH = 0.1, 1.3, 0.12, 0.012
SPREAD = np.array([-0.5, 0.0, 0.5]) * WIDTH / CELLO.length
HAIRS = ("bridge", "middle", "nut")


@pytest.fixture(scope="module")
def traces():
    """Velocity of each hair against the string, m/s."""
    rosin, bow = CELLO.rosin, Bow()
    law = rosin.replace(bristle_stiffness=rosin.bristle_stiffness / 3, bristle_damping=rosin.bristle_damping / 3)
    hair = Bow(stiffness=bow.stiffness / 3, damping=bow.damping / 3)
    scene = Scene(
        bodies={**dict.fromkeys(HAIRS, hair), "string": CELLO.stiff()},
        contacts={name: Touch(name, "string", law) for name in HAIRS},
        heard={"string": Heard(output="bridge_force")},
    )
    hand = Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE / 3)
    hands = {name: hand.replace(position=PLACE + shift) for name, shift in zip(HAIRS, SPREAD, strict=True)}
    sound = render(scene, hands, duration=0.7, sample_rate=RATE, record=[f"{name}.relative_velocity" for name in HAIRS])
    return {name: sound.traces[f"{name}.relative_velocity"] for name in HAIRS}


def test_the_string_moves_as_helmholtz_saw_it(traces):
    seen = motion(traces["middle"], RATE, frequency=CELLO.frequency, velocity=SPEED, position=PLACE)
    assert seen.regime == "Helmholtz"
    assert abs(seen.cents) < 6


def test_hairs_slide_past_each_other_while_the_string_sticks(traces):
    """As far as the ribbon lets them: it bends the string's motion a little its own way."""
    periods = 40
    taken = {name: velocity[-round(periods * RATE / CELLO.frequency) :] for name, velocity in traces.items()}
    slips = np.convolve(taken["middle"] > 3 * SPEED, np.ones(20), "same") > 0
    slid = {name: velocity[~slips].sum() / RATE / periods for name, velocity in taken.items()}
    ideal = SPEED * (1 - slips.mean()) / CELLO.frequency * SPREAD[2] / PLACE
    assert 0.4 * ideal < slid["bridge"] < 1.1 * ideal
    assert -1.1 * ideal < slid["nut"] < -0.4 * ideal
    assert abs(slid["middle"]) < 0.2 * ideal


def test_every_hair_goes_as_far_as_the_bow_in_the_end(traces):
    """Over whole periods the string comes back to where it was."""
    period = RATE / CELLO.frequency
    for velocity in traces.values():
        assert velocity[-round(40 * period) :].mean() == pytest.approx(SPEED, rel=0.01)

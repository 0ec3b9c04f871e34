"""Wheels: one law of motion of a braked rim, for what of a wheel rolls and for what slides."""

import numpy as np
import pytest

from rosin import Contact, Dahl, ElastoPlastic, Gesture, HuntCrossley, Modal, RollingBall, RollingWheel, SlidingWheel, Voice, Wall, render
from rosin.bodies.braked import turned

RATE = 8000
BALL = {"mass": 0.05, "radius": 0.02, "length": 0.1, "roughness": 1e-5}
RIM = {"rim_mass": 4.0, "grip": 2.0}


def slid(gesture, duration=3.0, **rim):
    """What slides of a wheel, m/s, over a wall that nothing moves."""
    contact = Contact(SlidingWheel(**RIM | rim), Dahl(), Wall())
    return render(contact, gesture, duration=duration, sample_rate=RATE, record="relative_velocity").traces["relative_velocity"]


def test_the_rim_stops_at_the_rate_of_the_brake_less_the_grip_and_starts_at_the_grip():
    """0.8 m/s; 10 N on 4 kg, against 2 m/s^2 of grip, from 0.5 to 2.5 s: it stands after 0.8 / (2.5 - 2) s, and needs 0.8 / 2 s again."""
    gesture = Gesture(velocity=[(0, 0), (0.4, 0.8)], normal_force=1.0, force=[(0, 0), (0.5, 0), (0.5, 10), (2.5, 10), (2.5, 0)])
    times = np.arange(3 * RATE) / RATE
    expected = np.interp(times, [0.5, 2.1, 2.5, 2.9], [0.0, 0.8, 0.8, 0.0])
    np.testing.assert_allclose(slid(gesture), expected, atol=2e-3)


def test_a_wheel_that_rolls_does_not_creep_and_one_that_is_blocked_stands():
    rolling = slid(Gesture(velocity=-0.3, normal_force=1.0, force=[(0.3, 0), (0.3, 7.9)]), 1.0)
    assert np.abs(rolling[RATE // 4 :]).max() == 0.0
    blocked = slid(Gesture(velocity=-0.3, normal_force=1.0, force=8.1), 1.0)
    np.testing.assert_array_equal(blocked, -0.3)


@pytest.mark.parametrize("force", [0.0, 3.0, 50.0])
def test_the_rim_never_leaves_the_speeds_between_rest_and_what_led_it(force):
    rng = np.random.default_rng(3)
    step = SlidingWheel(**RIM).prepared(RATE).rim
    rim, fastest = 0.0, 0.0
    for velocity in rng.uniform(-1, 1, 2000).repeat(20):
        fastest = max(fastest, abs(velocity))
        rim = turned(step, rim, velocity, force)
        assert abs(rim) <= fastest


def test_a_wheel_that_is_not_braked_is_a_ball():
    wheel, ball = (Contact(body, HuntCrossley(), Modal([400], 0.1, 0.5)) for body in (RollingWheel(**BALL, **RIM), RollingBall(**BALL)))
    slow = Gesture(velocity=[(0, 0), (0.25, 0.4)])  # within what the grip can follow
    np.testing.assert_allclose(render(wheel, slow, duration=0.3).audio, render(ball, slow, duration=0.3).audio, atol=1e-12)


def test_a_blocked_wheel_does_not_roll():
    wheel = Contact(RollingWheel(**BALL, **RIM), HuntCrossley(), Modal([400], 0.1, 0.5))
    sound = render(wheel, Gesture(velocity=0.5, force=[(0.4, 0), (0.4, 100)]), duration=2.0).audio[0]
    assert np.abs(sound[-4800:]).max() < 1e-3 * np.abs(sound).max()


def test_live_hands_block_and_free_it_as_a_gesture_does():
    """Played live the controls glide for some milliseconds, but the rim obeys the same law."""
    voice = Voice(Contact(SlidingWheel(**RIM), Dahl(), Wall()), RATE, observe=True, block=RATE)
    voice.play(RATE, velocity=0.8, force=0.0, normal_force=1.0)
    assert abs(voice.trace("relative_velocity", RATE)[-1]) < 1e-9
    voice.play(RATE, force=16.0)  # 4 - 2 m/s^2
    live = voice.trace("relative_velocity", RATE)
    np.testing.assert_allclose(live[RATE // 5 :: RATE // 10], np.minimum(2 * np.arange(0.2, 1, 0.1), 0.8), atol=0.1)
    assert live[-1] == pytest.approx(0.8)
    voice.play(RATE, force=0.0)
    assert abs(voice.trace("relative_velocity", RATE)[-1]) < 1e-9


@pytest.mark.parametrize(("body", "law"), [(RollingWheel(**BALL, **RIM), HuntCrossley()), (SlidingWheel(**RIM), ElastoPlastic())])
def test_the_account_of_energy_closes_while_it_is_braked_and_freed(body, law):
    controls = {"velocity": [(0, 0), (0.1, 0.5)], "force": [(0.2, 0), (0.2, 30), (0.3, 0)], "normal_force": 1.0}
    contact = Contact(body, law, Modal([400, 900], 0.1, 0.5))
    gesture = Gesture(**{name: control for name, control in controls.items() if name in contact.controls})
    record = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
    assert render(contact, gesture, duration=0.5, record=record).diagnostics.energy_error < 1e-12

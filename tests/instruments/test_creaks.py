"""Doors and boards: the slip rate is that of a mass dragged by a spring, and the panel only colours it."""

import numpy as np
import pytest
from squeak_measures import centroid, decibels, part, rate_of, slips

import rosin
from rosin import Gesture, render
from rosin.analysis import slip_rate

SHUTTERS = ("left", "right")


def drop(law, force):
    """How much friction falls when the pin slips, N."""
    return (law.static_friction - law.dynamic_friction) * force


def dragged_rate(shutter, velocity, force):
    """The slip rate of the pin on its spring."""
    pin = shutter.exciter
    return slip_rate(pin.mass, pin.spring_stiffness, pin.spring_damping, velocity, drop(shutter.interaction, force))


def steady(contact, velocity, force, duration=1.0):
    """A take at one speed and force, and what is left of its relative velocity after half of it."""
    gesture = Gesture(velocity=[(0, 0), (0.1, velocity)], normal_force=force)
    take = render(contact, gesture, duration=duration, seed=1, record="relative_velocity")
    return take.audio[:, take.audio.shape[1] // 2 :], take.traces["relative_velocity"][take.audio.shape[1] // 2 :]


@pytest.mark.sweep
@pytest.mark.parametrize("take", [None, 1, 2, 3])
def test_both_shutters_creak_as_their_springs_say(take):
    """The middle of all intervals within 0.95 and 1.25 of the calculated rate, nine in ten of them within 0.85 and 1.3."""
    door = rosin.instrument("door") if take is None else rosin.instrument("door").varied(take)
    sound = door.render(seed=1, record="relative_velocity")
    assert sound.audio.shape[0] == 2
    for name in SHUTTERS:
        times = slips(sound.traces[f"{name}.relative_velocity"])
        middle, rate = 0.5 * (times[1:] + times[:-1]), 1 / np.diff(times)
        speed, force = (door.gesture[name].values(control, middle) for control in ("velocity", "normal_force"))
        ratio = rate / dragged_rate(getattr(door.setup, name), speed, force)
        low, high = np.percentile(rate, (2, 98))
        assert len(times) > 300
        assert np.corrcoef(np.log(rate), np.log(speed))[0, 1] >= 0.97
        assert 0.95 < np.median(ratio) < 1.25
        assert (np.percentile(ratio, (5, 95)) > 0.85).all()
        assert (np.percentile(ratio, (5, 95)) < 1.3).all()
        assert np.log2(high / low) >= 1.5


def test_a_heavier_shutter_creaks_lower():
    shutter = rosin.instrument("door").setup.left
    rates = [rate_of(slips(steady(shutter.contact, 0.006, force)[1])) for force in (8.0, 20.0, 40.0)]
    assert rates[0] > 1.8 * rates[1] > 3 * rates[2] > 0
    np.testing.assert_allclose(rates, dragged_rate(shutter, 0.006, np.array([8.0, 20.0, 40.0])), rtol=0.25)


def test_the_panel_does_not_set_the_pitch():
    shutter = rosin.instrument("door").setup.left
    larger = shutter.contact.replace(resonator=shutter.resonator.replace(frequencies=0.8 * np.array(shutter.resonator.frequencies)))
    for speed in (0.005, 0.012):
        own, other = (rate_of(slips(steady(contact, speed, 20.0)[1])) for contact in (shutter.contact, larger))
        assert other == pytest.approx(own, rel=0.03)


def test_a_door_that_is_thrown_open_is_silent():
    """At 60 mm/s the pin slides; what is left is the surface."""
    door = rosin.instrument("door")
    for name in SHUTTERS:
        contact = getattr(door.setup, name).contact
        creak, _ = steady(contact, 0.01, 20.0)
        sliding, motion = steady(contact, 0.06, 20.0)
        assert np.ptp(motion) < 0.05 * 0.06
        assert decibels(sliding) < decibels(creak) - 25


def test_the_shutters_do_not_hear_each_other():
    door = rosin.instrument("door")
    shut = {"left": Gesture(velocity=0.0, normal_force=18.0), "right": door.gesture["right"]}
    both, one = (door.render(gesture, seed=1, record="relative_velocity") for gesture in (None, shut))
    np.testing.assert_array_equal(both.traces["right.relative_velocity"], one.traces["right.relative_velocity"])
    assert np.abs(one.traces["left.relative_velocity"]).max() < 1e-3
    left, right = (decibels(part(channel, 0.1, 0.6)) for channel in both.audio)
    assert left > right + 3  # above 1 kHz panels are heard alike on both sides
    left, right = (decibels(part(channel, 3.2, 4.0)) for channel in both.audio)
    assert right > left + 3
    assert 0.4 < both.peak < 0.6


@pytest.mark.parametrize(
    ("speed", "force"), [(0.002, 5.0), (0.002, 10.0), (0.002, 20.0), (0.002, 40.0), (0.004, 10.0), (0.004, 20.0), (0.008, 40.0)]
)
def test_wood_creaks_at_the_rate_of_its_spring(speed, force):
    """k v / (2 drop), below 0.28 of the natural frequency of the load on its spring."""
    board = rosin.instrument("creaking_wood").setup
    stiffness, mass = board.exciter.spring_stiffness, board.exciter.mass
    expected = stiffness * speed / (2 * drop(board.interaction, force))
    assert expected < 0.28 * np.sqrt(stiffness / mass) / (2 * np.pi)
    times = slips(steady(board.contact, speed, force, 8.0)[1])
    assert rate_of(times) == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("take", [None, 1, 2, 3])
def test_cracks_of_wood_are_heard_one_by_one(take):
    board = rosin.instrument("creaking_wood")
    board = board if take is None else board.varied(take)
    sound = board.render(seed=1, record="relative_velocity")
    times = slips(sound.traces["relative_velocity"])
    apart = np.flatnonzero(np.diff(times) > 0.06)
    assert 25 < len(times) < 90
    assert len(apart) > 10
    for crack, following in zip(times[apart], times[apart + 1], strict=True):
        burst = decibels(part(sound.audio, crack, crack + 0.01))
        assert decibels(part(sound.audio, following - 0.015, following - 0.005)) < burst - 12
    assert 300 < centroid(sound.audio) < 700
    if take is None:
        intervals = np.diff(times)
        assert 1 / intervals.max() < 4
        assert 20 < 1 / intervals.min() < 35
        assert 0.4 < sound.peak < 0.6

"""A simulated device on the desk: it feels plane, walls and friction, and never gets more energy than its hand put in."""

import numpy as np
import pytest

from rosin.engine.voice import Voice
from rosin.haptics.desk import Desk, Following, Tip
from rosin.haptics.handle import FADING, LATE, HandleLimits
from rosin.haptics.passivity import PassivePort
from rosin.haptics.simulated import Delays, Grasp, LiveVoice, simulate
from rosin.instruments.setups.rubbed_masses import RubbedMasses
from rosin.model.errors import ParameterError

ROW = RubbedMasses()
DESK = Desk(scale=1000.0, masses=11.0)
LINES = [Delays(), Delays(0.001, 0.001), Delays(0.005, 0.005), Delays(0.0, 0.005, 0.05), Delays(0.0, 0.0, 0.05)]


def run(path, line, seconds=1.2, **options):
    layer = ROW.layers()["stick"]
    contact = LiveVoice(Voice(layer.contact, 48_000, observe="sliding", block=64), positions=True)
    found = simulate(contact, options.pop("desk", DESK), path, seconds, line=line, **options)
    return found, np.concatenate(contact.forces[1:])


def rub(time):
    return np.array([0.02 * np.sin(2 * np.pi * 1.5 * time), 0.002 - 0.012 * min(time / 0.1, 1.0), -0.06])


def tap(time):
    """Hard onto the plane and against a wall, again and again."""
    return np.array([0.0, 0.01 * np.cos(2 * np.pi * 4 * time), 0.115 * np.sin(2 * np.pi * 2 * time)])


@pytest.mark.sweep
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("path", [rub, tap])
def test_the_hand_never_gets_more_energy_than_it_put_in(path, line):
    found, _ = run(path, line)
    assert found.energies.min() > -1e-6
    assert np.abs(found.forces).max() > 0.3  # and yet something is felt


@pytest.mark.parametrize("hand", [Grasp(50.0, 0.5), Grasp(2000.0, 2.0)])
def test_whatever_the_hand_is_like(hand):
    found, _ = run(tap, LINES[3], hand=hand)
    assert found.energies.min() > -1e-6


def test_without_the_controller_a_late_wall_feeds_the_hand():
    assert run(tap, Delays(0.005, 0.005), passive=False)[0].energies.min() < -1e-3


def test_the_energy_is_the_work_of_the_motors():
    found, _ = run(rub, LINES[3])
    work = -np.cumsum(found.forces[:-1] * np.diff(found.places, axis=0), axis=0)
    assert np.allclose(found.energies[1:], work, atol=1e-12)


@pytest.mark.sweep
@pytest.mark.parametrize("line", LINES[:4])
def test_the_friction_felt_is_that_of_the_sample_it_names(line):
    found, forces = run(rub, line)
    assert len(found.frictions) > 1000
    assert all(friction.force == forces[friction.frame] for friction in found.frictions if friction.frame >= 0)
    assert np.abs(forces).max() > 500  # N on the contact, a thousandth of which is felt
    assert found.answers[:, 0] == pytest.approx(np.clip(found.answers[:, 0], -np.abs(forces).max() / 1000, np.abs(forces).max() / 1000))


def test_at_once_the_force_is_the_contacts_of_the_sample_before():
    found, forces = run(rub, Delays())
    ticks = np.arange(1, len(found.times))
    assert np.array_equal(-1000 * found.answers[ticks, 0], -1000 * (-forces[48 * ticks - 1] / 1000))


def test_silence_on_the_line_is_safe_within_20_ms():
    found, _ = run(rub, Delays(cut=0.6), seconds=0.8)
    before, after = found.times < 0.6, found.times >= 0.6 + 0.02
    assert np.abs(found.forces[before]).max() > 0.3
    assert not found.forces[after].any()
    assert LATE + FADING < 0.02


def test_a_line_that_speaks_again_is_felt_again():
    port = PassivePort(1e-3, 100.0)
    port.observe(np.zeros(3))
    for step in range(1, 50):  # a hand pushes against a force that it feels
        port.observe(np.array([1e-4 * step, 0, 0]))
        port.kept(np.array([-1.0, 0, 0]))
    assert port.energy[0] == pytest.approx(48e-4, rel=0.2)
    assert port.kept(np.array([1.0, 0, 0]))[0] > 0.5  # what it has put in it may get back
    assert port.kept(np.array([1e6, 0, 0]))[0] * (1e-4 + 1e-4) <= port.energy[0] + 1e-6


def test_the_desk_maps_as_the_paper_says():
    assert DESK.plane_and_walls(Tip(0, 0.3, 0.01, 0.05)).tolist() == [0, 0, 0]
    assert DESK.plane_and_walls(Tip(0, 0, -0.01, 0.12)) == pytest.approx([0, 4.0, -30.0])
    assert DESK.plane_and_walls(Tip(0, 0, 0, -0.11)) == pytest.approx([0, 0, 15.0])
    asked = DESK.asked(Tip(0, 0, -0.002, 0.009), 0.1)
    assert asked == pytest.approx((0.1, 800.0, 0.5))  # the middle mass is the nearest
    assert DESK.asked(Tip(0, 0, -0.002, 0.0, pressed=1.5), 0.1).normal_force == 1500.0
    with pytest.raises(ParameterError, match="must be less than right"):
        Desk(left=0.1, right=-0.1)


def test_velocity_is_that_of_the_tip_and_late_messages_tell_nothing():
    following = Following(DESK)
    for tick in range(200):
        found = following.follow(Tip(1e-3 * tick, 2e-4 * tick, 0, 0))
    assert found == pytest.approx(0.2, rel=1e-6)
    assert following.follow(Tip(0.01, 5.0, 0, 0)) == found  # overtaken
    assert following.follow(Tip(9.0, 5.0, 0, 0)) == 0  # after a silence


def test_motors_are_not_asked_for_more_than_they_have():
    found, _ = run(tap, Delays(), limits=HandleLimits(motor=1.0))
    assert np.abs(found.forces).max() <= 1.0

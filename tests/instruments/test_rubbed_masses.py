"""Eleven masses under a stick: how often they slip, the knobs of Onofrei et al. 2022, and notes."""

import math

import numpy as np
import pytest
from squeak_measures import RATE, band, decibels, line, part, rate_of, slips

import rosin
from rosin import Gesture, ParameterError, render
from rosin.analysis import slip_rate
from rosin.playing.midi.score import Note, Score

SPEED, LIGHTEST = 0.15, 207.0  # m/s; N on the first mass: S = 4 for all of them


def masses(**changes):
    return rosin.instrument("rubbed_masses").with_changes(changes)


def expected_rate(frequency, speed, force):
    """f = w / (2 S + pi + 2 atan(1 / S))."""
    omega = 2 * math.pi * frequency
    share = force / (omega * speed)
    expected = omega / (2 * share + math.pi + 2 * math.atan(1 / share))
    assert float(slip_rate(1.0, omega**2, 0.0, speed, force)) == pytest.approx(expected, rel=1e-12)
    return expected


def rubbed(instrument, index, speed, force, duration=1.5, output="displacement", oversample=1):
    """One mass, accelerated from rest in 0.1 s: the last three quarters of what is heard, and of its relative velocity."""
    contact = instrument.setup.layers()["stick"].contact
    gesture = Gesture(velocity=[(0, 0), (0.1, speed)], normal_force=force, position=index / 10)
    sound = render(contact, gesture, duration=duration, record="relative_velocity", output=output, oversample=oversample)
    motion = sound.traces["relative_velocity"]
    return sound.audio[0, sound.audio.shape[1] // 4 :], motion[len(motion) // 4 :]


@pytest.mark.parametrize("index", [0, 2, 5, 8, 10])
def test_force_in_proportion_to_pitch_keeps_the_masses_in_tune(index):
    frequency = 55 + 27.5 * index
    _, motion = rubbed(masses(), index, SPEED, LIGHTEST * frequency / 55)
    rate = rate_of(slips(motion))
    assert rate == pytest.approx(expected_rate(frequency, SPEED, LIGHTEST * frequency / 55), rel=0.1)
    assert rate / frequency == pytest.approx(0.512, abs=0.004)


@pytest.mark.parametrize("take", [None, 1, 2, 3])
def test_the_take_is_a_scale(take):
    """Every mass in turn, an octave below its pitch, louder the higher it is, from left to right."""
    instrument = masses() if take is None else masses().varied(take)
    sound = instrument.render(seed=1, record="relative_velocity")
    gesture = instrument.gesture["stick"]
    slot = 0.4 * instrument.duration / masses().duration
    levels, balance = [], []
    for index in range(11):
        begin, end = (index + 0.3) * slot, (index + 0.88) * slot
        speed, force = (gesture.values(control, np.array([end]))[0] for control in ("velocity", "normal_force"))
        rate = rate_of(slips(part(sound.traces["relative_velocity"], begin, end)))
        assert rate == pytest.approx(expected_rate(55 + 27.5 * index, speed, force), rel=0.1)
        left, right = (decibels(part(channel, begin, end)) for channel in sound.audio)
        levels.append(decibels(part(sound.audio, begin, end)))
        balance.append(right - left)
    assert (np.diff(levels) > -0.5).all()
    assert 10 < levels[-1] - levels[0] < 25
    assert balance[0] < -6
    assert balance[-1] > 6
    assert sound.peak < 0.8
    if take is None:
        assert sound.peak > 0.4


def test_a_hard_press_makes_a_sawtooth():
    sound, motion = rubbed(masses(**{"friction.stickiness": 1000.0}), 0, 0.3, 1000.0, duration=3.0)
    assert rate_of(slips(motion)) == pytest.approx(expected_rate(55, 0.3, 1000.0), rel=0.02)
    assert (np.diff(sound) > 0).mean() >= 0.8


def test_friction_amount_goes_from_slipping_to_plucking():
    """A little: dragged along in silence. With more, a light touch swings as a sine at its pitch, a hard one plucks below it."""
    gentle, firm = 100.0, 1000.0
    for force in (gentle, firm):
        _, motion = rubbed(masses(**{"friction.stickiness": 1.0}), 2, 0.3, force)
        assert np.ptp(motion) < 1e-6
    for amount in (30.0, 300.0, 3000.0):
        sound, motion = rubbed(masses(**{"friction.stickiness": amount}), 2, 0.3, gentle)
        assert line(sound - sound.mean(), 10, 1000) == pytest.approx(110, rel=0.04)
        assert 0.45 < (np.diff(sound) > 0).mean() < 0.55
        sound, motion = rubbed(masses(**{"friction.stickiness": amount}), 2, 0.3, firm)
        assert rate_of(slips(motion)) == pytest.approx(expected_rate(110, 0.3, firm), rel=0.1)
        assert (np.diff(sound) > 0).mean() > 0.7
    _, motion = rubbed(masses(**{"friction.stickiness": 15_000.0}), 2, 0.3, firm, oversample=4)
    assert rate_of(slips(motion, 4 * RATE)) == pytest.approx(expected_rate(110, 0.3, firm), rel=0.1)


def plucked(instrument, index=4):
    """What rings after the stick has left at 0.5 s."""
    gesture = Gesture(
        velocity=[(0, 0), (0.05, SPEED)],
        normal_force=[(0, LIGHTEST * (1 + 0.5 * index)), (0.499, LIGHTEST * (1 + 0.5 * index)), (0.5, 0)],
        position=index / 10,
    )
    return instrument.render(gesture, duration=2.0)


@pytest.mark.parametrize(("decay_time", "fall"), [(math.inf, 0.0), (2.0, 4.343), (0.4, 21.71), (0.05, 173.7)])
def test_sound_damping_goes_from_endless_to_dead(decay_time, fall):
    """8.686 dB in each decay time, here in one second."""
    sound = plucked(masses(decay_time=decay_time))
    early, late = (decibels(band(part(sound.audio, begin, begin + 0.3), 100, 250)) for begin in (0.6, 1.6))
    if fall > 100:
        assert early < decibels(part(sound.audio, 0.2, 0.5)) - 15
        assert late < -150
    else:
        assert early - late == pytest.approx(fall, abs=0.1)


def test_velocity_and_displacement_differ_by_the_frequency():
    """Of a mass that rings freely the one is w times the other."""
    velocity, displacement = (plucked(masses(quantity=output, decay_time=math.inf)) for output in ("velocity", "displacement"))
    ratio = decibels(part(velocity.audio, 0.8, 1.8)) - decibels(part(displacement.audio, 0.8, 1.8))
    assert ratio == pytest.approx(20 * math.log10(2 * math.pi * 165), abs=0.05)


def test_only_the_touched_mass_is_driven_while_the_others_ring_on():
    instrument = masses(decay_time=1.0)
    bank = instrument.setup.layers()["stick"].contact
    heard = bank.replace(resonator=bank.resonator.replace(pickups=np.eye(11)))
    gesture = Gesture(
        velocity=[(0, 0), (0.05, SPEED)], normal_force=LIGHTEST * 2, position=[(0, 0.2), (0.5, 0.2), (0.500001, 0.6), (1.5, 0.6)]
    )
    sound = render(heard, gesture, duration=1.5)
    before, after = part(sound.audio, 0, 0.5), part(sound.audio, 0.6, 1.5)
    assert before[2].any()
    assert not np.delete(before, 2, axis=0).any()
    assert after[6].any()
    assert not np.delete(after, (2, 6), axis=0).any()
    early, late = (part(sound.audio[2], *times) for times in ((0.6, 0.8), (1.2, 1.4)))
    assert decibels(early) - decibels(late) == pytest.approx(0.6 * 20 / math.log(10), abs=0.1)
    assert line(early, 50, 400) == pytest.approx(110, abs=0.3)


def test_the_stick_takes_the_nearest_mass():
    instrument = masses()
    (played,) = instrument.played(Gesture(velocity=SPEED, normal_force=LIGHTEST, position=[(0, 0), (1, 1)]))
    places = played.gesture.values("position", np.array([0.0, 0.04, 0.06, 0.52, 0.96, 1.0]))
    np.testing.assert_allclose(10 * places, [0, 0, 1, 5, 10, 10], atol=1e-12)


def test_the_level_rises_with_pitch_and_spreads_without_changing_power():
    flat, steep = (masses(slope=slope, width=0.0).setup.layers()["stick"].contact.resonator.pickups[0] for slope in (0.0, 0.9))
    frequencies = masses().setup.frequencies
    np.testing.assert_allclose(np.array(steep) / flat, (frequencies / 55) ** 0.9)
    left, right = np.array(masses(width=0.8).setup.layers()["stick"].contact.resonator.pickups)
    np.testing.assert_allclose(left**2 + right**2, 2 * np.array(steep) ** 2)
    assert left[0] > right[0]
    assert left[5] == pytest.approx(right[5])


def test_notes_play_the_nearest_mass():
    """A2 is 110 Hz, the third mass; E4 at 329.6 Hz is nearest to the last."""
    instrument = masses()
    score = Score((Note(0.0, 0.6, 45, 1.0), Note(0.8, 1.4, 64, 1.0)), 1.5)
    sound = instrument.render(score=score, seed=1, record="relative_velocity")
    for begin, frequency in ((0.15, 110.0), (0.95, 330.0)):
        rate = rate_of(slips(np.abs(part(sound.traces["relative_velocity"], begin, begin + 0.4))))
        assert 0.4 * frequency < rate < 0.6 * frequency
    (played,) = instrument.played(score=score)
    np.testing.assert_allclose(10 * played.gesture.values("position", np.array([0.3, 1.2])), [2, 10])


@pytest.mark.parametrize("key", [28, 66, 100])
def test_notes_that_no_mass_has_are_refused(key):
    with pytest.raises(ParameterError, match="which go from 55 to 330 Hz; transpose"):
        masses().render(score=Score((Note(0.0, 0.5, key, 0.8),), 0.6))

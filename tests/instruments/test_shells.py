"""Rubbed glasses and bowls: their note, four swells a turn, and what happens outside the window of forces."""

import math

import numpy as np
import pytest
from listening import RATE, amplitude, at_contact, cents_off, depth, envelope, level_before_limiter, line, loudest, part, swing

from rosin import Gesture, instrument
from rosin.analysis.pitch import cents, pitch
from rosin.playing.midi.score import Note, Score

# first and last second in which each sounds under its finger, in its default take
RUBBED = {
    "wineglass": (0.6, 5.0),
    "wineglass.forgiving": (0.6, 5.0),
    "wineglass.crystal": (1.2, 5.0),
    "singing_bowl": (1.6, 6.2),
    "singing_bowl.crystal": (1.8, 6.2),
}
LIFTED = (7.3, 11.9)  # of the bowls


def turns(vessel, hand):
    """The finger's way round, in turns."""
    return np.cumsum(hand) / RATE / (2 * math.pi * vessel.setup.body.radius)


def from_rest(velocity, force):
    return Gesture(velocity=[(0, 0), (0.05, velocity)], normal_force=force)


def swells(vessel):
    """Lines (cycles a turn), swing (dB) and depth of four a turn, of both listeners; and how alike their envelopes are."""
    _, hand, sound = at_contact(vessel)
    rubbed = RUBBED[vessel.name]
    angle = part(turns(vessel, hand), *rubbed)
    heard = [part(envelope(channel), *rubbed) for channel in sound.audio]
    lines = np.array([line(values**2, angle, 2, 8) for values in heard])
    depths = np.array([depth(values**2, angle, 4) for values in heard])
    return lines, np.array([swing(values) for values in heard]), depths, np.corrcoef(heard)[0, 1]


@pytest.mark.sweep
@pytest.mark.parametrize("name", RUBBED)
def test_the_rim_moves_with_the_lowest_mode_at_the_speed_of_the_hand(name):
    vessel = instrument(name)
    velocity, hand, _ = at_contact(vessel)
    velocity, hand = (part(signal, *RUBBED[name]) for signal in (velocity, hand))
    frequency = vessel.setup.body.frequencies[0]
    assert abs(cents(pitch(velocity, RATE, frequency), frequency)) < 15
    assert np.abs(cents_off(velocity, np.full(len(velocity), frequency), 0.2, 0.2)[1]).max() < 15
    assert 0.9 < amplitude(velocity) / np.sqrt(np.mean(hand**2)) < 1.7


@pytest.mark.sweep
@pytest.mark.parametrize("name", RUBBED)
def test_a_listener_hears_four_swells_a_turn(name):
    vessel = instrument(name)
    lines, swings, _, alike = swells(vessel)
    perfectly_round = vessel.setup.body.split == 0
    np.testing.assert_allclose(lines, 4.0, atol=0.05 if perfectly_round else 0.1)
    assert swings.min() > (15 if perfectly_round else 12)
    assert alike < -0.6


def test_the_swells_stay_with_the_finger_because_its_flesh_damps():
    glass = instrument("wineglass")
    for split in (0.0, 0.01):
        assert swells(glass.with_changes({"resonator.split": split}))[2].min() > 0.9
        assert swells(glass.with_changes({"resonator.split": split, "finger_damping": 0.0}))[2].min() < 0.6


def test_a_glass_that_is_hardly_touched_is_silent():
    velocity, _, _ = at_contact(instrument("wineglass"), from_rest(0.12, 0.02), duration=3.0)
    assert amplitude(part(velocity, 2, 3)) < 0.02 * 0.12


@pytest.mark.parametrize("force", [0.5, 2.0, 4.0])
def test_a_glass_that_is_pressed_by_a_fast_finger_does_not_speak(force):
    """The rough skin shakes it; where it speaks, it moves about as fast as the finger."""
    velocity, _, _ = at_contact(instrument("wineglass"), Gesture(velocity=0.25, normal_force=[(0, 0), (0.2, force)]), duration=2.0)
    assert amplitude(part(velocity, 1, 2)) < 0.1 * 0.25


def test_a_glass_that_is_pressed_hard_sounds_with_its_next_order_unless_it_forgives():
    hard = from_rest(0.1, 4.0)
    glass, forgiving = instrument("wineglass"), instrument("wineglass.forgiving")
    assert glass.setup.body == forgiving.setup.body
    second, third = glass.setup.body.frequencies[:2]
    assert abs(cents(loudest(part(at_contact(glass, hard, duration=2.0)[0], 1, 2)), third)) < 15
    assert abs(cents(loudest(part(at_contact(forgiving, hard, duration=2.0)[0], 1, 2)), second)) < 15


@pytest.mark.parametrize("liquid", [0.5, 0.7])
def test_water_lowers_the_note(liquid):
    """French 1983: (f_empty / f)^2 = 1 + 1.25/5 (rho_l R / rho a) (h / H)^4."""
    glass = instrument("wineglass")
    shape = glass.setup.resonator
    load = 0.25 * 1000 * shape.radius / (shape.material.density * shape.thickness) * liquid**4
    sung = [
        loudest(part(at_contact(one, from_rest(0.1, 0.3), duration=4.0)[0], 2, 4))
        for one in (glass, glass.with_changes({"resonator.liquid": liquid}))
    ]
    assert abs(cents(sung[0] / sung[1], math.sqrt(1 + load))) < 5


@pytest.mark.parametrize("name", ["singing_bowl", "singing_bowl.crystal"])
def test_a_bowl_left_alone_beats_as_it_is_split_and_dies_as_it_is_damped(name):
    bowl = instrument(name)
    body = bowl.setup.body
    sound = bowl.render()
    time = part(np.arange(sound.audio.shape[1]) / RATE, *LIFTED)
    for channel in sound.audio:
        undamped = part(envelope(channel), *LIFTED) ** 2 * np.exp(2 * time / body.decay_times[0])
        assert line(undamped, time, 0.5, 6) == pytest.approx(body.split * body.frequencies[0], rel=0.02)
        assert depth(undamped, time, body.split * body.frequencies[0]) > 0.5
    power = part(sound.audio, *LIFTED).reshape(2, -1, RATE // 20).var(axis=(0, 2))
    rate = np.polyfit(np.arange(len(power)) / 20, np.log(power), 1)[0]
    assert -2 / rate == pytest.approx(body.decay_times[0], rel=0.02)


def test_a_resting_stick_stops_the_bowl():
    sound = instrument("singing_bowl").render()
    assert np.abs(part(sound.audio, 12.6, 13.5)).max() < 0.01 * np.abs(part(sound.audio, 11.5, 12)).max()


def test_a_cup_that_turns_sounds_evenly_until_the_finger_lifts():
    cup = instrument("glass_harmonica")
    velocity, hand, sound = at_contact(cup)
    body = cup.setup.body
    assert abs(cents(pitch(part(velocity, 0.8, 3.3), RATE, body.frequencies[0]), body.frequencies[0])) < 15
    time = np.arange(len(hand)) / RATE
    levels = []
    for channel in sound.audio:
        heard = envelope(channel)
        assert swing(part(heard, 0.8, 3.3)) < 1
        levels.append(part(heard, 0.8, 3.3).mean())
        dying = part(heard**2 * np.exp(2 * time / body.decay_times[0]), 4, 7.9)
        assert line(dying, part(turns(cup, hand), 4, 7.9), 2, 8) == pytest.approx(4, abs=0.05)
        assert depth(dying, part(turns(cup, hand), 4, 7.9), 4) > 0.9
    assert levels[0] == pytest.approx(levels[1], rel=0.05)


def test_three_cups_play_a_chord_in_tune():
    harmonica = instrument("glass_harmonica")
    chord = Score(tuple(Note(0.0, 2.0, key, 0.8) for key in (72, 76, 79)), 2.0)
    sound = harmonica.render(score=chord)
    for note in chord.notes:
        frequency = note.frequency()
        assert abs(cents(pitch(part(sound.audio[0], 1, 1.9), RATE, frequency, semitones=1), frequency)) < 10


@pytest.mark.parametrize("key", [69, 81])
def test_a_note_of_a_glass_is_sung_by_its_rim(key):
    """A glass made for that pitch, under a finger that goes round it."""
    glass, note = instrument("wineglass"), Note(0.0, 4.0, key, 1.0)
    (played,) = glass.played(score=Score((note,), 4.0))
    assert type(played.layer.source.bodies[f"key {key} resonator"]) is type(glass.setup.body)
    sound = glass.render(score=Score((note,), 4.0))
    angle = part(turns(glass, played.gesture[f"key {key}"].values("velocity", np.arange(sound.audio.shape[1]) / RATE)), 1, 3.9)
    for channel in sound.audio:
        assert abs(cents(loudest(part(channel, 1, 3.9)), note.frequency())) < 15
        assert depth(part(envelope(channel), 1, 3.9) ** 2, angle, 4) > 0.9


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*RUBBED, "glass_harmonica"])
def test_every_take_speaks(name):
    vessel = instrument(name)
    for seed in range(4):
        take = vessel.varied(seed)
        velocity, hand, sound = at_contact(take)
        end = 0.6 * RUBBED.get(name, (0.0, 5.0))[1]
        frequency = take.setup.body.frequencies[0]
        assert amplitude(part(velocity, end - 1, end)) > 0.9 * part(hand, end - 1, end).mean()
        assert abs(cents(loudest(part(velocity, end - 1, end)), frequency)) < 15
        assert sound.peak < 0.8


@pytest.mark.parametrize("name", [*RUBBED, "glass_harmonica"])
def test_full_scale_is_near(name):
    assert level_before_limiter(instrument(name)) == pytest.approx(-6, abs=0.5)

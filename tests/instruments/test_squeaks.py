"""Chalk, shoe and wiper: squeals of a mode, at their pitch, when and only when the hand moves and presses as it should."""

import itertools

import numpy as np
import pytest
from squeak_measures import RATE, centroid, decibels, line, part, swings

import rosin
from rosin import Gesture, render
from rosin.analysis import cents, rubbed_modes

TAKES = [None, 1, 2, 3, 4, 5]


def taken(name, take):
    """An instrument, or another take of it, and its sound."""
    instrument = rosin.instrument(name) if take is None else rosin.instrument(name).varied(take)
    sound = instrument.render(seed=1, record="relative_velocity")
    assert sound.audio.shape[0] == 2
    assert sound.peak < 0.7
    if take is None:
        assert sound.peak > 0.4
    return instrument, sound


def hand(instrument, control, sound):
    """What the hand does at each sample."""
    return instrument.gesture["hand"].values(control, np.arange(sound.audio.shape[1]) / RATE)


def strokes(force):
    """Begin and end (s) of each time that the hand presses."""
    edges = np.flatnonzero(np.diff((force > 0).astype(int), prepend=0, append=0)) / RATE
    return list(zip(edges[::2], edges[1::2], strict=True))


def onset(sound, begin, end):
    """Time (s) after which the body swings by more than half of the speed of the hand."""
    speed, swing = swings(part(sound.traces["relative_velocity"], begin, end))
    return np.flatnonzero(swing > 0.5 * np.maximum(speed, 0.02))[0] / 100


@pytest.mark.parametrize("take", TAKES)
def test_chalk_squeals_at_its_mode_in_every_stroke(take):
    chalk, sound = taken("chalk", take)
    pressed = strokes(hand(chalk, "normal_force", sound))
    assert len(pressed) == 3
    for begin, end in pressed:
        middle = part(sound.audio, begin + 0.05, end - 0.05)
        assert abs(cents(line(middle), chalk.setup.resonator.frequencies[0])) < 25
        assert 2250 < centroid(middle) < 2700
        assert onset(sound, begin, end) <= 0.05
        if take is None:
            assert abs(cents(line(middle), 2400.0)) < 25
            assert 2300 < centroid(middle) < 2700
    for (_, lifted), (begin, _) in itertools.pairwise(pressed):
        assert decibels(part(sound.audio, lifted + 0.1, begin)) < -100


@pytest.mark.parametrize("seed", range(2, 8))
def test_chalk_does_not_hop_to_its_second_mode(seed):
    """Whatever the dust does."""
    chalk = rosin.instrument("chalk")
    sound = chalk.render(seed=seed)
    for begin, end in strokes(hand(chalk, "normal_force", sound)):
        assert abs(cents(line(part(sound.audio, begin + 0.05, end - 0.05)), 2400.0)) < 25


def test_chalk_that_is_pressed_on_too_fast_only_hisses():
    """Its mode grows below 0.2 m/s."""
    contact = rosin.instrument("chalk").setup.contact
    assert rubbed_modes(contact)[0].speed_limits(1.2)[1] == pytest.approx(0.2, abs=0.01)
    sounds = {}
    for speed in (0.12, 0.25):
        gesture = Gesture(velocity=speed, normal_force=[(0, 0), (0.2, 1.2)])
        sounds[speed] = render(contact, gesture, duration=1.0, seed=1, record="relative_velocity")
    _, swing = swings(part(sounds[0.25].traces["relative_velocity"], 0.5, 1.0))
    assert swing.max() < 0.1 * 0.25
    slow, fast = (decibels(part(sound.audio, 0.5, 1.0)) for sound in sounds.values())
    assert fast < slow - 25


@pytest.mark.parametrize("take", TAKES)
def test_shoes_squeak_and_fall_in_pitch_as_the_load_leaves(take):
    shoe, sound = taken("shoe", take)
    pressed = strokes(hand(shoe, "normal_force", sound))
    assert len(pressed) == 5
    lowest, highest = (1100, 1300) if take is None else (1000, 1400)
    for begin, end in pressed:
        middle = 0.5 * (begin + end)
        early, late = part(sound.audio, begin + 0.04, middle), part(sound.audio, middle, end - 0.04)
        assert highest > line(early, 600) > line(late, 600) + 10 > lowest + 10
        assert centroid(part(sound.audio, begin, end)) > lowest
        assert onset(sound, begin, end) <= 0.05
    for (_, lifted), (begin, _) in itertools.pairwise(pressed):
        assert decibels(part(sound.audio, lifted + 0.1, begin)) < -100


def test_a_harder_step_squeaks_higher():
    """The block stiffens by 1.5 % for each newton; soft bristles take some of that back."""
    shoe = rosin.instrument("shoe")
    heard = []
    for force in (3.0, 6.0):
        gesture = Gesture(velocity=[(0, 0), (0.02, 0.5)], normal_force=force)
        heard.append(line(part(shoe.render(gesture, duration=0.6, seed=1).audio, 0.2, 0.6)))
    stiffer = (1 + 6 * shoe.setup.resonator.stiffening) / (1 + 3 * shoe.setup.resonator.stiffening)
    assert heard[1] / heard[0] == pytest.approx(stiffer, rel=0.01)


def test_a_shoe_that_slides_fast_or_slowly_does_not_squeak():
    shoe = rosin.instrument("shoe").setup
    for speed in (0.05, 1.2):
        gesture = Gesture(velocity=speed, normal_force=[(0, 0), (0.2, 6.0)])
        motion = render(shoe.contact, gesture, duration=1.0, seed=1, record="relative_velocity").traces["relative_velocity"]
        assert swings(part(motion, 0.5, 1.0))[1].max() < 0.3 * speed


@pytest.mark.parametrize("take", TAKES)
def test_a_wiper_squeals_after_each_turn_and_not_in_the_middle(take):
    wiper, sound = taken("wiper", take)
    velocity, force = (hand(wiper, control, sound) for control in ("velocity", "normal_force"))
    faster = velocity * np.gradient(velocity) > 0
    squealing = faster & (np.abs(velocity) > 0.05) & (np.abs(velocity) < 0.2) & (force > 1)
    middle = (np.abs(velocity) > 0.5) & (force > 1)
    assert decibels(sound.audio[:, squealing]) > decibels(sound.audio[:, middle]) + 20
    turns = np.flatnonzero(np.diff(squealing.astype(int)) == 1) / RATE
    assert len(turns) >= 4
    for turn in turns:
        squeal = part(sound.audio, turn, turn + 0.07)
        assert abs(cents(line(squeal), wiper.setup.resonator.frequencies[2])) < 30
        assert decibels(squeal) > decibels(sound.audio[:, middle]) + 20
    if take is None:
        assert abs(cents(line(sound.audio), 1240.0)) < 10

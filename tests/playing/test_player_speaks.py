"""Notes that a player bows: they speak, soft and loud, long and short; silence costs nothing and changes nothing."""

import itertools

import numpy as np
import pytest

from rosin import instrument
from rosin.bench.speaking import Spoken, played, repetition
from rosin.instruments.performance import perform
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.playing.bowing.player import Player
from rosin.playing.midi.score import Note, Score
from rosin.sound.rendering import render

RATE = 48_000


@pytest.mark.parametrize(("name", "key"), [("cello", 51), ("violin", 70)])
def test_notes_speak_soft_and_loud_long_and_short(name, key):
    setup = BowedStrings(instrument=name)
    asked = itertools.product((key, key + 1, key + 3, key + 6), (10, 70, 127), (0.5, 0.12))
    heard = [played(setup, *note) for note in asked]
    assert sum(each.speaks for each in heard) >= len(heard) - 1, heard  # a hand that trembles fails once in a hundred notes


def test_two_slips_are_no_note():
    assert Spoken(50, 1.0, 0.99, 1.0).speaks
    assert not Spoken(50, 1.0, 0.99, 2.0).speaks
    time = np.arange(4800) / RATE
    off, alike = repetition(np.sin(2 * np.pi * 443 * time), 440, RATE)
    assert off == pytest.approx(1200 * np.log2(443 / 440), abs=0.5)
    assert alike > 0.999


def test_louder_is_brighter_over_twenty_decibels():
    setup = BowedStrings(instrument="cello", player=Player.of("cello").replace(noise=0.0))
    level, centre = [], []
    for velocity in (1 / 127, 1.0):
        note = Note(0.05, 0.8, 51, velocity)
        (string,) = setup.play(Score((note,), 0.8), RATE, {})
        force = render(string.layer.source, string.gesture, duration=0.8, output="bridge_force").audio[0][RATE // 2 :]
        power = np.abs(np.fft.rfft((force - force.mean()) * np.hanning(len(force)))) ** 2
        level.append(10 * np.log10(power.sum()))
        centre.append((power * np.arange(len(power))).sum() / power.sum())
    assert level[1] - level[0] > 20
    assert centre[1] > 1.03 * centre[0]


def test_strings_that_rest_are_left_out_and_a_bridge_is_heard_once():
    """Sums before one soundbox, and stretches of rest, against each string by itself for all of the time."""
    cello = instrument("cello")
    notes = (Note(0.05, 0.2, 51, 0.6), Note(0.2, 0.4, 58, 0.6), Note(3.0, 3.2, 51, 0.6))
    layers = cello.played(score=Score(notes, 3.2))
    assert [len(layer.spans) for layer in layers] == [2, 1]
    short = perform(layers, duration=2.9).audio
    apart = sum(perform([layer._replace(spans=None)], duration=2.9).audio for layer in cello.played(score=Score(notes, 3.2)))
    begin = round(layers[0].spans[0][0] * RATE)
    assert begin < 0.02 * RATE
    loudest = np.abs(apart).max()
    assert np.abs(short[:, -RATE // 2 :]).max() < 1e-3 * loudest
    assert np.sqrt((short**2).mean()) == pytest.approx(np.sqrt((apart**2).mean()), rel=0.1)


def test_another_seed_is_another_take_of_the_same_notes():
    cello = instrument("cello").with_changes({"player.noise": 0.0})
    score = Score((Note(0.05, 0.3, 51, 0.6),), 0.3)
    first, again, other = (cello.render(score=score, duration=0.4, seed=seed).audio for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert np.abs(first - other).max() > 0.01 * np.abs(first).max()


def test_dry_is_a_bow_that_goes_straight():
    dry = BowedStrings(instrument="cello", player="dry")
    assert dry.player is None
    assert BowedStrings.from_dict(dry.to_dict()) == dry
    (string,) = dry.play(Score((Note(0.1, 0.6, 51, 1.0),), 0.6), RATE, {})
    assert string.gesture.values("velocity", np.array([0.3, 0.5])).tolist() == [0.1, 0.1]
    assert BowedStrings(instrument="cello").player == Player.of("cello")


def test_a_bow_in_the_air_stays_where_it_is_and_presses_nothing():
    (string,) = BowedStrings(instrument="viola").play(Score((Note(0.1, 0.4, 60, 0.6), Note(1.4, 1.6, 60, 0.6)), 1.6), RATE, {})
    moved = string.gesture.block(0, 2 * RATE, RATE)
    air = slice(round(0.9 * RATE), round(1.3 * RATE))
    assert np.ptp(moved["velocity"][air]) == np.ptp(moved["position"][air]) == moved["normal_force"][air].max() == 0
    assert np.ptp(moved["finger"][air]) > 0  # the other hand still trembles

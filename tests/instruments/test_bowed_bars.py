"""Bars under bows: two on one bar feed it together or take it up two octaves; a daxophone sings at the pitch of its free end; nails."""

import numpy as np
import pytest
from listening import RATE, decibels, part
from scipy.optimize import brentq

from rosin import Contact, Gesture, instrument
from rosin.analysis import cents, pitch, rubbed_modes
from rosin.playing.midi.score import Note, Score

C4 = 261.63


def level_at(sound, frequency):
    """Amplitude of a line of a second of sound, within 3 Hz."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), RATE))
    return spectrum[round(frequency) - 3 : round(frequency) + 4].max()


def bowed(right, duration=3.5, **left):
    """The bar under the left bow at 0.2 m/s and 4 N, and after 1.5 s under the right one at another speed."""
    lead = Gesture(**{"velocity": [(0, 0), (0.3, 0.2)], "normal_force": [(0, 0), (0.15, 4)]} | left)
    other = Gesture(velocity=right, normal_force=[(0, 0), (1.5, 0), (1.6, 4)])
    return instrument("bowed_bar").render({"left": lead, "right": other}, duration=duration, seed=1).audio[0]


def test_growth_rates_of_two_bows_add():
    """-1 / t_e + g_left + g_right, from what analysis says of each bow alone; the bar is left without noise, and is hardly pressed."""
    bar = instrument("bowed_bar").with_changes({f"contacts.{side}.interaction.noise": 0.0 for side in ("left", "right")})
    setup, speed, force = bar.setup, 0.15, 2.0
    scene = setup.scene()
    (mode, *_) = rubbed_modes(Contact(scene.bodies["left bow"], setup.contacts["left"].interaction, scene.bodies["bar"]))
    alone = float(mode.growth_rate(speed, force))
    on, off = (Gesture(velocity=speed, normal_force=[(0, 0), (0.02, level)]) for level in (force, 0.0))
    for right, rate in ((off, alone), (on, 2 * alone + 1 / mode.decay_time)):
        sound = bar.render({"left": on, "right": right}, duration=0.8, record=("left.relative_velocity",)).traces["left.relative_velocity"]
        swing = np.log((speed - sound)[: len(sound) // 480 * 480].reshape(-1, 480).std(axis=1))
        rising = slice(int(np.argmax(swing > np.log(5e-4))), int(np.argmax(swing > np.log(2e-2))))
        assert np.polyfit(np.arange(len(swing))[rising] / 100, swing[rising], 1)[0] == pytest.approx(rate, rel=0.06)


@pytest.mark.parametrize("take", [None, 1, 2])
def test_the_note_leaps_up_two_octaves_when_one_bow_slows_down(take):
    bar = instrument("bowed_bar") if take is None else instrument("bowed_bar").varied(take)
    sound = bar.render(seed=1).audio[0]
    own = bar.setup.bodies["bar"].frequency
    assert abs(cents(pitch(part(sound, 2.0, 2.8), RATE, own), own)) < 25
    assert abs(cents(pitch(part(sound, 4.2, 4.8), RATE, 4 * own), 4 * own)) < 15
    assert decibels(level_at(part(sound, 4.0, 4.8), own) / level_at(part(sound, 4.0, 4.8), 4 * own)) < -30


@pytest.mark.parametrize("right", [0.2, -0.2])
def test_a_second_bow_that_is_as_fast_keeps_the_note_whichever_way_it_goes(right):
    sound = part(bowed(right), 2.5, 3.5)
    assert decibels(level_at(sound, 4 * C4) / level_at(sound, C4)) < -10


def secular(dax, setup):
    """The first pitch of the tongue with the dax on it: sum phi^2 / m (w_i^2 - w^2) + 1 / k = 1 / M w^2, k the contact's stiffness."""
    tongue, law = setup.scene().bodies["tongue"], setup.contacts["pressing"].interaction
    place = dax.values("position", np.zeros(1))[0] * (len(tongue.shapes) - 1)
    phi = np.array([np.interp(place, range(len(tongue.shapes)), column) for column in zip(*tongue.shapes, strict=True)])
    force = dax.values("force", np.ones(1))[0]
    giving = (force / law.stiffness) ** (1 / law.exponent) / (law.exponent * force)
    own = 2 * np.pi * np.array(tongue.frequencies)

    def surplus(frequency):
        w = 2 * np.pi * frequency
        return np.sum(phi**2 / np.array(tongue.masses) / (own**2 - w**2)) + giving - 1 / (setup.bodies["dax"].mass * w**2)

    return brentq(surplus, 1.02 * tongue.frequencies[0], 0.999 * tongue.frequencies[1])


def test_the_daxophone_sings_at_the_pitch_of_the_tongue_under_its_dax():
    """A little sharp, as the bow holds the tongue; more so under more force."""
    dax = instrument("daxophone")
    heard = []
    for position in (0.4, 0.5, 0.6, 0.7):
        press = Gesture(force=[(0, 0), (0.1, 15)], position=position)
        expected = secular(press, dax.setup)
        bow = Gesture(velocity=[(0, 0), (0.1, 0.25)], normal_force=1.0)
        sound = dax.render({"bowing": bow, "pressing": press}, duration=1.5, seed=1).audio[0]
        heard.append(pitch(part(sound, 0.8, 1.5), RATE, expected))
        assert -40 < cents(heard[-1], expected) < 60, position
    assert heard[0] < heard[1] < heard[2] < heard[3]
    assert heard[3] > 2 * heard[0]


def test_the_dax_stays_on_the_tongue_and_glides():
    dax = instrument("daxophone")
    sound = dax.render(seed=1, record=("pressing.force",))
    assert part(sound.traces["pressing.force"], 0.5, 5.5).min() > 0
    low, high = (pitch(part(sound.audio[0], begin, begin + 0.15), RATE, near) for begin, near in ((0.7, 180), (2.45, 350)))
    assert 0.7 < np.log2(high / low) < 1.3


def test_a_nail_sings_where_its_second_mode_has_a_node_and_squeals_elsewhere():
    """The ratio of the first two modes of a clamped rod is (4.694 / 1.875)^2 = 6.27."""
    nail = instrument("nail_violin")
    first, second = nail.with_changes({"at": 0.95}).setup.body.frequencies[:2]
    assert second / first == pytest.approx(6.267, abs=0.001)
    stroke = Gesture(velocity=[(0, 0), (0.2, 0.12)], normal_force=[(0, 0), (0.1, 0.5)])
    for at, near in ((nail.setup.at, first), (0.95, second)):
        sound = part(nail.with_changes({"at": at}).render(stroke, duration=1.5, seed=1).audio[0], 0.5, 1.5)
        assert abs(cents(pitch(sound, RATE, near), near)) < 40
        spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
        assert abs(cents(float(np.argmax(spectrum)), near)) < 40


def test_every_key_has_a_nail_that_is_in_tune():
    score = Score(tuple(Note(index, index + 1.0, key, 0.7) for index, key in enumerate((64, 76, 83))), 3.0)
    sound = instrument("nail_violin").render(score=score, seed=1).audio[0]
    for index, frequency in enumerate((329.63, 659.26, 987.77)):
        assert abs(cents(pitch(part(sound, index + 0.6, index + 0.95), RATE, frequency), frequency)) < 30

"""The cuica: yelps whose pitch is that of the tightened skin, silent under a light hand, flat and growling under a heavy one."""

import numpy as np
import pytest
from listening import RATE, amplitude, at_contact, cents_off, envelope, level_before_limiter, loudest, part, share

from rosin import Gesture, instrument
from rosin.analysis.pitch import cents

STROKES = 10


def constant(velocity, force, duration=2.0):
    """Velocity of the stick under a steady hand that started from rest, when it has settled."""
    gesture = Gesture(velocity=[(0, 0), (0.05, velocity)], normal_force=force, bend=0)
    return part(at_contact(instrument("cuica"), gesture, duration=duration)[0], duration / 2, duration)


def skin(cuica):
    """Frequency (Hz) of the lowest mode over time."""
    time = np.arange(round(cuica.duration * RATE)) / RATE
    return cuica.setup.body.frequencies[0] * 2 ** (cuica.gesture["hand"].values("bend", time) / 12)


def speaking(velocity, hand):
    """Where the stick swings with the hand while it moves fast enough to be heard."""
    return (envelope(velocity, 0.03) > 0.8 * np.abs(hand)) & (np.abs(hand) > 0.1)


def strokes_of(hand, moments):
    """At some moments, the number of the stroke to or fro, from 1; 0 where the hand rests."""
    moves = np.abs(hand) > 0.02
    numbers = np.cumsum(np.diff(moves.astype(int), prepend=0) == 1)
    return np.where(moves, numbers, 0)[moments]


def test_each_stroke_sounds_at_the_pitch_of_the_skin():
    cuica = instrument("cuica")
    velocity, hand, _ = at_contact(cuica)
    times, off = cents_off(velocity, skin(cuica), 0.06, 0.01)
    moments = (times * RATE).astype(int)
    heard = speaking(velocity, hand)[moments]
    numbers = strokes_of(hand, moments)
    assert set(numbers[heard]) >= set(range(1, STROKES + 1))
    for stroke in range(1, STROKES + 1):
        assert 0.01 * np.sum(heard & (numbers == stroke)) > 0.1  # s
    assert np.abs(off[heard]).max() < 25
    low, high = np.percentile(skin(cuica)[moments[heard]], [0, 100])
    assert 9 < 12 * np.log2(high / low) < 12


@pytest.mark.parametrize("velocity", [0.1, 0.2, 0.3])
def test_a_light_hand_is_silent_and_a_heavy_one_flat(velocity):
    mode = instrument("cuica").setup.body.frequencies[0]
    assert amplitude(constant(velocity, 0.1)) < 0.02 * velocity
    played = constant(velocity, 0.5)
    assert amplitude(played) > 0.9 * velocity
    assert abs(cents(loudest(played), mode)) < 15
    for force in (2.0, 3.0, 5.0):
        assert cents(loudest(constant(velocity, force)), mode) < -40


def test_a_heavy_hand_growls():
    calm, growl = constant(0.1, 0.5), constant(0.1, 5.0)
    assert share(calm, 20, 140) < 0.01
    assert share(growl, 20, 140) > 0.1


def test_the_yelps_are_low_with_few_overtones():
    sound = instrument("cuica").render().audio
    for channel in sound:
        assert 0.9 < share(channel, 150, 400) < 0.995
        assert share(channel, 400, 2500) > 0.005


def test_every_take_yelps():
    for seed in range(4):
        take = instrument("cuica").varied(seed)
        velocity, hand, sound = at_contact(take)
        times, off = cents_off(velocity, skin(take), 0.06, 0.03)
        moments = (times * RATE).astype(int)
        heard = speaking(velocity, hand)[moments]
        assert set(strokes_of(hand, moments)[heard]) >= set(range(1, STROKES + 1))
        assert np.abs(off[heard]).max() < 40
        assert sound.peak < 0.8


def test_full_scale_is_near():
    assert level_before_limiter(instrument("cuica")) == pytest.approx(-6, abs=0.5)

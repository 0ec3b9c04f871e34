"""Distances of sounds whose relation is known."""

import numpy as np
import pytest
from scipy.signal import butter, sosfilt

from rosin.analysis.distance import Distance, distance

RATE, NOTE = 44_100, 220.0
TIME = np.arange(RATE // 4) / RATE
NOISE = np.random.default_rng(1).normal(size=len(TIME))
TONE = sum(np.sin(2 * np.pi * k * NOTE * TIME) / k for k in range(1, 40)) + 0.01 * NOISE
FADE = np.minimum(1, np.minimum(TIME, TIME[::-1]) / 0.02)
TONE *= FADE
CLICK = NOISE * np.exp(-TIME / 0.05)


def between(first, second, **more):
    return distance(first, second, RATE, frequency=NOTE, **more)


def dulled(sound, corner):
    return sosfilt(butter(2, corner, fs=RATE, output="sos"), sound)


@pytest.mark.parametrize("sound", [TONE, NOISE, CLICK])
def test_a_sound_is_at_no_distance_from_itself_however_loud(sound):
    assert between(sound, sound) == pytest.approx((0, 0, 0, 0))
    assert between(sound, -0.02 * sound) == pytest.approx((0, 0, 0, 0), abs=1e-6)


def test_there_and_back_are_as_far():
    for first, second in ((TONE, CLICK), (NOISE, TONE), (TONE, dulled(TONE, 1000))):
        assert between(first, second) == pytest.approx(between(second, first))


def test_the_duller_a_copy_the_farther_it_is():
    gaps = np.array([between(TONE, dulled(TONE, corner)) for corner in (12_000, 4000, 1000)])
    assert (np.diff(gaps, axis=0) > 0).all()
    assert (gaps[-1] > 5).all()


def test_harmonics_are_compared_in_decibels():
    near = sum(np.sin(2 * np.pi * k * NOTE * TIME) / k for k in range(1, 3))
    far = near - 0.9 * np.sin(2 * np.pi * 2 * NOTE * TIME) / 2  # of two harmonics the second is 20 dB less, and both as loud together
    gain = 10 * np.log10(1.25 / 1.0025)
    assert distance(near, far, RATE, frequency=NOTE, highest=2.5 * NOTE).harmonics == pytest.approx((gain + 20 - gain) / 2, abs=0.1)


def test_a_sound_without_a_note_has_no_distance_in_harmonics():
    gap = distance(TONE, CLICK, RATE)
    assert np.isnan(gap.harmonics)
    assert gap.over(gap) == pytest.approx(1)
    assert Distance(2, 4, 6).over(Distance(1, 2, 3, 4)) == pytest.approx(2)
    assert Distance.mean([Distance(1, 2, 3), Distance(3, 4, 5, 6)]) == (2, 3, 4, 6)


def test_what_a_recording_cannot_hold_does_not_count():
    narrow = sosfilt(butter(10, 7000, fs=RATE, output="sos"), TONE)
    assert between(TONE, narrow).mel > 2
    within = between(TONE, narrow, highest=5000)
    assert max(within.mel, within.thirds, within.harmonics) < 0.5

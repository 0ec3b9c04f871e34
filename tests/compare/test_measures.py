"""Measures of sounds that were made to have them."""

import numpy as np
import pytest

from rosin.compare import measures
from rosin.compare.take import RATE, Take, envelope, from_onset

TIME = np.arange(int(1.5 * RATE)) / RATE
NOISE = np.random.default_rng(1).normal(size=len(TIME))


def tone(frequency=440.0, phase=0.0, harmonics=8):
    return sum(np.sin(k * (2 * np.pi * frequency * TIME + phase)) / k for k in range(1, harmonics + 1))


def take(samples, frequency=440.0):
    return Take("test", "test", samples, frequency)


@pytest.mark.parametrize(("frequency", "depth", "rate"), [(440.0, 20.0, 5.5), (110.0, 8.0, 6.3), (55.0, 12.0, 5.0), (880.0, 14.0, 7.0)])
def test_vibrato(frequency, depth, rate):
    # f(t) = f (1 + d sin(w t)); its phase is the integral
    share = depth * np.log(2) / 1200
    phase = -2 * np.pi * frequency * share * np.cos(2 * np.pi * rate * TIME) / (2 * np.pi * rate)
    heard = take(tone(frequency, phase), frequency)
    assert measures.vibrato(heard) == pytest.approx(depth, rel=0.06)
    assert measures.vibrato_rate(heard) == pytest.approx(rate, abs=0.15)
    assert measures.wobble(heard) < 0.1


def test_a_steady_tone_has_no_vibrato_and_no_rate_of_it():
    assert measures.vibrato(take(tone())) < 0.1
    assert np.isnan(measures.vibrato_rate(take(tone())))
    assert np.isnan(measures.vibrato(take(tone()[: RATE // 4])))


def test_wobble():
    swelling = tone() * 10 ** (1.5 * np.sin(2 * np.pi * 6 * TIME) / 20)
    assert measures.wobble(take(swelling)) == pytest.approx(1.5, rel=0.06)


@pytest.mark.parametrize("ratio", [10.0, 20.0, 40.0])
def test_harmonics_to_noise(ratio):
    clean = tone(330.0)
    heard = clean + NOISE * clean.std() * 10 ** (-ratio / 20)
    assert measures.harmonics_to_noise(take(heard, 330.0)) == pytest.approx(ratio, abs=0.6)


def test_detuning():
    assert measures.detuning(take(tone(442.0))) == pytest.approx(1200 * np.log2(442 / 440), abs=0.1)


@pytest.mark.parametrize("wanted", [0.3, 0.8, 1.5])
def test_t60(wanted):
    assert measures.t60(take(NOISE * 10 ** (-3 * TIME / wanted))) == pytest.approx(wanted, rel=0.06)


def test_a_sound_that_does_not_die_away_has_no_t60():
    assert np.isnan(measures.t60(take(NOISE)))


@pytest.mark.parametrize("lasting", [0.05, 0.2, 0.5])
def test_rise_time_is_eight_tenths_of_a_ramp(lasting):
    assert measures.rise(take(tone() * np.minimum(TIME / lasting, 1))) == pytest.approx(800 * lasting, abs=10)


def test_brightness_of_two_lines():
    two = np.sin(2 * np.pi * 1000 * TIME) + 0.5 * np.sin(2 * np.pi * 6000 * TIME)
    assert measures.treble(take(two)) == pytest.approx(10 * np.log10(0.2), abs=0.1)
    assert measures.centroid(take(two)) == pytest.approx(2000, rel=0.01)
    assert measures.centroid_of_the_blow(take(two)) == pytest.approx(2000, rel=0.02)


def test_noise_is_flat_and_a_line_is_not():
    assert measures.flatness(take(NOISE)) > -0.5
    assert measures.flatness(take(np.sin(2 * np.pi * 1000 * TIME))) < -40


def test_what_a_narrow_recording_cannot_hold_is_not_told():
    narrow = Take("test", "test", NOISE, 440.0, highest=6000.0)
    assert np.isnan(measures.treble(narrow))
    assert np.isnan(measures.flatness(narrow))
    assert measures.centroid(narrow) == pytest.approx(3000, rel=0.05)


def test_a_take_begins_at_its_onset_and_can_be_transposed():
    late = from_onset(np.concatenate([np.zeros(5000), 0.01 * NOISE[:4000], tone()]))
    assert np.argmax(np.abs(late) > 0.5) < 0.02 * RATE
    higher = take(tone()).transposed(1.25)
    assert higher.frequency == pytest.approx(550)
    assert higher.partial == pytest.approx(550, rel=1e-3)
    assert higher.duration == pytest.approx(1.5 / 1.25, rel=1e-3)
    assert envelope(tone()).max() < 1.2

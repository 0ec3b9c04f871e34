"""A piano note: strings that share a soundboard decay fast together, and slowly apart."""

import functools

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

import rosin
from rosin import Gesture
from rosin.analysis import cents, pitch
from rosin.instruments.performance import perform
from rosin.playing.midi.score import Note, Score

RATE = 48_000
PITCH = 261.63
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def struck(velocity=0.7, duration=3.7, key=60, record=(), **changes):
    setup = rosin.instrument("piano_note").setup.replace(**changes)
    return perform(setup.play(Score((Note(0, 1, key, velocity),), 1.0), RATE, {}), duration=duration, record=record)


@functools.cache
def falls(**changes):
    """How fast the lowest partial falls, in dB/s: at first, from 0.1 to 0.5 s, and later, from 1 to 3.5 s."""
    band = butter(3, [0.95 * PITCH, 1.05 * PITCH], "bandpass", fs=RATE, output="sos")
    partial = sosfiltfilt(band, struck(**changes).audio[0])
    window = np.ones(RATE // 10) / (RATE // 10)
    level = 10 * np.log10(np.convolve(partial**2, window, "same"))
    at = {time: level[round(time * RATE)] for time in (0.1, 0.5, 1.0, 3.5)}
    return (at[0.1] - at[0.5]) / 0.4, (at[1.0] - at[3.5]) / 2.5


def test_mistuned_strings_decay_in_two_stages():
    early, late = falls()
    assert early > 3 * late
    assert early > 15


def test_one_string_decays_in_one():
    early, late = falls(strings=1)
    assert early == pytest.approx(late, rel=0.05)


def test_strings_in_tune_lose_to_the_bridge_as_many_times_as_there_are():
    """The bridge moves with the sum of their forces: n strings in phase lose to it n times as fast as one, beside their own loss."""
    own = 20 / np.log(10) * rosin.instrument("piano_note").setup.damping
    one = falls(strings=1)[1] - own
    for count in (2, 3):
        assert falls(strings=count, mistuning=0.0)[0] - own == pytest.approx(count * one, rel=0.1)


def test_a_harder_blow_is_brighter():
    """Felt stiffens as it is pressed: the contact is shorter, and high partials are stronger."""

    setup, shares = rosin.instrument("piano_note").setup, []
    for speed in (0.5, 1.5, 4.0):
        blow = Gesture(velocity=[(0, 0), (0, speed), (0.002, speed), (0.002, 0)])
        power = np.abs(np.fft.rfft(perform(setup.played({"key": blow}), duration=0.3).audio[0])) ** 2
        shares.append(power[np.fft.rfftfreq(round(0.3 * RATE), 1 / RATE) > 2000].sum() / power.sum())
    assert np.divide(shares[1:], shares[:-1]).min() > 1.5


def test_the_hammer_stays_for_some_milliseconds():
    forces = struck(0.7, 0.05, record="force").traces
    touching = np.flatnonzero(sum(forces.values()) > 0)
    assert 1e-3 < (touching[-1] - touching[0]) / RATE < 5e-3
    assert len(forces) == 3


@pytest.mark.parametrize("key", [55, 60, 67])
def test_keys_are_in_tune(key):
    wanted = 440 * 2 ** ((key - 69) / 12)
    found = pitch(struck(key=key, duration=0.8, mistuning=0.0).audio[0, RATE // 10 :], RATE, wanted)
    assert abs(cents(found, wanted)) < 6  # the soundboard pulls it a little


def test_it_accounts_for_its_energy():
    assert struck(0.7, 0.2, record=ENERGIES).diagnostics.energy_error < 1e-10

"""The hurdy-gurdy: its loose bridge buzzes while the wheel is jerked, and only then."""

import numpy as np
import pytest

import rosin
from rosin import Gesture, ParameterError
from rosin.analysis import cents, pitch
from rosin.instruments.performance import perform
from rosin.playing.midi.score import Note, Score

RATE = 48_000
STEADY, JERKED, AFTER = (0.5, 0.7), (0.85, 1.05), (1.35, 1.55)  # s
TURN = [(0, 0), (0.2, 0.5), (0.8, 0.5), (0.83, 1.0), (1.1, 1.0), (1.13, 0.5)]
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def turned(velocity=TURN, duration=1.6, record=(), **changes):
    """The instrument under a wheel that turns like this, without keys."""
    setup = rosin.instrument("hurdy_gurdy").setup.replace(**changes)
    wheel = Gesture(velocity=velocity, normal_force=[(0, 0), (0.2, setup.force)], finger=0.0)
    return perform(setup.played({"wheel": wheel}), duration=duration, record=record)


def part(signal, span):
    return signal[round(span[0] * RATE) : round(span[1] * RATE)]


def hiss(sound, span):
    """Level (dB) above 3 kHz."""
    stretch = part(sound.audio[0], span)
    power = np.abs(np.fft.rfft(stretch * np.hanning(len(stretch)))) ** 2
    return 10 * np.log10(power[np.fft.rfftfreq(len(stretch), 1 / RATE) > 3000].sum())


@pytest.mark.thorough
def test_the_buzz_begins_when_the_wheel_is_jerked_and_ends_with_it():
    sound = turned(record="foot.force")
    lifted = [np.mean(part(sound.traces["foot.force"], span) == 0) for span in (STEADY, JERKED, AFTER)]
    assert lifted[0] == lifted[2] == 0
    assert lifted[1] > 0.05
    assert hiss(sound, JERKED) > max(hiss(sound, STEADY), hiss(sound, AFTER)) + 10


def test_a_dog_that_is_pressed_harder_stays_down():
    assert np.all(part(turned(pressure=1.5, record="foot.force").traces["foot.force"], (0.3, 1.6)) > 0)


def test_a_wheel_that_turns_steadily_does_not_buzz():
    steady = turned(velocity=[(0, 0), (0.2, 0.5)], record="foot.force").traces["foot.force"]
    assert np.all(part(steady, (0.3, 1.6)) > 0)


@pytest.mark.parametrize("key", [67, 74])
def test_keys_stop_the_melody_string(key):
    setup = rosin.instrument("hurdy_gurdy").setup.replace(trompette=130.0, pressure=3.0)
    wanted = 440 * 2 ** ((key - 69) / 12)
    sound = perform(setup.play(Score((Note(0, 1.0, key, 0.0),), 1.0), RATE, {}), duration=0.8)
    assert abs(cents(pitch(sound.audio[0, RATE // 3 :], RATE, wanted), wanted)) < 15


def test_keys_off_the_string_are_refused():
    with pytest.raises(ParameterError, match="not on a melody string"):
        rosin.instrument("hurdy_gurdy").render(score=Score((Note(0, 1, 40, 1.0),), 1.0))


def test_it_accounts_for_its_energy():
    assert turned(duration=0.3, record=ENERGIES, velocity=1.0).diagnostics.energy_error < 1e-10

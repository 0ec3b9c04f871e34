"""The sitar: sympathetic strings answer what is in tune with them, and the curved bridge makes the played one buzz."""

import numpy as np
import pytest

import rosin
from rosin import Heard, ParameterError, render
from rosin.instruments.performance import perform
from rosin.instruments.setups.plucking import plucks
from rosin.playing.midi.score import Note, Score

RATE = 48_000
PITCH = 220.0
NO_BUZZ = {"length": 0.025, "curvature": 1e4}
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def answer(cents, bridge, partial=1):
    """Level (dB) of a sympathetic string, so many cents off a partial of the played one, a second after the pluck."""
    tuned = partial * PITCH * 2 ** (cents / 1200)
    setup = rosin.instrument("sitar").setup.replace(frequency=PITCH, sympathetic=[tuned], bridge=bridge)
    scene = setup.scene().replace(heard={"sympathetic 1": Heard()})
    sound = render(scene, {"pluck": plucks([(0.02, -3e-3)])}, duration=1.1, sample_rate=RATE).audio[0]
    return 10 * np.log10(np.mean(sound[-RATE // 10 :] ** 2))


def test_a_sympathetic_string_answers_in_tune_and_not_beside():
    """In tune 20 dB louder at least than 8 cents off, where the played string keeps its pitch."""
    levels = [answer(cents, NO_BUZZ) for cents in (0, 8, 98)]
    assert levels[0] > levels[1] + 20
    assert levels[1] > levels[2] + 6


def test_it_answers_partials_too():
    assert answer(0, NO_BUZZ, partial=2) > answer(20, NO_BUZZ, partial=2) + 20


def test_it_answers_over_the_curved_bridge():
    bridge = rosin.instrument("sitar").setup.bridge
    assert answer(0, bridge) > answer(98, bridge) + 15


def plucked(duration=0.6, record=(), key=58, **changes):
    setup = rosin.instrument("sitar").setup.replace(sympathetic=[277.18], **changes)
    return perform(setup.play(Score((Note(0, 1, key, 0.8),), 1.0), RATE, {}), duration=duration, record=record)


def test_the_bridge_buzzes():
    """Much more of the sound lies above 3 kHz than of a string that leaves its bridge alone."""

    def share(sound):
        power = np.abs(np.fft.rfft(sound.audio[0, RATE // 5 :])) ** 2
        return power[np.fft.rfftfreq(sound.audio.shape[1] - RATE // 5, 1 / RATE) > 3000].sum() / power.sum()

    assert share(plucked()) > 10 * share(plucked(bridge=NO_BUZZ))


def test_it_accounts_for_its_energy():
    assert plucked(0.2, ENERGIES).diagnostics.energy_error < 1e-10


def test_frets_are_in_tune():
    for key in (58, 65):
        wanted = 440 * 2 ** ((key - 69) / 12)
        sound = plucked(0.6, key=key, bridge=NO_BUZZ).audio[0, RATE // 10 :]
        spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 8 * RATE))
        near = np.arange(len(spectrum)) / 8
        inside = np.abs(near / wanted - 1) < 0.03
        assert 1200 * np.log2(near[inside][np.argmax(spectrum[inside])] / wanted) == pytest.approx(0, abs=6)


def test_keys_off_the_string_are_refused():
    with pytest.raises(ParameterError, match="not on a string"):
        plucked(key=40)

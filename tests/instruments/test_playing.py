"""Playing an instrument: traces and energies of all its layers, and plain words where it cannot be played."""

import numpy as np
import pytest

from rosin import Gesture, ParameterError, instrument

ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def test_every_layer_is_recorded_and_keeps_its_account_of_energy():
    sound = instrument("door").render(duration=0.5, record=("force", *ENERGIES))
    assert set(sound.traces) == {f"{shutter}.{name}" for shutter in ("left", "right") for name in ("force", *ENERGIES)}
    assert sound.diagnostics.energy_error < 1e-12
    assert instrument("chalk").render(duration=0.5, record=ENERGIES).diagnostics.energy_error < 1e-12
    assert instrument("chalk").render(duration=0.1).diagnostics.energy_error is None


def test_a_trace_that_only_some_layers_have_is_recorded_of_those():
    assert set(instrument("wheel").render(duration=0.1, record="bristle").traces) == {"sliding.bristle"}


@pytest.mark.parametrize("name", ["door", "chalk"])
def test_a_trace_that_no_layer_has_is_refused(name):
    with pytest.raises(ParameterError, match="trace 'forse' does not exist; did you mean 'force'"):
        instrument(name).render(duration=0.1, record="forse")


@pytest.mark.parametrize(("name", "key"), [("glass_harmonica", 72), ("rubbed_masses", 45)])
def test_rubbed_notes_need_a_gesture_that_says_how_firmly(name, key):
    with pytest.raises(ParameterError, match="give it a gesture, and play the notes as a score"):
        instrument(name).replace(gesture=None, notes=[[0, 0.1, key, 0.8]]).render(duration=0.1)


def test_a_wheel_follows_an_array_as_it_follows_a_number():
    sounds = [instrument("wheel").render(Gesture(velocity=speed, normal_force=0.0), duration=0.1) for speed in (np.ones(4800), 1.0)]
    np.testing.assert_array_equal(sounds[0].audio, sounds[1].audio)


@pytest.mark.parametrize("seed", [-1, 0.5, "x", True])
def test_a_seed_is_a_whole_number(seed):
    for play in (instrument("chalk").varied, lambda seed: instrument("chalk").render(duration=0.1, seed=seed)):
        with pytest.raises(ParameterError, match=r"seed = .* must be a whole number of at least 0"):
            play(seed)


def test_a_score_is_no_file_name():
    with pytest.raises(ParameterError, match=r"'tune.mid' is not a Score; read a MIDI file with rosin.playing.midi.file.read_score"):
        instrument("violin").render(score="tune.mid")

"""The tanpura: overtones that wander down a curved bridge, and return."""

import numpy as np
import pytest

import rosin
from rosin import ParameterError
from rosin.instruments.performance import perform
from rosin.playing.midi.score import Note, Score

RATE = 48_000
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
NO_BRIDGE = 1e4  # 1/m: a curvature that leaves the string alone


def one_string(duration=1.2, record=(), curvature=0.24):
    """One string of the tanpura, plucked once, and heard at its end."""
    setup = rosin.instrument("tanpura").setup.replace(frequencies=[130.81], radii=1.4e-4, bridge={"curvature": curvature})
    played = setup.play(Score((Note(0, 1, 48, 0.8),), 1.0), RATE, {})
    return perform(played, duration=duration, record=record)


def centroids(sound, step=0.1, width=0.06, begin=0.1):
    """Centre of the spectrum (Hz) of stretches of a sound."""
    found = []
    for time in np.arange(begin, sound.duration - width, step):
        stretch = sound.audio[0, round(time * RATE) : round((time + width) * RATE)]
        power = np.abs(np.fft.rfft(stretch * np.hanning(len(stretch)))) ** 2
        found.append((power * np.fft.rfftfreq(len(stretch), 1 / RATE)).sum() / power.sum())
    return np.array(found)


def crest(sound, time, width=0.1):
    """The strongest partial above 600 Hz around a time: where the wandering crest of the overtones is."""
    stretch = sound.audio[0, round((time - width / 2) * RATE) : round((time + width / 2) * RATE)]
    spectrum = np.abs(np.fft.rfft(stretch * np.hanning(len(stretch)), 8 * len(stretch)))
    frequencies = np.fft.rfftfreq(8 * len(stretch), 1 / RATE)
    return frequencies[np.argmax(spectrum * frequencies * (frequencies > 600))]


def test_the_curved_bridge_brings_overtones_that_come_down_slowly():
    over, without = centroids(one_string()), centroids(one_string(curvature=NO_BRIDGE))
    assert over[:3].max() > 2000
    assert over[-1] < 0.7 * over[:3].max()
    assert without.max() < 600
    assert over.min() > 2 * without.max()
    assert (np.diff(over) > 0).any()  # they return
    assert np.diff(without).max() < 1.0


def test_the_crest_of_the_overtones_wanders_down():
    sound = one_string()
    crests = [crest(sound, time) for time in (0.3, 0.5, 0.7, 0.9, 1.1)]
    assert np.diff(crests).max() < 0
    assert crests[0] > 2 * crests[-1]


def test_a_stronger_curve_is_reached_later():
    """What leaves the bridge alone at first takes longer to be bright."""
    flat, steep = (centroids(one_string(0.5, curvature=curvature), begin=0.04)[0] for curvature in (0.24, 0.6))
    assert flat > 1.3 * steep


def test_it_accounts_for_its_energy():
    sound = one_string(0.4, ENERGIES)
    assert sound.diagnostics.energy_error < 1e-10
    assert sound.traces["dissipated_energy"][-1] > 0.1 * sound.traces["supplied_energy"][-1]


def test_the_plucked_string_has_its_pitch():
    sound = one_string(curvature=NO_BRIDGE)
    spectrum = np.abs(np.fft.rfft(sound.audio[0, RATE // 10 :] * np.hanning(sound.audio.shape[1] - RATE // 10), 8 * RATE))
    assert np.argmax(spectrum) / 8 == pytest.approx(130.81, abs=0.3)


def test_notes_go_to_the_strings_in_turn():
    setup = rosin.instrument("tanpura").setup
    score = Score(tuple(Note(start, start + 0.5, key, 0.8) for start, key in ((0, 43), (0.5, 48), (1.0, 48), (1.5, 36))), 2.0)
    (played,) = setup.play(score, RATE, {})
    starts = [np.flatnonzero(played.gesture[name].values("normal_force", np.arange(0, 2, 0.01)) > 0)[0] * 0.01 for name in setup.names]
    assert starts == pytest.approx([0.0, 0.5, 1.0, 1.5], abs=0.02)
    with pytest.raises(ParameterError, match="none of the strings"):
        setup.play(Score((Note(0, 1, 90, 0.8),), 1.0), RATE, {})

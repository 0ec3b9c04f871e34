"""A string over frets: clean while it swings little, rattling where it swings too far."""

import functools

import numpy as np
import pytest

import rosin
from rosin import ParameterError
from rosin.instruments.performance import perform
from rosin.instruments.setups.plucking import plucks
from rosin.playing.midi.score import Note, Score

RATE = 48_000
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
FRETS = tuple(f"fret {number}.force" for number in range(1, 13))
HIGH = {"action": 0.05, "nut": 0.05}


@functools.cache
def plucked(pull, duration=0.6, **changes):
    """The string plucked by so many metres."""
    setup = rosin.instrument("fretted").setup.replace(**changes)
    return perform(setup.played({"pluck": plucks([(0.02, -pull)])}), duration=duration, record=(*FRETS, *ENERGIES))


def hits(sound):
    """How often each fret is struck."""
    return [int(np.sum((force[1:] > 0) & (force[:-1] == 0))) for force in (sound.traces[name] for name in FRETS)]


def centroid(sound, begin=0.03, end=0.13):
    stretch = sound.audio[0, round(begin * RATE) : round(end * RATE)]
    power = np.abs(np.fft.rfft(stretch * np.hanning(len(stretch)))) ** 2
    return (power * np.fft.rfftfreq(len(stretch), 1 / RATE)).sum() / power.sum()


def test_a_soft_pluck_is_the_string_without_frets():
    np.testing.assert_allclose(plucked(1e-3).audio, plucked(1e-3, **HIGH).audio, atol=1e-12)
    assert hits(plucked(1e-3)) == [0] * 12


def test_a_hard_pluck_rattles():
    free, rattling = plucked(5e-3, **HIGH), plucked(5e-3)
    assert sum(hits(rattling)) > 40
    assert all(hits(rattling))
    assert centroid(rattling) > 4 * centroid(free)
    assert centroid(free) == pytest.approx(centroid(plucked(1e-3)), rel=0.05)  # the string itself is linear


def test_the_rattle_clears():
    sound = plucked(5e-3)
    forces = np.sum([sound.traces[name] for name in FRETS], axis=0)
    assert np.mean(forces[: RATE // 5] > 0) > 3 * np.mean(forces[-RATE // 5 :] > 0)


def test_a_lower_string_rattles_sooner():
    struck = [sum(hits(plucked(2e-3, 0.3, action=action))) for action in (2e-3, 1.2e-3, 8e-4)]
    assert struck[0] == 0 < struck[1] < struck[2]


def test_it_accounts_for_its_energy():
    assert plucked(5e-3).diagnostics.energy_error < 1e-11


def test_only_the_open_string_is_played():
    with pytest.raises(ParameterError, match="not the open string"):
        rosin.instrument("fretted").render(score=Score((Note(0, 1, 50, 1.0),), 1.0))

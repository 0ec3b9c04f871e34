"""The cello with a wolf: its note stammers on the body's strong mode, and on no other."""

import numpy as np
import pytest
from listening import envelope

import rosin
from rosin import ParameterError
from rosin.instruments.performance import perform
from rosin.playing.midi.score import Note, Score

RATE = 48_000
E, F, G = 52, 53, 55


def swing(key, **changes):
    """How far the envelope of a held note swings, (98 % - 2 %) / (98 % + 2 %), once it has begun."""
    cello = rosin.instrument("wolf_cello").with_changes(changes)
    played = cello.setup.play(Score((Note(0, 3.0, key, 1.0),), 3.0), RATE, {})
    steady = envelope(perform(played, duration=3.0).audio[0], 0.02)[round(2.0 * RATE) : round(2.9 * RATE)]
    low, high = np.percentile(steady, [2, 98])
    return (high - low) / (high + low)


def test_only_the_note_on_the_mode_is_a_wolf():
    assert swing(F) > 0.4
    assert max(swing(E), swing(G)) < 0.1


def test_a_heavier_mode_tames_it():
    assert swing(F, **{"body.masses.1": 0.57}) < 0.1


def test_keys_off_the_string_are_refused():
    with pytest.raises(ParameterError, match="not on a string"):
        rosin.instrument("wolf_cello").render(score=Score((Note(0, 1, 30, 1.0),), 1.0))

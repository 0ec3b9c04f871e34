"""Notes on a pool of equal bodies: what rings rings on, each at its own pitch and with its own decay, and what rests does nothing."""

import numpy as np
import pytest

import rosin
from rosin.instruments.performance import perform
from rosin.instruments.polyphony import Polyphony
from rosin.model.errors import ParameterError
from rosin.playing.midi.score import Note, Score, pitch_of_key

RATE = 48_000


def strength(sound, frequency):
    """Of a partial, by a window that is narrow enough for semitones."""
    n = sound.shape[-1]
    return 2 * abs(np.mean(sound * np.hanning(n) * np.exp(-2j * np.pi * frequency * np.arange(n) / RATE)))


def decay_time(sound, frequency, skip, span):
    """In which a partial falls to 1/e, from two stretches of a sound."""
    first, second = (strength(sound[at : at + span], frequency) for at in (skip, skip + span))
    return span / RATE / np.log(first / second)


def test_sixteen_bars_ring_each_with_its_own_decay():
    """That of its own body, over its tube, whatever else is struck: of each key within 2 %."""
    setup = rosin.instrument("marimba").setup
    pool = Polyphony(setup.pool(), RATE)
    keys = range(48, 64)
    assert len(pool.keyed.pairs) == len(keys)
    for key in keys:
        pool.begin(key, velocity=1.0)
    sound = pool.play(3 * RATE)[0]
    for key in keys:
        pitch = pitch_of_key(key)
        wanted = setup.tuned(pitch).decay_times[0]
        assert decay_time(sound, pitch, RATE // 10, RATE) == pytest.approx(wanted, rel=0.02), key


def test_a_second_note_leaves_the_first_ringing():
    pool = Polyphony(rosin.instrument("marimba").setup.pool(), RATE)
    pool.begin(60, velocity=1.0)
    alone = np.hstack([pool.play(12_000), pool.play(24_000)])
    pool = Polyphony(rosin.instrument("marimba").setup.pool(), RATE)
    pool.begin(60, velocity=1.0)
    first = pool.play(12_000)
    pool.begin(67, velocity=1.0)
    both = np.hstack([first, pool.play(24_000)])
    pitch, other = pitch_of_key(60), pitch_of_key(67)
    assert strength(both[0, 14_000:], pitch) == pytest.approx(strength(alone[0, 14_000:], pitch), rel=1e-3)
    assert strength(both[0, 14_000:], other) > 100 * strength(alone[0, 14_000:], other)


def test_a_bar_that_is_tuned_leaves_all_others_as_they_are():
    pool = Polyphony(rosin.instrument("marimba").setup.pool(), RATE, block=128)
    pool.begin(60, velocity=1.0)
    pool.play(4800)
    untouched = Polyphony(rosin.instrument("marimba").setup.pool(), RATE, block=128)
    untouched.begin(60, velocity=1.0)
    untouched.play(4800)
    pool.voice.tune("pair 5 resonator", pool.keyed.tuned(50).resonator)
    again, before = pool.play(4800), untouched.play(4800)
    np.testing.assert_allclose(again, before, rtol=0, atol=1e-12 * np.abs(before).max())
    with pytest.raises(ParameterError, match="as many modes"):
        pool.voice.tune("pair 5 resonator", rosin.Modal([440.0], 1.0, 0.1))


def test_what_is_not_played_has_nothing_to_do():
    """Of sixteen bars and hammers one is struck: no law but its own is evaluated, and in the end none at all."""
    pool = Polyphony(rosin.instrument("marimba").setup.pool(), RATE, block=128)
    one = Polyphony(rosin.instrument("marimba").setup.pool(), RATE, block=128)
    pool.play(1280)
    silent = pool.voice.evaluations[0]
    pool.play(12_800)
    assert pool.voice.evaluations[0] == silent
    assert pool.voice.machine.number("head.busy") == 0
    one.begin(60, velocity=1.0)
    one.play(9600)
    struck = one.voice.evaluations[0]
    one.play(9600)
    assert one.voice.evaluations[0] == struck
    assert one.voice.machine.number("head.busy") == 0


def test_live_blows_sound_as_those_of_a_score():
    """A note of a score and the same blow on the pool; the pool has modes more that are too heavy to be heard."""
    marimba = rosin.instrument("marimba")
    score = Score((Note(0.0, 0.4, 67, 1.0), Note(0.0, 0.4, 55, 1.0)), 0.5)
    wanted = perform(marimba.played(score=score), duration=0.5).audio
    pool = Polyphony(marimba.setup.pool(), RATE)
    for key in (55, 67):
        pool.begin(key, velocity=1.5)
    np.testing.assert_allclose(pool.play(24_000), wanted, rtol=0, atol=1e-6 * np.abs(wanted).max())


def test_two_cups_are_rubbed_at_once_and_ring_on():
    glass = rosin.instrument("glass_harmonica")
    pool = Polyphony(glass.setup.pool(), RATE)
    places = [pool.begin(key, velocity=0.2, normal_force=2.0) for key in (72, 76)]
    sound = pool.play(RATE)[0]
    for place in places:
        pool.end(place)
    after = pool.play(RATE // 2)[0]
    for key in (72, 76):
        assert strength(sound[RATE // 2 :], pitch_of_key(key)) > 0.01
        assert strength(after[4800:], pitch_of_key(key)) > 1e-3
    assert pool.begin(79, velocity=0.2, normal_force=2.0) not in places

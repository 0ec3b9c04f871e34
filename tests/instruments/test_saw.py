"""The musical saw: a nearly pure note whose pitch is that of the bent blade."""

import numpy as np
import pytest
from listening import RATE, amplitude, at_contact, cents_off, decibels, envelope, level_before_limiter, loudest, part

from rosin import Gesture, instrument
from rosin.analysis.pitch import cents, pitch
from rosin.playing.midi.score import Note, Score

SOUNDS = (0.4, 7.3)  # s of the default take: bowed, and ringing on while the bow turns and after it has left


def bent(saw):
    """Pitch (Hz) that the gesture asks for."""
    return 440 * 2 ** (saw.gesture["hand"].values("bend", np.arange(round(saw.duration * RATE)) / RATE) / 12)


def test_the_pitch_follows_the_bend():
    saw = instrument("musical_saw")
    wanted = part(bent(saw), *SOUNDS)
    assert wanted.max() / wanted.min() > 2 ** (7 / 12)
    off = cents_off(part(saw.render().audio[0], *SOUNDS), wanted)[1]
    assert abs(np.median(off)) < 10
    assert np.abs(off).max() < 40


def test_the_note_is_nearly_pure():
    sound = instrument("musical_saw").render(Gesture(velocity=[(0, 0), (0.2, 0.12)], normal_force=0.6, bend=0), duration=2.0).audio[0]
    heard = part(sound, 1, 2)
    frequency = pitch(heard, RATE, 440)
    first, second = (abs(np.hanning(RATE) * heard @ np.exp(-2j * np.pi * k * frequency * np.arange(RATE) / RATE)) for k in (1, 2))
    assert decibels(second / first) < -30


def test_the_blade_rings_on_while_the_bow_turns():
    sound = instrument("musical_saw").render().audio[0]
    heard = envelope(sound)
    assert part(heard, 2.5, 3.2).min() > 0.6 * part(heard, 1.5, 2.5).mean()
    assert np.abs(part(sound, 7.8, 8.0)).max() < 1e-3


def test_a_bow_that_hardly_touches_is_silent():
    """A mode grows where F 2 v dmu / v_s^2 exp(-(v / v_s)^2) exceeds 2 m / t_e."""
    saw = instrument("musical_saw")
    law, blade, speed = saw.setup.interaction, saw.setup.body, 0.1
    falling = (law.static_friction - law.dynamic_friction) * 2 * speed / law.stribeck_velocity**2
    least = 2 * blade.masses / blade.decay_times / (falling * np.exp(-((speed / law.stribeck_velocity) ** 2)))
    for force, sounds in ((0.5 * least, False), (20 * least, True)):
        gesture = Gesture(velocity=[(0, 0), (0.05, speed)], normal_force=force, bend=0)
        velocity, _, _ = at_contact(saw, gesture, duration=3.0)
        swings = amplitude(part(velocity, 2, 3)) / speed
        assert swings > 0.9 if sounds else swings < 0.02


def test_notes_are_played_by_gliding():
    saw = instrument("musical_saw")
    score = Score(tuple(Note(index, index + 1.0, key, 0.8) for index, key in enumerate((69, 73, 66))), 3.0)
    assert len(saw.played(score=score)) == 1
    sound = saw.render(score=score).audio[0]
    for note in score.notes:
        heard = part(sound, note.start + 0.4, note.end - 0.05)
        assert abs(cents(pitch(heard, RATE, note.frequency()), note.frequency())) < 10
    through = part(envelope(sound), 0.6, 2.9)
    assert through.min() > 0.8 * through.max()


def test_every_take_speaks():
    for seed in range(4):
        take = instrument("musical_saw").varied(seed)
        velocity, hand, sound = at_contact(take)
        assert amplitude(part(velocity, 1.6, 2.1)) > 0.9 * part(hand, 1.6, 2.1).mean()
        assert abs(cents(loudest(part(velocity, 0.7, 0.9)), 440)) < 40
        assert sound.peak < 0.8


def test_full_scale_is_near():
    assert level_before_limiter(instrument("musical_saw")) == pytest.approx(-6, abs=0.5)

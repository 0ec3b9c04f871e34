"""The glass armonica: cups of Franklin's sizes, each speaking at its own pitch under its own finger, several at once."""

import numpy as np
import pytest

import rosin
from rosin.analysis import cents
from rosin.playing.midi.score import Note, Score, pitch_of_key

RATE = 48_000


def strongest(sound, low, high):
    """The strongest frequency (Hz) between two."""
    size = 8 * len(sound)
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), size))
    frequencies = np.fft.rfftfreq(size, 1 / RATE)
    inside = (frequencies > low) & (frequencies < high)
    return frequencies[inside][np.argmax(spectrum[inside])]


def test_franklins_sizes_have_about_the_pitches_of_his_compass():
    """Nine inches and three, a tenth of an inch thick, hemispheres: before they are ground, French's formula is near G3 and G6."""
    setup = rosin.instrument("glass_armonica").setup
    for key in (55, 91):
        unground = setup.cup(pitch_of_key(key)).replace(frequency=None).modes().frequencies[0]
        assert unground == pytest.approx(pitch_of_key(key), rel=0.08)
    assert setup.cup(pitch_of_key(91)).radius == pytest.approx(1.5 * 0.0254, rel=1e-4)
    assert setup.cup(pitch_of_key(73)).radius == pytest.approx(3.0 * 0.0254, rel=1e-4)


@pytest.mark.parametrize("key", [55, 67, 79, 91])
def test_each_cup_speaks_at_its_own_pitch(key):
    """A little sharp, since what sticks stiffens the rim."""
    sound = rosin.instrument("glass_armonica").render(score=Score((Note(0, 1.3, key, 0.8),), 1.3), duration=1.4).audio[0]
    pitch = pitch_of_key(key)
    assert -2 < cents(strongest(sound[int(0.7 * RATE) : int(1.3 * RATE)], 100, 10_000), pitch) < 10


def test_a_chord_of_three_cups_has_three_pitches_and_rings_on():
    keys = (67, 72, 76)
    armonica = rosin.instrument("glass_armonica")
    (played,) = armonica.played(score=Score(tuple(Note(0, 1.5, key, 0.8) for key in keys), 1.5))
    radii = [played.layer.source.bodies[f"key {key} resonator"].radius for key in keys]
    assert radii == sorted(radii, reverse=True)
    assert len(set(radii)) == 3
    sound = armonica.render(score=Score(tuple(Note(0, 1.5, key, 0.8) for key in keys), 1.5), duration=2.4).audio[0]
    for part in (sound[int(0.7 * RATE) : int(1.5 * RATE)], sound[int(1.7 * RATE) :]):
        found = [strongest(part, 0.95 * pitch_of_key(key), 1.05 * pitch_of_key(key)) for key in keys]
        assert all(abs(cents(pitch, pitch_of_key(key))) < 12 for pitch, key in zip(found, keys, strict=True))
    assert np.abs(sound[int(1.7 * RATE) :]).max() > 0.05

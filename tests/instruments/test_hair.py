"""Hair with a width: two edges that share the bow's force, which are one point where they are close, and where they are not, slip apart."""

import numpy as np
import pytest

from rosin import ElastoPlastic, Gesture, Hand, render
from rosin.bench.speaking import listen
from rosin.instruments.setups.beside_bow import BOW, Beside, with_others
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.model.errors import ParameterError
from rosin.playing.bowing.player import Player
from rosin.playing.midi.score import Note, Score

RATE = 48_000
NOTE = Note(0.05, 0.55, 50, 0.6)
WIDTH = 0.008  # m


def played(hair_width):
    setup = BowedStrings(instrument="cello", player=Player.of("cello").replace(noise=0.0), hair_width=hair_width)
    (string,) = setup.play(Score((NOTE,), NOTE.end), RATE, {})
    return string


def sound_of(string, **options):
    return render(string.layer.source, string.gesture, duration=0.6, sample_rate=RATE, **options)


def test_edges_share_the_force_and_are_a_width_apart():
    bow = played(0.0).gesture.block(0, RATE // 2, RATE)
    near, far = (edge.block(0, RATE // 2, RATE) for edge in played(WIDTH).gesture.values())
    np.testing.assert_array_equal(near["normal_force"] + far["normal_force"], bow["normal_force"])
    np.testing.assert_array_equal(near["velocity"], bow["velocity"])
    pressed = bow["normal_force"] > 0
    assert far["position"][pressed] - near["position"][pressed] == pytest.approx(WIDTH / 0.69)
    assert 0.5 * (far["position"] + near["position"])[pressed] == pytest.approx(bow["position"][pressed])
    assert "finger" not in far


def test_hair_without_width_to_speak_of_is_one_point():
    """In a scene, whose lines run from end to end: beside one point stands a hand that touches nothing."""
    point, air = played(0.0), Gesture(velocity=0.0, normal_force=0.0, position=0.5)
    scene = with_others(point.layer.source, {"air": Beside(Hand(), ElastoPlastic(), air)})
    alone = render(scene, {BOW: point.gesture, "air": air}, duration=0.6, sample_rate=RATE).audio[0]
    hair = sound_of(played(1e-9)).audio[0]
    begun = slice(round(0.15 * RATE))
    assert np.abs(hair - alone)[begun].max() < 1e-6 * np.abs(alone[begun]).max()


def test_wide_hair_speaks_and_its_edges_slip_apart():
    sound = sound_of(played(WIDTH), record=("bow.relative_velocity", "far edge.relative_velocity"))
    half = slice(round(0.3 * RATE), round(NOTE.end * RATE))
    near, far = (sound.traces[f"{name}.relative_velocity"][half] for name in ("bow", "far edge"))
    assert listen(sound.audio[0][half], near, NOTE.frequency(), 70).speaks
    slipping = [np.abs(each) > 0.3 * np.abs(near).max() for each in (near, far)]
    assert np.mean(slipping[0] != slipping[1]) > 0.02 * np.mean(slipping[0])


def test_hair_needs_a_player_to_be_wide():
    with pytest.raises(ParameterError, match=r"hair_width \(W\) = 0\.008 m needs a player"):
        BowedStrings(player="dry", hair_width=WIDTH)

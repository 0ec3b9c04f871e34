"""The joint solve: contacts that do not feel each other, one contact as two halves, the account of energy, random scenes."""

import numpy as np
import pytest
from random_scenes import fare, random_scene

from rosin import ElastoPlastic, Hand, Modal, Scene, Touch, Voice
from rosin.engine.scenes.voice import SceneVoice

RATE = 44_100


def test_contacts_on_disjoint_modes_are_solved_as_if_each_were_alone():
    body = Modal([220, 517, 800, 1130], 0.3, 0.03, shapes=[[1, 0.5, 0, 0], [0, 0, 0.7, 1]])
    touches = {"a": Touch("left", "plate", ElastoPlastic()), "b": Touch("right", "plate", ElastoPlastic(), at=(0, 1))}
    hands = {"left": Hand(), "right": Hand(), "plate": body}
    controls = {"a.velocity": 0.1, "a.normal_force": 0.5, "b.velocity": -0.2, "b.normal_force": 1.0}
    voice = SceneVoice(Scene(bodies=hands, contacts=touches, heard={"plate": 1.0}), RATE, observe=True, block=3000)
    voice.process(3000, controls)
    assert voice.passes == (3000, 1, 0)
    for name, hand in (("a", "left"), ("b", "right")):
        alone = Scene(bodies={hand: Hand(), "plate": body}, contacts={name: touches[name]}, heard={"plate": 1.0})
        one = SceneVoice(alone, RATE, observe=True, block=3000)
        one.process(3000, {key: value for key, value in controls.items() if key.startswith(name)})
        np.testing.assert_array_equal(voice.trace(f"{name}.force", 3000), one.trace(f"{name}.force", 3000))


def test_two_halves_at_one_point_are_the_whole():
    body = Modal([220, 517, 1130], [0.5, 0.3, 0.2], 0.03)
    whole = ElastoPlastic(bristle_stiffness=1e4, bristle_damping=0.5, viscosity=0.2)
    half = whole.replace(bristle_stiffness=5e3, bristle_damping=0.25, viscosity=0.1)
    one = Scene(bodies={"hand": Hand(), "plate": body}, contacts={"a": Touch("hand", "plate", whole)}, heard={"plate": 1.0})
    two = Scene(
        bodies={"hand": Hand(), "other": Hand(), "plate": body},
        contacts={"a": Touch("hand", "plate", half), "b": Touch("other", "plate", half)},
        heard={"plate": 1.0},
    )
    alone = Voice(one, RATE).process(800, {"a.velocity": 0.1, "a.normal_force": 0.5})
    both = Voice(two, RATE).process(800, {"a.velocity": 0.1, "a.normal_force": 0.25, "b.velocity": 0.1, "b.normal_force": 0.25})
    np.testing.assert_allclose(both, alone, atol=1e-12 * np.abs(alone).max())


LIMITS = {"all": 5e-5, "bristles and impacts": 5e-6, "impacts": 0.0}


@pytest.mark.sweep
@pytest.mark.parametrize("family", LIMITS)
def test_random_scenes_are_solved_and_their_account_closes(family):
    passes, unsolved, worst = [], 0, 0.0
    for seed in range(40):
        fared = fare(*random_scene(np.random.default_rng(seed), family), 150)
        assert fared.finite
        passes.append(fared.passes)
        unsolved += fared.unsolved
        worst = max(worst, fared.energy_error)
    taken = np.concatenate(passes)
    assert taken.mean() <= 3.5
    assert np.quantile(taken, 0.995) <= 8
    assert unsolved <= max(LIMITS[family] * taken.size, 1 if LIMITS[family] else 0)
    assert worst < 1e-11

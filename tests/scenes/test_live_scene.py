"""Scenes that sound while they are changed: the same parameters again change nothing, whatever the scene is made of."""

import json

import numpy as np
import pytest
from random_scenes import random_scene

from rosin import ElastoPlastic, Hand, HuntCrossley, InertialMass, Modal, ParameterError, Rigid, Scene, Spring, Touch, Voice, Wall
from rosin.bench.contacts import example
from rosin.bodies.body import Body
from rosin.engine.scenes.voice import SceneVoice
from rosin.interactions.interaction import Interaction

RATE = 44_100
PLATE = Modal([220, 517, 1130], [0.5, 0.3, 0.2], 0.03, shapes=[[1, 1, 1], [1, -0.5, 0.3]])
RUB = ElastoPlastic(bristle_stiffness=1e5, noise=0.1)
ALWAYS = {"hand": Hand(), "ball": InertialMass(0.01, velocity=1.0, position=-2e-3), "plate": PLATE}
TOUCHES = {"rub": Touch("hand", "plate", RUB), "hit": Touch("ball", "plate", HuntCrossley(), at=(0, 0.4))}
MOVES = {"velocity": 0.15, "normal_force": 0.8, "force": 0.5, "position": 0.2, "bend": 0.3, "exciter_position": 0.3, "finger": 0.1}


def with_body(body):
    """A hand and a ball on a plate, and a body of one type that is led over it, or rubbed by another hand."""
    if "velocity" in body.controls:
        law = HuntCrossley() if "force" in body.controls else RUB
        more = {"more": Touch("body", "plate", law, at=(0, 0.7))}
        return Scene(bodies=ALWAYS | {"body": body}, contacts=TOUCHES | more, heard={"plate": 1.0})
    more = {"more": Touch("other", "body", RUB, at=(0, 0.2))}
    return Scene(bodies=ALWAYS | {"body": body, "other": Hand()}, contacts=TOUCHES | more, heard={"plate": 1.0, "body": 0.5})


def with_law(law):
    """A hand and a ball on a plate, and a third thing that meets it under a law."""
    third = Hand() if law.friction else InertialMass(0.02, velocity=0.5, position=-1e-3)
    more = {"more": Touch("third", "plate", law, at=(0, 0.7))}
    return Scene(bodies=ALWAYS | {"third": third}, contacts=TOUCHES | more, heard={"plate": 1.0})


def played(scene, between=None):
    """What sounds while hands glide, with something done to the voice in between."""
    voice = SceneVoice(scene, RATE, block=64)
    first = voice.play(400, **{name: MOVES[name.rpartition(".")[2]] for name in scene.controls})
    if between is not None:
        between(voice)
    return np.hstack([first, voice.play(400)])


def assert_untouched(scene):
    alone = played(scene)
    assert np.abs(alone).max() > 1e-6
    np.testing.assert_array_equal(played(scene, lambda voice: voice._prepare(scene)), alone)


@pytest.mark.parametrize("name", list(Body.registry))
def test_the_same_parameters_of_every_body_change_nothing(name):
    assert_untouched(with_body(example(name)))


@pytest.mark.parametrize("law", list(Interaction.registry.values()))
def test_the_same_parameters_of_every_law_change_nothing(law):
    assert_untouched(with_law(law()))


@pytest.mark.parametrize("joint", [Rigid("plate", "foot", at=(0.3, 0)), Spring("plate", "foot", at=(0.3, 0), stiffness=1e5, damping=1.0)])
def test_the_same_joints_change_nothing(joint):
    assert_untouched(Scene(bodies=ALWAYS | {"foot": InertialMass(0.1)}, contacts=TOUCHES, joints=(joint,), heard={"plate": 1.0}))


def test_a_change_that_is_taken_back_at_once_is_no_change():
    """Whatever has a number, one parameter after the other."""
    scene = Scene(
        bodies=ALWAYS | {"foot": InertialMass(0.1)},
        contacts=TOUCHES,
        joints=(Spring("plate", "foot", stiffness=1e5),),
        heard={"plate": 1.0},
    )
    changes = [
        {"bodies": scene.bodies | {"plate": PLATE.replace(frequencies=[230, 500, 1200])}},
        {"bodies": scene.bodies | {"plate": PLATE.replace(masses=0.05, shapes=[[1, 0.5, 1], [1, -0.5, 0.1]])}},
        {"bodies": scene.bodies | {"foot": InertialMass(0.2)}},
        {"contacts": scene.contacts | {"rub": Touch("hand", "plate", RUB.replace(static_friction=0.9))}},
        {"joints": (Spring("plate", "foot", stiffness=2e5),)},
        {"heard": {"plate": 2.0}},
    ]
    alone = played(scene)
    for change in changes:

        def there_and_back(voice, change=change):
            voice.update(scene.replace(**change))
            voice.update(scene)

        np.testing.assert_array_equal(played(scene, there_and_back), alone, err_msg=str(change))


@pytest.mark.parametrize("seed", range(12))
def test_random_scenes_go_into_json_and_back(seed):
    scene, _ = random_scene(np.random.default_rng(seed))
    text = scene.to_json()
    again = Scene.from_json(text)
    assert again == scene
    assert again.to_json() == text
    assert Scene.from_dict(json.loads(text)) == scene


@pytest.mark.parametrize("seed", range(8))
def test_a_random_scene_that_is_damaged_is_refused_with_the_name_of_the_part(seed):
    rng = np.random.default_rng(seed)
    scene, _ = random_scene(rng)
    data = scene.to_dict()
    name = str(rng.choice(list(data["contacts"])))
    body = data["contacts"][name]["second"]
    for damage, words in (
        (lambda data: data["contacts"][name].update(at=[0, "there"]), f"{name}: .*at"),
        (lambda data: data["contacts"][name]["interaction"].update(surplus=1), f"{name}: .*surplus"),
        (lambda data: data["contacts"][name].pop("interaction"), f"{name}: .*interaction"),
        (lambda data: data["bodies"][body].update(masses=[-1.0]), f"{body}: .*masses"),
        (lambda data: data["bodies"][body].update(frequencies=None), f"{body}: .*frequencies"),
        (lambda data: data["bodies"].pop(body), f"body '{body}' does not exist"),
    ):
        broken = json.loads(json.dumps(data))
        damage(broken)
        with pytest.raises(ParameterError, match=words):
            Scene.from_dict(broken)


@pytest.mark.parametrize(
    "joints",
    [
        (Rigid("hand", "left"), Rigid("hand", "right")),
        (Rigid("left", "right"),),
        (Rigid("plate", "left"), Rigid("plate", "right")),
        (Rigid("plate", "foot"), Rigid("foot", "left"), Rigid("plate", "left")),
    ],
)
def test_what_holds_itself_is_refused_before_it_sounds(joints):
    """A hand between two walls, a wall on a wall, a plate that two walls hold, and a ring of joints that ends in one of them."""
    bodies = ALWAYS | {"left": Wall(), "right": Wall(), "foot": InertialMass(0.1)}
    with pytest.raises(ParameterError, match=r"joint"):
        Voice(Scene(bodies=bodies, contacts=TOUCHES, joints=joints, heard={"plate": 1.0}), RATE)

"""Scenes as data: spelling, JSON, what is refused and in which words, controls by name, what is heard."""

import json

import numpy as np
import pytest

from rosin import (
    Contact,
    ElastoPlastic,
    Gesture,
    Hand,
    Heard,
    HuntCrossley,
    InertialMass,
    Modal,
    ParameterError,
    Rigid,
    Scene,
    Spring,
    Stribeck,
    Touch,
    Voice,
    Wall,
    render,
)
from rosin.engine.scenes.voice import SceneVoice

PLATE = Modal(frequencies=[220, 517, 1130], decay_times=[0.5, 0.3, 0.2], masses=0.03)
TWO = Scene(
    bodies={"left": Hand(), "right": Hand(), "plate": PLATE},
    contacts={"a": Touch("left", "plate", ElastoPlastic()), "b": Touch("right", "plate", ElastoPlastic())},
    heard={"plate": 1.0},
)
HANDS = {"a": Gesture(velocity=0.12, normal_force=0.7), "b": Gesture(velocity=0.1, normal_force=0.5)}


def test_the_smallest_spelling_sounds():
    sound = render(TWO, HANDS, duration=0.2, record=("a.force", "b.force", "passes"))
    assert sound.audio.shape == (1, 9600)
    assert np.abs(sound.audio).max() > 0.01
    assert sound.traces["a.force"].std() > 0
    assert sound.traces["passes"].max() <= 8


def test_json_goes_there_and_back():
    scene = TWO.replace(
        bodies=TWO.bodies | {"mass": InertialMass(0.1)},
        joints=(Spring("plate", "mass", stiffness=1e4, damping=0.1), Rigid("plate", "mass", at=(0.5, 0))),
        heard={"plate": Heard(gain=2.0, pan=-0.5), "mass": 0.5},
    )
    again = Scene.from_json(scene.to_json())
    assert again == scene
    assert json.loads(scene.to_json())["joints"][0]["type"] == "Spring"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: data["bodies"].pop("plate"), "plate"),
        (lambda data: data["bodies"]["plate"].update(type="Modl"), "plate"),
        (lambda data: data["bodies"]["plate"].update(masses=-1), "plate: .*masses"),
        (lambda data: data["contacts"]["a"].update(first="lft"), "contact a.*lft"),
        (lambda data: data["contacts"]["b"].update(at=[0, 2]), "b: .*at"),
        (lambda data: data["contacts"]["b"]["interaction"].update(noise="loud"), "b: .*noise"),
        (lambda data: data["contacts"]["a"].update(second="left"), "cannot touch itself"),
        (lambda data: data.update(joints=[{"type": "Rigid", "first": "left", "second": "plat"}]), "joint 1.*plat"),
        (lambda data: data.update(heard={}), "heard"),
        (lambda data: data["heard"].update(plat=1.0), "plat"),
        (lambda data: data.update(sounds=1), "sounds"),
    ],
)
def test_a_damaged_scene_is_refused_with_the_name_of_the_part(damage, words):
    data = TWO.to_dict()
    damage(data)
    with pytest.raises(ParameterError, match=words):
        Scene.from_dict(data)


def test_what_has_no_solution_is_refused_before_it_sounds():
    walls = {"left": Wall(), "right": Wall(), "hand": Hand(), "plate": PLATE}
    touch = {"a": Touch("hand", "plate", ElastoPlastic())}
    with pytest.raises(ParameterError, match=r"joint 1: left and right are both rigid"):
        Scene(bodies=walls, contacts=touch, joints=(Rigid("left", "right"),), heard={"plate": 1.0})
    with pytest.raises(ParameterError, match=r"contact b: hand and left are both rigid.*Stribeck"):
        Scene(bodies=walls, contacts=touch | {"b": Touch("hand", "left", Stribeck())}, heard={"plate": 1.0})
    held = Scene(bodies=walls, contacts=touch, joints=(Rigid("left", "plate"), Rigid("right", "plate")), heard={"plate": 1.0})
    with pytest.raises(ParameterError, match="joints"):
        render(held, {"a": Gesture(velocity=0.1, normal_force=1.0)}, duration=0.01)


def test_controls_have_the_name_of_their_contact():
    assert TWO.controls == {"a.velocity", "a.normal_force", "a.bend", "b.velocity", "b.normal_force"}
    with pytest.raises(ParameterError, match=r"c"):
        render(TWO, {"c": Gesture(velocity=0.1)}, duration=0.01)
    with pytest.raises(ParameterError, match=r"b: .*velocity"):
        render(TWO, {"a": HANDS["a"], "b": Gesture(normal_force=1.0)}, duration=0.01)
    with pytest.raises(ParameterError, match=r"b: .*normal_force"):
        render(TWO, {"a": HANDS["a"], "b": Gesture(velocity=0.1)}, duration=0.01)
    with pytest.raises(ParameterError, match=r"a\.speed"):
        Voice(TWO, 44_100).process(10, {"a.speed": 1.0})


def test_a_scene_of_one_contact_is_that_contact():
    plate = PLATE.replace(shapes=[[1, 1, 1], [1, -0.5, 0.3]])
    scene = Scene(
        bodies={"hand": Hand(), "plate": plate},
        contacts={"rub": Touch("hand", "plate", ElastoPlastic(), at=(0, 0.3))},
        heard={"plate": 1.0},
    )
    contact = Contact(Hand(), ElastoPlastic(), plate)
    hand = Gesture(velocity=0.1, normal_force=0.5)
    alone = render(contact, hand.replace(position=0.3), duration=0.1, record=("force", "stored_energy"))
    within = render(scene, {"rub": hand}, duration=0.1, record=("rub.force", "stored_energy"))
    np.testing.assert_array_equal(within.audio, alone.audio)
    np.testing.assert_array_equal(within.traces["rub.force"], alone.traces["force"])
    np.testing.assert_array_equal(within.traces["stored_energy"], alone.traces["stored_energy"])


def test_live_hands_of_the_smallest_scene_begin_where_the_scene_has_them():
    plate = PLATE.replace(shapes=[[1, 1, 1], [1, -0.5, 0.3]])
    touch = Touch("hand", "plate", ElastoPlastic(), at=(0, 0.3))
    scene = Scene(bodies={"hand": Hand(), "plate": plate}, contacts={"rub": touch}, heard={"plate": 1.0})
    small, large = Voice(scene, 44_100), SceneVoice(scene, 44_100)
    goals = {"rub.velocity": 0.1, "rub.normal_force": 0.5}
    for _ in range(2):
        np.testing.assert_allclose(small.play(800, **goals), large.play(800, **goals), atol=1e-10)
        small.restart()
        large.restart()
    with pytest.raises(ParameterError, match=r"rub\.speed"):
        small.play(10, **{"rub.speed": 1.0})


@pytest.mark.parametrize("options", [{"sample_rate": "fast"}, {"block": 0}, {"block": 1.5}])
def test_wrong_options_are_refused(options):
    with pytest.raises(ParameterError, match="sample_rate"):
        Voice(TWO, **options)


def test_pan_and_gain():
    scene = TWO.replace(heard={"plate": Heard(gain=2.0, pan=-1.0)})
    left, right = render(scene, HANDS, duration=0.05).audio
    (mono,) = render(TWO, HANDS, duration=0.05).audio
    np.testing.assert_allclose(left, 2 * np.sqrt(2) * mono, rtol=1e-12)
    assert np.abs(right).max() < 1e-12 * np.abs(left).max()


def test_blocks_of_any_size_give_the_same_samples():
    controls = {f"{name}.{control}": value for name, gesture in HANDS.items() for control, value in gesture.controls.items()}
    whole = Voice(TWO, 44_100).process(700, controls)
    voice = Voice(TWO, 44_100, block=64)
    pieces = np.hstack([voice.process(n, controls) for n in (1, 99, 300, 300)])
    np.testing.assert_array_equal(pieces, whole)


def test_live_hands_glide_and_an_update_of_nothing_changes_nothing():
    voices = [Voice(TWO, 44_100) for _ in range(2)]
    goals = {"a.velocity": 0.12, "a.normal_force": 0.7, "b.velocity": 0.1, "b.normal_force": 0.5}
    sounds = []
    for place, voice in enumerate(voices):
        first = voice.play(500, **goals)
        if place:
            voice.update(Scene.from_json(TWO.to_json()))
            voice._prepare(TWO)
        sounds.append(np.hstack([first, voice.play(500)]))
    np.testing.assert_array_equal(*sounds)


def test_an_update_changes_a_parameter_while_it_sounds():
    voice = Voice(TWO, 44_100)
    controls = {"a.velocity": 0.12, "a.normal_force": 0.7, "b.velocity": 0.1, "b.normal_force": 0.5}
    voice.process(2000, controls)
    voice.update(TWO.replace(bodies=TWO.bodies | {"plate": PLATE.replace(decay_times=[0.01, 0.01, 0.01])}))
    for name in ("a.normal_force", "b.normal_force"):
        controls[name] = 0.0
    assert np.abs(voice.process(6000, controls)[0, -500:]).max() < 1e-4
    with pytest.raises(ParameterError, match="keeps its bodies"):
        voice.update(TWO.replace(bodies=TWO.bodies | {"plate": Modal([220] * 9, 0.5, 0.03)}))


def test_balls_and_hands_may_touch_the_same_body():
    scene = Scene(
        bodies={"hand": Hand(), "ball": InertialMass(0.01, velocity=1.0, position=-1e-4), "plate": PLATE},
        contacts={"rub": Touch("hand", "plate", ElastoPlastic()), "hit": Touch("ball", "plate", HuntCrossley())},
        heard={"plate": 1.0},
    )
    sound = render(scene, {"rub": HANDS["a"]}, duration=0.05, record=("hit.force", "rub.force"))
    assert sound.traces["hit.force"].max() > 1.0
    assert np.abs(sound.traces["rub.force"]).max() > 0.1

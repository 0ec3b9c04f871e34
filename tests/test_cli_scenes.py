"""Scenes and contacts in files on the command line: rendered, shown, changed by paths, and refused with the name of the part."""

import json
from pathlib import Path

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from commands import rosin as run
from rosin import Gesture, Scene, render
from rosin.cli.description import is_description, read_description
from rosin.cli.description_schema import contact_schema, scene_schema
from rosin.model.errors import ParameterError
from rosin.model.paths import parse_changes

TRACES = ("force", "relative_velocity", "bristle", "bristle_rate")
RUBBED = {"type": "ElastoPlastic", "bristle_stiffness": 1e5}
SCENE = {
    "format": "rosin-scene",
    "version": 1,
    "bodies": {
        "left": {"type": "Hand"},
        "right": {"type": "Hand"},
        "plate": {"type": "Modal", "frequencies": [440, 1210], "decay_times": [0.8, "inf"], "masses": 0.05},
        "foot": {"type": "InertialMass", "mass": 0.2},
    },
    "contacts": {
        "a": {"first": "left", "second": "plate", "interaction": RUBBED},
        "b": {"first": "right", "second": "plate", "interaction": RUBBED, "at": [0, 0.5]},
    },
    "joints": [{"type": "Spring", "first": "foot", "second": "plate", "stiffness": 1e4}],
    "heard": {"plate": 1.0, "foot": {"gain": 0.5, "pan": -0.3}},
    "gesture": {"a": {"velocity": 0.1, "normal_force": [[0, 0], [0.02, 1.0]]}, "b": {"velocity": 0.08, "normal_force": 0.5}},
    "render": {"duration": 0.1, "sample_rate": 44_100},
}
CONTACT = {
    "contact": {"exciter": {"type": "Hand"}, "interaction": RUBBED, "resonator": SCENE["bodies"]["plate"]},
    "gesture": {"velocity": 0.1, "normal_force": 0.5},
    "render": {"output": "displacement"},
}


def put(path, value):
    """The scene with the entry at a path replaced."""
    data = place = json.loads(json.dumps(SCENE))
    *steps, last = path.split(".")
    for step in steps:
        place = place[int(step) if isinstance(place, list) else step]
    place[last] = value
    return data


def test_a_scene_in_a_file_is_the_scene_in_python(tmp_path):
    path = tmp_path / "two.json"
    path.write_text(json.dumps(SCENE))
    played = tmp_path / "hands.json"
    played.write_text(json.dumps({name: {"velocity": 0.05, "normal_force": 0.3} for name in "ab"}))
    changes = "bodies.plate.frequencies.0=330", "joints.0.stiffness=2e4"
    done = run("render", path, "--gesture", played, "--set", *changes, "--traces", tmp_path / "two.npz", "--bits", "32")
    assert done.returncode == 0, done.stderr
    traces = np.load(tmp_path / "two.npz")
    assert set(traces) == {"sample_rate", *(f"{name}.{what}" for name in "ab" for what in TRACES)}
    data = put("bodies.plate.frequencies", [330, 1210])
    data["joints"][0]["stiffness"] = 2e4
    scene = Scene.from_dict({name: data[name] for name in ("bodies", "contacts", "joints", "heard")})
    hand = Gesture(velocity=0.05, normal_force=0.3)
    sound = render(scene, {"a": hand, "b": hand}, duration=0.1, sample_rate=44_100, record=("a.force", "b.force"))
    for name in ("a.force", "b.force"):
        np.testing.assert_array_equal(traces[name], sound.traces[name])
    assert (tmp_path / "two.wav").exists()


def test_the_example_in_a_file_can_be_read():
    example = json.loads((Path(__file__).parents[1] / "examples" / "scenes" / "two_bows.json").read_text())
    Draft202012Validator(scene_schema()).validate(example)
    assert set(read_description(example, parse_changes(["bodies.bar.frequencies.0=330"])).gesture) == {"left", "right"}


def test_show_says_what_a_scene_is_made_of(tmp_path):
    path = tmp_path / "two.json"
    path.write_text(json.dumps(SCENE))
    done = run("show", path, "--set", "bodies.foot.mass=0.3")
    assert done.returncode == 0, done.stderr
    for words in (
        "plate: Modal, heard",
        "b: right on plate, ElastoPlastic",
        "0: foot on plate, Spring",
        "bodies.plate.frequencies",
        "contacts.a.interaction.bristle_stiffness",
        "joints.0.stiffness",
        "0.3 kg  mass",
        "heard.foot.pan",
        "a: bend (semitones), normal_force (N), velocity (m/s)",
    ):
        assert words in done.stdout, done.stdout


def test_what_show_names_can_be_set():
    from rosin.model.part import plain
    from rosin.model.paths import parameters_of

    scene = read_description(SCENE, {}).what
    rows = [row for row in parameters_of(scene) if row.value is not None]
    assert len(rows) > 30
    assert read_description(SCENE, {row.path: plain(row.value) for row in rows}).what == scene


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (put("bodies.plate.masses", -1), r"bodies: plate: Modal: masses"),
        (put("bodies.foot.type", "InertialMas"), r"foot: .*did you mean 'InertialMass'"),
        (put("contacts.b.interaction", {"type": "Dahll"}), r"b: .*did you mean 'Dahl'"),
        (put("contacts.b.second", "plat"), r"contact b: second body 'plat'"),
        (put("joints.0.first", "plte"), r"joint 1: first body 'plte'"),
        (put("joints.0.stiffness", -3), r"joints: joint 1: Spring: stiffness"),
        (put("heard", {}), r"nothing is heard"),
        (put("gesture.a.velocty", 1), r"gesture: a: .*velocty.*did you mean 'velocity'"),
        (put("gesture.c", {}), r"gesture: contact 'c'"),
        (put("gesture", []), r"gesture of a scene"),
        (put("render.output", "velocity"), r"render setting 'output'"),
        (put("render.duration", "long"), r"render.duration = 'long'"),
        (put("version", 2), r"version 2"),
        (put("format", "rosin-scenes"), r"'rosin-scenes'"),
        (put("contact", {}), r"scene entry 'contact'"),
        ({key: value for key, value in SCENE.items() if key != "heard"}, r'no "heard"'),
    ],
)
def test_a_damaged_scene_file_is_refused_with_the_name_of_the_part(data, words):
    assert is_description(data)
    with pytest.raises(ParameterError, match=words):
        read_description(data, {})


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--set", "bodies.plat.masses=1"], "did you mean 'plate'"),
        (["--set", "bodies.plate.frequencies.7=1"], "entries 0 to 1"),
        (["--soundbox", "violin"], "--soundbox is for a contact"),
        (["--variations", "3"], "--variations is for instruments"),
    ],
)
def test_a_wrong_call_is_explained(words, expected, tmp_path):
    path = tmp_path / "two.json"
    path.write_text(json.dumps(SCENE))
    done = run("render", path, *words)
    assert done.returncode == 2, done.stderr
    assert expected in done.stderr
    assert "Traceback" not in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["two.json"]


def test_a_contact_in_a_file_is_changed_by_paths_too():
    changed = read_description(CONTACT, parse_changes(["resonator.frequencies.1=1300"]), {"velocity": 0.2, "normal_force": 1})
    assert changed.what.resonator.frequencies == (440.0, 1300.0)
    assert changed.gesture.controls["velocity"] == 0.2
    assert changed.settings["output"] == "displacement"


@pytest.mark.parametrize(("schema", "data", "needed"), [(scene_schema(), SCENE, "heard"), (contact_schema(), CONTACT, "contact")])
def test_the_schema_of_a_file_is_as_strict_as_the_reader(schema, data, needed):
    Draft202012Validator.check_schema(schema)
    valid = Draft202012Validator(schema)
    valid.validate(data)
    read_description(data, {})
    for wrong in (
        {key: value for key, value in data.items() if key != needed},
        data | {"surplus": 1},
        data | {"render": {"speed": 1}},
        data | {"gesture": 1},
        data | {"version": 2},
    ):
        assert not valid.is_valid(wrong), wrong
        with pytest.raises(ParameterError):
            read_description(wrong, {})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("bodies.plate.masses", -1),
        ("bodies.plate.type", "Plate"),
        ("bodies.foot", {"mass": 1}),
        ("contacts.a.at", [0, 2]),
        ("contacts.a.at", [0]),
        ("contacts.a", {"first": "left", "second": "plate"}),
        ("joints.0.type", "Glue"),
        ("joints", {}),
        ("heard.plate", "loud"),
        ("heard.plate", {"pan": 2}),
        ("gesture.a.speed", 1),
    ],
)
def test_schema_and_reader_refuse_the_same_scenes(path, value):
    data = put(path, value)
    assert not Draft202012Validator(scene_schema()).is_valid(data)
    with pytest.raises(ParameterError):
        read_description(data, {})

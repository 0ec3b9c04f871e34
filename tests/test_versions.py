"""Files of version 1, written by hand, open for ever: what they say is what is read, whatever the present version is."""

import json
from pathlib import Path

import numpy as np
import pytest

from rosin import Instrument, ParameterError, render
from rosin.cli.description import read_description
from rosin.instruments.strings.data import StringData
from rosin.model import versions
from rosin.model.files import read_json
from rosin.model.versions import PRESENT, up_to_date
from rosin.playing.gesture import read_gesture
from rosin.rooms.room import Room
from rosin.shapes.materials import Material
from rosin.soundboxes.modal_box import ModalBox
from rosin.studies.plan import open_study

FILES = Path(__file__).with_name("version_1")


def test_an_instrument_opens_and_sounds():
    plate = Instrument.load(FILES / "instrument.json")
    assert (plate.name, plate.title, plate.duration, plate.fade, plate.output.volume) == ("plate", "Plate", 0.2, 0.01, -3)
    assert plate.setup.resonator.frequencies == (440.0, 1210.0)
    assert plate.setup.resonator.decay_times == (0.8, float("inf"))
    assert plate.setup.interaction.bristle_stiffness == 1e5
    assert plate.with_macros(grip=1.0).setup.interaction.static_friction == pytest.approx(1.2)
    assert plate.variation == {"gesture.velocity": 0.1, "interaction.bristle_stiffness": 0.05}
    assert plate.render().peak > 0
    assert Instrument.from_dict(plate.to_dict()) == plate


def test_an_instrument_of_notes_opens_and_sounds():
    chimes = Instrument.load(FILES / "notes.json")
    assert [(note.start, note.end, note.key, note.velocity) for note in chimes.notes] == [(0, 0.1, 72, 0.8), (0.1, 0.2, 76, 0.5)]
    assert chimes.render().peak > 0


def test_a_contact_opens_and_sounds():
    found = read_description(read_json(FILES / "contact.json", "description"), {})
    assert found.settings == {"duration": 0.1, "sample_rate": 44_100, "oversample": 2, "seed": 3, "output": "displacement"}
    assert found.what.texture.beta == 1.2
    assert render(found.what, found.gesture, **found.settings).peak > 0


def test_a_scene_opens_and_sounds():
    found = read_description(read_json(FILES / "scene.json", "description"), {})
    assert list(found.what.bodies) == ["hand", "plate", "post"]
    assert found.what.joints[0].stiffness == 1e4
    assert found.what.heard["post"].pan == -0.5
    assert render(found.what, found.gesture, **found.settings).peak > 0


def test_a_gesture_opens():
    assert read_gesture(FILES / "gesture.json") == {"velocity": [[0, 0], [0.1, 0.3]], "normal_force": 0.5}


def test_a_study_opens():
    study, _ = open_study(str(FILES / "study.json"))
    assert study.parts[0].trials[0].b.changes == {"interaction.noise": 0.0}


def test_presets_are_of_versions_that_are_read():
    assert ModalBox.preset("violin").channels
    assert Room.preset("hall")
    assert StringData.preset("cello D").frequency == pytest.approx(146.83, rel=1e-3)
    assert Material.preset("steel")


@pytest.mark.parametrize("file", ["instrument", "contact", "scene", "gesture", "study"])
def test_a_newer_version_is_refused_in_words(tmp_path, file):
    path = tmp_path / f"{file}.json"
    path.write_text(json.dumps(json.loads((FILES / f"{file}.json").read_text()) | {"version": 99}))
    read = {"instrument": Instrument.load, "gesture": read_gesture, "study": lambda path: open_study(str(path))}
    with pytest.raises(
        ParameterError, match=rf"has version 99, and this Rosin reads 'rosin-{file}' up to version .*pip install --upgrade rosin"
    ):
        read.get(file, lambda path: read_description(read_json(path, "description"), {}))(path)


@pytest.mark.parametrize("version", [None, 0, -1, 1.5, "1", True, [1], float("nan"), float("inf")])
def test_what_is_no_version_is_refused(version):
    with pytest.raises(ParameterError, match="format 'rosin-gesture', version"):
        up_to_date({"format": "rosin-gesture", "version": version}, "rosin-gesture", "gesture")


def test_earlier_versions_are_led_to_the_present_one_step_by_step(monkeypatch):
    """Where a gesture of version 2 named speed what was velocity before, and one of version 3 counted it in mm/s."""
    monkeypatch.setitem(PRESENT, "rosin-gesture", 3)
    monkeypatch.setitem(versions.STEPS, ("rosin-gesture", 1), lambda data: {"format": data["format"], "speed": data["velocity"]})
    monkeypatch.setitem(versions.STEPS, ("rosin-gesture", 2), lambda data: data | {"speed": 1000 * data["speed"]})
    old = {"format": "rosin-gesture", "version": 1, "velocity": 0.2}
    assert up_to_date(old, "rosin-gesture", "gesture") == {"format": "rosin-gesture", "version": 3, "speed": 200.0}
    new = {"format": "rosin-gesture", "version": 3, "speed": 200.0}
    assert up_to_date(new, "rosin-gesture", "gesture") == new
    assert old["version"] == 1


def test_every_step_that_a_present_version_needs_is_there():
    assert all((form, step) in versions.STEPS for form, present in PRESENT.items() for step in range(1, present))


def test_a_file_without_a_version_is_one_of_the_first():
    bare = {name: value for name, value in read_json(FILES / "contact.json", "description").items() if name not in ("format", "version")}
    one, other = (read_description(data, {}) for data in (bare, read_json(FILES / "contact.json", "description")))
    sounds = [render(each.what, each.gesture, **each.settings).audio for each in (one, other)]
    assert np.array_equal(*sounds)

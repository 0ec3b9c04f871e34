"""Instruments that are scenes: written in a file, shown, changed, varied, played by hands, and left out of the studio."""

import json

import numpy as np
import pytest

import rosin
from rosin import Gesture, Instrument, ParameterError, Scene, Touch, render
from rosin.model.paths import parameters_of
from rosin.model.schema import Definitions
from rosin.studio import site
from rosin.studio.plan import instrument_plan
from rosin.studio.planned import Modules

TWO_HANDS = {
    "format": "rosin-instrument",
    "version": 1,
    "name": "rubbed bar with a stone on it",
    "setup": {
        "type": "Assembly",
        "bodies": {
            "bow": {"type": "Hand"},
            "bar": {"type": "Bar", "length": 0.3, "thickness": 0.008, "width": 0.03},
            "mallet": {"type": "Hammer", "mass": 0.01},
            "stone": {"type": "InertialMass", "mass": 0.02},
        },
        "contacts": {
            "bowing": {"first": "bow", "second": "bar", "interaction": {"type": "ElastoPlastic"}, "at": [0, 1]},
            "striking": {"first": "mallet", "second": "bar", "interaction": {"type": "HuntCrossley"}, "at": [0, 0.5]},
        },
        "joints": [{"type": "Rigid", "first": "stone", "second": "bar", "at": [0, 0]}],
        "heard": {"bar": {"gain": 1.0}},
        "points": {"bar": {"at": [0.1, 0.4, 1.0], "heard": [0.0]}},
        "gain": -6.0,
    },
    "gesture": {"striking": {"velocity": [[0, 0], [0, 1], [0.002, 1], [0.002, 0]]}},
    "duration": 0.2,
    "variation": {"bodies.stone.mass": 0.1, "gesture.velocity": 0.1},
}


@pytest.fixture
def instrument():
    return Instrument.from_dict(TWO_HANDS)


def test_it_sounds_as_its_scene_does(instrument):
    (played,) = instrument.played()
    assert isinstance(played.layer.source, Scene)
    with pytest.raises(ParameterError, match="not a single contact"):
        _ = played.layer.contact
    raw = render(
        played.layer.source, {"striking": instrument.gesture["striking"], "bowing": Gesture(velocity=0, normal_force=0)}, duration=0.2
    )
    heard = instrument.render()
    assert raw.peak * 10 ** (-6 / 20) == pytest.approx(heard.peak, rel=0.05)


def test_it_is_written_and_read(instrument):
    data = instrument.to_dict()
    assert Instrument.from_dict(json.loads(instrument.to_json())).to_dict() == data
    assert set(data["gesture"]) == {"bowing", "striking"}


def test_any_parameter_has_a_path(instrument):
    paths = {row.path for row in parameters_of(instrument.setup)}
    assert {"bodies.stone.mass", "contacts.striking.interaction.stiffness", "points.bar.at", "joints.0.at", "gain"} <= paths
    heavy = instrument.with_changes({"bodies.stone.mass": 0.2, "contacts.bowing.interaction.static_friction": 0.7})
    assert heavy.setup.scene().bodies["stone"].mass == 0.2
    assert not np.array_equal(heavy.render().audio, instrument.render().audio)
    with pytest.raises(ParameterError, match="parameter of bodies"):
        instrument.with_changes({"bodies.pebble.mass": 1.0})


def test_takes_differ(instrument):
    assert instrument.varied(1).setup.bodies["stone"].mass != instrument.setup.bodies["stone"].mass


def test_traces_are_those_of_the_contacts_that_hands_move(instrument):
    sound = instrument.render(record=("force", "stored_energy", "bowing.bristle"))
    assert set(sound.traces) == {"bowing.force", "striking.force", "stored_energy", "bowing.bristle"}
    with pytest.raises(ParameterError, match="trace"):
        instrument.render(record="colour")


def test_wrong_scenes_are_refused_by_name(instrument):
    with pytest.raises(ParameterError, match="pebble"):
        instrument.setup.replace(points={"pebble": {"at": 0.5}})
    with pytest.raises(ParameterError, match="points are for shapes"):
        instrument.setup.replace(points={"stone": {"at": 0.5}})
    with pytest.raises(ParameterError, match="second body"):
        instrument.setup.replace(contacts={"bowing": Touch("bow", "bear", rosin.ElastoPlastic())})
    with pytest.raises(ParameterError, match="plays no notes"):
        rosin.Instrument.from_dict({**{k: v for k, v in TWO_HANDS.items() if k != "gesture"}, "notes": [[0, 1, 60, 1]]}).render()


def test_the_schema_knows_it():
    schema = Definitions().object_of(rosin.Assembly)
    bodies = schema["properties"]["bodies"]["additionalProperties"]["oneOf"]
    assert {"#/$defs/Bar", "#/$defs/StiffString"} <= {each["$ref"] for each in bodies}


def test_its_hands_move_the_contacts_of_the_scene(instrument):
    links = {(link.hand, link.control): link.moves for link in instrument.setup.links()}
    assert links["bowing", "velocity"] == "bowing.velocity"
    assert {link.layer for link in instrument.setup.links()} == set(instrument.setup.live(48_000))
    assert set(links.values()) <= instrument.setup.scene().controls


def test_the_studio_leaves_out_what_its_hands_cannot_play():
    assert all(rosin.instrument(name).setup.not_live == "" for name in site.names())
    assert {"bowed_bar", "fretted", "piano_note", "rattle", "sitar"} <= set(site.names())
    with pytest.raises(ParameterError, match="not played live"):
        instrument_plan(rosin.instrument("tanpura"), Modules())

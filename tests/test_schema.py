"""The schemas of instruments and gestures: valid, true to every preset, and as strict as the reader.

What only the reader can know are checks between parameters: lengths of lists that must match, one parameter against another
(`static_friction` and `dynamic_friction`, waves and length of a surface), points that must lie on their shape, whole numbers of
a row, controls and hands that the setup has, the order of times, and paths of a variation. Where a damage leads there, the
schema may say yes and the reader no, never the other way round.
"""

import copy
import itertools
import json

import pytest
from jsonschema import Draft202012Validator

from rosin import Instrument
from rosin.bodies.body import Body
from rosin.bodies.modal.dense_modes import DenseModes
from rosin.bodies.modal.tube import Tube
from rosin.instruments.macros import KnobCurve, Macro
from rosin.instruments.schema import instrument_schema
from rosin.instruments.setups.assembly import Spots
from rosin.instruments.setups.curved_bridge import CurvedBridge
from rosin.instruments.setups.setup import Setup
from rosin.interactions.interaction import Interaction
from rosin.model import presets
from rosin.model.errors import ParameterError
from rosin.model.part import types_of
from rosin.playing.bowing.player import Player
from rosin.playing.controls import CONTROLS
from rosin.playing.curves import Curve
from rosin.playing.gesture import Gesture
from rosin.playing.schema import gesture_schema
from rosin.rooms.room import Room
from rosin.scenes.joint import Joint
from rosin.scenes.scene import Heard, Touch
from rosin.shapes.materials import Material
from rosin.shapes.shape import Shape
from rosin.sound.output.chain import OutputChain
from rosin.soundboxes.soundbox import Soundbox
from rosin.textures.texture import Texture

SCHEMA, GESTURES = instrument_schema(), gesture_schema()
VALID, VALID_GESTURE = Draft202012Validator(SCHEMA), Draft202012Validator(GESTURES)
ALL = {name: json.loads(presets.text_of("rosin.instruments", name)) for name in presets.names("rosin.instruments")}
KINDS = (Setup, Body, Interaction, Texture, Shape, Soundbox, Room, OutputChain, Curve, Joint, Player)
MODELS = {model.__name__: model for model in (Material, Touch, Heard, Spots, CurvedBridge, DenseModes, Tube, KnobCurve, Macro)}
PARTS = {name: part for kind in KINDS for name, part in types_of(kind).items()}


def reads(data):
    try:
        Instrument.from_dict(data)
    except ParameterError:
        return False
    return True


def parts_of(data, path=()):
    """(path, object) of everything with a type in a preset, of its materials, and of the instrument itself."""
    if isinstance(data, dict):
        if not path or "type" in data or "youngs_modulus" in data:
            yield path, data
        for name, value in data.items():
            yield from parts_of(value, (*path, name))


def put(data, path, entry, value):
    """A copy in which an entry of the object at a path is replaced."""
    data = copy.deepcopy(data)
    place = data
    for step in path:
        place = place[step]
    place[entry] = value
    return data


def definition_of(data):
    return SCHEMA["$defs"][data["type"]] if "type" in data else SCHEMA["$defs"]["Material"] if "youngs_modulus" in data else SCHEMA


def test_the_schemas_are_schemas():
    for schema in (SCHEMA, GESTURES):
        Draft202012Validator.check_schema(schema)
        assert json.loads(json.dumps(schema, allow_nan=False)) == schema


def test_every_type_is_defined_with_every_parameter():
    assert set(SCHEMA["$defs"]) == {*PARTS, *MODELS, "Gesture"}
    assert sum(len(types_of(kind)) for kind in KINDS) == len(PARTS), "two types share a name"
    for name, part in (PARTS | MODELS).items():
        definition = SCHEMA["$defs"][name]
        written = {key: value for key, value in definition["properties"].items() if key != "type"}
        assert list(written) == list(part.fields)
        assert definition["additionalProperties"] is False
        assert set(definition["required"]) - {"type"} == {key for key, field in part.fields.items() if field.required}
        for key, description, _ in part.describe():
            assert written[key]["description"] == description.text
            assert written[key].get("x-unit", "") == description.unit
            assert tuple(written[key].get("x-range", ())) == (description.range or ())


def test_every_default_is_valid():
    for name, part in PARTS.items():
        for key, field in part.fields.items():
            if not field.required:
                schema = SCHEMA["$defs"][name]["properties"][key]
                assert Draft202012Validator(schema | {"$defs": SCHEMA["$defs"]}).is_valid(schema["default"]), (name, key)


@pytest.mark.parametrize("name", ALL)
def test_every_preset_is_valid_as_written_and_as_read(name):
    VALID.validate(ALL[name])
    instrument = Instrument.from_dict(ALL[name])
    VALID.validate(json.loads(instrument.to_json()))
    if "gesture" in ALL[name]:
        VALID_GESTURE.validate(ALL[name]["gesture"])
        VALID_GESTURE.validate({"format": "rosin-gesture", "version": 1, "gesture": ALL[name]["gesture"]})


def damages(here, definition):
    """Copies of an object, each wrong by itself: entries dropped, unknown ones added, wrong types, values beyond a limit."""
    for entry in definition["required"]:
        yield {name: value for name, value in here.items() if name != entry}
    for entry in ("surplus", "self", "__class__"):
        yield here | {entry: 1}
    for entry, schema in definition["properties"].items():
        wrong = [{"type": ["Nothing"]}, [["x"]]]
        wrong += [] if schema.get("type") == "boolean" else [True]
        wrong += [] if schema.get("type") == "string" else ["no such word"]
        wrong += [schema["minimum"] - 1] if "minimum" in schema else []
        wrong += [schema["exclusiveMinimum"]] if "exclusiveMinimum" in schema else []
        wrong += [1.01 * schema["maximum"] + 1, "inf"] if "maximum" in schema else []
        wrong += [1, [None]] if schema.get("type") == "array" else []
        wrong += [[]] if schema.get("minItems") else []
        wrong += [[1.01 * schema["items"]["maximum"] + 1]] if "maximum" in schema.get("items", ()) else []
        for value in wrong:
            yield here | {entry: value}


def kind_of(data):
    return data.get("type", "material" if "youngs_modulus" in data else "instrument")


HAVING = {}  # kinds of parts, and the presets that have them: where there are several, each takes its share of the damages
for preset, content in ALL.items():
    for kind in {kind_of(each) for _, each in parts_of(content)}:
        HAVING.setdefault(kind, []).append(preset)
SHARES = 3


@pytest.mark.sweep
@pytest.mark.parametrize("name", ALL)
def test_schema_and_reader_refuse_the_same_damage(name):
    tried = 0
    for path, here in parts_of(ALL[name]):
        definition = definition_of(here)
        valid = Draft202012Validator(definition | {"$defs": SCHEMA["$defs"]})
        assert valid.is_valid(here)
        having = HAVING[kind_of(here)]
        shares = min(SHARES, len(having))
        for wrong in itertools.islice(damages(here, definition), having.index(name) % shares, None, shares):
            assert not valid.is_valid(wrong), (path, wrong)
            assert not reads(put(ALL[name], path[:-1], path[-1], wrong) if path else wrong), (path, wrong)
            tried += 1
        assert not VALID.is_valid(put(ALL[name], path, "surplus", 1))
    assert tried > 60 / SHARES


GRIP = {"velocity": 0.1, "normal_force": 1.0}
SAW = ALL["musical_saw"]


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        SAW | {"format": "rosin-contact"},
        SAW | {"version": 2},
        SAW | {"version": True},
        SAW | {"notes": [[0, 1, 60, 1]]},
        {key: value for key, value in SAW.items() if key != "gesture"},
        SAW | {"gesture": {}},
        SAW | {"gesture": GRIP | {"velocty": 1}},
        SAW | {"gesture": GRIP | {"normal_force": -1}},
        SAW | {"gesture": GRIP | {"velocity": "inf"}},
        SAW | {"gesture": GRIP | {"velocity": []}},
        SAW | {"gesture": GRIP | {"velocity": [[0, 1, 2]]}},
        SAW | {"gesture": GRIP | {"bend": [[0, 61]]}},
        SAW | {"gesture": GRIP | {"bend": {"type": "Recorded", "rate": 10, "values": []}}},
        SAW | {"gesture": GRIP | {"bend": {"type": "Stroke", "amplitude": 1, "rate": 1, "one_sided": 1}}},
        SAW | {"gesture": GRIP | {"bend": {"type": "Wave"}}},
        SAW | {"gesture": {"hand": GRIP, "velocity": 1}},
        SAW | {"variation": {"time": 1.1}},
        SAW | {"variation": {"time": "inf"}},
        SAW | {"sources": {"setup": 1}},
        SAW | {"name": "x" * 101},
        ALL["cello"] | {"notes": []},
        ALL["cello"] | {"notes": [[0, 1, 60.5, 1]]},
        ALL["cello"] | {"notes": [[0, 1, 128, 1]]},
        ALL["cello"] | {"notes": [[0, 1, 60, 1.5]]},
        ALL["cello"] | {"notes": [[0, 601, 60, 1]]},
        ALL["cello"] | {"notes": [[0, 1, 60]]},
        put(ALL["struck_plate"], ("setup", "resonator"), "material", "stel"),
        put(ALL["struck_plate"], ("setup", "resonator"), "material", {"name": "tin"}),
        put(ALL["struck_plate"], ("setup",), "heard", [[[0.1, 0.2]]]),
        put(ALL["door"], ("setup",), "left", {"type": "Door"}),
    ],
)
def test_schema_and_reader_refuse_what_is_wrong(data):
    assert not VALID.is_valid(data)
    assert not reads(data)


@pytest.mark.parametrize(
    "data",
    [
        SAW | {"gesture": {"hand": GRIP}},
        SAW | {"gesture": GRIP, "notes": None},
        SAW | {"gesture": GRIP | {"velocity": [[0, 0], [1, 1]], "bend": {"type": "Press", "level": 2, "end": "inf"}}},
        put(SAW, ("setup", "resonator"), "decay_times", "inf"),
        put(SAW, ("setup", "resonator"), "decay_times", ["inf"]),
        put(SAW, ("setup", "resonator"), "shapes", [1]),
        put(SAW, ("setup", "resonator"), "shapes", [[1], [0.5]]),
        put(ALL["struck_plate"], ("setup", "resonator"), "material", {"name": "tin", "youngs_modulus": 5e10, "density": 7300}),
        put(ALL["cello"], ("setup",), "soundbox", {"type": "ImpulseResponse", "samples": [[1, 0.5], [0, 1]], "sample_rate": 48_000}),
    ],
)
def test_schema_and_reader_take_what_is_right(data):
    VALID.validate(data)
    assert reads(data)


@pytest.mark.parametrize(
    "data",
    [
        put(SAW, ("setup", "resonator"), "masses", [1, 2]),
        put(SAW, ("setup", "interaction"), "dynamic_friction", 0.9),
        put(ALL["struck_plate"], ("setup",), "at", [0.5, 1.5]),
        put(ALL["rolling_ball"], ("setup", "exciter"), "longest_wave", 50),
        put(ALL["bell"], ("setup", "resonator"), "split", 0.1) | {"gesture": {"bow": GRIP}},
        SAW | {"gesture": GRIP | {"finger": 0.5}},
        SAW | {"gesture": GRIP | {"velocity": [[1, 0], [0, 0]]}},
        SAW | {"variation": {"resonator.colour": 0.1}},
        ALL["cello"] | {"notes": [[1, 0.5, 60, 1]]},
    ],
)
def test_what_lies_between_parameters_is_left_to_the_reader(data):
    assert VALID.is_valid(data)
    assert not reads(data)


def test_gesture_files_hold_what_a_gesture_is_made_of():
    controls = GESTURES["$defs"]["Gesture"]["properties"]
    assert set(controls) == set(CONTROLS) == set(Gesture(**dict.fromkeys(controls, 0.5)).controls)
    head = {"format": "rosin-gesture", "version": 1}
    for right in (GRIP, {"left": GRIP, "right": GRIP}, {"velocity": {"type": "Stroke", "amplitude": 1, "rate": 2}}):
        VALID_GESTURE.validate(right)
        VALID_GESTURE.validate(head | {"gesture": right})
    for wrong in ([], {}, {"velocity": None}, head, head | {"gesture": {}}, head | {"version": 2, "gesture": GRIP}):
        assert not VALID_GESTURE.is_valid(wrong)

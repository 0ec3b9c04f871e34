"""Instruments from hostile hands: every file is read or refused with words that name the trouble, quickly and in little room."""

import copy
import itertools
import json
import math
import os
import random

import pytest

from rosin import Instrument
from rosin.model import presets
from rosin.model.errors import FileError, ParameterError
from rosin.model.files import LARGEST_FILE
from rosin.model.paths import changed, parse_change
from rosin.playing.gesture import read_gesture

SAW, PLATE, CELLO, GLASS, DOOR = (
    json.loads(presets.text_of("rosin.instruments", name)) for name in ("musical_saw", "struck_plate", "cello", "glass_harmonica", "door")
)
ALL = {name: json.loads(presets.text_of("rosin.instruments", name)) for name in presets.names("rosin.instruments")}
LONGEST_MESSAGE = 1500  # letters
MILLION = 1_000_000


def put(data, path, value):
    """A copy of nested data with the value at a path, given as (key, index, ...), replaced."""
    if not path:
        return value
    data = copy.deepcopy(data)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return data


def places(data, path=()):
    """Every path into nested data; of a list the first three, of macros and of their curves the first two."""
    yield path
    if isinstance(data, dict):
        for name, value in itertools.islice(data.items(), 2 if path[-1:] in (("macros",), ("curves",)) else None):
            yield from places(value, (*path, name))
    elif isinstance(data, list):
        for index, value in enumerate(data[:3]):
            yield from places(value, (*path, index))


def answer(read, *given):
    """What is read, or the words with which it is refused: few, and such as can be printed."""
    try:
        return read(*given)
    except (ParameterError, FileError) as error:
        words = str(error)
    assert len(words) < LONGEST_MESSAGE, words[:200]
    words.encode()
    return words


def refusal(read, *given):
    """The words with which something is refused."""
    words = answer(read, *given)
    assert isinstance(words, str)
    return words


def read(text, tmp_path):
    """What an instrument's file with this text is read as."""
    path = tmp_path / "hostile.json"
    path.write_text(text, encoding="utf-8")
    return Instrument.load(path)


BODY = ("setup", "resonator")
BOWED = CELLO["setup"]
RESPONSE = {"type": "ImpulseResponse", "sample_rate": 48_000}
RECORDED = {"type": "Recorded", "rate": 100}
STRING = {"type": "WaveguideString", "frequency": 100, "impedance": 1}

HUGE = {
    "modes": (
        lambda: put(SAW, (*BODY, "frequencies"), [440] * MILLION),
        ["setup: resonator: Modal: frequencies", "1000000", "4096"],
    ),
    "decays": (lambda: put(SAW, (*BODY, "decay_times"), [1] * MILLION), ["decay_times", "4096"]),
    "rows": (lambda: put(SAW, (*BODY, "shapes"), [[1]] * MILLION), ["shapes", "1000000 rows"]),
    "weights": (lambda: put(SAW, (*BODY, "pickups"), [[1] * 2000] * 1000), ["pickups", "1000 rows of 2000"]),
    "listeners": (lambda: put(GLASS, (*BODY, "listeners"), [0] * MILLION), ["Rim: listeners", "4096"]),
    "many listeners": (lambda: put(GLASS, (*BODY, "listeners"), [0] * 40), ["Rim: listeners", "1 to 32"]),
    "points": (lambda: put(PLATE, ("setup", "heard"), [[0, 0]] * MILLION), ["OneContact: heard", "1024"]),
    "breakpoints": (lambda: put(SAW, ("gesture", "velocity"), [[0, 0]] * MILLION), ["velocity", "1000000 breakpoints", "100000"]),
    "recorded": (lambda: put(SAW, ("gesture", "bend"), RECORDED | {"values": [0] * (MILLION + 1)}), ["Recorded: values", "1000000"]),
    "notes": (lambda: put(CELLO, ("notes",), [[0, 1, 60, 1]] * 600_000), ["notes", "1 to 10000"]),
    "quality": (lambda: put(SAW, ("setup", "resonator"), STRING | {"quality": [[1, 1]] * MILLION}), ["quality", "1 to 64"]),
    "samples": (
        lambda: CELLO | {"setup": BOWED | {"soundbox": RESPONSE | {"samples": [1] * 3 * MILLION}}},
        ["soundbox", "62.5 s", "30 s"],
    ),
    "words": (
        lambda: CELLO | {"setup": BOWED | {"soundbox": RESPONSE | {"samples": [1] * MILLION + ["x" * MILLION]}}},
        ["ImpulseResponse: samples", "real numbers"],
    ),
    "name": (lambda: SAW | {"name": "x" * MILLION}, ["name", "at most 100"]),
    "summary": (lambda: SAW | {"summary": "x" * MILLION}, ["summary", "at most 2000"]),
    "sources": (lambda: SAW | {"sources": {str(i): "" for i in range(300_000)}}, ["sources", "300000 entries", "at most 1000"]),
    "variation": (lambda: SAW | {"variation": {str(i): 0 for i in range(300_000)}}, ["variation", "300000 entries"]),
    "wrong shares": (lambda: SAW | {"variation": {str(i): 2 for i in range(1000)}}, ["variation.0 = 2", "at most 1"]),
    "hands": (lambda: SAW | {"gesture": {str(i): 0 for i in range(300_000)}}, ["control '0'"]),
    "entries": (lambda: SAW | {str(i): 0 for i in range(300_000)}, ["Instrument parameter '0'"]),
    "long entry": (lambda: SAW | {"k" * MILLION: 0}, ["Instrument parameter 'kkk", "Known: duration"]),
    "long type": (lambda: put(SAW, ("setup", "type"), "k" * MILLION), ["setup: type 'kkk", "OneContact"]),
    "integer": (lambda: SAW | {"duration": 10**400}, ["duration", "too large", "at most 600 s"]),
}


@pytest.mark.parametrize("name", HUGE)
def test_what_is_huge_is_refused_before_it_costs(name):
    made, words = HUGE[name]
    message = refusal(Instrument.from_dict, made())
    assert all(word in message for word in words), message


NESTED = "[" * 900 + "]" * 900
SWALLOWED = json.dumps(SAW | {"duration": "HERE"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["empty", "instrument"]),
        (" ", ["not valid JSON", "line 1"]),
        ("{", ["not valid JSON", "line 1"]),
        ("[" * 100_000, ["nested too deeply"]),
        ('{"a":' * 100_000, ["nested too deeply"]),
        ("[]", ["must be an object", "list"]),
        ("null", ["must be an object"]),
        ("{}", ["format None", "'rosin-instrument'", "version 1"]),
        (json.dumps(SAW | {"format": "rosin-contact"}), ["'rosin-contact'", "'rosin-instrument'"]),
        (json.dumps(SAW | {"version": 2}), ["version 2", "version 1"]),
        (json.dumps(SAW | {"version": True}), ["version True"]),
        (json.dumps(SAW | {"version": "1"}), ["version '1'"]),
        (json.dumps(SAW | {"version": "HERE"}).replace('"HERE"', NESTED), ["version [[[["]),
        (SWALLOWED.replace('"HERE"', "NaN"), ["NaN is not allowed"]),
        (SWALLOWED.replace('"HERE"', "-Infinity"), ["-Infinity is not allowed"]),
        (SWALLOWED.replace('"HERE"', "1e400"), ["1e400 is too large"]),
        (SWALLOWED.replace('"HERE"', "9" * 4000), ["duration", "too large", "at most 600 s"]),
        (SWALLOWED.replace('"HERE"', "9" * 5000), ["too many digits"]),
        (SWALLOWED.replace('"HERE"', '1, "duration": 2'), ["'duration' is given twice"]),
        (SWALLOWED.replace('"HERE"', NESTED), ["duration", "number"]),
        ("{" + ",".join(f'"{i}":1' for i in range(100_000)) + ',"77":2}', ["'77' is given twice"]),
        (json.dumps(SAW | {"name": "\ud800"}), ["name", "unicode"]),
    ],
    ids=lambda value: "" if isinstance(value, str) else value[0],
)
def test_a_text_that_is_no_instrument_is_refused(text, words, tmp_path):
    message = refusal(read, text, tmp_path)
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    "path",
    [("notes",), ("gesture",), ("gesture", "velocity"), ("setup",), ("setup", "heard"), (*BODY, "frequencies"), ("output",)],
)
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_deep_nesting_anywhere_is_refused(path, brackets, tmp_path):
    deep = '{"a":' * 450 + "1" + "}" * 450 if brackets == "{}" else NESTED
    text = json.dumps(put(SAW, path, "HERE")).replace('"HERE"', deep)
    refusal(read, text, tmp_path)


def test_doors_within_doors_are_refused_at_the_first(tmp_path):
    text = json.dumps(put(DOOR, ("setup", "left"), "HERE")).replace('"HERE"', '{"type": "Door", "left": ' * 300 + "1" + "}" * 300)
    message = refusal(read, text, tmp_path)
    assert "setup: left: type 'Door'" in message
    assert "OneContact" in message


def test_what_is_no_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", "/dev/zero", "/dev/null"):
        message = refusal(Instrument.load, path)
        assert "a folder, a device or a pipe" in message
        assert str(path) in message
    assert "No such file" in refusal(Instrument.load, tmp_path / "none.json")
    assert "null byte" in refusal(Instrument.load, "a\0b")
    (tmp_path / "latin.json").write_bytes(b'{"name": "\xe9"}')
    assert "UTF-8" in refusal(Instrument.load, tmp_path / "latin.json")
    (tmp_path / "large.json").write_bytes(b" " * (LARGEST_FILE + 1))
    assert str(LARGEST_FILE) in refusal(Instrument.load, tmp_path / "large.json")


def test_a_mark_of_byte_order_is_no_harm(tmp_path):
    (tmp_path / "marked.json").write_text(json.dumps(SAW), encoding="utf-8-sig")
    assert Instrument.load(tmp_path / "marked.json").name == "musical_saw"


NUMBERS = [-7, 3.5, 1e308, 5e-324, 10**400]
WRONG = [*NUMBERS, None, True, "inf", "", "x", "__class__", [], {}, [[]], [None], [1, "x"], {"type": 3}, {"self": 1}]


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["door", "musical_saw", "cello", "wineglass", "rubbed_masses"])
def test_a_wrong_type_in_any_place_is_read_or_refused(name):
    for path in places(ALL[name]):
        for wrong in WRONG:
            answer(Instrument.from_dict, put(ALL[name], path, wrong))


@pytest.mark.parametrize("name", ALL)
def test_unknown_and_missing_entries_are_named_at_every_level(name):
    for path in places(ALL[name]):
        here = ALL[name]
        for step in path:
            here = here[step]
        if not isinstance(here, dict) or "sources" in path or "variation" in path:
            continue
        for extra in ("surplus", "self", "__class__"):
            words = refusal(Instrument.from_dict, put(ALL[name], (*path, extra), 1))
            named = (
                f"'{extra}'",
                f": {extra}: must be",
                f".{extra}",
            )  # an entry that is not known; a part, a macro or a curve that is none
            assert any(each in words for each in named)
        for entry in ("type", "format", "name", "setup"):
            if entry in here:
                less = put(ALL[name], path, {key: value for key, value in here.items() if key != entry})
                assert entry in refusal(Instrument.from_dict, less)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (
            (*BODY, "frequencies"),
            [440, -3],
            "setup: resonator: Modal: frequencies[1] (f) = -3 Hz is not allowed; it must be more than 0 and at most 1e+06 Hz.",
        ),
        (
            (*BODY, "masses"),
            "heavy",
            "masses = 'heavy': must be a number, not 'heavy'; allowed more than 0 and at most 1e+09 kg.",
        ),
        ((*BODY, "frequencies"), [], "frequencies = []: is empty"),
        (("setup", "interaction", "noise"), [1], "setup: interaction: ElastoPlastic: noise = [1]: must be a number"),
        (("setup", "quantity"), "loud", "OneContact: quantity = 'loud': must be 'velocity' or 'displacement'"),
        (("gesture", "velocity"), [[0, 0], [1, math.inf]], "Gesture: velocity = inf m/s"),
        (("gesture", "velocity"), {"type": "Strok"}, "did you mean 'Stroke'"),
        (("variation", "interaction.stickyness"), 0.1, "variation: 'interaction.stickyness' is not a parameter of the setup"),
        (("variation", "interaction.__class__"), 0.1, "variation: 'interaction.__class__' is not a parameter"),
        (("variation", "__dict__"), 0.1, "variation: '__dict__' is not a parameter"),
        (("variation", "interaction.type"), 0.1, "is not a number, but 'ElastoPlastic'"),
        (("variation", "interaction"), 0.1, "'interaction' is not a number"),
        (("variation", "gesture.velocty"), 0.1, "control 'velocty' does not exist; did you mean 'velocity'"),
        (("variation", "gesture.__init__"), 0.1, "control '__init__' does not exist"),
        (("variation", "time"), 1.5, "variation.time = 1.5"),
        (("variation", "time"), "0.5", "variation.time = '0.5': must be a number"),
        (("sources", "setup"), 3, "sources.setup = 3"),
        (("duration",), 601, "duration = 601 s is not allowed; it must be more than 0 and at most 600 s"),
        (("output",), {"type": "OutputChain", "volume": 40}, "output: OutputChain: volume (G) = 40 dB"),
    ],
)
def test_messages_name_the_place_the_value_and_what_is_allowed(path, value, words):
    assert words in refusal(Instrument.from_dict, put(SAW | {"output": {}}, path, value) if path[0] == "output" else put(SAW, path, value))


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ([0, 1, 60.5, 1], "entry 1 has key = 60.5; it must be a whole number, at least 0 and at most 127"),
        ([0, 1, math.inf, 1], "key = inf"),
        ([0, 1, 10**400, 1], "key = 1000"),
        ([0, 1, 60, 10**400], "velocity = 1000"),
        ([0, 1e300, 60, 1], "end = 1e+300; it must be more than 0 and at most 600 s"),
        ([-1, 1, 60, 1], "start = -1"),
        ([1, 1, 60, 1], "the end must be after the start"),
        ([0, 1, 60], "a note is [start, end, key, velocity]"),
        ([0, 1, "60", 1], "key = '60'"),
        ("0160", "a note is [start, end, key, velocity]"),
        ({"start": 0}, "a note is [start, end, key, velocity]"),
    ],
    ids=str,
)
def test_notes_are_checked_one_by_one(note, words):
    assert words in refusal(Instrument.from_dict, CELLO | {"notes": [[0, 1, 60, 1], note]})


def test_ten_thousand_notes_are_read_and_one_more_is_not():
    notes = [[i * 0.05, i * 0.05 + 0.04, 60, 0.5] for i in range(10_000)]
    assert len(Instrument.from_dict(CELLO | {"notes": notes}).notes) == 10_000
    assert "10000" in refusal(Instrument.from_dict, CELLO | {"notes": [*notes, notes[-1]]})


ABSURD = {
    "foil": {"type": "Plate", "length": 100, "width": 100, "thickness": 1e-6},
    "gong": {"type": "RoundPlate", "radius": 100, "thickness": 1e-6, "material": "rubber"},
    "skin": {"type": "Membrane", "radius": 100, "tension": 1e-6, "area_density": 1e4},
    "cloth": {"type": "RectangularMembrane", "length": 100, "width": 1e-9, "tension": 1e7, "area_density": 1e-9},
    "wire": {"type": "Bar", "length": 100, "thickness": 1e-9},
    "hoop": {"type": "Ring", "radius": 100, "thickness": 1e-9, "width": 1e-9},
    "speck": {"type": "Glass", "radius": 2e-9, "height": 1e-9, "thickness": 1e-9, "liquid": 1, "liquid_density": 2e4},
    "anvil": {"type": "LoadedMembrane", "radius": 0.1, "tension": 1000, "area_density": 1e-9, "load": 1000, "load_radius": 0.01},
    "stick": {"type": "LoadedMembrane", "radius": 100, "tension": 1e-6, "area_density": 1e4, "load": 1000, "load_radius": 5},
    "chime": {"type": "Bell", "ratios": [1e-6] * 4096, "decay_times": [1e-9] * 4096, "meridians": [100] * 4096},
    "mist": {"type": "Plate", "length": 1, "width": 1, "thickness": 1, "material": {"name": "mist", "youngs_modulus": 1, "density": 1e-3}},
}


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_shapes_have_few_modes_or_none(name):
    hit = put(PLATE, ("setup",), {key: value for key, value in PLATE["setup"].items() if key not in ("at", "heard")})
    found = answer(Instrument.from_dict, put(hit, ("setup", "resonator"), ABSURD[name]))
    assert isinstance(found, str) or 1 <= len(found.setup.body.frequencies) <= 1000


@pytest.mark.parametrize("smallest", [0, -1, 5e-324, 1e-308, 1e-100])
def test_shapes_refuse_what_is_too_small_to_compute(smallest):
    for kind in ABSURD.values():
        for name in {"length", "width", "thickness", "radius", "height", "tension", "area_density", "load_radius"} & set(kind):
            message = refusal(Instrument.from_dict, put(PLATE, ("setup",), PLATE["setup"] | {"resonator": kind | {name: smallest}}))
            assert f"{kind['type']}: {name}" in message


def test_the_surface_under_a_ball_stays_bounded():
    ball = ALL["rolling_ball"]
    for change in ({"length": 100, "shortest_wave": 1e-9}, {"length": 1e-6}, {"longest_wave": 50}, {"seed": 0.5}, {"length": 1e9}):
        wrong = put(ball, ("setup", "exciter"), ball["setup"]["exciter"] | change)
        assert "setup: exciter: RollingBall" in refusal(Instrument.from_dict, wrong)


@pytest.mark.parametrize("times", [[0, 1e308], [-1e308, 1e308], [1e300, 1e300], [0, 5e-324]])
def test_enormous_times_of_a_gesture_do_no_harm(times):
    instrument = Instrument.from_dict(put(SAW, ("gesture", "velocity"), [[times[0], 0.1], [times[1], 0.2]]))
    assert 0.1 <= instrument.reference["velocity"] <= 0.2
    assert instrument.varied(1).duration <= 600


@pytest.mark.parametrize(
    "curve", [{"type": "Press", "level": 1, "end": 1e308}, {"type": "Stroke", "amplitude": 1, "rate": 1e-300, "end": 1e308}]
)
def test_curves_of_enormous_length_stay_finite(curve):
    instrument = Instrument.from_dict(put(SAW, ("gesture", "velocity"), curve))
    assert math.isfinite(instrument.reference["velocity"])


SETUP = Instrument.preset("musical_saw").setup


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("interaction.static_frction=1", ["parameter of interaction 'static_frction'", "did you mean 'static_friction'"]),
        ("interacton.noise=1", ["'interacton'", "did you mean 'interaction'"]),
        ("interaction.noise=loud", ["ElastoPlastic: noise = 'loud'", "must be a number"]),
        ("resonator.masses=-1", ["masses (m) = -1 kg", "more than 0 and at most 1e+09 kg"]),
        ("resonator.masses=NaN", ["masses = 'NaN'", "kg"]),
        ("resonator.masses=1e400", ["resonator.masses", "1e400 is too large"]),
        ("resonator.masses=" + "9" * 5000, ["masses", "must be a number"]),
        ("resonator.masses=" + "[" * 100_000, ["masses", "must be a number"]),
        ("resonator.frequencies.0=-3", ["frequencies[0] (f) = -3 Hz"]),
        ("resonator.frequencies.1=3", ["'resonator.frequencies.1'", "entries 0 to 0", "'1'"]),
        ("resonator.frequencies.-1=3", ["entries 0 to 0"]),
        ("resonator.frequencies.x=3", ["entries 0 to 0"]),
        ("resonator.frequencies." + "9" * 5000 + "=3", ["entries 0 to 0"]),
        ("resonator.frequencies.0.0=3", ["single value"]),
        ("resonator.integrator=euler", ["integrator = 'euler'", "'exact' or 'bilinear'"]),
        ("resonator.integrator.0=e", ["'exact' is a single value"]),
        ("resonator.type=Plate", ["resonator.type", "whole part", 'resonator={"type"']),
        ("type=Door", ["'type' cannot be changed alone"]),
        ("__class__=3", ["'__class__' does not exist"]),
        ("resonator.__class__.__name__=3", ["'__class__' does not exist"]),
        ("resonator=3", ["resonator = 3", "body or shape"]),
        ('resonator={"type": "Hand"}', ["a Hand can only be the exciter"]),
        ("=3", ["path=value"]),
        ("gain", ["path=value"]),
        ("", ["path=value"]),
        ("x" * MILLION, ["path=value"]),
        ("x" * MILLION + "=3", ["does not exist"]),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_a_change_by_path_that_cannot_be_says_why(change, words):
    def turned():
        path, value = parse_change(change)
        Instrument.preset("musical_saw").with_changes({path: value})

    message = refusal(turned)
    assert all(word in message for word in words), message


def test_a_change_by_path_may_be_a_number_a_list_a_word_or_a_whole_part():
    changes = ["resonator.frequencies.0=330", "resonator.integrator=bilinear", 'interaction={"type": "LuGre"}', "resonator.decay_times=inf"]
    setup = changed(SETUP, dict(map(parse_change, changes)))
    assert setup.resonator.frequencies == (330.0,)
    assert setup.resonator.integrator == "bilinear"
    assert setup.resonator.decay_times == math.inf
    assert type(setup.interaction).__name__ == "LuGre"


def test_gesture_files_are_read_whole_or_bare_and_refused_with_words(tmp_path):
    path = tmp_path / "gesture.json"

    def given(data):
        path.write_text(json.dumps(data))
        return read_gesture(path)

    controls = {"velocity": 0.2, "normal_force": [[0, 0], [1, 2]]}
    assert given(controls) == controls
    assert given({"format": "rosin-gesture", "version": 1, "gesture": {"left": controls}}) == {"left": controls}
    assert "'rosin-gesture'" in refusal(given, {"format": "rosin-instrument", "version": 1, "gesture": controls})
    assert "version 2" in refusal(given, {"format": "rosin-gesture", "version": 2, "gesture": controls})
    assert "'gestures'" in refusal(given, {"format": "rosin-gesture", "version": 1, "gestures": controls})
    assert '"gesture"' in refusal(given, {"format": "rosin-gesture", "version": 1})
    assert "object" in refusal(given, {"format": "rosin-gesture", "version": 1, "gesture": [1]})
    assert "object" in refusal(given, [1])
    assert "pipe" in refusal(read_gesture, tmp_path)


def test_random_damage_is_read_or_refused():
    random_number = random.Random(7)
    known = [(name, path) for name, data in ALL.items() for path in places(data)]

    def value_at(name, path):
        here = ALL[name]
        for step in path:
            here = here[step]
        return here

    refused = 0
    for _ in range(1500):
        name, path = random_number.choice(known)
        data = ALL[name]
        for _ in range(random_number.randint(1, 3)):
            value = random_number.choice(WRONG) if random_number.random() < 0.5 else value_at(*random_number.choice(known))
            data = put(data, path, value)
            path = random_number.choice(list(places(data)))
        refused += isinstance(answer(lambda given: Instrument.from_dict(given).varied(1), data), str)
    assert refused > 750

"""Macros: knobs that turn parameters along curves, of every instrument, each of them heard."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosin
from rosin import Instrument
from rosin.instruments.catalogue import preset_names
from rosin.instruments.macros import KnobCurve, described_macros
from rosin.model.errors import ParameterError

INSTRUMENTS = rosin.instrument_names()
FURTHER = [f"{name}.{preset}" for name in INSTRUMENTS for preset in preset_names(name)]
SECONDS = 1.0  # of every take
LATER = {"wheel": 5.0, "brake": 3.0, "singing_bowl": 4.0, "double_bass": 2.0}  # where the brake squeals, the bowl speaks, the note is held
SOFTER, LOUDER = -20.0, 10.0  # dB beside the usual take
HEARD = 0.5  # dB by which both ends of a knob differ, in the mean over thirds of octaves and frames that are heard
FRAME, FLOOR = 2048, 50.0  # samples, dB


def glass(**changes):
    data = json.loads(rosin.instrument("wineglass").to_json())
    data["macros"]["wetness"] |= changes
    return data


def test_a_curve_goes_through_its_points_and_between_them():
    line = KnobCurve(points=((0.2, 1.0), (0.6, 3.0), (1.0, 0.0)))
    assert [line.at(knob) for knob in (0, 0.2, 0.3, 0.6, 0.8, 1)] == pytest.approx([1, 1, 1.5, 3, 1.5, 0])
    ratios = KnobCurve(points=((0.0, 2.0), (0.5, 8.0)), scale="log")
    assert [ratios.at(knob) for knob in (0, 0.25, 0.5, 1)] == pytest.approx([2, 4, 8, 8])


def test_a_jump_holds_its_first_value_where_it_is_and_its_second_beyond():
    words = KnobCurve(points=((0, None), (0, "hall")), scale="steps")
    assert words.at(0) is None
    assert words.at(1e-9) == words.at(1) == "hall"
    amount = KnobCurve(points=((0, 0.5), (0, 0.0), (1, 1.0)))
    assert amount.at(0) == 0.5
    assert amount.at(0.25) == 0.25


@given(st.floats(0, 1), st.lists(st.floats(0.01, 100), min_size=2, max_size=5), st.sampled_from(["linear", "log"]))
def test_a_curve_never_leaves_its_values(knob, values, scale):
    points = tuple((place / (len(values) - 1), value) for place, value in enumerate(values))
    at = KnobCurve(points=points, scale=scale).at(knob)
    assert min(values) * (1 - 1e-12) <= at <= max(values) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"value": 1.5}, "at most 1"),
        ({"words": ["dry", "wet"]}, "words"),
        ({"curves": {}}, "curves"),
        ({"curves": {"interaction.nois": {"points": [[0, 0.1]]}}}, "interaction.nois"),
        ({"curves": {"resonator.liquid": {"points": [[0, 0.1]]}}}, "turned by"),
        ({"curves": {"interaction.noise": {"points": []}}}, "points"),
        ({"curves": {"interaction.noise": {"points": [[0.5, 1], [0.2, 1]]}}}, "must rise"),
        ({"curves": {"interaction.noise": {"points": [[0, 1], [2, 1]]}}}, "from 0 to 1"),
        ({"curves": {"interaction.noise": {"points": [[0, 0], [1, 1]], "scale": "log"}}}, "log"),
        ({"curves": {"interaction.noise": {"points": [[0, "much"]]}}}, "finite numbers"),
        ({"curves": {"interaction.noise": {"points": [[0, 0.1]], "scale": "cubic"}}}, "scale"),
    ],
)
def test_a_macro_that_cannot_be_is_refused_in_words(changes, words):
    with pytest.raises(ParameterError, match=words):
        Instrument.from_dict(glass(**changes))


def test_a_name_must_be_a_word():
    data = json.loads(rosin.instrument("wineglass").to_json())
    data["macros"]["wet ness"] = data["macros"].pop("wetness")
    with pytest.raises(ParameterError, match="letters, digits"):
        Instrument.from_dict(data)


@pytest.mark.parametrize(
    ("name", "value", "words"), [("wetnes", 0.5, "did you mean 'wetness'"), ("wetness", 2, "from 0 to 1"), ("wetness", "w", "0 to 1")]
)
def test_a_knob_is_turned_within_its_range(name, value, words):
    with pytest.raises(ParameterError, match=words):
        rosin.instrument("wineglass").with_macros(**{name: value})


def test_what_is_changed_later_wins():
    glass = rosin.instrument("wineglass")
    wet = glass.with_macros(wetness=1)
    assert wet.setup.interaction.noise != glass.setup.interaction.noise
    assert wet.with_changes({"interaction.noise": 0.3}).setup.interaction.noise == 0.3
    assert wet.with_changes({"interaction.noise": 0.3}).with_macros(wetness=1).to_dict() == wet.to_dict()
    assert wet.with_macros(wetness=glass.macros["wetness"].value).to_dict() == glass.to_dict()


def test_a_turned_instrument_is_written_down_with_its_knobs():
    wet = rosin.instrument("wineglass").with_macros(wetness=1, size=0.1)
    again = Instrument.from_dict(json.loads(wet.to_json()))
    assert again.to_dict() == wet.to_dict()
    assert (again.macros["wetness"].value, again.macros["wetness"].word) == (1, "wet")
    assert again.with_macros(size=0.4, wetness=0.5).to_dict() == rosin.instrument("wineglass").to_dict()


@pytest.mark.parametrize("name", INSTRUMENTS + FURTHER)
def test_every_knob_stands_where_the_instrument_is_its_own(name):
    instrument = rosin.instrument(name)
    assert 4 <= len(instrument.macros) <= 6
    assert instrument.with_macros(**{key: macro.value for key, macro in instrument.macros.items()}).to_dict() == instrument.to_dict()
    for macro in described_macros(instrument.macros):
        assert len(set(macro["words"])) == 3, macro["name"]
        assert macro["text"].endswith("."), macro["name"]
        assert len(macro["text"]) > 10
        ends = [instrument.with_macros(**{macro["name"]: end}) for end in (0, 1)]
        assert ends[0].setup != ends[1].setup or ends[0].output != ends[1].output, macro["name"]
        assert math.isfinite(macro["value"])


def taken(instrument):
    """The beginning of it, heard in one channel."""
    seconds = min(LATER.get(instrument.name, SECONDS), instrument.duration)
    audio = instrument.render(duration=seconds, seed=1).audio
    assert np.isfinite(audio).all()
    return audio[0]


def level(audio):
    return 10 * np.log10(np.mean(audio**2) + 1e-30)


def thirds(audio):
    """Levels (dB) of thirds of octaves in each frame."""
    frames = np.lib.stride_tricks.sliding_window_view(audio, FRAME)[:: FRAME // 2] * np.hanning(FRAME)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    edges = np.unique(np.round(2.0 ** np.arange(1, np.log2(FRAME // 2), 1 / 3)).astype(int))
    return 10 * np.log10(np.add.reduceat(power, edges, axis=1) + 1e-30)


def apart(first, second):
    """How far two sounds are apart, dB, where one of them is heard."""
    one, other = thirds(first), thirds(second)
    floor = max(one.max(), other.max()) - FLOOR
    return np.abs(np.maximum(one, floor) - np.maximum(other, floor))[np.maximum(one, other) > floor].mean()


@pytest.mark.sweep
@pytest.mark.parametrize("name", INSTRUMENTS)
def test_every_knob_is_heard_and_keeps_the_level(name):
    instrument = rosin.instrument(name)
    usual = level(taken(instrument))
    together = instrument.with_macros(**dict.fromkeys(instrument.macros, 0.5))
    assert SOFTER < level(taken(together)) - usual < LOUDER, "all in the middle"
    for macro in instrument.macros:
        low, high = (taken(instrument.with_macros(**{macro: end})) for end in (0, 1))
        for end in (low, high):
            assert SOFTER < level(end) - usual < LOUDER, macro
        assert apart(low, high) > HEARD, macro

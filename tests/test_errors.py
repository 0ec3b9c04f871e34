"""Wrong input: each message names the parameter, its value, its unit and what is allowed, and nothing is half done."""

import json
import math

import numpy as np
import pytest

import rosin
from rosin import (
    Contact,
    ElastoPlastic,
    FileError,
    Fractal,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    LuGre,
    MassSpringDamper,
    Modal,
    ParameterError,
    Stribeck,
    Thermal,
    Wall,
    render,
)

PLATE = Modal([440, 1210], [0.8, 0.5], 0.05)
RUB = Contact(Hand(), ElastoPlastic(), PLATE)
PULL = Gesture(velocity=0.1, normal_force=1.0)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: InertialMass(-0.1), ["InertialMass", "mass (m)", "-0.1 kg", "more than 0"]),
        (lambda: InertialMass(math.nan), ["mass (m)", "nan", "kg"]),
        (lambda: InertialMass(math.inf), ["mass (m)", "inf", "at most"]),
        (lambda: InertialMass("heavy"), ["mass", "heavy", "number"]),
        (lambda: InertialMass(True), ["mass", "number"]),
        (lambda: InertialMass(), ["mass must be given", "kg"]),
        (lambda: InertialMass(1, 2, 3, 4, 5, 6, 7), ["at most 6"]),
        (lambda: InertialMass(1, mass=2), ["mass", "twice"]),
        (lambda: InertialMass(mas=1), ["mas", "did you mean 'mass'"]),
        (lambda: Modal([440, 880], [0.5], 0.05), ["decay_times", "list of 1", "2 frequencies"]),
        (lambda: Modal([440, 880], 0.5, [0.1, 0.2, 0.3]), ["masses", "list of 3", "2 frequencies"]),
        (lambda: Modal([440, 880], 0.5, 0.1, [[1, 1], [1]]), ["shapes[1]", "row of 1", "2 frequencies"]),
        (lambda: Modal([440, 880], 0.5, 0.1, None, [[1, 1, 1]]), ["pickups[0]", "row of 3"]),
        (lambda: Modal([440, -880], 0.5, 0.1), ["frequencies[1] (f)", "-880 Hz", "more than 0"]),
        (lambda: Modal([440], 0.0, 0.1), ["decay_times (t_e)", "0 s"]),
        (lambda: Modal([440], 0.5, [math.nan]), ["masses[0] (m)", "nan kg"]),
        (lambda: Modal([], 0.5, 0.1), ["frequencies", "empty"]),
        (lambda: Modal([440, 880], 0.5, 0.1, [[0, 0]]), ["shapes", "no mode can be touched"]),
        (lambda: Modal([440], 0.5, 0.1, integrator="euler"), ["integrator", "euler", "exact"]),
        (lambda: Modal([440.0] * 5000, 0.5, 0.1), ["5000", "4096"]),
        (lambda: ElastoPlastic(static_friction=0.2, dynamic_friction=0.3), ["static_friction (μs)", "0.2", "dynamic_friction (μd) = 0.3"]),
        (lambda: LuGre(static_friction=0.2, dynamic_friction=0.3), ["static_friction"]),
        (lambda: Stribeck(static_friction=0.2, dynamic_friction=0.3), ["static_friction"]),
        (lambda: ElastoPlastic(breakaway=1.0), ["breakaway (c)", "1", "at most 0.9999"]),
        (lambda: ElastoPlastic(breakaway=0.0), ["breakaway (c)", "more than 0"]),
        (lambda: ElastoPlastic(bristle_stiffness=-1), ["bristle_stiffness (σ0)", "-1 N/m"]),
        (lambda: ElastoPlastic(solver="linear", damping_law="velocity"), ["damping_law", "implicit"]),
        (lambda: ElastoPlastic(stifness=3), ["stifness", "did you mean 'bristle_stiffness'"]),
        (lambda: HuntCrossley(1e8, 0.5), ["exponent (α)", "0.5", "at least 1"]),
        (lambda: Fractal(beta=5), ["beta (β)", "5", "at most 3"]),
        (lambda: Contact(Wall(), ElastoPlastic(), Wall()), ["exciter = Wall", "resonator = Wall", "rigid"]),
        (lambda: Contact(Hand(), Stribeck(), Wall()), ["Hand", "Wall", "Stribeck"]),
        (lambda: Contact(Hand(), Thermal(), Wall()), ["rigid", "Thermal"]),
        (lambda: Contact(InertialMass(1), ElastoPlastic(), Hand()), ["resonator = Hand"]),
        (lambda: Contact(Hand(), PLATE, PLATE), ["interaction", "must be an interaction"]),
        (lambda: Contact(Hand, ElastoPlastic(), PLATE), ["exciter", "Hand(...)"]),
        (lambda: Modal([[440, 1], [2, 3]], 1, 1), ["frequencies", "entry 0"]),
        (lambda: Modal([10**400], 1, 1), ["frequencies", "too large"]),
        (lambda: MassSpringDamper.tuned("a", 0.5), ["frequency"]),
        (lambda: MassSpringDamper.tuned(math.inf, 0.5), ["frequency", "inf"]),
        (lambda: Gesture(velocity=np.array([1j])), ["velocity", "complex"]),
        (lambda: Gesture(velocity=([0, 1], [0.1, 0.2])), ["velocity", "pairs"]),
        (lambda: RUB.passivity(-1), ["normal_force", "-1"]),
        (lambda: MassSpringDamper.tuned(0, 1), ["frequency", "0 Hz"]),
        (lambda: Gesture(velocty=0.1), ["velocty", "did you mean 'velocity'"]),
        (lambda: Gesture(velocity="fast"), ["velocity", "fast"]),
        (lambda: Gesture(velocity=math.nan), ["velocity", "nan m/s", "finite"]),
        (lambda: Gesture(normal_force=-1), ["normal_force", "-1 N", "at least 0"]),
        (lambda: Gesture(normal_force=[(0, 1), (1, -2)]), ["normal_force", "-2 N"]),
        (lambda: Gesture(position=1.5), ["position", "1.5", "at most 1"]),
        (lambda: Gesture(velocity=[(1, 0), (0, 1)]), ["velocity", "go back"]),
        (lambda: Gesture(velocity=[]), ["velocity", "breakpoints"]),
        (lambda: Gesture(velocity=[1, 2, 3]), ["velocity", "breakpoints"]),
    ],
)
def test_a_wrong_value_is_named(wrong, words):
    with pytest.raises(ParameterError) as caught:
        wrong()
    for word in words:
        assert word in str(caught.value), str(caught.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sample_rate": 800}, ["frequencies (f)", "440 Hz and above", "400 Hz"]),
        ({"sample_rate": 48_000.5}, ["sample_rate", "48000.5"]),
        ({"sample_rate": 0}, ["sample_rate", "0 Hz", "100"]),
        ({"duration": -1}, ["duration", "-1"]),
        ({"duration": math.nan}, ["duration", "nan"]),
        ({"duration": 1e9}, ["duration", "86400"]),
        ({"oversample": 3}, ["oversample", "3", "1, 2, 4, 8"]),
        ({"seed": -1}, ["seed", "-1"]),
        ({"duration": "1"}, ["duration"]),
        ({"duration": 80_000.0}, ["GB"]),
        ({"oversample": 2.0}, ["oversample", "2.0"]),
        ({"record": ("forc",)}, ["forc", "did you mean 'force'"]),
        ({"record": ("temperature",)}, ["temperature", "ElastoPlastic"]),
        ({"output": "acceleration"}, ["acceleration", "velocity"]),
        ({"target": "abacus"}, ["abacus", "native"]),
    ],
)
def test_a_wrong_render_is_refused(options, words):
    with pytest.raises(ParameterError) as caught:
        render(RUB, PULL, **({"duration": 0.1} | options))
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_an_unstable_oscillator_is_refused_with_its_condition():
    contact = Contact(Hand(), ElastoPlastic(), MassSpringDamper(1e-4, 1e8))
    with pytest.raises(ParameterError, match="sqrt") as caught:
        render(contact, PULL, duration=0.1, sample_rate=44_100)
    assert "1e+08 N/m" in str(caught.value)
    assert "500000 Hz" in str(caught.value)
    render(contact, PULL, duration=0.001, sample_rate=500_001)


def test_controls_that_do_nothing_are_refused():
    with pytest.raises(ParameterError, match="spring_stiffness"):
        render(Contact(InertialMass(0.1), ElastoPlastic(), PLATE), PULL, duration=0.1)
    with pytest.raises(ParameterError, match="position has no effect"):
        render(RUB, Gesture(velocity=0.1, normal_force=1.0, position=0.5), duration=0.1)
    with pytest.raises(ParameterError, match="normal_force must be given"):
        render(RUB, Gesture(velocity=0.1), duration=0.1)
    with pytest.raises(ParameterError, match="array of 100 samples"):
        render(RUB, Gesture(velocity=np.zeros(100), normal_force=1.0), duration=0.1)


def test_functions_that_misbehave_are_caught_in_the_block_where_they_do():
    with pytest.raises(ParameterError, match="velocity = nan"):
        render(RUB, Gesture(velocity=lambda t: np.where(t > 0.05, np.nan, 0.1), normal_force=1.0), duration=0.1)
    with pytest.raises(ParameterError, match="shape"):
        render(RUB, Gesture(velocity=lambda t: np.zeros((2, 3)), normal_force=1.0), duration=0.1)


def test_controls_come_in_all_forms():
    n = 4800
    wave = 0.1 * np.sin(2 * np.pi * 3 * np.arange(n) / 48_000)
    forms = [
        wave,
        lambda t: 0.1 * np.sin(2 * np.pi * 3 * t),
        lambda t: 0.1 * math.sin(2 * math.pi * 3 * t),
        list(zip(np.arange(n) / 48_000, wave, strict=True)),
    ]
    sounds = [render(RUB, Gesture(velocity=form, normal_force=1.0), duration=0.1).audio for form in forms]
    for other in sounds[1:]:
        np.testing.assert_allclose(other, sounds[0], atol=1e-9)
    constant = render(RUB, Gesture(velocity=lambda t: 0.1, normal_force=[(0, 1.0)]), duration=0.1).audio
    np.testing.assert_array_equal(constant, render(RUB, PULL, duration=0.1).audio)


def test_unknown_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="Violin"):
        rosin.Violin  # noqa: B018


def test_nothing_is_half_written(tmp_path):
    sound = render(RUB, PULL, duration=0.05)
    with pytest.raises(FileError, match="Cannot write"):
        sound.save(tmp_path / "nowhere" / "a.wav")
    with pytest.raises(ParameterError, match=r"\.wav"):
        sound.save(tmp_path / "a.mp3")
    path = sound.save(tmp_path / "a.wav")
    before = path.read_bytes()
    with pytest.raises(FileError, match="exists"):
        sound.save(path)
    assert path.read_bytes() == before
    broken = rosin.Sound(np.full((1, 10), np.nan), 48_000)
    with pytest.raises(ParameterError, match="finite"):
        broken.save(tmp_path / "b.wav")
    loud = rosin.Sound(np.full((1, 10), 3.0), 48_000)
    with pytest.raises(ParameterError, match="clip"):
        loud.save(tmp_path / "c.wav", level=None)
    with pytest.raises(ParameterError, match="level"):
        loud.save(tmp_path / "c.wav", level=3.0)
    with pytest.raises(ParameterError, match="bits"):
        loud.save(tmp_path / "c.wav", bits=8)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.wav"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", ["not valid JSON", "line 1"]),
        ("[" * 100_000, ["nested"]),
        ("[1]", ["contact", "list"]),
        ('{"exciter": {"type": "Hnad"}}', ["interaction"]),
        ('{"exciter": {"type": "Hnad"}, "interaction": {"type": "LuGre"}, "resonator": {"type": "Wall"}}', ["Hnad", "did you mean 'Hand'"]),
        ('{"exciter": {"type": "Hand"}, "interaction": {"type": "LuGre", "noise": NaN}, "resonator": {"type": "Wall"}}', ["NaN"]),
        (
            '{"exciter": {"type": "Hand"}, "interaction": {"type": "LuGre", "noise": "0.1"}, "resonator": {"type": "Wall"}}',
            ["noise", "number"],
        ),
        (
            '{"exciter": {"type": "Hand"}, "interaction": {"type": "LuGre"}, "resonator": {"type": "Modal", "frequencies": 5}}',
            ["frequencies", "list"],
        ),
        ('{"exciter": "Hand", "interaction": {"type": "LuGre"}, "resonator": {"type": "Wall"}}', ["exciter", "type"]),
        ('{"exciters": {}}', ["exciters", "did you mean 'exciter'"]),
        ('{"exciter": 1, "exciter": 2}', ["'exciter'", "twice"]),
        ('{"exciter": ' + "9" * 5000 + "}", ["too many digits"]),
    ],
)
def test_hostile_json_is_refused(text, words):
    with pytest.raises(ParameterError) as caught:
        Contact.from_json(text)
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_a_gesture_survives_json_or_says_why_not():
    gesture = Gesture(velocity=[(0, 0), (1, 0.5)], normal_force=2)
    assert json.loads(json.dumps(gesture.to_dict())) == {"velocity": [[0, 0], [1, 0.5]], "normal_force": 2}
    assert Gesture.from_dict(gesture.to_dict()).to_dict() == gesture.to_dict()
    with pytest.raises(ParameterError, match="breakpoints"):
        Gesture(velocity=math.sin).to_dict()
    with pytest.raises(ParameterError, match="object"):
        Gesture.from_dict([1])


def test_the_package_shows_its_names():
    assert {"Modal", "render", "Contact", "ElastoPlastic"} <= set(dir(rosin))
    scope = {}
    exec("from rosin import *", scope)
    assert scope["Modal"] is Modal
    assert rosin.__version__
    assert "bristle_stiffness" in ElastoPlastic.__doc__
    with pytest.raises(AttributeError, match="did you mean 'ElastoPlastic'"):
        rosin.Elastoplastic  # noqa: B018


def test_a_model_cannot_be_changed_in_place():
    with pytest.raises(ParameterError, match=r"\.replace\(noise=3\)"):
        ElastoPlastic().noise = 3


def test_gestures_show_and_compare_themselves():
    gesture = Gesture(velocity=[(0, 0.1), (1, 0.2)], normal_force=1.0)
    assert eval(repr(gesture), {"Gesture": Gesture}) == gesture
    assert Gesture(velocity=0.1) != Gesture(velocity=0.2)
    stepped = Gesture(velocity=lambda t: 0.1 if t < 0.05 else 0.2, normal_force=1.0)
    assert render(RUB, stepped, duration=0.1).peak > 0


def test_silence_is_said():
    with pytest.warns(UserWarning, match="silent"):
        render(RUB, Gesture(velocity=0.0, normal_force=1.0), duration=0.01)


def test_overdamped_modes_of_any_decay_stay_finite():
    for decay_time in (1e-12, 1e-8, 1e-5):
        contact = Contact(InertialMass(0.01, 1.0, -1e-5), HuntCrossley(1e8, 1.5, 0.3), Modal([440], decay_time, 0.05))
        assert render(contact, Gesture(), duration=0.05).peak > 0


@pytest.mark.parametrize(
    ("option", "value"),
    [("output", "velocity"), ("output", "displacement"), ("target", "wasm"), ("spans", [(0, 1)]), ("onto", 1), ("silence_is_told", False)],
)
def test_an_instrument_is_not_asked_for_what_it_decides_itself(option, value):
    with pytest.raises(ParameterError, match=f"{option} = .* is for a contact or a scene; wineglass decides that itself"):
        render(rosin.instrument("wineglass"), duration=0.1, **{option: value})


@pytest.mark.parametrize("oversample", [1, 2, 8])
def test_a_sound_is_added_to_another_one(oversample):
    gesture = Gesture(velocity=0.1, normal_force=1.0)
    options = {"duration": 0.05, "oversample": oversample, "seed": 2}
    alone, before = render(RUB, gesture, **options), render(RUB, gesture.replace(velocity=0.2), duration=0.05)
    both = before.audio + alone.audio
    assert np.array_equal(render(RUB, gesture, onto=before, **options).audio, both)
    assert np.array_equal(before.audio, both)


def test_a_sound_is_added_to_nothing_that_it_does_not_fit():
    gesture = Gesture(velocity=0.1, normal_force=1.0)
    for onto, words in ((render(RUB, gesture, duration=0.2), "9600 samples .* not 1 and 4800"), ([0.0], "a Sound, not list")):
        with pytest.raises(ParameterError, match=words):
            render(RUB, gesture, duration=0.1, onto=onto)


@pytest.mark.parametrize("control", ["velocity", "force", "normal_force"])
def test_a_control_that_would_overflow_between_two_breakpoints_is_refused(control):
    with pytest.raises(ParameterError, match=f"{control} = 2.5e.307 .* at most 1e.12"):
        Gesture(**{control: [(0, 2.5e307), (0.05, 0)]})

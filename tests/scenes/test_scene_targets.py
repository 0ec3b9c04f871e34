"""Scenes on every target: the same samples within rounding; places that move; strings with several places."""

import contextlib
import shutil

import numpy as np
import pytest

from rosin import (
    ElastoPlastic,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    Modal,
    Rigid,
    Scene,
    Spring,
    StiffString,
    Stribeck,
    Touch,
    Voice,
    Wall,
    WaveguideString,
    render,
    render_many,
)

RATE, SAMPLES = 44_100, 600
PLATE = Modal([220, 517, 1130, 1800, 2900], 0.3, 0.03, shapes=[[1, 1, 1, 1, 1], [1, -0.5, 0.3, 0.2, -1], [0.2, 0.6, -1, 0.4, 0.1]])
SCENE = Scene(
    bodies={
        "hand": Hand(),
        "other": Hand(),
        "ball": InertialMass(0.01, velocity=1.0, position=-1e-4),
        "plate": PLATE,
        "cord": Wall(),
        "load": InertialMass(0.02),
    },
    contacts={
        "rub": Touch("hand", "plate", ElastoPlastic(noise=0.05), at=(0, 0.2)),
        "press": Touch("other", "plate", Stribeck(curve="rosin"), at=(0, 0.7)),
        "hit": Touch("ball", "plate", HuntCrossley(), at=(0, 1.0)),
    },
    joints=(Spring("cord", "plate", stiffness=1e3, damping=0.1, at=(0, 0.5)), Rigid("plate", "load", at=(0.9, 0))),
    heard={"plate": 1.0, "load": 0.5},
)
RAMP = np.linspace(0, 1, SAMPLES)
CONTROLS = {
    "rub.velocity": 0.12,
    "rub.normal_force": 0.7,
    "rub.position": 0.2 + 0.3 * RAMP,
    "press.velocity": -0.1,
    "press.normal_force": 0.5 * RAMP,
}


@pytest.fixture(scope="module")
def native():
    return Voice(SCENE, RATE, seed=3).process(SAMPLES, CONTROLS)


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["whole", "wasm", "c", "python"])
def test_targets_agree(target, native):
    if target == "c" and shutil.which("cc") is None:
        pytest.skip("no C compiler (apt-get install gcc)")
    few = 150 if target == "python" else SAMPLES
    controls = {name: value[:few] if isinstance(value, np.ndarray) else value for name, value in CONTROLS.items()}
    sound = Voice(SCENE, RATE, seed=3, target=target).process(few, controls)
    np.testing.assert_allclose(sound, native[:, :few], atol=1e-10 * np.abs(native).max())


@pytest.mark.sweep
@pytest.mark.parametrize("precision", ["double", "single"])
def test_lanes_agree(precision, native):
    """Each voice is what it would be alone, whatever its neighbours do."""
    scenes = [SCENE.replace(bodies={**SCENE.bodies, "load": InertialMass(mass)}) for mass in (0.02, 0.03, 0.05)]
    gestures = {
        "rub": Gesture(velocity=0.12, normal_force=0.7, position=CONTROLS["rub.position"]),
        "press": Gesture(velocity=-0.1, normal_force=CONTROLS["press.normal_force"]),
    }
    smooth = [scene.replace(contacts={**scene.contacts, "rub": Touch("hand", "plate", ElastoPlastic(), at=(0, 0.2))}) for scene in scenes]
    with contextlib.nullcontext() if precision == "double" else pytest.warns(UserWarning, match="double precision"):
        sounds = render_many(smooth, gestures, duration=SAMPLES / RATE, sample_rate=RATE, precision=precision)
    for scene, sound in zip(smooth, sounds, strict=True):
        alone = render(scene, gestures, duration=SAMPLES / RATE, sample_rate=RATE)
        close = 1e-10 if precision == "double" else 2e-3
        np.testing.assert_allclose(sound.audio, alone.audio, rtol=0, atol=close * alone.peak)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["stiff", "waves"])
def test_strings_agree_in_lanes_and_in_webassembly(kind):
    stiff, waves = StiffString(length=0.7, radius=3e-4, frequency=147.0), WaveguideString(frequency=147.0, impedance=0.5)
    string = stiff if kind == "stiff" else waves
    contacts = {
        "bowing": Touch("bow", "string", ElastoPlastic(bristle_stiffness=1e4), at=(0, 0.1)),
        "buzz": Touch("fret", "string", HuntCrossley(stiffness=1e6), at=(0, 0.5)),
    }
    scene = Scene(bodies={"bow": Hand(), "fret": Wall(position=-1e-5), "string": string}, contacts=contacts, heard={"string": 1.0})
    stroke = Gesture(velocity=0.1, normal_force=0.5)
    alone = render(scene, {"bowing": stroke}, duration=0.02, sample_rate=RATE)
    others = [
        *render_many([scene] * 2, {"bowing": stroke}, duration=0.02, sample_rate=RATE),
        render(scene, {"bowing": stroke}, duration=0.02, sample_rate=RATE, target="wasm"),
    ]
    for sound in others:
        np.testing.assert_allclose(sound.audio, alone.audio, rtol=0, atol=1e-9 * alone.peak)


def test_the_account_closes_with_everything_in_it():
    voice = Voice(SCENE.replace(contacts={**SCENE.contacts}), RATE, seed=3, observe=True, block=SAMPLES)
    voice.process(SAMPLES, CONTROLS)
    stored, supplied, lost, exchanged = (
        voice.trace(name, SAMPLES) for name in ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
    )
    assert np.abs(stored + lost - supplied).max() < 1e-12 * exchanged[-1]


def string_scene(places):
    """A string that is bowed, and stands on frets of rubber at some places."""
    frets = {f"fret{i}": Wall(position=-1e-5) for i in range(len(places))}
    return Scene(
        bodies={"bow": Hand(), "string": StiffString(length=0.7, radius=3e-4, frequency=147.0)} | frets,
        contacts={"bowing": Touch("bow", "string", ElastoPlastic(bristle_stiffness=1e4), at=(0, 0.1))}
        | {
            f"buzz{i}": Touch(f"fret{i}", "string", HuntCrossley(stiffness=1e6, exponent=1.5), at=(0, place))
            for i, place in enumerate(places)
        },
        heard={"string": 1.0},
    )


def test_a_string_that_is_touched_once_is_that_of_a_contact():
    scene = string_scene([])
    moved = Scene(
        bodies=scene.bodies | {"far": Modal([100], 0.1, 1.0), "idle": Hand()},
        contacts={**scene.contacts, "aside": Touch("idle", "far", ElastoPlastic())},
        heard=scene.heard,
    )
    controls = {"bowing.velocity": 0.1, "bowing.normal_force": 0.5}
    alone = Voice(scene, RATE).process(2000, controls)
    within = Voice(moved, RATE).process(2000, controls)
    np.testing.assert_allclose(within, alone, atol=1e-9 * np.abs(alone).max())


def test_a_string_against_frets_keeps_its_account_and_is_brighter():
    controls = {"bowing.velocity": 0.2, "bowing.normal_force": 1.0}
    sounds = {}
    for name, places in {"open": [0.9], "frets": [0.3, 0.31, 0.5, 0.65]}.items():
        voice = Voice(string_scene(places), RATE, observe=True, block=8000)
        sounds[name] = voice.process(8000, controls)[0]
        stored, supplied, lost, exchanged = (
            voice.trace(each, 8000) for each in ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
        )
        assert np.abs(stored + lost - supplied).max() < 1e-11 * exchanged[-1]
        assert voice.passes[2] == 0
        assert any(voice.trace(f"buzz{i}.force", 8000).max() > 0 for i in range(len(places)))

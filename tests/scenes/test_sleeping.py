"""What rests, or rings on its own, is left out of the joint solve, and nobody can hear that."""

import numpy as np
import pytest

from rosin import (
    ElastoPlastic,
    Exponential,
    Gesture,
    Hammer,
    Hand,
    HuntCrossley,
    Modal,
    Rigid,
    Rim,
    Scene,
    Stribeck,
    Stulov,
    Thermal,
    Touch,
    render,
)
from rosin.engine.scenes.voice import SceneVoice

RATE = 48_000


def _bar(frequency):
    return Modal(frequencies=[frequency, 2.76 * frequency], decay_times=[0.05, 0.02], masses=0.02, shapes=[[1.0, 1.0], [0.3, -0.7]])


def _struck(law):
    bars = {f"bar{i}": _bar(400.0 * (1 + i)) for i in range(3)}
    hammers = {f"hammer{i}": Hammer(mass=0.01) for i in range(3)}
    touches = {f"blow{i}": Touch(f"hammer{i}", f"bar{i}", law, at=(0.0, 0.2 * i)) for i in range(3)}
    return Scene(bodies=bars | hammers, contacts=touches, heard=dict.fromkeys(bars, 1.0))


def _blows(times, samples):
    controls = {}
    for i, time in enumerate(times):
        velocity = np.zeros(samples)
        velocity[int(time * RATE) :][:100] = 1.0 + 0.2 * i
        controls[f"blow{i}.velocity"] = velocity
    return controls


@pytest.mark.parametrize("law", [HuntCrossley(stiffness=1e7), Stulov(stiffness=1e7, relaxation_time=1e-4)], ids=["forgets", "remembers"])
def test_a_blow_sounds_the_same_whoever_sleeps(law):
    scene, samples = _struck(law), 24_000
    controls = _blows((0.0, 0.013, 0.2), samples)
    wakeful = SceneVoice(scene, RATE, observe=True, block=128).process(samples, controls)
    for block in (128, 1000):
        sleepy = SceneVoice(scene, RATE, block=block).process(samples, controls)
        np.testing.assert_allclose(sleepy, wakeful, rtol=0, atol=1e-11 * np.abs(wakeful).max())


def test_bars_whose_pitch_is_bent_while_they_ring_sound_the_same_whoever_sleeps():
    scene, samples = _struck(HuntCrossley(stiffness=1e7)), 24_000
    time = np.arange(samples) / RATE
    vibrato, wheel = 0.4 * np.sin(2 * np.pi * 5.5 * time), np.interp(time, [0.05, 0.06, 0.3, 0.31], [0.0, -2.0, -2.0, 1.0])
    bends = {f"blow{i}.bend": bend for i, bend in enumerate((vibrato, wheel, np.where(time < 0.3, vibrato, 0.1)))}
    controls = _blows((0.0, 0.013, 0.2), samples) | bends
    wakeful = SceneVoice(scene, RATE, observe=True, block=128).process(samples, controls)
    for block in (37, 128, 1000):
        sleepy = SceneVoice(scene, RATE, block=block).process(samples, controls)
        np.testing.assert_allclose(sleepy, wakeful, rtol=0, atol=1e-11 * np.abs(wakeful).max())


@pytest.mark.parametrize("law", [ElastoPlastic(noise=0.3), Stribeck(), Exponential(), Thermal()], ids=lambda law: type(law).__name__)
def test_a_stroke_sounds_the_same_whoever_sleeps(law):
    bodies = {"left": Hand(), "right": Hand(), "plate": _bar(300.0), "other": _bar(500.0)}
    contacts = {"a": Touch("left", "plate", law), "b": Touch("right", "other", law, at=(0.0, 0.4))}
    scene, samples = Scene(bodies=bodies, contacts=contacts, heard={"plate": 1.0, "other": 0.5}), 12_000
    force = np.zeros(samples)
    force[500:2500] = force[7001:9000] = 0.8
    controls = {"a.velocity": 0.1, "b.velocity": 0.2, "a.normal_force": force, "b.normal_force": 0.5 * force[::-1]}
    wakeful = SceneVoice(scene, RATE, observe=True, block=64).process(samples, controls)
    sleepy = SceneVoice(scene, RATE, block=64).process(samples, controls)
    np.testing.assert_allclose(sleepy, wakeful, rtol=0, atol=1e-10 * np.abs(wakeful).max())


def test_a_blow_that_begins_with_a_stretch_of_samples_is_not_slept_through():
    scene, samples = _struck(HuntCrossley(stiffness=1e7)), 4096
    blows = (np.r_[np.zeros(begin), np.ones(256), np.zeros(samples - begin - 256)] for begin in (1024, 1152, 2048))
    controls = {f"blow{i}.velocity": blow for i, blow in enumerate(blows)}
    wakeful = SceneVoice(scene, RATE, observe=True, block=1024).process(samples, controls)
    sleepy = SceneVoice(scene, RATE, block=1024).process(samples, controls)
    np.testing.assert_allclose(sleepy, wakeful, rtol=0, atol=1e-11 * np.abs(wakeful).max())


def test_what_is_left_alone_comes_to_rest_and_is_silent():
    voice = SceneVoice(_struck(HuntCrossley(stiffness=1e7)), RATE, block=256)
    voice.process(48_000, _blows((0.0, 0.0, 0.0), 48_000))
    assert voice.machine.number("head.busy") == 0
    for _ in range(19):
        silence = voice.process(48_000, {})
    assert (silence == 0).all()
    evaluations = voice.evaluations[0]
    assert np.abs(voice.process(9_600, _blows((0.1, 0.15, 0.5), 9_600))).max() > 0.01
    assert voice.evaluations[0] > evaluations


def test_joined_bodies_ring_together_and_rest_together():
    bodies = {"hammer": Hammer(mass=0.01), "bar": _bar(400.0), "box": _bar(230.0)}
    scene = Scene(
        bodies=bodies,
        contacts={"blow": Touch("hammer", "bar", HuntCrossley(stiffness=1e7))},
        joints=(Rigid("bar", "box"),),
        heard={"box": 1.0},
    )
    gesture = {"blow": Gesture(velocity=[(0, 1.0), (0.002, 1.0), (0.002, 0.0)])}
    asleep = render(scene, gesture, duration=0.3)
    awake = render(scene, gesture, duration=0.3, record="stored_energy")
    np.testing.assert_allclose(asleep.audio, awake.audio, rtol=0, atol=1e-11 * awake.peak)
    assert np.abs(asleep.audio[:, -4800:]).max() > 0


@pytest.mark.parametrize("turns", ["finger", "vessel"])
def test_a_finger_that_is_lifted_travels_on_over_a_rim_at_rest(turns):
    """Where it comes down, and what the listeners hear of it, is the same whoever slept meanwhile."""
    cup = Rim(radius=0.04, frequencies=[500.0, 1300.0], decay_times=[0.5, 0.2], masses=0.01, turns=turns)
    scene = Scene(
        bodies={"a": Hand(), "b": Hand(), "cup": cup, "other": cup},
        contacts={"rub": Touch("a", "cup", ElastoPlastic()), "lift": Touch("b", "other", ElastoPlastic())},
        heard={"cup": 1.0, "other": 1.0},
    )
    force = np.zeros(9600)
    force[5000:8000] = 1.0
    controls = {"rub.velocity": 0.3, "rub.normal_force": force, "lift.velocity": 0.1}
    wakeful = SceneVoice(scene, RATE, observe=True, block=64).process(9600, controls)
    sleepy = SceneVoice(scene, RATE, block=64).process(9600, controls)
    assert np.abs(sleepy).max() > 1e-3
    np.testing.assert_allclose(sleepy, wakeful, rtol=0, atol=1e-9 * np.abs(wakeful).max())

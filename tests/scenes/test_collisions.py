"""Several free bodies that collide: momentum and energy, against closed forms."""

import numpy as np
import pytest

from rosin import Bar, Bow, ElastoPlastic, HuntCrossley, InertialMass, PowerLaw, Scene, Touch, Voice, Wall
from rosin.engine.scenes.voice import SceneVoice

RATE = 96_000
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy")


def cradle(gaps, law, masses=(0.1,) * 5, speed=0.5):
    """Balls in a row, the first of which flies towards the others."""
    places = -np.cumsum([0, *gaps[::-1]])[::-1]
    balls = {
        f"ball{i}": InertialMass(mass, velocity=speed if i == 0 else 0.0, position=float(place))
        for i, (mass, place) in enumerate(zip(masses, places, strict=True))
    }
    touches = {f"hit{i}": Touch(f"ball{i}", f"ball{i + 1}", law) for i in range(len(masses) - 1)}
    return Scene(bodies=balls, contacts=touches, heard={f"ball{len(masses) - 1}": 1.0})


def velocities(voice):
    """At the half step."""
    return np.array([voice.machine.number(f"{name}.s.w") for name in voice.scene.bodies])


def momentum(voice):
    return sum(body.mass * v for body, v in zip(voice.scene.bodies.values(), velocities(voice), strict=True))


@pytest.mark.parametrize("gap", [1e-4, 0.0])
def test_newtons_cradle(gap):
    scene = cradle((gap,) * 4, PowerLaw(stiffness=1e8, exponent=1.5))
    voice = Voice(scene, RATE, observe=True, block=512)
    before, gaps = momentum(voice), []
    for _ in range(40):
        voice.process(512, {})
        stored, supplied, dissipated = (voice.trace(name, 512) for name in ENERGIES)
        gaps.append(np.abs(stored + dissipated - supplied).max())
        assert momentum(voice) == pytest.approx(before, rel=1e-12)
    assert max(gaps) < 1e-11 * 0.5 * 0.1 * 0.5**2
    assert voice.passes[2] == 0
    if gap:
        np.testing.assert_allclose(velocities(voice), [0, 0, 0, 0, 0.5], atol=2e-3)
    else:
        assert velocities(voice)[-1] > 0.45


def test_unlike_balls_part_as_two_body_collisions_say():
    scene = cradle((1e-3,), PowerLaw(stiffness=1e7, exponent=1.5), masses=(0.05, 0.2))
    voice = SceneVoice(scene, RATE)
    voice.process(RATE // 20, {})
    first, second = velocities(voice)
    assert first == pytest.approx(0.5 * (0.05 - 0.2) / 0.25, rel=1e-9)
    assert second == pytest.approx(0.5 * 2 * 0.05 / 0.25, rel=1e-9)


def test_a_ball_between_two_walls_keeps_its_energy():
    scene = Scene(
        bodies={"near": Wall(position=-2e-3), "ball": InertialMass(0.01, velocity=1.0, position=-1e-3), "far": Wall()},
        contacts={
            "there": Touch("ball", "far", PowerLaw(stiffness=1e6, exponent=1.3)),
            "back": Touch("near", "ball", PowerLaw(stiffness=1e6, exponent=1.3)),
        },
        heard={"ball": 1.0},
    )
    voice = Voice(scene, RATE, observe=True, block=RATE)
    voice.process(RATE, {})
    stored = voice.trace("stored_energy", RATE)
    assert np.abs(stored - 0.5 * 0.01).max() < 1e-11 * 0.5 * 0.01
    hits = np.diff(voice.trace("there.force", RATE) > 0).sum() + np.diff(voice.trace("back.force", RATE) > 0).sum()
    assert hits > 20


def test_a_lossy_law_loses_in_a_row_what_it_says():
    scene = cradle((1e-4,) * 4, HuntCrossley(stiffness=1e8, exponent=1.5, dissipation=0.2))
    voice = Voice(scene, RATE, observe=True, block=RATE // 4)
    before = momentum(voice)
    voice.process(RATE // 4, {})
    stored, supplied, dissipated = (voice.trace(name, RATE // 4) for name in ENERGIES)
    assert np.abs(stored + dissipated - supplied).max() < 1e-11 * supplied[-1]
    assert dissipated[-1] > 0.001 * supplied[-1]
    assert momentum(voice) == pytest.approx(before, rel=1e-12)


@pytest.mark.parametrize("depth", [0.008, 0.02])
def test_bodies_deep_in_each_other_that_part_as_fast_as_their_loss_lets_them(depth):
    """Where 1 + mu v is nearly 0, rounding of a deep compression is a large share of the force: no pass makes it smaller."""
    scene = Scene(
        bodies={
            "bow": Bow(),
            "block": InertialMass(0.3, position=depth, spring_damping=30.0),
            "tongue": Bar(0.24, 0.005, 0.03, material="wood", supports="clamped-free").modal((0.95, 0.3)),
        },
        contacts={
            "bowing": Touch("bow", "tongue", ElastoPlastic(bristle_stiffness=5e4, bristle_damping=0.2), at=(0.0, 0.0)),
            "pressing": Touch("block", "tongue", HuntCrossley(1e8, 1.5, dissipation=1.0), at=(0.0, 1.0)),
        },
        heard={"tongue": 1.0},
    )
    voice = SceneVoice(scene, 48_000, observe=True, block=1000)
    voice.process(1000, {"bowing.normal_force": 2.5, "bowing.velocity": 0.25})
    apart = voice.trace("pressing.relative_velocity", 1000)[100:300]
    assert abs(np.median(apart) + 1.0) < 0.01
    assert voice.passes[2] == 0
    assert voice.trace("passes", 1000).mean() < 3
    stored, supplied, dissipated = (voice.trace(name, 1000) for name in ENERGIES)
    assert np.abs(stored + dissipated - supplied).max() < 1e-11 * supplied.max()

"""A wall with a profile: one body that is touched at many places, each at its own height."""

import numpy as np
import pytest

from rosin import Contact, Gesture, Hammer, InertialMass, PowerLaw, Scene, Touch, Voice, Wall, render

RATE = 96_000
LAW = PowerLaw(stiffness=1e8, exponent=1.5)
PROFILE = (0.0, -1e-3, -4e-3)


def dropped(places, wall):
    """Balls that fly towards a wall at 1 m/s from its height 0 on, each at a place of its own: when each hits it, in s."""
    balls = {f"ball{i}": InertialMass(0.01, velocity=1.0, position=-5e-3) for i in range(len(places))}
    scene = Scene(
        bodies={**balls, "wall": wall},
        contacts={f"hit{i}": Touch(f"ball{i}", "wall", LAW, at=(0, place)) for i, place in enumerate(places)},
        heard={"ball0": 1.0},
    )
    voice = Voice(scene, RATE, observe=True, block=RATE // 100)
    voice.process(RATE // 100, {})
    return [np.flatnonzero(voice.trace(f"hit{i}.force", RATE // 100) > 0)[0] / RATE for i in range(len(places))]


def test_each_place_is_hit_at_its_height():
    places = (0.0, 0.25, 0.5, 0.75, 1.0)
    heights = np.interp(places, np.linspace(0, 1, 3), PROFILE)
    np.testing.assert_allclose(dropped(places, Wall(position=PROFILE)), (5e-3 + heights) / 1.0, atol=2 / RATE)


def test_a_flat_profile_is_a_wall():
    assert dropped((0.1, 0.9), Wall(position=(-1e-3, -1e-3, -1e-3))) == dropped((0.1, 0.9), Wall(position=-1e-3))


def test_a_single_contact_follows_the_profile_too():
    hits = []
    for place in (0.0, 0.75):
        contact = Contact(Hammer(0.01, distance=0.02), LAW, Wall(position=PROFILE))
        sound = render(contact, Gesture(velocity=1.0, position=place), duration=0.03, sample_rate=RATE, record="force")
        hits.append(np.flatnonzero(sound.traces["force"] > 0)[0] / RATE)
    assert hits == pytest.approx([0.02, 0.02 - 2.5e-3], abs=2 / RATE)


def test_a_sounding_wall_takes_another_profile():
    scenes = [
        Scene(
            bodies={"ball": InertialMass(0.01, velocity=1.0, position=-5e-3), "wall": Wall(position=heights)},
            contacts={"hit": Touch("ball", "wall", LAW, at=(0, 0.5))},
            joints=(),
            heard={"ball": 1.0, "wall": 1.0},
        )
        for heights in ((0.0, 0.0), (-2e-3, -2e-3))
    ]
    voice = Voice(scenes[0], RATE, observe=True, block=960)
    voice.process(96, {})
    voice.update(scenes[1])
    voice.process(960, {})
    assert np.flatnonzero(voice.trace("hit.force", 960) > 0)[0] / RATE == pytest.approx(3e-3 - 96 / RATE, abs=2 / RATE)

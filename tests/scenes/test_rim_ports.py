"""A glass under several fingers."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, Rim, Scene, Touch, render

WET = ElastoPlastic(bristle_stiffness=1e4, bristle_damping=1.0, static_friction=0.8, dynamic_friction=0.4, stribeck_velocity=0.1)
GLASS = Rim(radius=0.035, frequencies=[500, 1280, 2400], decay_times=[0.6, 0.4, 0.2], masses=0.02, split=0.002, finger_damping=2.0)
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
ROUND = Gesture(velocity=[(0, 0), (0.1, 0.15)], normal_force=0.6)
BACK = Gesture(velocity=-0.1, normal_force=[(0, 0), (0.1, 0.5), (0.25, 0.5), (0.26, 0.0)])


def scene(*fingers):
    """Fingers on one glass, each with its place in turns."""
    contacts = {name: Touch(name, "glass", WET, at=(0, place)) for name, place in fingers}
    return Scene(bodies={**{name: Hand() for name, _ in fingers}, "glass": GLASS}, contacts=contacts, heard={"glass": 1.0})


def test_one_finger_among_others_is_that_of_a_contact():
    two = scene(("one", 0.0), ("idle", 0.3))
    sound = render(two, {"one": ROUND, "idle": Gesture(velocity=0.0, normal_force=0.0)}, duration=0.2)
    alone = render(Contact(Hand(), WET, GLASS), ROUND, duration=0.2)
    np.testing.assert_allclose(sound.audio, alone.audio, rtol=0, atol=1e-9 * alone.peak)


def test_energy_closes_under_two_fingers_that_press_and_lift():
    sound = render(scene(("one", 0.0), ("other", 0.4)), {"one": ROUND, "other": BACK}, duration=0.3, record=ENERGIES)
    assert sound.diagnostics.energy_error < 1e-12
    assert sound.peak > 1e-4


def test_it_does_not_matter_who_is_named_first():
    first, second = ("one", 0.0), ("other", 0.4)
    sounds = [render(scene(*order), {"one": ROUND, "other": BACK}, duration=0.1).audio for order in ((first, second), (second, first))]
    np.testing.assert_allclose(sounds[0], sounds[1], rtol=0, atol=1e-9 * np.abs(sounds[0]).max())


def test_a_second_finger_at_an_antinode_silences_the_glass():
    """Its flesh damps the radial motion which the first finger, at a node, leaves free: here an eighth of a turn away (order 2)."""
    rubbed, levels = Gesture(velocity=0.15, normal_force=0.6), []
    for force in (0.0, 0.5):
        gestures = {"one": rubbed, "other": Gesture(velocity=0.0, normal_force=force)}
        levels.append(render(scene(("one", 0.0), ("other", 0.125)), gestures, duration=0.5).audio.std())
    assert levels[1] < 0.7 * levels[0]


@pytest.mark.parametrize("place", [0.0, 0.3])
def test_a_rim_meets_other_bodies(place):
    """A wall of modes rubbed along the rim, joined to nothing else, keeps its account, too."""
    plate = Modal([300, 900], 0.2, 0.05)
    both = Scene(
        bodies={"finger": Hand(), "glass": GLASS, "plate": plate},
        contacts={"rub": Touch("finger", "glass", WET), "edge": Touch("plate", "glass", WET, at=(0, place))},
        heard={"glass": 1.0},
    )
    sound = render(both, {"rub": ROUND, "edge": Gesture(normal_force=0.3)}, duration=0.1, record=ENERGIES)
    assert sound.diagnostics.energy_error < 1e-12

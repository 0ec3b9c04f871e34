"""A hammer that is thrown again and again."""

import numpy as np
import pytest

from rosin import Contact, Gesture, Hammer, HuntCrossley, InertialMass, Modal, PowerLaw, Voice, Wall, render

ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
BAR = Modal([664, 1831], [0.9, 0.4], 0.12)


def throws(*times_and_speeds):
    return Gesture(velocity=[pair for t, v in times_and_speeds for pair in ((t, 0), (t, v), (t + 0.002, v), (t + 0.002, 0))])


def test_a_throw_is_the_blow_of_a_flying_mass():
    law = HuntCrossley(1e8, 1.5, 0.2)
    thrown = render(Contact(Hammer(0.01), law, BAR), throws((0, 1.0)), duration=0.2)
    flying = render(Contact(InertialMass(0.01, velocity=1.0, position=-1e-3), law, BAR), Gesture(), duration=0.2)
    np.testing.assert_array_equal(thrown.audio, flying.audio)


def test_a_throw_at_once_is_booked_once():
    sound = render(Contact(Hammer(0.01), HuntCrossley(1e8, 1.5, 0.2), BAR), Gesture(velocity=1.0), duration=0.1, record=ENERGIES)
    assert sound.diagnostics.energy_error < 1e-12
    np.testing.assert_allclose(sound.traces["supplied_energy"], 0.5 * 0.01 * 1.0**2, rtol=1e-9)


def test_every_rise_is_a_blow_and_its_energy_is_booked():
    gesture = throws((0.01, 0.5), (0.2, 1.0), (0.4, 0.25))
    sound = render(Contact(Hammer(0.01), HuntCrossley(1e8, 1.5, 0.2), BAR), gesture, duration=0.6, record=("force", *ENERGIES))
    assert sound.diagnostics.energy_error < 1e-12
    touching = sound.traces["force"] > 0
    begins = np.flatnonzero(touching[1:] & ~touching[:-1]) / 48_000
    for thrown, speed in ((0.01, 0.5), (0.2, 1.0), (0.4, 0.25)):
        assert np.abs(begins - (thrown + 1e-3 / speed)).min() < 1e-4
    np.testing.assert_allclose(sound.traces["supplied_energy"][9000], 0.5 * 0.01 * 0.5**2, rtol=1e-9)


def test_a_hand_that_speeds_up_throws_at_its_final_speed():
    gesture = Gesture(velocity=[(0, 0), (0.01, 1.0), (0.1, 1.0), (0.1, 0)])
    sound = render(Contact(Hammer(0.01, distance=0.02), PowerLaw(1e8, 1.5), Wall()), gesture, duration=0.1, record="relative_velocity")
    assert abs(sound.traces["relative_velocity"][-1] + 1.0) < 1e-9


@pytest.mark.parametrize(
    ("exciter", "gesture"),
    [
        (Hammer(0.01), throws((0.01, 0.5), (0.04, 1.0), (0.06, 0.25))),
        (InertialMass(0.01, position=-2e-3, gravity=9.81), Gesture()),
        (InertialMass(0.01, position=-2e-3), Gesture(force=[(0, 0.1), (0.04, 0.1), (0.05, 0.4)])),
    ],
    ids=["thrown", "falling", "pushed"],
)
@pytest.mark.parametrize("pickups", [None, [[1.0, 0.5], [0.3, -0.7]], [[1.0, 0.5], [0.3, -0.7], [0.2, 0.4]]], ids=["own", "two", "three"])
@pytest.mark.parametrize("output", ["velocity", "displacement"])
def test_what_flies_and_rings_apart_sounds_as_if_every_sample_had_been_solved(exciter, gesture, pickups, output):
    """Stretches in which bodies do not meet pass at once, but not where energy is observed, in blocks of any size."""
    contact = Contact(exciter, HuntCrossley(1e8, 1.5, 0.2), BAR.replace(pickups=pickups))
    solved = render(contact, gesture, duration=0.08, output=output, record="stored_energy").audio
    close = {"rtol": 0, "atol": 1e-10 * solved.max()}
    np.testing.assert_allclose(render(contact, gesture, duration=0.08, output=output).audio, solved, **close)
    voice, n = Voice(contact, output=output), 96
    blocks = [voice.process(n, gesture.block(begin, n, 48_000)) for begin in range(0, 3840, n)]
    np.testing.assert_allclose(np.hstack(blocks), solved, **close)


def test_a_bar_that_a_hammer_has_left_takes_no_evaluations():
    voice = Voice(Contact(Hammer(0.01), HuntCrossley(1e8, 1.5, 0.2), BAR))
    assert np.abs(voice.process(4096, {"velocity": np.r_[np.ones(96), np.zeros(4000)]})).max() > 0
    before = voice.machine.view("law.s").copy()
    assert np.abs(voice.process(48_000, {"velocity": 0.0})[:, -1000:]).max() > 0
    np.testing.assert_array_equal(voice.machine.view("law.s"), before)

"""A hammer that is thrown again and again."""

import numpy as np

from rosin import Contact, Gesture, Hammer, HuntCrossley, InertialMass, Modal, PowerLaw, Wall, render

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

"""Bristles that grow with the load: more of them, not longer ones; and a load that changes gives nothing away."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, InertialMass, LoadedBristles, Modal, Wall, render

LAW = {"bristle_stiffness": 3e4, "static_friction": 1.05, "dynamic_friction": 0.4}
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def rubbed(law):
    return Contact(InertialMass(0.03, 0.0, 0.0, 800.0, 1.0), law, Modal([120], 0.3, 0.05))


def test_at_its_reference_force_it_is_the_elasto_plastic_law():
    gesture = Gesture(velocity=0.25, normal_force=0.4)
    loaded = render(rubbed(LoadedBristles(**LAW, reference_force=0.4)), gesture, duration=0.2).audio
    np.testing.assert_allclose(loaded, render(rubbed(ElastoPlastic(**LAW)), gesture, duration=0.2).audio, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("load", [0.1, 1.0, 7.0])
def test_its_stiffness_is_proportional_to_the_load(load):
    """Moved by less than breakaway, it is a spring."""
    contact = Contact(Hand(), LoadedBristles(**LAW, bristle_damping=0.0, reference_force=1.0), Wall())
    way = 0.2 * 0.7 * 0.4 / 3e4
    gesture = Gesture(velocity=[(0.0, 0.0), (1e-3, 0.0), (1e-3, way / 1e-2), (1.1e-2, way / 1e-2), (1.1e-2, 0.0)], normal_force=load)
    force = render(contact, gesture, duration=0.02, record="force", silence_is_told=False).traces["force"]
    assert force[-1] == pytest.approx(load * 3e4 * way, rel=0.01)


def test_sliding_scales_with_the_load():
    """f_N and v both doubled: twice the force."""

    def drag(load):
        contact = Contact(Hand(), LoadedBristles(**LAW, reference_force=1.0), Wall())
        gesture = Gesture(velocity=0.07 * load, normal_force=load)
        return render(contact, gesture, duration=0.1, record="force", silence_is_told=False).traces["force"][-1]

    assert drag(2.0) == pytest.approx(2 * drag(1.0), rel=1e-6)


def test_a_load_that_changes_keeps_the_account_and_feeds_nothing_in():
    times = np.arange(24_000) / 48_000
    pressed = 0.4 * (1 + 0.9 * np.sin(2 * np.pi * 35 * times)) * (times < 0.4)
    sound = render(
        rubbed(LoadedBristles(**LAW, reference_force=0.3)), Gesture(velocity=0.25, normal_force=pressed), duration=0.5, record=ENERGIES
    )
    assert sound.diagnostics.energy_error < 1e-12
    assert (np.diff(sound.traces["dissipated_energy"]) > -1e-15).all()

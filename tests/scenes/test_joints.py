"""Joints, against closed forms."""

import numpy as np
import pytest

from rosin import ElastoPlastic, Hand, InertialMass, MassSpringDamper, Modal, ParameterError, Rigid, Scene, Spring, Touch, Voice, Wall

RATE = 48_000
IDLE = {"rub.velocity": 0.0, "rub.normal_force": 0.0}


def scene(bodies, *joints, heard):
    """Bodies that are joined, and a hand that stays off another one."""
    others = {"hand": Hand(), "aside": Modal([100], 0.1, 1.0)}
    return Scene(bodies=others | bodies, contacts={"rub": Touch("hand", "aside", ElastoPlastic())}, joints=joints, heard={heard: 1.0})


def test_two_masses_on_a_spring_swing_about_their_centre():
    first, second, stiffness = 0.02, 0.05, 3e4
    bodies = {"first": InertialMass(first, velocity=1.0), "second": InertialMass(second)}
    voice = Voice(scene(bodies, Spring("first", "second", stiffness=stiffness), heard="second"), RATE, observe=True, block=4800)
    (v,) = voice.process(4800, IDLE)
    reduced = first * second / (first + second)
    omega = 2 * RATE * np.arctan(np.sqrt(stiffness / reduced) / (2 * RATE))  # of the trapezoid
    t = (np.arange(4800) + 0.5) / RATE
    drift = first / (first + second)
    np.testing.assert_allclose(v, drift * (1 - np.cos(omega * t)), atol=2e-3)
    stored = voice.trace("stored_energy", 4800)
    assert np.abs(stored - 0.5 * first).max() < 1e-12 * first


def test_a_damper_loses_what_is_dissipated():
    bodies = {"first": InertialMass(0.02, velocity=1.0), "second": InertialMass(0.05)}
    voice = Voice(scene(bodies, Spring("first", "second", stiffness=3e4, damping=2.0), heard="second"), RATE, observe=True, block=4800)
    voice.process(4800, IDLE)
    stored, lost, supplied = (voice.trace(name, 4800) for name in ("stored_energy", "dissipated_energy", "supplied_energy"))
    assert np.abs(stored + lost - supplied).max() < 1e-13
    assert stored[-1] == pytest.approx(0.5 * 0.02**2 / 0.07, rel=1e-3)  # what the common motion keeps


def test_rigidly_joined_masses_are_one():
    bodies = {"first": InertialMass(0.02, velocity=1.0), "second": InertialMass(0.03), "third": InertialMass(0.05)}
    voice = Voice(scene(bodies, Rigid("first", "second"), Rigid("second", "third"), heard="third"), RATE)
    (v,) = voice.process(100, IDLE)
    assert v[-1] == pytest.approx(0.2, rel=1e-2)
    assert v[-1] == pytest.approx(np.mean(v[1:]), rel=1e-12)


def test_a_mass_on_an_oscillator_lowers_it():
    spring = MassSpringDamper(mass=0.1, stiffness=1e5, damping=0.0)
    bodies = {"spring": spring, "load": InertialMass(0.3, velocity=0.1)}
    voice = Voice(scene(bodies, Rigid("spring", "load"), heard="load"), RATE)
    (v,) = voice.process(RATE, IDLE)
    crossings = np.flatnonzero((v[:-1] < 0) & (v[1:] >= 0))
    at = crossings + v[crossings] / (v[crossings] - v[crossings + 1])
    frequency = RATE * (len(at) - 1) / (at[-1] - at[0])
    assert frequency == pytest.approx(np.sqrt(1e5 / 0.4) / (2 * np.pi), rel=1e-4)


def test_a_body_held_against_a_wall_stays():
    bodies = {"ball": InertialMass(0.02, velocity=1.0), "wall": Wall()}
    voice = Voice(scene(bodies, Rigid("wall", "ball"), heard="ball"), RATE)
    assert np.abs(voice.process(100, IDLE)).max() < 1e-12


def test_a_contact_feels_what_is_joined_behind():
    """A mode rubbed at a point that is joined to a mass is the mode with that mass."""
    loaded = {
        "hand": Hand(),
        "mode": MassSpringDamper(mass=0.05, stiffness=1e5, damping=0.5),
        "load": InertialMass(0.05),
    }
    law, controls = ElastoPlastic(bristle_stiffness=1e4), {"rub.velocity": 0.1, "rub.normal_force": 0.5}
    joined = Scene(bodies=loaded, contacts={"rub": Touch("hand", "mode", law)}, joints=(Rigid("mode", "load"),), heard={"mode": 1.0})
    heavy = loaded | {"mode": MassSpringDamper(mass=0.1, stiffness=1e5, damping=0.5)}
    del heavy["load"]
    whole = Scene(bodies=heavy, contacts={"rub": Touch("hand", "mode", law)}, heard={"mode": 1.0})
    two, one = (Voice(each, RATE).process(2000, controls) for each in (joined, whole))
    np.testing.assert_allclose(two, one, atol=1e-10 * np.abs(one).max())


@pytest.mark.parametrize("places", [(0, 10**400), (0, float("nan")), (True, 0), (0.5,), "ab", (0, 1.01)])
def test_places_that_are_none_are_refused_in_words(places):
    with pytest.raises(ParameterError, match=r"two (places|numbers)"):
        Rigid("one", "other", at=places)

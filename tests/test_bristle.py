"""Bristle laws against differential equations: sliding at constant velocity, drift, the linear step, falling damping."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rosin import Contact, Dahl, ElastoPlastic, Gesture, Hand, InertialMass, LuGre, Modal, Wall, render
from rosin.evidence.equations import bristle_rate

S0, FC, FS, VS, BREAKAWAY = 1e4, 0.3, 0.8, 0.1, 0.7
LAW = ElastoPlastic(S0, 0.1, 0.0, FS, FC, VS, BREAKAWAY)


def slid(law, velocity, rate, duration=4e-3):
    sound = render(
        Contact(Hand(), law, Wall()), Gesture(velocity=velocity, normal_force=1.0), duration=duration, sample_rate=rate, record=("bristle",)
    )
    return sound.traces["bristle"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("law", "bound"),
    [(LAW, 1e-6), (LuGre(S0, 0.1, 0, FS, FC, VS), 1e-6), (Dahl(S0, FC), 2e-6)],
    ids=["ElastoPlastic", "LuGre", "Dahl"],
)
def test_bristle_follows_its_equation_half_a_sample_late(law, bound):
    errors = []
    for rate in (96_000, 192_000, 384_000):
        z = slid(law, 0.05, rate)
        times = (np.arange(len(z)) + 0.5) / rate
        exact = solve_ivp(
            lambda t, z: [bristle_rate(law, 0.0, 0.05, z[0], 1.0)],
            (0, times[-1]),
            [0.0],
            t_eval=times,
            method="DOP853",
            rtol=1e-12,
            atol=1e-18,
            max_step=2e-6,
        )
        errors.append(np.abs(z - exact.y[0]).max() / 6.894e-5)
    assert errors[-1] < bound
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.15)
    assert errors[1] / errors[2] == pytest.approx(4, rel=0.15)


def test_the_notes_numbers_of_a_sliding_bristle():
    rate = 384_000
    z = slid(LAW, 0.05, rate, duration=0.1)
    for time, expected in ((1e-3, 46.2525e-6), (2e-3, 62.2758e-6)):
        at = time * rate - 0.5
        value = np.interp(at, np.arange(len(z)), z)
        assert value == pytest.approx(expected, rel=1e-5)
    assert z[-1] == pytest.approx(68.94e-6, rel=1e-5)


@pytest.mark.parametrize("law", [LAW, LAW.replace(solver="linear"), LAW.replace(damping_law="velocity"), LuGre(), Dahl()])
def test_friction_is_odd_to_the_last_bit(law):
    np.testing.assert_array_equal(slid(law, 0.05, 48_000), -slid(law, -0.05, 48_000))
    contact = Contact(Hand(), law, Modal([300, 700], 0.2, 0.05))
    pulls = [render(contact, Gesture(velocity=sign * 0.1, normal_force=1.0), duration=0.2).audio for sign in (1, -1)]
    np.testing.assert_array_equal(pulls[0], -pulls[1])


def drift(law):
    """A mass under an oscillating force below breakaway (Dupont et al. 2000), 5 Hz: its travel per second."""
    contact = Contact(InertialMass(1.0), law, Wall())
    push = Gesture(force=lambda t: 0.3 + 0.25 * np.sin(10 * np.pi * t), normal_force=1.0)
    sound = render(contact, push, duration=4.0, sample_rate=48_000, record=("compression", "bristle", "bristle_rate"))
    half_step_bristle = sound.traces["bristle"] + 0.5 / 48_000 * sound.traces["bristle_rate"]
    slip = sound.traces["compression"] - half_step_bristle
    return slip, (slip[-1] - slip[len(slip) // 2 - 1]) / 2.0


def test_lugre_drifts_and_elasto_plastic_does_not():
    common = {
        "bristle_stiffness": 1e5,
        "bristle_damping": 316.2,
        "static_friction": 1.5,
        "dynamic_friction": 1.0,
        "stribeck_velocity": 1e-3,
    }
    assert drift(LuGre(**common))[1] == pytest.approx(1.089e-5, rel=5e-3)
    slip, _ = drift(ElastoPlastic(**common))
    assert np.abs(slip).max() < 1e-15


def test_the_linear_step_comes_near_the_implicit_one():
    contact = Contact(Hand(), LAW, Modal([300, 700], 0.2, 0.05))
    gesture = Gesture(velocity=0.1, normal_force=1.0)
    exact = render(contact, gesture, duration=0.02, sample_rate=192_000).audio
    cheap = render(contact.replace(interaction=LAW.replace(solver="linear")), gesture, duration=0.02, sample_rate=192_000)
    assert np.abs(cheap.audio - exact).max() < 0.02 * np.abs(exact).max()
    assert cheap.diagnostics.iterations_worst <= 1


def test_falling_damping_is_settled_at_the_velocity_that_results():
    """The force must be s0 z + s1(v) h + s2 v with s1 at the v of the same sample."""
    law = ElastoPlastic(1e5, 2.0, 0.1, 0.8, 0.3, 0.1, 0.7, damping_law="velocity")
    contact = Contact(Hand(), law, Modal([300, 700], 0.2, 0.02))
    sound = render(
        contact, Gesture(velocity=0.1, normal_force=1.0), duration=0.2, record=("force", "relative_velocity", "bristle", "bristle_rate")
    )
    f, v, z, h = sound.traces.values()
    damping = 0.3 / np.sqrt(v**2 + (0.3 / 2.0) ** 2)
    np.testing.assert_allclose(f, 1e5 * z + damping * h + 0.1 * v, rtol=0, atol=1e-11)
    assert np.abs(v).max() > 0.1


def test_a_lifted_contact_is_silent_and_forgets():
    sound = render(
        Contact(Hand(), LAW, Modal([300], 0.2, 0.05)), Gesture(velocity=0.1, normal_force=0.0), duration=0.1, record=("force", "bristle")
    )
    assert not sound.audio.any()
    assert not sound.traces["force"].any()
    lift = Gesture(velocity=0.1, normal_force=[(0, 1), (0.05, 1), (0.0501, 0), (0.1, 0)])
    after = render(Contact(Hand(), LAW, Modal([300], 0.2, 0.05)), lift, duration=0.1, record=("force", "bristle"))
    assert not after.traces["force"][-1000:].any()
    assert not after.traces["bristle"][-1000:].any()

"""Energy: the bristle identity sample by sample, and the account of every law on every pair of bodies."""

import numpy as np
import pytest

from rosin import (
    Contact,
    Dahl,
    ElastoPlastic,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    LuGre,
    MassSpringDamper,
    Modal,
    ParameterError,
    PowerLaw,
    Stribeck,
    Stulov,
    Thermal,
    ThermalTable,
    Wall,
    render,
)
from rosin.interactions.interaction import Interaction

ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
MODES = Modal([220, 610, 1500], [0.4, 0.2, 0.1], 0.05)
EXCITERS = {
    "hand": Hand(),
    "mass": InertialMass(0.02, 0.3, 0.0, 500.0, 0.2),
    "modes": Modal([90, 400], 0.3, 0.1),
    "oscillator": MassSpringDamper.tuned(150, 0.2, 0.05),
}
RESONATORS = {
    "modes": MODES,
    "bilinear modes": MODES.replace(integrator="bilinear"),
    "oscillator": MassSpringDamper.tuned(300, 0.3, 0.1),
    "mass": InertialMass(0.1, 0.0, 0.0, 0.0, 0.0),
    "wall": Wall(),
}
VARIANTS = [
    *(law() for law in Interaction.registry.values()),
    ElastoPlastic(solver="linear"),
    ElastoPlastic(damping_law="velocity"),
    Stribeck.rosin(),
]


@pytest.mark.parametrize("exciter", EXCITERS)
@pytest.mark.parametrize("resonator", RESONATORS)
def test_the_account_of_every_law_on_every_pair_of_bodies_closes(exciter, resonator):
    for law in VARIANTS:
        body = EXCITERS[exciter]
        if not law.friction and exciter == "mass":
            body = InertialMass(0.02, 1.0, -1e-5, 500.0, 0.2)
        try:
            contact = Contact(body, law, RESONATORS[resonator])
        except ParameterError:
            assert exciter == "hand"
            assert resonator == "wall"
            assert law.set_valued
            continue
        moves = {
            "velocity": [(0, 0.0), (0.002, 0.3), (0.006, -0.2)],
            "force": 2.0,
            "normal_force": [(0, 0.5), (0.003, 3.0), (0.006, 0.0), (0.008, 1.0)],
        }
        gesture = Gesture(**{name: move for name, move in moves.items() if name in contact.controls})
        sound = render(contact, gesture, duration=0.01, sample_rate=24_000, record=ENERGIES)
        assert np.isfinite(sound.audio).all()
        assert sound.diagnostics.energy_error < 1e-12, law


NAMED = {
    "rubbed modes": (Contact(Hand(), ElastoPlastic(1e4, 1.0, 0.4, 0.8, 0.3, 0.1, 0.7), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "stiff bristles": (Contact(Hand(), ElastoPlastic(1e6, 1.0, 0.0), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "falling damping": (Contact(Hand(), ElastoPlastic(1e5, 2.0, damping_law="velocity"), MODES), Gesture(velocity=0.3, normal_force=1.0)),
    "linear step": (Contact(Hand(), ElastoPlastic(1e5, 0.3, solver="linear"), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "noise": (Contact(Hand(), ElastoPlastic(1e5, 0.3, noise=0.3), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "dragged mass": (
        Contact(InertialMass(0.01, 0, 0, 2e5, 20), ElastoPlastic(5e6, 100, 0, 0.6, 0.3, 0.005), Modal([140, 310], 0.1, 10)),
        Gesture(velocity=0.01, normal_force=20),
    ),
    "LuGre": (Contact(Hand(), LuGre(1e5, 0.3), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "Dahl": (Contact(Hand(), Dahl(1e5), MODES), Gesture(velocity=lambda t: 0.1 * np.sin(300 * t), normal_force=1.0)),
    "Stribeck": (Contact(Hand(), Stribeck.rosin(), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "Thermal": (Contact(Hand(), Thermal(), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "ThermalTable": (Contact(Hand(), ThermalTable(), MODES), Gesture(velocity=0.1, normal_force=1.0)),
    "PowerLaw": (Contact(InertialMass(0.01, 1.0, -1e-4), PowerLaw(1e9, 1.5), MODES), Gesture(force=0.3)),
    "HuntCrossley": (Contact(InertialMass(0.01, 1.0, -1e-4), HuntCrossley(1e9, 1.5, 0.6), MODES), Gesture(force=0.3)),
    "Stulov": (Contact(InertialMass(0.01, 1.0, -1e-4), Stulov(1e9, 2.5, 0.6, 1e-4), MODES), Gesture(force=0.3)),
}


@pytest.mark.parametrize("name", NAMED)
def test_named_contacts_account_for_their_energy_over_seconds(name):
    contact, gesture = NAMED[name]
    sound = render(contact, gesture, duration=2.0, sample_rate=44_100, record=(*ENERGIES, "relative_velocity"))
    assert sound.diagnostics.energy_error < 1e-12
    lost = np.diff(sound.traces["dissipated_energy"])
    normal_force = gesture.controls.get("normal_force", 0.0)
    assert contact.passivity(normal_force, np.abs(sound.traces["relative_velocity"]).max()).passive
    assert (lost >= -1e-13 * sound.traces["exchanged_energy"][1:]).all()


@pytest.mark.parametrize("law", [ElastoPlastic(1e5, 0.5, 0.1), LuGre(1e5, 0.5, 0.1), Dahl(1e5)])
def test_the_bristle_identity_holds_in_every_sample(law):
    """T f v = s0 (z+^2 - z-^2) / 2 + T D, with z+- the bristle half a step later and before."""
    gesture = Gesture(velocity=lambda t: 0.15 * np.sin(60 * t), normal_force=2.0)
    sound = render(Contact(Hand(), law, MODES), gesture, duration=0.5, record=("force", "relative_velocity", "bristle", "bristle_rate"))
    f, v, z, h = sound.traces.values()
    T = 1 / sound.trace_rate
    s0, s1, s2 = law.bristle_stiffness, getattr(law, "bristle_damping", 0.0), getattr(law, "viscosity", 0.0)
    stored = 0.5 * s0 * ((z + 0.5 * T * h) ** 2 - (z - 0.5 * T * h) ** 2)
    lost = T * (s0 * z * (v - h) + s1 * v * h + s2 * v**2)
    scale = np.maximum.accumulate(np.abs(T * f * v) + np.abs(stored) + np.abs(lost))
    assert (np.abs(T * f * v - stored - lost) <= 1e-12 * scale + 1e-300).all()


def test_the_passivity_report_knows_the_bound():
    law = ElastoPlastic(1e4, 5.0, 0.0, 0.8, 0.3, 0.1)
    report = Contact(Hand(), law, MODES).passivity(normal_force=1.0, speed=1.0)
    assert not report.passive
    assert report.speed_limit == pytest.approx(4 * 0.3 * 1.0 / 5.0, rel=0.02)  # s1 v <= 4 mu_d f_N
    assert "σ1" in str(report)
    assert law.passivity(normal_force=1.0, speed=0.2).passive
    assert law.passivity(normal_force=1.0, speed=0.2).speed_limit == report.speed_limit
    assert law.passivity(normal_force=0.0, speed=9.0).passive
    assert law.replace(damping_law="velocity").passivity(1e-3, 100.0).passive


def test_beyond_the_bound_constant_damping_can_feed_energy_in():
    """The report does not cry wolf: with a constant s1 far too large, some sample really supplies energy."""
    contact = Contact(Hand(), ElastoPlastic(1e4, 10.0, 0.0, 1.2, 0.3, 0.1), MODES)
    gesture = Gesture(velocity=lambda t: 2 * np.sin(200 * t), normal_force=0.2)
    lost = np.diff(render(contact, gesture, duration=0.5, record=ENERGIES).traces["dissipated_energy"])
    assert not contact.passivity(0.2, 2.0).passive
    assert lost.min() < -1e-9


def test_two_bodies_touch_where_each_control_says():
    """`position` moves the contact along the resonator, `exciter_position` along the exciter."""
    shapes = [[1.0, 0.2], [-0.3, 1.0]]
    bow, plate = Modal([60, 150], 0.3, 0.02, shapes), Modal([300, 500], 0.3, 0.05, shapes)

    def force(contact, **controls):
        return render(contact, Gesture(**controls), duration=0.05, record="force").traces["force"]

    for point in (0, 1):
        struck = Contact(InertialMass(0.01, 0.5, 0.0), PowerLaw(1e5, 1.5), plate)
        alone = struck.replace(resonator=plate.replace(shapes=[shapes[point]]))
        np.testing.assert_allclose(force(struck, position=point), force(alone), atol=1e-9)
        rubbed = Contact(bow, ElastoPlastic(), InertialMass(0.05, 0.2, 0.0))
        alone = rubbed.replace(exciter=bow.replace(shapes=[shapes[point]]))
        np.testing.assert_allclose(force(rubbed, exciter_position=point, normal_force=1.0), force(alone, normal_force=1.0), atol=1e-9)


def test_a_mass_on_its_spring_swings_at_its_frequency():
    mass = InertialMass(0.05, 1.0, 0.0, 2000.0, 0.1)
    sound = render(Contact(Hand(), ElastoPlastic(), mass), Gesture(velocity=0.0, normal_force=0.0), duration=2.0)
    v = sound.audio[0]
    crossings = np.flatnonzero((v[:-1] < 0) & (v[1:] >= 0))
    times = (crossings + v[crossings] / (v[crossings] - v[crossings + 1])) / 48_000
    decay = 0.1 / (2 * 0.05)
    assert (len(times) - 1) / (times[-1] - times[0]) == pytest.approx(np.sqrt(2000 / 0.05 - decay**2) / (2 * np.pi), rel=1e-5)
    assert np.abs(v[48_000:49_500]).max() / np.abs(v[:1500]).max() == pytest.approx(np.exp(-decay), rel=0.01)


def test_an_oscillator_decays_in_its_time():
    contact = Contact(InertialMass(0.001, 1.0, -1e-6), PowerLaw(1e9, 1.5), MassSpringDamper.tuned(440, 0.25, 0.5))
    audio = np.abs(render(contact, Gesture(), duration=1.0).audio[0])
    assert audio[4800:9600].max() / audio[28_800:33_600].max() == pytest.approx(np.exp(0.5 / 0.25), rel=0.02)

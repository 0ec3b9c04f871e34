"""Static and thermal friction: the rubbed mass of Onofrei et al. 2022, branches of folded curves, rosin that heats."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

from rosin import (
    Contact,
    ElastoPlastic,
    Exponential,
    Gesture,
    Hand,
    InertialMass,
    MassSpringDamper,
    Modal,
    Stribeck,
    Thermal,
    ThermalTable,
    render,
)
from rosin.evidence.equations import glass_friction, heating
from rosin.interactions import stribeck

MASS, STIFFNESS, STICKINESS, FORCE, SPEED = 1.0, 4.2992e6, 100.0, 3000.0, 0.1  # Onofrei et al. 2022, figure 3
FIGURE_3 = Contact(Hand(), Exponential(STICKINESS), MassSpringDamper(MASS, STIFFNESS, 0.0))
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy")


def rising_crossings(x, rate):
    places = np.flatnonzero((x[:-1] < 0) & (x[1:] >= 0))
    return (places - x[places] / (x[places + 1] - x[places])) / rate


def test_the_rubbed_mass_sticks_and_slips_at_its_rate():
    sound = render(FIGURE_3, Gesture(velocity=SPEED, normal_force=FORCE), duration=4.0, sample_rate=44_100, output="displacement")
    x = sound.audio[0] - sound.audio[0].mean()
    times = rising_crossings(x, 44_100)[20:]
    assert (len(times) - 1) / (times[-1] - times[0]) == pytest.approx(56.745, abs=0.01)


def test_the_rubbed_mass_keeps_its_energy_account():
    sound = render(FIGURE_3, Gesture(velocity=SPEED, normal_force=FORCE), duration=1.0, sample_rate=44_100, record=ENERGIES)
    stored, supplied, dissipated = sound.traces.values()
    gap = np.abs(stored + dissipated - supplied)
    assert (gap <= 1e-12 * np.maximum.accumulate(np.abs(supplied)) + 1e-300).all()


def test_the_rubbed_mass_obeys_the_papers_scheme():
    """(9) and (12) run literally, in their own variables, give the same displacement."""
    rate = 44_100
    sound = render(FIGURE_3, Gesture(velocity=SPEED, normal_force=FORCE), duration=0.02, sample_rate=rate, output="displacement")
    T = 1 / rate
    u, u_before, v_rel, literal = 0.0, 0.0, -SPEED, []

    def phi(v):
        return math.sqrt(2 * STICKINESS) * v * math.exp(-STICKINESS * v * v + 0.5)

    for _ in range(sound.audio.shape[1]):
        literal.append(u)
        b = SPEED * 2 / T + u * (STIFFNESS - 2 / T**2) + u_before * 2 / T**2
        for _ in range(99):
            slope = math.sqrt(2 * STICKINESS) * math.exp(0.5 - STICKINESS * v_rel**2) * (1 - 2 * STICKINESS * v_rel**2)
            step = (FORCE * phi(v_rel) + v_rel * 2 / T + b) / (FORCE * slope + 2 / T)
            v_rel -= step
            if abs(step) < 1e-15:
                break
        u, u_before = u * (4 - 2 * STIFFNESS * T**2) / 2 - u_before - FORCE * phi(v_rel) * T**2, u
    np.testing.assert_allclose(sound.audio[0], literal, atol=1e-9 * np.abs(literal).max())


def solved_curve(law, normal_force, v_free, admittance_mass, rate=48_000, speed_before=0.0):
    """One sample of a law between a hand and a mass: its v and f."""
    contact = Contact(Hand(), law, InertialMass(admittance_mass, velocity=-speed_before))
    sound = render(
        contact,
        Gesture(velocity=v_free - speed_before, normal_force=normal_force),
        duration=1 / rate,
        sample_rate=rate,
        record=("force", "relative_velocity"),
    )
    return sound.traces["relative_velocity"][0], sound.traces["force"][0]


CURVES = {
    "gaussian": lambda v: 0.3 + 0.5 * math.exp(-((v / 0.1) ** 2)),
    "hyperbolic": lambda v: 0.3 + 0.5 * 0.1 / (0.1 + v),
    "rosin": lambda v: 0.35 + 0.4 * math.exp(-v / 0.01) + 0.45 * math.exp(-v / 0.1),
}


@pytest.mark.parametrize("curve", CURVES)
def test_a_sliding_contact_lies_on_its_curve(curve):
    law = Stribeck.rosin() if curve == "rosin" else Stribeck(0.8, 0.3, 0.1, curve)
    for v_free in (0.02, 0.1, 0.3, 1.0):
        for force in (0.01, 0.1, 1.0):
            mass = 0.05
            y = 1 / (2 * 48_000 * mass)
            v, f = solved_curve(law, force, v_free, mass)
            assert v == pytest.approx(v_free - y * f, abs=1e-14)
            if v > 0:
                assert f == pytest.approx(force * CURVES[curve](v), rel=1e-12)
            else:
                assert f <= force * CURVES[curve](0) * (1 + 1e-12)
            assert f >= 0


def test_a_folded_curve_keeps_its_branch_until_it_disappears():
    """Friction so steep that sticking and slipping are both possible: which one depends on where the contact comes from."""
    law, force, mass = Stribeck(0.8, 0.3, 0.1, "hyperbolic"), 4000.0, 0.05
    y = 1 / (2 * 48_000 * mass)
    assert y * force * 0.5 / 0.1 > 1
    hold = y * force * 0.8
    sweep = np.concatenate([np.linspace(0, 1.3 * hold, 3000), np.linspace(1.3 * hold, 0, 3000)])
    _, _, s = law.memory.blank({})
    c = law.prepared(48_000)
    stribeck.start(c, s)
    velocities = [stribeck.solve(c, s, v_free, y, 0.0, force)[1] for v_free in sweep]
    v = np.array(velocities)
    up, down = v[:3000], v[3000:][::-1]
    both = (up == 0) & (down > 0)
    assert both.sum() > 100
    least = 2 * math.sqrt(y * force * 0.5 * 0.1) - 0.1 + y * force * 0.3  # the minimum of v + y f(v)
    assert sweep[:3000][down > 0].min() == pytest.approx(least, rel=2e-3)
    assert sweep[:3000][up == 0].max() == pytest.approx(hold, rel=2e-3)


def test_exponential_friction_finds_its_root_where_plain_newton_cycles():
    """N / m = 8000, near the limit of a single root: Newton from -v_r runs in circles for ever."""
    contact = Contact(Hand(), Exponential(100.0), MassSpringDamper(1.0, STIFFNESS, 0.0))
    sound = render(
        contact, Gesture(velocity=0.1, normal_force=8000.0), duration=1.0, sample_rate=44_100, record=("force", "relative_velocity")
    )
    f, v = sound.traces["force"], sound.traces["relative_velocity"]
    np.testing.assert_allclose(f, 8000 * math.sqrt(200) * v * np.exp(0.5 - 100 * v * v), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("law", [Thermal(), ThermalTable()])
def test_rosin_sticks_cold_and_softens_while_it_slides(law):
    contact = Contact(Hand(), law, Modal([147], 0.5, 0.02))
    gesture = Gesture(velocity=[(0, 0), (0.05, 0.1)], normal_force=1.1)
    sound = render(contact, gesture, duration=0.5, record=("force", "relative_velocity", "temperature", "friction_coefficient"))
    f, v, temperature, mu = sound.traces.values()
    slipping = np.abs(v) > 0.01
    assert 0.05 < slipping.mean() < 0.95
    assert temperature[slipping].mean() > 1.2 * temperature[~slipping].mean()
    assert (np.abs(f) <= 1.1 * 1.21).all()
    assert (f * v >= 0).all()
    assert mu.max() > np.abs(mu[slipping]).min()


def test_steady_sliding_of_the_table_law_is_the_measured_curve():
    """A heavy hand dragged over a heavy mass at constant speed settles on mu(v) of Smith and Woodhouse."""
    for speed in (0.01, 0.1, 0.3, 1.0):
        contact = Contact(Hand(), ThermalTable(), InertialMass(1e6))
        sound = render(contact, Gesture(velocity=speed, normal_force=1.0), duration=0.2, record=("friction_coefficient", "temperature"))
        assert sound.traces["friction_coefficient"][-1] == pytest.approx(CURVES["rosin"](speed), rel=2e-3)
        heated = CURVES["rosin"](speed) * speed / (3.6e-3 * math.sqrt(speed) + 1e-4)
        assert sound.traces["temperature"][-1] == pytest.approx(heated, rel=3e-3)


def test_steady_sliding_of_the_glass_law_balances_its_heat():
    law, force = Thermal(), 1.1
    for speed in (0.05, 0.3, 1.0):
        contact = Contact(Hand(), law, InertialMass(1e6))
        sound = render(contact, Gesture(velocity=speed, normal_force=force), duration=0.3, record=("friction_coefficient", "temperature"))
        steady = brentq(lambda tau, speed=speed: heating(glass_friction)(law, 0.0, speed, tau, force), 0, 1e4)
        assert sound.traces["temperature"][-1] == pytest.approx(steady, rel=1e-5)
        assert sound.traces["friction_coefficient"][-1] == pytest.approx(glass_friction(law, steady), rel=1e-5)


def test_elasto_plastic_friction_slides_steadily_on_the_gaussian_curve():
    for speed in (0.02, 0.1, 0.4):
        contact = Contact(Hand(), ElastoPlastic(1e5, 0.1, 0.0, 0.8, 0.3, 0.1, 0.7), InertialMass(1e6))
        sound = render(contact, Gesture(velocity=speed, normal_force=2.0), duration=0.5, record=("force",))
        assert sound.traces["force"][-1] == pytest.approx(2 * CURVES["gaussian"](speed), rel=1e-5)


def test_rosin_heats_and_cools_as_its_equation_says():
    """Sliding and then standing, against scipy: the temperature of the one-temperature law over time."""
    law, force = Thermal(), 1.1
    contact = Contact(Hand(), law, InertialMass(1e6))
    speed = Gesture(velocity=[(0, 0.3), (0.02, 0.3), (0.0201, 0.0)], normal_force=force)

    def heat(t, tau):
        return [heating(glass_friction)(law, 0.0, np.interp(t, [0.02, 0.0201], [0.3, 0.0]), tau[0], force)]

    sound = render(contact, speed, duration=0.04, sample_rate=192_000, record="temperature")
    times = (np.arange(len(sound.traces["temperature"])) + 0.5) / 192_000
    exact = solve_ivp(heat, (0, 0.04), [0.0], t_eval=times, method="Radau", rtol=1e-9, atol=1e-9, max_step=1e-5)
    np.testing.assert_allclose(sound.traces["temperature"], exact.y[0], atol=0.02 * exact.y[0].max())
    assert sound.traces["temperature"][-1] / sound.traces["temperature"][int(0.03 * 192_000)] == pytest.approx(math.exp(-1), rel=0.02)


def test_thermal_friction_at_the_very_limit_of_holding_stays_a_number():
    contact = Contact(Hand(), Thermal(), InertialMass(0.10274668481255246))
    gesture = Gesture(velocity=4.210357609057968e-05, normal_force=0.39552026167406723)
    traces = render(contact, gesture, duration=1e-3, record=("temperature", "friction_coefficient", "force")).traces
    assert all(np.isfinite(trace).all() for trace in traces.values())


@pytest.mark.parametrize("law", [Stribeck(), Stribeck.rosin(), Thermal(), ThermalTable()])
def test_a_node_under_a_hand_cannot_be_moved_but_rubs(law):
    """Where every mode has a node the admittance is zero: the point slides as the hand does, friction is that of sliding."""
    contact = Contact(Hand(), law, Modal([300, 500], 0.2, 0.05, [[0, 0], [1, 1]]))
    gesture = Gesture(velocity=[(0, 0), (0.05, 0.3)], normal_force=2.0, position=[(0, 0), (0.08, 0), (0.1, 1)])
    traces = render(contact, gesture, duration=0.1, record=("force", "relative_velocity", "stored_energy")).traces
    assert all(np.isfinite(trace).all() for trace in traces.values())
    assert 0.3 < traces["force"][3000] / 2.0 < 1.21
    assert traces["relative_velocity"][3000] == pytest.approx(0.3)

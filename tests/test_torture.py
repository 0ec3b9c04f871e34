"""Ten thousand random contacts over every law: finite, solved, never more friction than the normal force allows, passive.

Each law's equation is written here a second time, in NumPy, and every sample of every contact is held against it.
"""

import numpy as np
import pytest

from random_contacts import LAWS, random_contact
from rosin import Hand, render

CONTACTS, SAMPLES = 770, 700  # for each of 13 laws
SPEEDS = np.linspace(0, 10**0.5, 40_001) ** 2
TABLE = 0.4 * np.exp(-SPEEDS / 0.01) + 0.45 * np.exp(-SPEEDS / 0.1) + 0.35  # friction coefficients of the table law
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def mode_mobilities(modal, rate):
    """b of each mode: half the time step over the mass, with decay (and warping) as the integrator has it."""
    f, T = np.array(modal.frequencies), 1 / rate
    te = np.broadcast_to(modal.decay_times, f.shape)
    if modal.integrator == "bilinear":
        return 0.5 * T / (modal.masses * (1 + T / te + (np.pi * f * T) ** 2))
    return te * -np.expm1(-2 * T / te) / (4 * modal.masses)


def admittance(contact, gesture, rate):
    """y of both bodies together, sample by sample."""
    position = np.broadcast_to(gesture.block(0, SAMPLES, rate).get("position", 0.0), SAMPLES)
    shapes = np.array(contact.resonator.shapes)
    place = position * (len(shapes) - 1)
    weights = np.array([np.interp(place, np.arange(len(shapes)), column) for column in shapes.T])
    y = mode_mobilities(contact.resonator, rate) @ weights**2
    if not isinstance(contact.exciter, Hand):
        mass = contact.exciter
        mobility = 0.5 / rate / mass.mass
        y = y + mobility / (1 + mobility * (0.5 * mass.spring_stiffness / rate + mass.spring_damping))
    return y


def steady(law, v, n):
    return n * (law.dynamic_friction + (law.static_friction - law.dynamic_friction) * np.exp(-((v / law.stribeck_velocity) ** 2)))


def elasto_plastic_rate(law, v, z, n):
    z_ss = steady(law, v, n) / law.bristle_stiffness
    z_ba = law.breakaway * law.dynamic_friction * n / law.bristle_stiffness
    u = np.clip((np.abs(z) - z_ba) / (z_ss - z_ba), 0, 1)
    alpha = np.where(v * z > 0, 0.5 * (1 - np.cos(np.pi * u)), 0)
    return v * (1 - alpha * np.abs(z) / z_ss)


def lugre_rate(law, v, z, n):
    return v - np.abs(v) * z * law.bristle_stiffness / steady(law, v, n)


def dahl_rate(law, v, z, n):
    return v - np.abs(v) * z * law.bristle_stiffness / (law.dynamic_friction * n)


RATES_OF = {"ElastoPlastic": elasto_plastic_rate, "LoadedBristles": elasto_plastic_rate, "LuGre": lugre_rate, "Dahl": dahl_rate}


def check_bristle(law, traces, n, y, rate):
    """The rate is a root to within the stated tolerance: the residual changes sign around it. And |z| stays in bounds."""
    v, z, h = traces["relative_velocity"], traces["bristle"], traces["bristle_rate"]
    half, s0 = 0.5 / rate, law.bristle_stiffness
    s1, s2 = getattr(law, "bristle_damping", 0.0), getattr(law, "viscosity", 0.0)
    touching = n > 1e-9
    static = getattr(law, "static_friction", law.dynamic_friction)
    assert (s0 * np.abs(z) <= static * n * (1 + 1e-9) + 1e-12).all()
    if getattr(law, "solver", "implicit") == "linear":
        if not law.noise:
            elastic = s0 * z + s2 * v
            gap = np.minimum(np.abs(traces["force"] - elastic - s1 * h), np.abs(traces["force"] - elastic))
            assert (gap <= 1e-9 * (1 + np.abs(elastic) + s1 * np.abs(h)))[touching].all()
        return
    if getattr(law, "damping_law", "constant") == "velocity":
        with np.errstate(all="ignore"):
            s1 = s1 / np.sqrt(1 + (s1 * v / (law.dynamic_friction * n)) ** 2)
    if not law.noise:
        made = s0 * z + s1 * h + s2 * v
        assert (np.abs(traces["force"] - made) <= 1e-9 * (s0 * np.abs(z) + s1 * np.abs(h) + s2 * np.abs(v)) + 1e-12)[touching].all()
    k1 = -y * (s0 * half + s1) / (1 + y * s2)
    elastic = (v - k1 * h) / (1 - k1)
    tolerance = 2e-11 * (np.abs(h) + np.abs(elastic)) + 4e-15 * np.abs(z) / half + 1e-15 * np.abs(v)
    residual = [
        (RATES_OF[type(law).__name__](law, v + k1 * d, z + half * d, np.maximum(n, 1e-9)) - (h + d))[touching]
        for d in (-tolerance, tolerance)
    ]
    slack = 1e-15 * np.abs(v)[touching]
    assert (residual[0] >= -slack).all()
    assert (residual[1] <= slack).all()


def check_loaded(law, traces, n, y, rate):
    """With velocities, forces and rates over the load l, and time counted in steps of l T, it is the elasto-plastic law at one force."""
    touching = n > 1e-9
    load = n[touching] / law.reference_force
    by_load = {name: traces[name][touching] / load for name in ("force", "relative_velocity", "bristle_rate")}
    check_bristle(
        law, {**by_load, "bristle": traces["bristle"][touching]}, np.full(len(load), law.reference_force), y[touching], rate / load
    )


def check_exponential(law, traces, n, y, rate):
    v, share, a = traces["relative_velocity"], traces["friction_share"], law.stickiness
    e = np.sqrt(2 * a) * np.exp(0.5 - a * v * v)
    slope = np.abs(1 + y * n * e * (1 - 2 * a * v * v)) + y * n * e
    touching = n > 1e-9
    gap = np.abs(y * n * (v * e - share))
    assert (gap <= 1e-11 * np.abs(v) * slope + 1e-13 * np.abs(v + y * n * share))[touching].all()
    assert (np.abs(share) <= 1 + 1e-12).all()


def curve(law, v):
    u = np.abs(v) / law.stribeck_velocity
    fall = {
        "gaussian": np.exp(-u * u),
        "hyperbolic": 1 / (1 + u),
        "rosin": (0.4 * np.exp(-10 * u) + 0.45 * np.exp(-u)) / 0.85,
    }[law.curve]
    return law.dynamic_friction + (law.static_friction - law.dynamic_friction) * fall


def check_stribeck(law, traces, n, y, rate):
    v, mu = traces["relative_velocity"], traces["friction_coefficient"]
    slips = (v != 0) & (n > 1e-9)
    steep = 1 + 20 * y * n / law.stribeck_velocity
    gap = np.abs(np.abs(mu) - curve(law, v))[slips]
    assert (y * n)[slips] @ gap == pytest.approx(0, abs=1e-9 * (1 + np.abs(v).max()))
    assert (gap * (y * n)[slips] <= (1e-11 * np.abs(v) * steep + 1e-13 * (np.abs(v) + y * n))[slips]).all()
    assert (np.abs(mu) <= law.static_friction * (1 + 1e-12)).all()


def check_thermal(law, traces, n, y, rate):
    v, mu, tau = traces["relative_velocity"], traces["friction_coefficient"], traces["temperature"]
    r = (tau / law.glass_temperature) ** law.sharpness
    allowed = law.static_friction * (1 + law.hot_share * r) / (1 + r)
    slips = (v != 0) & (n > 1e-9)
    np.testing.assert_allclose(np.abs(mu)[slips], allowed[slips], rtol=1e-9)
    assert (np.abs(mu) <= allowed * (1 + 1e-12)).all()
    assert (tau >= 0).all()


def check_thermal_table(law, traces, n, y, rate):
    v, mu, tau = traces["relative_velocity"], traces["friction_coefficient"], traces["temperature"]
    heated = TABLE * SPEEDS / (law.convection * np.sqrt(SPEEDS) + law.conduction)
    allowed = np.interp(tau, heated, TABLE)
    slips = (v != 0) & (n > 1e-9)
    np.testing.assert_allclose(np.abs(mu)[slips], allowed[slips], atol=2e-3)
    assert (np.abs(mu) <= 1.2 * (1 + 1e-12)).all()
    assert (tau >= 0).all()


def check_impact(law, traces, n, y, rate):
    """f is the mean of the elastic force over the step (by quadrature where smooth, else by the potential), with loss or relaxation."""
    v, f, x1 = traces["relative_velocity"], traces["force"], traces["compression"]
    x0 = x1 - v / rate
    k, a = law.stiffness, law.exponent
    relaxed = traces.get("relaxed_force", np.zeros_like(f))
    surface = (relaxed / k) ** (1 / a)
    m0, m1 = np.maximum(x0, surface), np.maximum(x1, surface)
    places = 0.5 * (m0 + m1)[:, None] + 0.5 * (m1 - m0)[:, None] * NODES
    smooth = 0.5 * (k * np.maximum(places, 0) ** a) @ WEIGHTS
    with np.errstate(all="ignore"):
        across = (k * np.maximum(m1, 0) ** (a + 1) - k * np.maximum(m0, 0) ** (a + 1)) / ((a + 1) * (m1 - m0))
        share = np.where(x1 == x0, 1.0, (m1 - m0) / (x1 - x0))
    mean = np.where(np.minimum(m0, m1) > 0.5 * np.maximum(m0, m1), smooth, np.nan_to_num(across)) - relaxed
    share = np.where((m0 == x0) & (m1 == x1), 1.0, np.nan_to_num(share))
    expected = mean * share * np.maximum(0, 1 + getattr(law, "dissipation", 0.0) * v)
    steep = k * a * np.maximum(np.maximum(m0, m1), 0) ** (a - 1) * (1 + getattr(law, "dissipation", 0.0) * np.abs(v))
    slack = 1e-9 * np.abs(expected) + steep * (2e-15 + 2e-12 * (np.abs(x0) + np.abs(x1)))  # the law keeps its own compression, to 1e-15 m
    slack = slack + mean * getattr(law, "dissipation", 0.0) * 1e-13 * np.abs(v)
    assert (np.abs(f - expected) <= slack + 1e-12).all()
    assert (f >= 0).all()


CHECKS = {
    "ElastoPlastic": check_bristle,
    "LoadedBristles": check_loaded,
    "LuGre": check_bristle,
    "Dahl": check_bristle,
    "Exponential": check_exponential,
    "Stribeck": check_stribeck,
    "Thermal": check_thermal,
    "ThermalTable": check_thermal_table,
    "PowerLaw": check_impact,
    "HuntCrossley": check_impact,
    "Stulov": check_impact,
}


def keeps_bound(law, v, n):
    """Samples at which the law is provably passive: s1^2 |v| <= 4 F_ss (s1 + s2)."""
    if not hasattr(law, "bristle_damping") or getattr(law, "damping_law", "") == "velocity" or getattr(law, "solver", "") == "linear":
        return np.ones_like(v, dtype=bool)
    if hasattr(law, "reference_force"):  # bristles that grow in number: at the reference force, in v over the load
        v, n = v * law.reference_force / np.maximum(n, 1e-9), law.reference_force
    return law.bristle_damping**2 * np.abs(v) <= 4 * steady(law, v, n) * (law.bristle_damping + law.viscosity)


@pytest.mark.sweep
@pytest.mark.parametrize("name", LAWS)
def test_every_sample_of_every_random_contact_is_solved(name):
    total, worst = 0.0, 0
    for index in range(CONTACTS):
        random = np.random.default_rng([index, list(LAWS).index(name)])
        contact, gesture, rate = random_contact(random, name, SAMPLES)
        law = contact.interaction
        record = ("force", "relative_velocity", "compression", *law.observes, *ENERGIES)
        sound = render(contact, gesture, duration=SAMPLES / rate, sample_rate=rate, seed=index, record=record)
        traces = sound.traces
        n = np.broadcast_to(gesture.block(0, SAMPLES, rate).get("normal_force", 0.0), SAMPLES)
        CHECKS[type(law).__name__](law, traces, n, admittance(contact, gesture, rate), rate)
        assert sound.diagnostics.energy_error < 1e-11, index
        lost = np.diff(traces["dissipated_energy"], prepend=0.0)
        scale = traces["exchanged_energy"] + np.maximum.accumulate(traces["stored_energy"])
        assert (lost >= -1e-12 * scale)[keeps_bound(law, traces["relative_velocity"], n)].all(), index
        total += sound.diagnostics.iterations_mean
        worst = max(worst, sound.diagnostics.iterations_worst)
    assert total / CONTACTS <= 4
    assert worst <= 80

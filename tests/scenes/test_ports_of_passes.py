"""The ports that contacts are solved against, pass by pass, held against linear algebra: by tangents, alone, and in turn."""

from types import SimpleNamespace

import numpy as np
import pytest

from rosin.engine.scenes import coupling, tangents
from rosin.engine.scenes.at_once import move_to_tangents
from rosin.engine.scenes.tangents import FALLING, FLAT, GIVE, NOTHING, ROUNDING
from rosin.interactions.interaction import RIGID
from rosin.kernels.record import LINE

SLOTS = 2 * LINE
FIRST, MANY = 3, 4  # not the first of all, so that a place is not taken for another
OWN = slice(FIRST, FIRST + MANY)
ROWS = ("slope", "yielding", "drive", "force", "free", "velocity", "aim", "port", "goal", "missed_by", "terms", "depth")


def contacts(seed, slopes=None):
    """Slots of contacts with random admittances Y, and what is known of them; and Y."""
    random = np.random.default_rng(seed)
    m = SimpleNamespace(slots=SLOTS, near=np.zeros(SLOTS * SLOTS), inverse=np.zeros(SLOTS * SLOTS))
    for name in ROWS:
        setattr(m, name, np.zeros(SLOTS + LINE))
        getattr(m, name)[OWN] = random.normal(size=MANY)
    root = random.normal(size=(MANY, MANY))
    admittance = root @ root.T + 0.1 * np.eye(MANY)
    for a in range(MANY):
        m.near[(FIRST + a) * SLOTS :][:MANY] = admittance[a]
    m.slope[OWN] = random.uniform(0.1, 3.0, MANY) if slopes is None else slopes
    return m, admittance


@pytest.mark.parametrize("seed", range(5))
def test_others_that_follow_their_tangents_make_the_port_of_the_whole_scene(seed):
    """f_N = K^-1 (D f0 + v_free - v0); contact i sees y_i = 1 / K^-1_ii - D_i, and goes through the point that all tangents meet in."""
    m, admittance = contacts(seed)
    assert tangents.tangent_ports(m, FIRST, MANY, LINE, FALLING)
    give = 1 / m.slope[OWN]
    inverse = np.linalg.inv(np.diag(give) + admittance)
    forces = inverse @ (give * m.force[OWN] + m.free[OWN] - m.velocity[OWN])
    ports = 1 / np.diag(inverse) - give
    velocities = m.free[OWN] - admittance @ forces
    np.testing.assert_allclose(m.yielding[OWN], give, rtol=1e-14)
    np.testing.assert_allclose(m.port[OWN], ports, rtol=1e-11)
    np.testing.assert_allclose(m.goal[OWN], velocities + ports * forces, rtol=0, atol=1e-11 * np.abs(forces).max())
    np.testing.assert_allclose(velocities, m.velocity[OWN] + give * (forces - m.force[OWN]), atol=1e-11)
    for row in ("port", "goal", "yielding"):  # of nobody else
        assert (getattr(m, row)[[*range(FIRST), *range(FIRST + MANY, SLOTS)]] == 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_newtons_step_solves_the_tangents_of_all(seed):
    """(I + Y G) dv = -r; one that does not touch, whose force does not change, among them."""
    m, admittance = contacts(seed)
    m.slope[FIRST + 1] = 0.0
    m.depth[OWN] = 0.0
    tangents.residual(m, FIRST, MANY, LINE)
    before, missed = m.velocity[OWN].copy(), m.missed_by[OWN].copy()
    assert move_to_tangents(m, FIRST, MANY, MANY + 2, LINE)  # of a group in which others do not take part
    step = np.linalg.solve(np.eye(MANY) + admittance * m.slope[OWN], -missed)
    np.testing.assert_allclose(m.velocity[OWN], before + step, rtol=0, atol=1e-11)


def test_what_is_rigid_or_flat_has_a_tangent_that_can_be_inverted():
    m, admittance = contacts(1, slopes=np.array([RIGID, 2 * RIGID, 0.0, -0.5]))
    y = np.diag(admittance)
    tangents.take_tangents(m, FIRST, MANY, LINE, FALLING)
    np.testing.assert_allclose(m.yielding[OWN], [GIVE * y[0], GIVE * y[1], FLAT * y[2], -2.0])
    taken = m.inverse.reshape(SLOTS, SLOTS)[OWN, :MANY]
    np.testing.assert_allclose(taken, admittance + np.diag(m.yielding[OWN]))
    tangents.take_tangents(m, FIRST, MANY, LINE, 0.0)  # without falling slopes
    np.testing.assert_allclose(m.yielding[OWN][3], FLAT * y[3])
    m.near[FIRST * SLOTS] = 0.0  # between two that nothing moves
    tangents.take_tangents(m, FIRST, MANY, LINE, FALLING)
    assert m.yielding[FIRST] == 1.0


def test_a_tangent_that_falls_too_steeply_is_told():
    """A contact must see a port between nothing and four times its own admittance; with 1 / g = -y there is no pivot at all."""
    told = []
    for steep in (0.2, 0.5, 0.8, 0.97, 1.03, 1.3, 2.0, 5.0, 20.0):
        m, admittance = contacts(2)
        m.near *= 1e-3
        admittance *= 1e-3
        m.slope *= 1e3
        m.slope[FIRST] = -1 / (steep * admittance[0, 0])
        inverse = np.linalg.inv(np.diag(1 / m.slope[OWN]) + admittance)
        shares = (1 / np.diag(inverse) - 1 / m.slope[OWN]) / np.diag(admittance)
        told.append(tangents.tangent_ports(m, FIRST, MANY, LINE, FALLING))
        assert told[-1] == ((shares >= 0) & (shares <= 4)).all()
    assert set(told) == {True, False}
    m, admittance = contacts(2)
    m.slope[FIRST] = -1 / admittance[0, 0]
    assert not tangents.tangent_ports(m, FIRST, MANY, LINE, FALLING)
    assert tangents.tangent_ports(m, FIRST, MANY, LINE, 0.0)


@pytest.mark.parametrize("own", range(MANY))
def test_a_contact_alone_sees_the_forces_of_the_others_and_its_own_admittance(own):
    m, admittance = contacts(3)
    coupling.alone_port(m, FIRST, MANY, FIRST + own)
    others = np.delete(np.arange(MANY), own)
    assert m.goal[FIRST + own] == pytest.approx(m.free[FIRST + own] - admittance[own, others] @ m.force[OWN][others], rel=1e-14)
    assert m.port[FIRST + own] == admittance[own, own]


@pytest.mark.parametrize("own", range(MANY))
def test_in_turn_a_contact_sees_twice_the_forces_before_it_which_costs_no_energy(own):
    m, admittance = contacts(4)
    coupling.port_in_turn(m, FIRST, FIRST + own)
    assert m.goal[FIRST + own] == pytest.approx(m.free[FIRST + own] - 2 * admittance[own, :own] @ m.force[OWN][:own], rel=1e-14)
    assert m.port[FIRST + own] == admittance[own, own]
    force = m.force[OWN]
    turned = 2 * np.tril(admittance, -1) + np.diag(np.diag(admittance))
    assert force @ turned @ force == pytest.approx(force @ admittance @ force, rel=1e-12)


def test_the_residual_is_what_a_velocity_misses_relative_to_its_terms():
    m, admittance = contacts(5, slopes=np.array([0.7, 40.0, 0.0, -0.5]))
    m.depth[OWN] = np.abs(m.depth[OWN])
    worst = tangents.residual(m, FIRST, MANY, LINE)
    missed = m.velocity[OWN] - (m.free[OWN] - admittance @ m.force[OWN])
    steep = 1 + np.diag(admittance) * np.maximum(m.slope[OWN], 0)
    terms = np.abs(admittance) @ np.abs(m.force[OWN]) + np.abs(m.free[OWN]) + ROUNDING * m.depth[OWN] * steep + NOTHING
    np.testing.assert_allclose(m.missed_by[OWN], missed, rtol=0, atol=1e-13)
    np.testing.assert_allclose(m.terms[OWN], terms, rtol=1e-13)
    assert worst == pytest.approx((np.abs(missed) / terms).max(), rel=1e-12)

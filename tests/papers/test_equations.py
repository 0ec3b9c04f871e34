"""The equations that the laws are held against, against closed forms of their own."""

import numpy as np
import pytest

from rosin import HuntCrossley, ParameterError, PowerLaw, Stribeck, Thermal
from rosin.analysis.rebound import rebound_speed
from rosin.evidence.equations import EQUATIONS, Throw, glass_friction, heating, steady_friction
from rosin.interactions.interaction import Interaction


def test_every_law_has_an_equation():
    assert set(EQUATIONS) == set(Interaction.registry)


def test_a_mass_slides_to_rest_under_constant_friction():
    law, times = Stribeck(0.3, 0.3), np.linspace(0, 0.02, 41)
    x, v, _ = Throw(0.01, 0.3, 1.0).motion(law, times)
    np.testing.assert_allclose(v, np.maximum(0.3 - 30 * times, 0), atol=1e-12)
    assert x[-1] == pytest.approx(0.3**2 / (2 * 30), rel=1e-10)


def test_a_mass_leaves_a_wall_as_the_closed_forms_say():
    end = np.array([2e-3])
    assert Throw(0.01, 2.0).motion(PowerLaw(1.5e11, 2.8), end)[1, 0] == pytest.approx(-2.0, rel=1e-9)
    assert Throw(0.01, 2.0).motion(HuntCrossley(1.5e11, 2.8, 0.6), end)[1, 0] == pytest.approx(rebound_speed(2.0, 0.6), rel=1e-9)


def test_steady_sliding_balances_its_heat_and_is_static_at_rest():
    law = Thermal()
    mu = steady_friction(law, 0.3, 1.1)
    tau = mu * 0.3 / (0.22 * np.sqrt(0.3 * 0.01 / 1.1) + 1e-4)
    assert glass_friction(law, tau) == pytest.approx(mu, rel=1e-9)
    assert heating(glass_friction)(law, 0.0, 0.3, tau, 1.1) == pytest.approx(0, abs=1e-3 * mu * 0.3 / law.heat_capacity)
    assert steady_friction(law, 0.0, 1.1) == law.static_friction


def test_a_law_without_an_equation_is_named(monkeypatch):
    monkeypatch.delitem(EQUATIONS, "Stribeck")
    with pytest.raises(ParameterError, match=r"Stribeck has no equation.*equations\.py"):
        Throw(0.01, 0.3, 1.0).motion(Stribeck(), np.array([1e-3]))

"""The elementary functions that all targets share, as compiled inside a kernel and as Python runs them."""

import math

import numpy as np
import pytest

from rosin.engine.program import Layout, Program
from rosin.engine.targets import open_target
from rosin.kernels.dialect import kernel, view
from rosin.kernels.maths import atan, exp, exp_fall, expm1, log, power, sin_cos_pi
from rosin.kernels.record import Record, Row
from rosin.kernels.solver import newton_in_bracket, newton_step

MANY = 4000


class Table(Record):
    """Arguments, and a row for each function."""

    x = Row(MANY)
    out = Row(7, MANY)


@kernel
def evaluate(reals, wholes):
    """All functions of all arguments, in rows."""
    m = view(Table, reals, wholes)
    for i in range(MANY):
        t = m.x[i]
        m.out[i] = exp(t)
        m.out[MANY + i] = expm1(t)
        m.out[2 * MANY + i] = log(abs(t) + 1e-300)
        m.out[3 * MANY + i] = power(abs(t), 2.7)
        sine, cosine = sin_cos_pi(max(min(t / 1400.0, 0.5), -0.5))
        m.out[4 * MANY + i] = sine
        m.out[5 * MANY + i] = cosine
        m.out[6 * MANY + i] = atan(t)


@kernel
def idle(reals, wholes):
    """Nothing."""


@kernel
def idle_too(reals, wholes, n):
    """Nothing."""


@pytest.mark.parametrize("target", ["whole", "wasm", "python"])
def test_elementary_functions_are_good_to_a_few_units_in_the_last_place(target):
    random = np.random.default_rng(0)
    x = np.concatenate(
        [random.uniform(-700, 700, 1500), random.uniform(-1, 1, 1500), random.choice([-1, 1], 1000) * 10.0 ** random.uniform(-12, 2, 1000)]
    )
    opened = open_target(target, Layout(Program(Table, (), evaluate, idle, idle_too, None), {}, {}))
    opened.view("head.x")[:] = x
    opened.call("prepare")
    e, m, lg, p, s, c, a = opened.view("head.out").reshape(7, MANY)
    np.testing.assert_allclose(e, np.exp(x), rtol=4e-16)
    np.testing.assert_allclose(m, np.expm1(x), rtol=1e-15)
    np.testing.assert_allclose(lg, np.log(np.abs(x) + 1e-300), rtol=1e-15, atol=2e-16)
    np.testing.assert_allclose(p, np.abs(x) ** 2.7, rtol=2e-14)
    np.testing.assert_allclose(a, np.arctan(x), rtol=1e-15)
    turn = np.clip(x / 1400, -0.5, 0.5)
    np.testing.assert_allclose(s, np.sin(np.pi * turn), rtol=1e-15, atol=3e-16)
    np.testing.assert_allclose(c, np.cos(np.pi * turn), rtol=1e-14, atol=3e-16)


def test_a_fall_is_as_exact_as_its_beginning():
    x = np.concatenate([np.linspace(0, 0.03, 2000), np.linspace(0.03, 60, 2000)])
    np.testing.assert_allclose([exp_fall(value) for value in x], np.exp(-x), rtol=0, atol=4e-16)


def test_exp_beyond_the_range_of_a_double():
    assert exp(-1e12) == 0.0
    assert exp(-709.0) == 0.0
    assert exp(710.0) == exp(1e9) == pytest.approx(math.exp(709), rel=1e-12)
    assert power(0.0, 2.0) == 0.0
    assert power(-1.0, 2.0) == 0.0


def test_the_solver_finds_roots_that_newton_alone_cannot():
    def cube_root(x, q):
        return newton_step(-math.copysign(abs(x) ** (1 / 3), x), -1 / (3 * abs(x) ** (2 / 3) + 1e-300))

    root, count = newton_in_bracket(cube_root, (), -1.0, 3.0, 0.7, 1e-12, 0.0)
    assert abs(root) < 1e-11
    assert count < 80

    def flat(x, q):
        return newton_step(1.0 if x < 0.123 else -1.0, 0.0)

    root, count = newton_in_bracket(flat, (), -1.0, 1.0, 0.0, 1e-12, 0.0)
    assert root == pytest.approx(0.123, abs=1e-11)
    assert count < 80

"""The slope of every law at the points that it finds, against differences; and on which branch a law begins."""

import ctypes
from collections import Counter

import numpy as np
import pytest

from random_contacts import LAWS, log_uniform
from rosin import Exponential, Stribeck, Thermal
from rosin.engine.linking import part_addresses
from rosin.interactions.interaction import RIGID, Interaction, without_branches
from rosin.kernels.record import fill

RATE = 48_000
RUNS, SAMPLES = 12, 60
SMALL = 1e-5  # relative change of v_free
CLEAR = 2e-6  # relative agreement of two differences: no change of branch or regime between
CLOSE = 1e-5  # relative agreement of a slope
ROUNDING = 1e-12  # of a force

CURVES = ("gaussian", "hyperbolic", "rosin")
STRIBECK = {f"Stribeck-{curve}": lambda random, curve=curve: LAWS["Stribeck"](random).replace(curve=curve) for curve in CURVES}
EVERY = {name: make for name, make in LAWS.items() if name != "Stribeck"} | STRIBECK
KINDS = {
    "ElastoPlastic": ("rising", "falling"),
    "ElastoPlastic-linear": ("rising",),
    "ElastoPlastic-velocity": ("rising", "falling"),
    "LoadedBristles": ("rising", "falling"),
    "LuGre": ("rising", "falling"),
    "Dahl": ("rising",),
    "Stribeck": ("sticking", "falling"),
    "Exponential": ("rising", "falling"),
    "Thermal": ("sticking", "falling"),
    "ThermalTable": ("sticking", "falling"),
    "PowerLaw": ("rising",),
    "HuntCrossley": ("rising",),
    "Stulov": ("rising",),
}  # of points that each law must have been compared at


def opened(law):
    """Coefficients and state of a law, ready to run in Python."""
    p, c, s = law.memory.blank(law.form(RATE))
    fill(p, law.packed())
    law.kernels.prepare(p, float(RATE), c)
    law.kernels.start(c, s)
    return c, s


def copied(s):
    return type(s)(s.reals.copy(), s.wholes.copy())


def trajectory(random, law):
    """Free velocities and normal forces of a run, the admittance, and the compression at its start."""
    times = np.arange(SAMPLES)
    swings = [random.uniform() * np.sin(2 * np.pi * (times * random.uniform(0.005, 0.08) + random.uniform())) for _ in range(3)]
    shape = random.uniform(-1, 1) + sum(swings)
    y = log_uniform(random, 1e-2, 3) if random.uniform() < 0.9 else 0.0
    if not law.friction:
        return log_uniform(random, 0.1, 5) * shape, np.zeros(SAMPLES), y, -log_uniform(random, 1e-7, 1e-5)
    forces = log_uniform(random, 1e-2, 10) * (1 + 0.3 * np.sin(times * random.uniform(0.01, 0.2)))
    lifted = int(random.integers(SAMPLES))
    forces[lifted : lifted + 3] = 0.0
    return log_uniform(random, 1e-2, 1) * shape, forces, y, 0.0


def difference(law, c, s, v_free, change, *rest):
    """How f and v differ between two trials from the same state."""
    (f_1, v_1, _), (f_2, v_2, _) = (law.kernels.solve(c, copied(s), v_free + side * change, *rest) for side in (-1, 1))
    return f_2 - f_1, v_2 - v_1


def judged(law, f, v, slope, near, far, normal_force):
    """What kind of point it is, after comparing its slope with differences over a step and over two."""
    if f == 0.0 and not (law.friction and normal_force > 0.0):
        assert slope == 0.0
        return "lifted"
    if law.set_valued and v == 0.0:
        assert slope == RIGID
        return "sticking"
    (df, dv), (df_2, dv_2) = near, far
    rounding = ROUNDING * abs(f)
    if dv == 0.0 or dv_2 == 0.0 or abs(df - df_2 * dv / dv_2) > CLEAR * abs(df) + rounding:
        return "unclear"
    assert abs(df - slope * dv) <= CLOSE * abs(df) + rounding, (law, f, v, slope, df / dv)
    return "level" if abs(df) <= 100 * rounding else "rising" if slope > 0.0 else "falling"


@pytest.mark.sweep
@pytest.mark.parametrize("name", EVERY)
def test_the_slope_is_that_of_the_points_that_are_found(name):
    random = np.random.default_rng(len(name))
    seen = Counter()
    for _ in range(RUNS):
        law = EVERY[name](random)
        solve, slope = law.kernels.solve, law.kernels.slope
        c, s = opened(law)
        v_free, forces, y, x = trajectory(random, law)
        for drive, normal_force in zip(v_free, forces, strict=True):
            near, far = (difference(law, c, s, drive, n * SMALL * abs(drive), y, x, normal_force) for n in (1, 2))
            f, v, _ = solve(c, s, drive, y, x, normal_force)
            seen[judged(law, f, v, slope(c, s, f, v, normal_force), near, far, normal_force)] += 1
            x = 0.0 if law.friction else s.x
    assert seen["unclear"] < 0.1 * RUNS * SAMPLES
    for kind in ("lifted", *KINDS.get(name, KINDS[type(law).__name__])):
        assert seen[kind] >= 20, (kind, seen)


@pytest.mark.parametrize("name", EVERY)
def test_the_compiled_slope_is_that_of_python(name):
    random = np.random.default_rng(1)
    law = EVERY[name](random)
    real, address = ctypes.c_double, ctypes.c_void_p
    native = ctypes.CFUNCTYPE(real, *[address] * 4, *[real] * 3)(part_addresses(law.kernels)["slope"])
    c, s = opened(law)
    records = [array.ctypes.data for each in (c, s) for array in (each.reals, each.wholes)]
    v_free, forces, y, x = trajectory(random, law)
    for drive, normal_force in zip(v_free, forces, strict=True):
        f, v, _ = law.kernels.solve(c, s, drive, y, x, normal_force)
        wanted = law.kernels.slope(c, s, f, v, normal_force)
        assert native(*records, f, v, normal_force) == pytest.approx(wanted, rel=1e-9, abs=1e-12)
        x = 0.0 if law.friction else s.x


@pytest.mark.parametrize("name", [name for name, make in EVERY.items() if make(np.random.default_rng(0)).kernels.explicit])
def test_a_law_that_knows_its_force_at_once_keeps_the_step_that_is_found(name):
    """`moved` at the velocity that `solve` finds: the same force, slope and state, to what that velocity is known to."""
    random = np.random.default_rng(2)
    touched = 0
    for _ in range(RUNS):
        law = EVERY[name](random)
        c, s = opened(law)
        v_free, forces, y, x = trajectory(random, law)
        for drive, normal_force in zip(v_free, forces, strict=True):
            again = copied(s)
            f, v, _ = law.kernels.solve(c, s, drive, y, x, normal_force)
            slope = law.kernels.slope(c, s, f, v, normal_force)
            known = law.kernels.moved(c, again, v, x, normal_force)
            close = 1e-12 * (abs(f) + abs(slope) * (abs(v) + abs(s.x_found) * RATE))
            assert known == pytest.approx(f, abs=close, rel=1e-11)
            assert law.kernels.slope(c, again, known, v, normal_force) == pytest.approx(slope, rel=1e-6, abs=1e-12 * c.stiffness * c.step)
            assert again.x == pytest.approx(s.x, rel=1e-12, abs=1e-15 * (1 + abs(v)))
            assert f == 0.0 or again.f_before == s.f_before
            touched += f > 0.0
            x = s.x
    assert touched > RUNS


def test_impacts_know_their_forces_at_once():
    random = np.random.default_rng(0)
    assert {name for name, make in EVERY.items() if make(random).kernels.explicit} == {"PowerLaw", "HuntCrossley", "Stulov"}


def test_every_law_is_compared():
    random = np.random.default_rng(0)
    assert {type(make(random)).__name__ for make in EVERY.values()} >= {
        name for name, law in Interaction.registry.items() if law.__module__.startswith("rosin.")
    }


@pytest.mark.parametrize("curve", CURVES)
def test_a_fold_sticks_or_slips_as_the_law_leans(curve):
    law = Stribeck(curve=curve)
    c, s = opened(law)
    found = {}
    for leant in (0.0, 0.5, -0.5):
        trial = copied(s)
        law.kernels.lean(c, trial, leant)
        f, v, _ = law.kernels.solve(c, trial, 0.7, 1.0, 0.0, 1.0)
        assert v == pytest.approx(0.7 - f)
        found[leant] = v, law.kernels.slope(c, trial, f, v, 1.0)
    assert found[0.0] == found[-0.5] == (0.0, RIGID)
    v, slope = found[0.5]
    assert v > 0.2
    assert -1.0 < slope < 0.0


@pytest.mark.parametrize(
    ("law", "v_free", "normal_force"),
    [(Exponential(100.0), 1.0, 1.0), (Thermal(heat_capacity=1e-7, sharpness=4.0, static_friction=1.0), 3.06, 3.0)],
    ids=["Exponential", "Thermal"],
)
def test_a_fold_creeps_or_slips_as_the_law_leans(law, v_free, normal_force):
    c, s = opened(law)
    found = []
    for leant in (0.0, 0.5 * v_free, 0.0):
        law.kernels.lean(c, s, leant)
        trial = copied(s)
        f, v, _ = law.kernels.solve(c, trial, v_free, 1.0, 0.0, normal_force)
        assert v == pytest.approx(v_free - f)
        assert 1.0 + law.kernels.slope(c, trial, f, v, normal_force) > 0.0  # a branch that motion can hold
        found.append(v)
    creeping, slipping, again = found
    assert creeping == again
    assert 0.0 < creeping < 0.1 * slipping


def test_only_laws_with_branches_lean():
    random = np.random.default_rng(0)
    leaning = {name.split("-")[0] for name, make in EVERY.items() if make(random).kernels.lean is not without_branches}
    assert leaning == {"Stribeck", "Exponential", "Thermal", "ThermalTable"}

"""How the equation of a sample is searched: which of several roots is taken, from where, in how many evaluations, and to which digit."""

import numpy as np
import pytest

from rosin import (
    Contact,
    Dahl,
    ElastoPlastic,
    Exponential,
    Gesture,
    Hammer,
    Hand,
    HuntCrossley,
    LoadedBristles,
    LuGre,
    Modal,
    PowerLaw,
    Stribeck,
    Stulov,
    Thermal,
    ThermalTable,
    render,
)
from rosin.evidence.equations import bristle_rate
from rosin.interactions.elasto_plastic import implicit
from rosin.interactions.elasto_plastic.adhesion import breakaway
from rosin.interactions.impact import mean_force
from rosin.kernels.record import fill

BODY = Modal([200.0, 510.0, 1300.0], 0.5, 0.01)
STROKE = Gesture(velocity=[(0, 0), (0.2, 0.3), (0.6, -0.2)], normal_force=[(0, 0.5), (0.5, 2.0)])
BLOW = Gesture(velocity=[(0, 0), (0.01, 0), (0.01, 1), (0.03, 1), (0.03, 0)])
EVALUATIONS = [  # a sample, on the average; a search that began elsewhere would need more
    (ElastoPlastic(), 0.85),
    (ElastoPlastic(bristle_stiffness=1e6), 1.2),
    (ElastoPlastic(damping_law="velocity"), 2.9),
    (LoadedBristles(), 0.9),
    (LuGre(), 2.1),
    (LuGre(bristle_stiffness=1e6), 2.2),
    (Stribeck(), 3.05),
    (Exponential(), 3.55),
    (Thermal(), 1.8),
    (ThermalTable(), 1.75),
    (Dahl(), 1.0),
]


@pytest.mark.parametrize(
    ("law", "most"), EVALUATIONS, ids=lambda value: type(value).__name__ if not isinstance(value, float) else f"{value}"
)
def test_a_stroke_needs_few_evaluations_a_sample(law, most):
    counts = render(Contact(Hand(), law, BODY), STROKE, duration=0.6, record="iterations").traces["iterations"]
    assert counts.min() >= 0
    assert counts.mean() <= most
    assert counts.max() <= 14


@pytest.mark.parametrize("law", [PowerLaw(), HuntCrossley(), Stulov()], ids=lambda law: type(law).__name__)
def test_a_blow_needs_three_evaluations_a_sample_and_none_while_apart(law):
    traces = render(Contact(Hammer(0.02), law, BODY), BLOW, duration=0.1, record=("iterations", "force")).traces
    touching = traces["force"] != 0.0
    assert touching.sum() > 50
    assert 0 < traces["iterations"][touching].mean() <= 3.0
    assert not traces["iterations"][~touching].any()


@pytest.mark.parametrize("exponent", [1.0, 1.5, 2.3, 3.5, 7.0, 10.0])
def test_the_mean_force_of_a_step_is_exact_however_short_it_is(exponent):
    """Against Gauss's quadrature with eighty bits: series of short steps, differences of potentials of long ones, and both slopes."""
    nodes, weights = np.polynomial.legendre.leggauss(60)
    begin, law = 1e-4, PowerLaw(1e8, exponent)
    p, c, _ = law.kernels.memory.blank({})
    fill(p, law.packed())
    law.kernels.prepare(p, 48_000.0, c)
    for share in (1e-9, 1e-4, -3e-3, 0.0199, -0.0199, 0.0201, -0.0201, 0.3, -0.7, 4.0):
        end = begin * (1 + share)
        x = np.longdouble(begin) + (np.longdouble(end) - np.longdouble(begin)) * (1 + nodes.astype(np.longdouble)) / 2
        share_of_end = (1 + nodes.astype(np.longdouble)) / 2
        exact = (weights * x**exponent).sum() / 2
        slope = (weights * exponent * x ** (exponent - 1) * share_of_end).sum() / 2
        mean, by_end = mean_force(c, begin**exponent, begin, end)
        assert abs(mean / (1e8 * float(exact)) - 1) < 1e-13
        assert abs(by_end / (1e8 * float(slope)) - 1) < 1e-7 + 1e-14 / share**2 * (abs(share) >= 0.02)


def searched(law, root, k1, half, before):
    """Where the search for the rate of a sample ends that has a root of this velocity, bristle and rate, after a sample like `before`."""
    v, z, h = root
    kernels = law.kernels
    p, c, s = kernels.memory.blank({})
    fill(p, law.packed())
    kernels.prepare(p, 0.5 / half, c)
    kernels.start(c, s)
    fill(s, dict(zip(("v", "z", "h"), before, strict=True)))
    return implicit.rate(c, s, v - k1 * h, k1, z - half * h, half, 1.0, h)[0], breakaway(c, 1.0)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_slides_goes_on_sliding_while_its_bristle_relaxes_and_what_sticks_unloads(sign):
    """The body throws the bow back, so that without friction it would reverse: an elastic root exists, and a sliding one."""
    law, half = ElastoPlastic(1e4, 0.0, 0.0, 0.8, 0.3, 0.1, 0.7), 0.5 / 48_000
    tried = 0
    for v in (0.05, 0.1, 0.3):
        for z in (6.0e-5, 7.0e-5, 7.9e-5):
            h = bristle_rate(law, 0.0, v, z, 1.0)
            if h >= 0.0:
                continue
            for k1 in (-3.0, -10.0, -40.0):
                if v - k1 * h >= 0.0 or z - half * h <= 0.0:
                    continue
                root = sign * v, sign * z, sign * h
                slides, z_ba = searched(law, root, k1, half, root)
                sticks, _ = searched(law, root, k1, half, (-sign * v, sign * z, sign * h))
                stuck, _ = searched(law, root, k1, half, (sign * v, 0.9 * sign * z_ba, sign * h))
                elastic = sign * (v - k1 * h) / (1 - k1)
                if (z - half * h) + half * sign * elastic <= z_ba:
                    continue
                tried += 1
                assert slides == pytest.approx(sign * h, rel=1e-9)
                assert sticks == pytest.approx(elastic, rel=1e-9)
                assert stuck == pytest.approx(elastic, rel=1e-9)
    assert tried >= 3

"""A bouncing ball: its intervals are its restitution, and it comes to rest."""

import numpy as np
import pytest
from scipy.special import lambertw
from struck_measures import contacts, level

import rosin

G = 9.81
WALL = {"resonator": {"type": "Wall"}, "at": None, "heard": None}


def bounces(instrument, rate=96_000, **given):
    """When the ball touches (s), and for how long."""
    begins, ends = contacts(instrument.render(record="force", sample_rate=rate, seed=1, **given).traces["force"])
    return begins / rate, (ends - begins) / rate


def speeds(height, dissipation, count):
    """Speeds of the first blows: v = sqrt(2 g h), then each 1 / (1 + 2 mu v / 3) of the one before."""
    found = [np.sqrt(2 * G * height)]
    for _ in range(count - 1):
        found.append(found[-1] / (1 + 2 / 3 * dissipation * found[-1]))
    return np.array(found)


@pytest.mark.filterwarnings("ignore:The sound is silent")
@pytest.mark.parametrize("dissipation", [0.1, 0.3, 0.6])
def test_intervals_on_a_wall_follow_the_restitution(dissipation):
    """Flights last 2 v / g with the exact v after each blow, (1 + W(-a e^-a)) / mu, a = 1 + mu v; ratios also follow the short form."""
    ball = rosin.instrument("bouncing_ball").with_changes(WALL | {"interaction.dissipation": dissipation})
    begins, lasting = bounces(ball, duration=3.0)
    assert begins[0] == pytest.approx(np.sqrt(2 * 0.3 / G), abs=2e-5)
    flights = np.diff(begins)[:6] - lasting[:6]
    expected = speeds(0.3, dissipation, 7)
    np.testing.assert_allclose(flights[1:] / flights[:-1], expected[2:] / expected[1:-1], rtol=5e-3)
    exact = [expected[0]]
    for _ in flights:
        a = 1 + dissipation * exact[-1]
        exact.append((1 + lambertw(-a * np.exp(-a)).real) / dissipation)
    np.testing.assert_allclose(flights, 2 * np.array(exact[1:]) / G, rtol=2e-3)


def test_intervals_on_the_slab_follow_it_nearly():
    begins, _ = bounces(rosin.instrument("bouncing_ball"), duration=2.5)
    intervals = np.diff(begins)[:6]
    expected = speeds(0.3, 0.3, 7)
    np.testing.assert_allclose(intervals[1:] / intervals[:-1], expected[2:] / expected[1:-1], rtol=0.02)


def test_a_ball_from_higher_bounces_longer_and_a_lossier_one_shorter():
    ball = rosin.instrument("bouncing_ball")
    fifth = [
        bounces(ball.with_changes(changes), duration=3.0)[0][4]
        for changes in ({"interaction.dissipation": 0.6}, {}, {"exciter.position": -0.6})
    ]
    assert np.diff(fifth).min() > 0.1


@pytest.mark.parametrize("rate", [44_100, 96_000])
def test_it_comes_to_rest(rate):
    ball = rosin.instrument("bouncing_ball")
    sound = ball.render(record="force", sample_rate=rate, seed=1)
    begins, ends = contacts(sound.traces["force"])
    assert ends[-1] == len(sound.traces["force"])
    assert 3.5 < begins[-1] / rate < 5.4
    assert sound.traces["force"][-rate // 20 :].mean() == pytest.approx(0.005 * G, rel=0.05)
    assert level(sound, ball.duration - 0.2) < level(sound, 0, 1) - 40


def test_bounces_crowd_together():
    begins, _ = bounces(rosin.instrument("bouncing_ball"))
    assert np.diff(begins[:20], 2).max() < 0
    assert len(begins) > 60

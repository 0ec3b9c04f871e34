"""Impacts against closed forms: the Hunt-Crossley hammer, the lossless ball, felt that relaxes."""

import numpy as np
import pytest

from rosin import Contact, Gesture, HuntCrossley, InertialMass, MassSpringDamper, Modal, PowerLaw, Stulov, Wall, render
from rosin.analysis.rebound import contact_time as contact_time_of
from rosin.analysis.rebound import rebound_speed
from rosin.evidence.equations import Throw

MASS, STIFFNESS, LOSS, EXPONENT = 0.01, 1.5e11, 0.6, 2.8  # Avanzini et al. 2003, figure 8.3
SPEEDS = np.arange(0.5, 4.01, 0.25)


def speed_after(speed):
    return rebound_speed(speed, LOSS)


def contact_time(speed):
    return contact_time_of(speed, MASS, STIFFNESS, EXPONENT, LOSS)


def strike(law, speed, sample_rate, duration=2.5e-3, gap=3.3e-5, **options):
    hammer = InertialMass(MASS, velocity=speed, position=-gap)
    return render(
        Contact(hammer, law, Wall()),
        Gesture(),
        duration=duration,
        sample_rate=sample_rate,
        record=("force", "relative_velocity", "compression"),
        **options,
    )


def crossings(x, rate):
    """Times between the first and the last passage of x through zero."""
    places = np.flatnonzero(np.diff(np.sign(x)) != 0)
    times = places + x[places] / (x[places] - x[places + 1])
    return (times[-1] - times[0]) / rate


def test_hammer_leaves_a_wall_as_the_closed_form_says():
    for speed in SPEEDS:
        sound = strike(HuntCrossley(STIFFNESS, EXPONENT, LOSS), speed, 192_000)
        assert sound.traces["relative_velocity"][-1] == pytest.approx(speed_after(speed), rel=1e-3)
        assert crossings(sound.traces["compression"], 192_000) == pytest.approx(contact_time(speed), rel=5e-3)
        assert sound.diagnostics.iterations_worst <= 4


def test_the_papers_table_of_rebounds_and_contact_times():
    for speed, time, rebound in ((1, 1.1724e-3, -0.7120), (2, 0.9197e-3, -1.0937), (3, 0.8231e-3, -1.3165), (4, 0.7759e-3, -1.4515)):
        assert contact_time(speed) == pytest.approx(time, rel=1e-4)
        assert speed_after(speed) == pytest.approx(rebound, rel=1e-4)


def test_rebound_converges_with_the_square_of_the_time_step():
    rates = 48_000 * 2 ** np.arange(5)
    errors = []
    for rate in rates:
        law = HuntCrossley(STIFFNESS, EXPONENT, LOSS)
        gaps = np.linspace(1e-5, 6e-5, 24)  # the phase at which the grid meets the wall is averaged out
        misses = [strike(law, 2.0, int(rate), gap=gap).traces["relative_velocity"][-1] - speed_after(2.0) for gap in gaps]
        errors.append(np.sqrt(np.mean(np.square(misses))))
    order = -np.polyfit(np.log(rates), np.log(errors), 1)[0]
    assert 1.9 < order < 2.1


@pytest.mark.parametrize("sample_rate", [22_050, 48_000, 192_000])
def test_a_lossless_ball_returns_with_its_speed(sample_rate):
    for stiffness in 10.0 ** np.arange(3, 14):
        for exponent in (1.0, 1.3, 1.5, 2.5, 3.5):
            ball = InertialMass(0.005, velocity=1.7, position=-1e-4)
            contact = Contact(ball, PowerLaw(stiffness, exponent), Wall())
            period = 2 * np.pi * (0.005 / stiffness) ** (1 / (exponent + 1))
            sound = render(
                contact,
                Gesture(),
                duration=min(0.5, 1e-3 + 4 * period),
                sample_rate=sample_rate,
                record=("relative_velocity", "compression"),
            )
            assert sound.traces["compression"][-1] < 0, (stiffness, exponent)
            assert sound.traces["relative_velocity"][-1] == pytest.approx(-1.7, rel=1e-11), (stiffness, exponent)


def test_felt_follows_its_differential_equation():
    """Stulov's felt against scipy: hammer on a wall, f = k (x^a - e r), t r' = x^a - r, while it pushes."""
    felt = Stulov(2e8, 2.5, 0.7, 4e-4)
    exact = Throw(MASS, 1.5).motion(felt, np.array([6e-3]), method="Radau", tolerance=1e-11)
    errors = []
    for rate in (96_000, 192_000, 384_000):
        hammer = InertialMass(MASS, velocity=1.5, position=0.0)
        sound = render(Contact(hammer, felt, Wall()), Gesture(), duration=6e-3, sample_rate=rate, record=("relative_velocity", "force"))
        errors.append(abs(sound.traces["relative_velocity"][-1] - exact[1, -1]))
        assert sound.traces["force"].min() >= 0
    assert errors[-1] < 1e-5
    assert errors[0] / errors[-1] > 10


def test_felt_without_relaxation_is_a_power_law():
    felt = strike(Stulov(1e9, 1.5, 0.0, 1e-3), 1.0, 48_000)
    spring = strike(PowerLaw(1e9, 1.5), 1.0, 48_000)
    np.testing.assert_allclose(felt.traces["force"], spring.traces["force"], rtol=1e-9)


@pytest.mark.parametrize("law", [PowerLaw(1e7, 1.5), HuntCrossley(1e7, 1.5, 0.5), Stulov(1e7, 1.5, 0.5, 1e-4)])
@pytest.mark.parametrize("body", [Modal([300, 800], 0.2, 0.1), MassSpringDamper.tuned(200, 0.1, 0.05)])
def test_a_struck_body_takes_up_momentum_and_rings(law, body):
    hammer = InertialMass(0.02, velocity=1.0, position=-1e-5)
    sound = render(Contact(hammer, law, body), Gesture(), duration=0.1, record=("force",))
    force = sound.traces["force"]
    assert force.min() >= 0
    assert force.max() > 10
    assert sound.peak > 0.05

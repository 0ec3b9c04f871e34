"""Rolling and scraping: size, speed, roughness, and silence at rest."""

import numpy as np
import pytest
from scipy.signal import welch
from struck_measures import centroid, level

import rosin
from rosin.instruments.performance import perform

STEEL = 7800.0


def raw(instrument, gesture, **given):
    """The sound before the output chain, so that nothing limits it."""
    return perform(instrument.played(gesture), **given)


def ball_of(radius):
    """A steel ball on the board, with Hertz's stiffness."""
    mass, stiffness = 4 / 3 * np.pi * radius**3 * STEEL, 4 / 3 * 8e9 * radius**0.5
    return rosin.instrument("rolling_ball").with_changes(
        {"exciter.radius": radius, "exciter.mass": mass, "interaction.stiffness": stiffness}
    )


def test_the_ball_of_the_preset_is_of_steel_and_meets_the_board_as_hertz_says():
    setup, same = rosin.instrument("rolling_ball").setup, ball_of(0.01).setup
    assert setup.exciter.mass == pytest.approx(same.exciter.mass, rel=1e-3)
    assert setup.interaction.stiffness == pytest.approx(same.interaction.stiffness, rel=1e-3)


def test_a_larger_ball_rolls_darker():
    sounds = [raw(ball_of(radius), {"velocity": 0.3}, duration=4.0) for radius in (0.005, 0.01, 0.02, 0.04)]
    centroids = [centroid(sound, 0.5) for sound in sounds]
    assert min(np.divide(centroids[:-1], centroids[1:])) > 1.2


@pytest.mark.parametrize("name", ["rolling_ball", "marble", "scraping"])
def test_a_faster_one_is_louder(name):
    force = {"force": 4.0} if name == "scraping" else {}
    sounds = [raw(rosin.instrument(name), {"velocity": speed} | force, duration=4.0) for speed in (0.05, 0.1, 0.2, 0.4)]
    assert np.diff([level(sound, 0.5) for sound in sounds]).min() > 2


@pytest.mark.parametrize("name", ["rolling_ball", "marble"])
def test_the_rough_slope_is_in_the_contact_force(name):
    """While the ball stays down (fine profiles) the force under beta 1 and beta 3 differs by f^2."""
    spectra = []
    for beta in (1.0, 3.0):
        ball = rosin.instrument(name).with_changes({"exciter.beta": beta, "exciter.roughness": 1e-9})
        force = raw(ball, {"velocity": [(0, 0), (0.3, 0.3)]}, duration=4.0, record="force").traces["force"]
        assert (force[48_000:] > 0).all()
        frequencies, power = welch(force[48_000:], 48_000, nperseg=16_384)
        spectra.append(power)
    inside = (frequencies > 100) & (frequencies < 6000)
    slope = np.polyfit(np.log(frequencies[inside]), np.log(spectra[0][inside] / spectra[1][inside]), 1)[0]
    assert slope == pytest.approx(2.0, abs=0.15)


def test_a_rougher_board_is_louder():
    sounds = [
        raw(rosin.instrument("rolling_ball").with_changes({"exciter.roughness": rough}), {"velocity": 0.3}, duration=3.0)
        for rough in (5e-7, 2e-6, 8e-6)
    ]
    assert np.diff([level(sound, 0.5) for sound in sounds]).min() > 3


def test_scraping_is_brighter_where_it_is_faster():
    sounds = [raw(rosin.instrument("scraping"), {"velocity": speed, "force": 4.0}, duration=3.0) for speed in (0.02, 0.05, 0.1, 0.2, 0.4)]
    centroids = [centroid(sound, 0.5) for sound in sounds]
    assert min(np.divide(centroids[1:], centroids[:-1])) > 1.05
    assert centroids[-1] > 3 * centroids[0]


@pytest.mark.parametrize("name", ["rolling_ball", "marble", "scraping"])
def test_at_rest_it_is_silent(name):
    """Before the gesture begins to move, and when it has ended and the ring is over."""
    force = {"force": [(0, 0), (0.1, 4.0)]} if name == "scraping" else {}
    sound = raw(rosin.instrument(name), {"velocity": [(0, 0.3), (1, 0.3), (1.05, 0)]} | force, duration=4.0)
    assert level(sound, 3.5, 4.0) < level(sound, 0.3, 1.0) - 60

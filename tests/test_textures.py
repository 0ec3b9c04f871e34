"""Textures: the slope of fractal noise, its place in the friction force, silence at rest, the same power at any rate."""

import numpy as np
import pytest
from scipy.signal import welch

from rosin import Contact, ElastoPlastic, Fractal, Gesture, Hand, Modal, Wall, White, render
from rosin.kernels import random

BETAS = (0.5, 1.0, 1.5, 1.81, 2.0)


def slope(frequencies, power):
    return -np.polyfit(np.log(frequencies), np.log(power), 1)[0]


@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000])
@pytest.mark.parametrize("beta", BETAS)
def test_the_filter_falls_as_it_should(beta, rate):
    texture = Fractal(beta)
    c = texture.prepared(rate)
    frequencies = np.geomspace(3 * texture.lowest_frequency, rate / 6, 2000)
    z = np.exp(-2j * np.pi * frequencies / rate)
    response = np.full(z.shape, c.gain, dtype=complex)
    for i in range(int(c.sections)):
        response *= (1 + c.b[i] * z) / (1 + c.a[i] * z)
    assert slope(frequencies, np.abs(response) ** 2) == pytest.approx(beta, abs=0.03)


def rubbed(texture, rate, duration=30.0, noise=0.5):
    law = ElastoPlastic(noise=noise)
    contact = Contact(Hand(), law, Wall(), texture)
    return render(contact, Gesture(velocity=0.2, normal_force=1.0), duration=duration, sample_rate=rate, seed=3, record=("force",)).traces[
        "force"
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("beta", BETAS)
def test_the_force_of_a_sliding_hand_carries_the_texture(beta):
    rate = 48_000
    frequencies, power = welch(rubbed(Fractal(beta), rate)[rate:], rate, nperseg=16_384)
    places = np.geomspace(60, rate / 6, 200)
    assert slope(places, np.interp(places, frequencies, power)) == pytest.approx(beta, abs=0.1)


@pytest.mark.sweep
@pytest.mark.parametrize("texture", [White(), Fractal(1.0)])
def test_the_power_per_hertz_does_not_depend_on_the_rate(texture):
    levels = []
    for rate in (44_100, 96_000, 192_000):
        frequencies, power = welch(rubbed(texture, rate, duration=10.0), rate, nperseg=rate // 20)
        levels.append(10 * np.log10(power[(frequencies > 1000) & (frequencies < 4000)].mean()))
    assert np.ptp(levels) < 0.3


def test_white_texture_has_unit_variance_at_48_kHz():
    force = rubbed(White(), 48_000, noise=1.0)[4800:]
    assert force.std() == pytest.approx(np.sqrt(0.2 * 1.0), rel=0.02)


def test_fractal_texture_has_unit_variance_up_to_24_kHz():
    for beta in (0.0, 0.5, 1.0, 1.5):
        force = rubbed(Fractal(beta, 4, 20), 48_000, duration=60.0, noise=1.0)[48_000:]
        assert (force - force.mean()).var() == pytest.approx(0.2, rel=0.08), beta


def test_noise_vanishes_at_rest_and_when_lifted():
    contact = Contact(Hand(), ElastoPlastic(noise=1.0), Modal([300], 0.2, 0.05))
    still = render(contact, Gesture(velocity=0.0, normal_force=1.0), duration=0.1, record=("force",))
    assert not still.audio.any()
    assert not still.traces["force"].any()
    lifted = render(contact, Gesture(velocity=0.1, normal_force=0.0), duration=0.1, record=("force",))
    assert not lifted.traces["force"].any()


def test_the_generator_is_mrg32k3a():
    """L'Ecuyer's recurrence with seeds of 12345, against integers of any size."""
    s = [12345.0] * 6
    ours = np.array([random.uniform(s) for _ in range(5000)])
    x, y = [12345] * 3, [12345] * 3
    for value in ours:
        p = (1403580 * x[1] - 810728 * x[0]) % 4294967087
        q = (527612 * y[2] - 1370589 * y[0]) % 4294944443
        x, y = [*x[1:], p], [*y[1:], q]
        assert value == pytest.approx(((p - q) % 4294967087 or 4294967087) / 4294967088, abs=1e-15)

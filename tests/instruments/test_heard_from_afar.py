"""How struck things are heard: small ones radiate little of what is low, and dense modes stand for what lies beyond the known ones."""

import numpy as np
import pytest

import rosin
from rosin import DenseModes, Modal, ParameterError, Rim, render
from rosin.instruments.setups.beyond import with_modes_beyond
from rosin.instruments.setups.one_contact import OneContact
from rosin.instruments.setups.radiation import SPEED, efficiency, radiating

RATE = 48_000
BODY = Modal([200.0, 900.0], [0.3, 0.1], 0.05, pickups=[[1.0, -1.0], [0.5, 1.0]])
DENSE = DenseModes(split=2000, hill=4000, level=0.02, quality=200, spacing=0.06, likeness=0.5)


def struck(body, **given):
    return render(
        rosin.Contact(rosin.Hammer(mass=0.002), rosin.HuntCrossley(stiffness=1e9), body),
        rosin.Gesture(velocity=[(0, 1.0), (0.002, 1.0), (0.002, 0.0)]),
        duration=0.5,
        **given,
    )


def test_a_small_sphere_is_heard_by_six_decibels_an_octave_less_and_a_large_one_as_it_moves():
    corner = SPEED / (2 * np.pi * 0.05)
    assert efficiency(corner, 0.05) == pytest.approx(1 / np.sqrt(2))
    assert efficiency(0.02 * corner, 0.05) / efficiency(0.01 * corner, 0.05) == pytest.approx(2, rel=1e-3)
    assert efficiency(50 * corner, 0.05) == pytest.approx(1, rel=1e-3)


def test_a_breathing_sphere_obeys_the_wave_equation():
    """p = A e^{i(wt - kr)} / r outside; at r = a its gradient drives the air as the wall does: rho i w v = -dp/dr."""
    radius, frequency, rho = 0.04, 700.0, 1.2
    k, w = 2 * np.pi * frequency / SPEED, 2 * np.pi * frequency
    step = 1e-6

    def wave(r):
        return np.exp(-1j * k * r) / r

    velocity = -(wave(radius + step) - wave(radius - step)) / (2 * step) / (1j * w * rho)
    far = 10.0
    heard = abs(wave(far) / velocity) / (rho * SPEED) * far / radius
    assert heard == pytest.approx(efficiency(frequency, radius), rel=1e-4)


def test_each_mode_is_heard_by_its_efficiency():
    made = radiating(BODY, 0.05)
    np.testing.assert_allclose(made.pickups, np.array(BODY.pickups) * efficiency(BODY.frequencies, 0.05))
    assert radiating(BODY, 0.0) is BODY


def test_modes_beyond_do_not_push_back():
    alone, more = struck(BODY, record="force"), struck(with_modes_beyond(BODY, DENSE), record="force")
    np.testing.assert_allclose(more.traces["force"], alone.traces["force"], rtol=1e-3, atol=1e-3 * alone.traces["force"].max())


def test_modes_beyond_are_heard_as_loud_as_their_level_says():
    """At its frequency a mode gives its level for one newton: pickup times t_e / 2 m."""
    made = with_modes_beyond(BODY, DENSE)
    frequencies, levels = DENSE.expanded()
    place = [made.frequencies.index(each) for each in frequencies]
    heard = np.array(made.pickups)[:, place] * np.array(made.decay_times)[place] / (2 * np.array(made.masses)[place])
    np.testing.assert_allclose(heard, levels, rtol=1e-12)
    assert made.frequencies[-len(BODY.frequencies) :] == BODY.frequencies  # its own come last, and stay in their order
    difference = struck(made).audio - struck(BODY).audio
    power = np.abs(np.fft.rfft(difference, axis=1)) ** 2
    assert power[:, : int(0.5 * 1800)].sum() < 0.01 * power.sum()  # nothing below the split


def test_a_shape_keeps_its_own_modes_below_the_dense_ones():
    drum = rosin.instrument("drum").setup
    known = drum.resonator.modal(at=drum.at, highest=drum.beyond.split)
    body = drum.body
    below = [f for f in body.frequencies if f < 0.99 * drum.beyond.split]
    assert np.isin(below, known.frequencies).all()
    assert len(body.frequencies) == len(known.frequencies) + len(drum.beyond.expanded().frequencies)
    assert drum.tuned(1500.0).frequencies[:1] == (drum.beyond.expanded().frequencies[0],)  # the dense ones stay where they are
    assert np.isclose(drum.tuned(1500.0).frequencies, 1500.0).any()


def test_a_tom_rings_as_published_toms_do():
    """Its second mode 1.44 to 1.52 times as high as the first, which falls by 60 dB in 1 to 3 s; above 1 kHz it is heard after 50 ms."""
    drum = rosin.instrument("drum").setup.resonator.modes(most=8)
    assert 1.44 < drum.frequencies[1] / drum.frequencies[0] < 1.53
    assert 1.0 < 6.91 * drum.decay_times[0] < 3.0
    audio = rosin.instrument("drum").render(duration=0.45).audio[0]
    late = audio[int(0.11 * RATE) : int(0.2 * RATE)]
    power = np.abs(np.fft.rfft(late * np.hanning(len(late)))) ** 2
    treble = power[np.fft.rfftfreq(len(late), 1 / RATE) > 1000].sum() / power.sum()
    assert -45 < 10 * np.log10(treble) < -10


def test_what_is_wrong_is_named():
    rim = Rim(radius=0.03, frequencies=[500.0], decay_times=0.3, masses=0.005)
    parts = {"interaction": rosin.ElastoPlastic(), "resonator": rim}
    with pytest.raises(ParameterError, match=r"radiating_radius.*Rim"):
        OneContact(**parts, radiating_radius=0.1)
    with pytest.raises(ParameterError, match=r"beyond.*Rim"):
        OneContact(**parts, beyond=DENSE)
    with pytest.raises(ParameterError, match="above the resonator's lowest mode, 200 Hz"):
        OneContact(**parts | {"resonator": BODY}, beyond=DENSE.replace(split=150.0))

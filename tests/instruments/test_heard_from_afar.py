"""How struck things are heard: small ones radiate little of what is low, and dense modes stand for what lies beyond the known ones."""

import numpy as np
import pytest

import rosin
from rosin import DenseModes, Modal, ParameterError, Rim, Voice, render
from rosin.bodies.modal.memory import HEAVY
from rosin.bodies.modal.radiation import SPEED, efficiency
from rosin.instruments.setups.one_contact import OneContact

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
    assert efficiency(corner, 0.05, 0.0) == pytest.approx(1 / np.sqrt(2))
    for swinging, steeper in ((0.0, 2), (1.0, 4)):
        assert efficiency(0.02 * corner, 0.05, swinging) / efficiency(0.01 * corner, 0.05, swinging) == pytest.approx(steeper, rel=1e-3)
        assert efficiency(50 * corner, 0.05, swinging) == pytest.approx(1, rel=1e-3)
        assert efficiency(corner, 0.0, swinging) == 1


@pytest.mark.parametrize("radiates", ["breathing", "swinging"])
def test_a_sphere_obeys_the_wave_equation(radiates):
    """Outside p is a wave; at r = a its gradient drives the air as the wall does, rho i w v = -dp/dr, on the axis where it swings."""
    radius, frequency, rho = 0.04, 700.0, 1.2
    k, w = 2 * np.pi * frequency / SPEED, 2 * np.pi * frequency
    step, far = 1e-6, 1000.0

    def wave(r):
        return np.exp(-1j * k * r) / r * (1 if radiates == "breathing" else 1 + 1 / (1j * k * r))

    velocity = -(wave(radius + step) - wave(radius - step)) / (2 * step) / (1j * w * rho)
    heard = abs(wave(far) / velocity) / (rho * SPEED) * far / radius
    assert heard == pytest.approx(efficiency(frequency, radius, float(radiates == "swinging")), rel=1e-4)


def coefficients(body, *names):
    """Rows of a body's coefficients, those of its modes alone."""
    voice = Voice(rosin.Contact(rosin.Hammer(mass=0.002), rosin.HuntCrossley(stiffness=1e9), body), RATE)
    modes = voice.machine.layout.forms["resonator"]["modes"]
    return [voice.machine.view(f"resonator.c.{name}").reshape(-1, modes).squeeze() for name in names]


def test_each_mode_is_heard_by_its_efficiency():
    plain, made = (coefficients(BODY.replace(radiating_radius=radius), "heard")[0] for radius in (0.0, 0.05))
    np.testing.assert_allclose(plain[:, :2], BODY.pickups)
    np.testing.assert_allclose(made[:, :2], plain[:, :2] * [efficiency(frequency, 0.05, 0.0) for frequency in BODY.frequencies])


def test_a_body_that_is_heard_where_it_is_touched_radiates_too():
    body = BODY.replace(pickups=None)
    moved, heard = (struck(each).audio for each in (body, body.replace(radiating_radius=0.05)))
    given = body.replace(pickups=[[efficiency(frequency, 0.05, 0.0) for frequency in body.frequencies]])
    np.testing.assert_allclose(heard, struck(given).audio, rtol=1e-9, atol=1e-12)
    assert np.abs(heard).max() < 0.5 * np.abs(moved).max()


def test_modes_beyond_do_not_push_back():
    alone, more = struck(BODY, record="force"), struck(BODY.replace(beyond=DENSE), record="force")
    np.testing.assert_allclose(more.traces["force"], alone.traces["force"], rtol=1e-3, atol=1e-3 * alone.traces["force"].max())


def test_modes_beyond_are_heard_as_loud_as_their_level_says():
    """At its frequency a mode gives its level for one newton: pickup times t_e / 2 m."""
    made = BODY.replace(beyond=DENSE)
    omega, decay, mass, heard, shapes = coefficients(made, "omega", "decay", "mass", "heard", "shapes")
    frequencies, levels = DENSE.expanded()
    dense = slice(2, 2 + len(frequencies))
    np.testing.assert_allclose(omega[dense] / (2 * np.pi), frequencies, rtol=1e-12)
    np.testing.assert_allclose(frequencies * np.pi / decay[dense], DENSE.quality, rtol=1e-12)
    np.testing.assert_allclose(heard[:, dense] / decay[dense] / (2 * mass[dense]), levels, rtol=1e-12)
    assert (mass[dense] == HEAVY).all()
    np.testing.assert_array_equal(shapes[2:], np.arange(2, len(shapes)) < dense.stop)  # nothing moves the others
    difference = struck(made).audio - struck(BODY).audio
    power = np.abs(np.fft.rfft(difference, axis=1)) ** 2
    assert power[:, : int(0.5 * 1800)].sum() < 0.01 * power.sum()  # nothing below the split


def test_dense_modes_are_turned_while_they_sound_as_far_as_there_is_room():
    """A voice that is turned before it sounds is one that was made so; one in which most modes end while they ring does not click."""

    def contact(dense, radius=0.0):
        return rosin.Contact(
            rosin.Hammer(mass=0.002), rosin.HuntCrossley(stiffness=1e9), BODY.replace(beyond=dense, radiating_radius=radius)
        )

    few = DENSE.replace(spacing=0.3, hill=1500.0, load=2.0, likeness=0.9)
    assert few.room == 16 < DENSE.room == 64
    turned, made = Voice(contact(DENSE), RATE), Voice(contact(few, 0.1), RATE)
    turned.update(contact(few, 0.1))
    blow = {"velocity": np.where(np.arange(4800) < 96, 1.0, 0.0)}
    np.testing.assert_allclose(turned.process(4800, blow), made.process(4800, blow), rtol=1e-9, atol=1e-12)
    voice = Voice(contact(DENSE), RATE)
    voice.process(2400, blow | {"velocity": blow["velocity"][:2400]})
    before = voice.process(2400, {})
    voice.update(contact(DENSE.replace(highest=2500.0)))
    after = voice.process(4800, {})
    steps = np.abs(np.diff(np.hstack([before, after]), 2)).max(axis=0)
    assert steps[2398:2410].max() < 2 * steps[:2390].max()
    left = 2 + len(DENSE.replace(highest=2500.0).expanded().frequencies)
    assert np.abs(voice.machine.view("resonator.s.v")[left:]).max() < 1e-12 * np.abs(after).max()  # those that ended are silent
    with pytest.raises(ParameterError, match="keeps"):
        voice.update(contact(DENSE.replace(spacing=0.01)))


def test_a_shape_keeps_its_own_modes_below_the_dense_ones():
    drum = rosin.instrument("drum").setup
    known = drum.resonator.modal(at=drum.at, highest=drum.beyond.split)
    assert drum.body.frequencies == known.frequencies
    assert drum.body.beyond == drum.tuned(1500.0).beyond == drum.beyond  # the dense ones stay where they are
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

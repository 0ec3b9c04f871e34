"""Modes that a sample rate cannot hold, or that nobody would hear, are left out: the rest sounds as if they had never been there."""

import numpy as np
import pytest

import rosin
from rosin import Contact, ElastoPlastic, Exponential, Gesture, Hand, Modal, Rim, Scene, Touch, render
from rosin.instruments.setups.one_contact import OneContact
from rosin.model.errors import ParameterError
from rosin.playing.midi.score import pitch_of_key

LOW, HIGH = 22_050, 48_000
RUB = Gesture(velocity=[(0, 0), (0.02, 0.2)], normal_force=1.0)
FITTING = {"frequencies": [440.0, 1210.0, 6000.0], "decay_times": [0.8, 0.5, 0.2], "masses": [0.05, 0.04, 0.03]}
TOO_HIGH = {"frequencies": [11_025.0, 440.0, 15_000.0, 1210.0, 6000.0], "decay_times": [0.3, 0.8, 0.1, 0.5, 0.2]}
TOO_HIGH["masses"] = [0.1, 0.05, 0.2, 0.04, 0.03]
POINTS = {"shapes": [[1.0, 0.5, -0.3], [0.2, 1.0, 0.4]], "pickups": [[1.0, -1.0, 1.0]]}
MORE_POINTS = {"shapes": [[0.7, 1.0, 0.2, 0.5, -0.3], [0.1, 0.2, 0.9, 1.0, 0.4]], "pickups": [[1.0, 1.0, 1.0, -1.0, 1.0]]}


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["native", "wasm", "python"])
@pytest.mark.parametrize("integrator", ["exact", "bilinear"])
def test_modes_above_half_the_rate_make_no_difference(target, integrator):
    law, moved = ElastoPlastic(1e5, 0.1), Gesture(velocity=[(0, 0), (0.02, 0.2)], normal_force=1.0, position=0.4)
    fitting = Modal(**FITTING, **POINTS, integrator=integrator)
    with_more = Modal(**TOO_HIGH, **MORE_POINTS, integrator=integrator)
    expected = render(Contact(Hand(), law, fitting), moved, duration=0.05, sample_rate=LOW, target=target).audio
    with pytest.warns(UserWarning, match="Modal: 2 of 5 frequencies are not below half the sample rate, 11025 Hz; they are left out"):
        found = render(Contact(Hand(), law, with_more), moved, duration=0.05, sample_rate=LOW, target=target).audio
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_energy_closes_without_them():
    contact = Contact(Hand(), ElastoPlastic(1e5, 0.1, noise=0.1), Modal(**TOO_HIGH, **MORE_POINTS))
    energies = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
    with pytest.warns(UserWarning, match="left out"):
        assert render(contact, RUB, duration=0.3, sample_rate=LOW, record=energies).diagnostics.energy_error < 1e-12


@pytest.mark.filterwarnings("ignore:.*left out")
def test_a_scene_leaves_them_out_too():
    def sounding(body):
        scene = Scene(
            bodies={"hand": Hand(), "plate": body}, contacts={"rub": Touch("hand", "plate", ElastoPlastic(1e5))}, heard={"plate": 1.0}
        )
        return render(scene, {"rub": RUB}, duration=0.05, sample_rate=LOW).audio

    expected = sounding(Modal(**FITTING, **POINTS))
    np.testing.assert_allclose(sounding(Modal(**TOO_HIGH, **MORE_POINTS)), expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.filterwarnings("ignore:.*left out")
def test_orders_of_a_rim_that_reach_half_the_rate_make_no_difference():
    """The last one does with the upper one of its pair alone."""

    def sounding(more):
        frequencies = [574.5, 1598.9, *more]
        rim = Rim(0.033, frequencies=frequencies, decay_times=0.5, masses=5e-3, split=0.01, finger_damping=0.5)
        return render(Contact(Hand(), Exponential(100.0), rim), RUB, duration=0.05, sample_rate=LOW).audio

    expected = sounding([])
    np.testing.assert_allclose(sounding([12_000.0, 11_000.0]), expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_a_rate_at_which_nothing_is_left_is_refused():
    with pytest.raises(ParameterError, match="9000 Hz and above is not below half the sample rate, 4000 Hz"):
        render(Contact(Hand(), ElastoPlastic(), Modal([9000.0, 9900.0], 0.1, 0.1)), RUB, duration=0.1, sample_rate=8000)


def below(audio, rate, highest):
    """Level of what is below a frequency."""
    spectrum = np.fft.rfft(audio, axis=-1)
    return 10 * np.log10(np.sum(np.abs(spectrum[:, np.fft.rfftfreq(audio.shape[1], 1 / rate) < highest]) ** 2) / audio.shape[1] / rate)


@pytest.mark.filterwarnings("ignore:.*left out")
@pytest.mark.parametrize("name", ["bell", "drum", "gong", "struck_plate", "brake", "wineglass", "glass_harmonica"])
def test_instruments_play_at_22050_hz_as_they_do_at_48_khz(name):
    instrument = rosin.instrument(name)
    low, high = (instrument.render(duration=1.0, sample_rate=rate, seed=1).audio for rate in (LOW, HIGH))
    assert below(low, LOW, 5000) == pytest.approx(below(high, HIGH, 5000), abs=1.5)


@pytest.mark.filterwarnings("ignore:.*left out")
@pytest.mark.parametrize("name", rosin.instrument_names())
def test_no_instrument_of_modes_refuses_22050_hz(name):
    instrument = rosin.instrument(name)
    if isinstance(instrument.setup, OneContact):
        instrument.setup.contact.check_rate(LOW)


@pytest.mark.parametrize("name", ["brake", "musical_saw"])
@pytest.mark.parametrize("key", [40, 80, 110, 127])
def test_a_body_that_is_tuned_high_keeps_its_ratios_and_loses_what_nobody_hears(name, key):
    setup = rosin.instrument(name).setup.replace(beyond=None)
    if name == "brake":
        setup = setup.replace(notes="copies")
    own = np.array(setup.body.frequencies)
    expected = own * pitch_of_key(key) / own.min()
    body = setup.tuned(pitch_of_key(key))
    np.testing.assert_allclose(body.frequencies, expected[expected < 20_000], rtol=1e-12)
    assert body.shapes is None or {len(row) for row in body.shapes} == {len(body.frequencies)}

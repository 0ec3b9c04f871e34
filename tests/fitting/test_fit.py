"""Things that Rosin strikes itself are fitted: what comes back is what was struck, and an instrument that plays it."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hammer, Hand, HuntCrossley, Instrument, Modal, fit, render
from rosin.analysis.distance import distance
from rosin.fitting.building import blow
from rosin.fitting.force import contact_time, half_sine, received, stiffness
from rosin.fitting.recording import recording_of

RATE = 22_050
FREQUENCIES = (220.0, 612.0, 613.5, 1340.0, 2750.0)
DECAYS = (0.6, 0.35, 0.3, 0.2, 0.1)
SHAPES = ((1.0, 0.8, 0.3, 0.6, 0.5), (0.7, -0.6, 0.5, 0.2, -0.4), (0.4, -0.9, -0.6, -0.7, 0.6))
LAW = HuntCrossley(stiffness=2e7, exponent=1.5, dissipation=0.1)


def bar(**changes):
    pickups = changes.pop("pickups", ((1.0, 0.9, 0.7, 0.8, 0.6),))
    return Modal(frequencies=FREQUENCIES, decay_times=DECAYS, masses=0.3, shapes=SHAPES, pickups=pickups)


def struck(body, velocities=(1.0,), place=0.0, gap=1.0, noise=1e-4):
    """The sound of blows, in a little noise, with a peak of a half."""
    hand = [(0.0, 0.0)]
    for number, velocity in enumerate(velocities):
        hand += blow(velocity, 0.05 + number * gap)[1:]
    contact = Contact(Hammer(mass=0.005), LAW, body)
    sound = render(contact, Gesture(velocity=hand, position=place), duration=gap * len(velocities), sample_rate=RATE)
    return 0.5 * sound.audio / sound.peak + noise * np.random.default_rng(1).normal(size=sound.audio.shape)


@pytest.fixture(scope="module")
def fitted():
    return fit(recording_of(struck(bar(), (1.0, 0.6)), RATE, "bar.wav"))


def near(modes, frequency):
    return int(np.argmin(np.abs(modes.frequencies - frequency)))


def test_several_blows_are_cut_and_share_their_modes(fitted):
    assert [strike.onset / RATE for strike in fitted.strikes[0]] == pytest.approx([0.051, 1.052], abs=2e-3)
    for frequency, decay in zip(FREQUENCIES, DECAYS, strict=True):
        mode = near(fitted.modes, frequency)
        assert fitted.modes.frequencies[mode] == pytest.approx(frequency, abs=0.05)
        assert 1 / fitted.modes.rates[mode] == pytest.approx(decay, rel=0.02)
    softer = np.abs(fitted.modes.amplitudes[1] / fitted.modes.amplitudes[0])
    assert softer[near(fitted.modes, 2750.0)] < softer[near(fitted.modes, 1340.0)] < 0.65  # and duller


def test_it_sounds_as_the_recording_does(fitted):
    assert fitted.left < -25
    assert fitted.distance.mel < 2
    after = 300
    assert distance(fitted.modal[0, after:], fitted.played[0, after:], RATE).mel < 1.5


def test_the_instrument_is_an_ordinary_one(fitted):
    again = Instrument.from_dict(fitted.instrument.to_dict())
    assert again == fitted.instrument
    sound = again.render(sample_rate=RATE)
    assert sound.peak == pytest.approx(0.5, rel=0.3)
    harder = again.render(Gesture(velocity=blow(3.0)), sample_rate=RATE)
    assert harder.peak > 1.5 * sound.peak


def test_it_can_be_rubbed(fitted):
    body = fitted.instrument.setup.resonator
    rub = Contact(Hand(), ElastoPlastic(static_friction=0.8, dynamic_friction=0.3), body)
    assert render(rub, Gesture(velocity=0.1, normal_force=1.0), duration=0.3).peak > 0


def test_places_give_mode_shapes():
    """Signs and ratios of what three places drive; the scale of each mode is a convention."""
    takes = [recording_of(struck(bar(), place=place), RATE, f"{place}.wav") for place in (0.0, 0.5, 1.0)]
    found = fit(takes)
    body = found.instrument.setup.resonator
    loudness = [np.abs(struck_raw).max() for struck_raw in (raw(0.0), raw(0.5), raw(1.0))]
    for frequency in (220.0, 1340.0, 2750.0):
        mode = int(np.argmin(np.abs(np.array(body.frequencies) - frequency)))
        true = np.array([row[FREQUENCIES.index(frequency)] for row in SHAPES]) / loudness
        ours = np.array([row[mode] for row in body.shapes])
        assert ours / ours[0] == pytest.approx(true / true[0], rel=0.1)
    assert "position" in found.instrument.gesture["hand"].controls


def raw(place):
    contact = Contact(Hammer(mass=0.005), LAW, bar())
    return render(contact, Gesture(velocity=blow(1.0, 0.05), position=place), duration=0.5, sample_rate=RATE).audio


@pytest.mark.thorough
def test_two_channels_are_two_pickups():
    body = bar(pickups=((1.0, 0.9, 0.7, 0.8, 0.6), (0.5, -0.9, -0.7, 0.8, -0.3)))
    found = fit(recording_of(struck(body), RATE, "stereo.wav"))
    pickups = np.array(found.instrument.setup.resonator.pickups)
    mode = int(np.argmin(np.abs(np.array(found.instrument.setup.resonator.frequencies) - 220.0)))
    assert pickups[1, mode] / pickups[0, mode] == pytest.approx(0.5, rel=0.05)
    mode = int(np.argmin(np.abs(np.array(found.instrument.setup.resonator.frequencies) - 2750.0)))
    assert pickups[1, mode] / pickups[0, mode] == pytest.approx(-0.5, rel=0.05)


def test_hertz_lasts_as_long_as_it_should():
    """A hammer on a heavy body, by the engine."""
    for duration in (5e-4, 2e-3):
        law = HuntCrossley(stiffness=stiffness(duration, 0.005, 1.0), exponent=1.5, dissipation=0.0)
        wall = Modal(frequencies=(1.0,), decay_times=(1.0,), masses=1e4)
        force = render(Contact(Hammer(mass=0.005), law, wall), Gesture(velocity=blow()), duration=0.03, record="force").traces["force"]
        assert np.count_nonzero(force) / 48_000 == pytest.approx(duration, abs=1.5 / 48_000)


def test_what_a_mode_keeps_of_half_a_sine():
    n = 480
    pulse = np.sin(np.pi * np.arange(n + 1) / n)
    kept = np.abs(received(pulse, np.array([10.0, 75.0, 400.0]), np.full(3, 1e-9), 48_000)) / (pulse.sum() / 48_000)
    assert kept == pytest.approx(half_sine(np.array([10.0, 75.0, 400.0]), n / 48_000), abs=1e-3)
    assert contact_time(np.array([100.0, 1000.0]), np.array([1.0, 0.1])) == pytest.approx(1.1e-3)

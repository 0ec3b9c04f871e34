"""Fitting what is rubbed: what is heard, what could make it, and how sure that is."""

import functools

import numpy as np
import pytest
from scipy.signal import find_peaks

import rosin
from rosin import Contact, ElastoPlastic, Gesture, Hand, InertialMass, Modal, ParameterError, fit_rubbed
from rosin.analysis.relaxation import slip_rate
from rosin.fitting.recording import recording_of
from rosin.fitting.rubbed.listening import listen
from rosin.fitting.rubbed.searching import seek
from rosin.instruments.instrument import Instrument

RATE = 44_100
SQUEAL = Contact(
    Hand(),
    ElastoPlastic(bristle_stiffness=3e5, bristle_damping=0.3, static_friction=0.9, dynamic_friction=0.3, stribeck_velocity=0.1, noise=0.05),
    Modal(frequencies=(1500.0, 3700.0), decay_times=(0.02, 0.008), masses=(0.004, 0.006)),
)
CREAK = Contact(
    InertialMass(mass=0.2, spring_stiffness=20_000.0, spring_damping=10.0),
    ElastoPlastic(
        bristle_stiffness=2e6, bristle_damping=50.0, static_friction=0.6, dynamic_friction=0.3, stribeck_velocity=0.01, noise=0.05
    ),
    Modal(frequencies=(420.0, 798.0, 1302.0, 1900.0), decay_times=(0.025, 0.013, 0.008, 0.006), masses=(5.0, 4.0, 3.0, 2.5)),
)


@functools.cache
def squeal():
    moves = Gesture(velocity=0.12, normal_force=[(0, 0), (0.05, 1.0), (0.9, 1.0), (1.0, 0)])
    return recording_of(rosin.render(SQUEAL, moves, duration=1.1, sample_rate=RATE).audio, RATE, "squeal.wav")


@functools.cache
def creak():
    moves = Gesture(velocity=0.02, normal_force=[(0, 0), (0.05, 20.0), (1.2, 20.0), (1.3, 0)])
    return recording_of(rosin.render(CREAK, moves, duration=1.5, sample_rate=RATE).audio, RATE, "creak.wav")


def strongest(audio, rate):
    power = np.abs(np.fft.rfft(audio * np.hanning(len(audio)))) ** 2
    return np.argmax(power) * rate / len(audio)


def slips_in(audio):
    """How often in a second it grows loud, every time by itself."""
    level = np.sqrt(np.convolve(audio**2, np.hanning(RATE // 100), "same"))
    peaks, _ = find_peaks(level, height=0.4 * level.max(), distance=RATE // 60)
    return (len(peaks) - 1) * RATE / (peaks[-1] - peaks[0])


RENDERS = {squeal: 600, creak: 1000}


@functools.cache
def fitted(make):
    return fit_rubbed(make(), renders=RENDERS[make])


def test_a_squeal_is_heard_as_a_tone_and_a_creak_as_slips():
    heard = listen(squeal())
    assert heard.sings
    recorded = squeal().loudest[heard.begin : heard.end]
    assert heard.pitch == pytest.approx(strongest(recorded, RATE), rel=0.01)
    slips = listen(creak())
    assert not slips.sings
    assert slips.pitch == pytest.approx(float(slip_rate(0.2, 20_000.0, 10.0, 0.02, 0.3 * 20.0)), rel=0.05)


@pytest.mark.thorough
def test_an_instrument_sounds_like_the_squeal():
    found = fitted(squeal)
    assert found.apart < 1.5
    begin, end = found.listened.begin, found.listened.end
    assert strongest(found.played[0, begin:end], RATE) == pytest.approx(found.listened.pitch, rel=0.02)
    again = Instrument.from_dict(found.instrument.to_dict())
    np.testing.assert_array_equal(again.render(duration=0.3, seed=1).audio, found.instrument.render(duration=0.3, seed=1).audio)


def test_what_a_sound_tells_is_told():
    """The mode of a squeal and the noise are known, and lie in their ranges; speed and force alone are not."""
    by_name = {each.sought.name: each for each in fitted(squeal).parameters}
    mode = by_name["frequency"]
    assert mode.told
    assert (mode.high - mode.low) / mode.value < 0.05
    assert mode.low * 0.98 < 1500 < mode.high * 1.02
    assert not all(each.told for each in by_name.values())
    for each in by_name.values():
        assert each.sought.low <= each.low <= each.high <= each.sought.high


@pytest.mark.thorough
def test_a_creak_slips_as_often():
    found = fitted(creak)
    assert found.apart < 2.0
    stretch = slice(found.listened.begin, found.listened.end)
    assert slips_in(found.played[0, stretch]) == pytest.approx(slips_in(found.original[0, stretch]), rel=0.1)


def test_the_search_finds_what_can_be_known_exactly():
    """A distance that is known: the population is that of the density uniform inside a small ball, in two of three dimensions."""
    goal = np.array([0.3, 0.7])

    def far(places, progress):
        return np.linalg.norm(places[:, :2] - goal, axis=1)

    found = seek(far, 3, lambda share: None, seed=1)
    radius = found.distances[-1]
    mean, deviation = found.weights @ found.places, np.sqrt(found.weights @ (found.places - found.weights @ found.places) ** 2)
    assert radius < 0.08
    np.testing.assert_allclose(mean[:2], goal, atol=0.5 * radius)
    np.testing.assert_allclose(deviation[:2], radius / 2, rtol=0.35)
    assert deviation[2] == pytest.approx(1 / np.sqrt(12), rel=0.25)  # of which the distance tells nothing


def test_a_call_that_is_wrong_is_told():
    with pytest.raises(ParameterError, match=r"renders = 3 .* from 400"):
        fit_rubbed(squeal(), renders=3)


@pytest.mark.thorough
def test_the_same_seed_finds_the_same():
    assert fit_rubbed(squeal(), renders=RENDERS[squeal]).instrument.to_dict() == fitted(squeal).instrument.to_dict()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda t: np.exp(-8 * t) * np.sin(2 * np.pi * 700 * t), "strike"),
        (lambda t: np.zeros_like(t), "silent"),
        (lambda t: np.where((t > 0.5) & (t < 0.55), np.sin(2 * np.pi * 700 * t), 0), "0.0"),
    ],
)
def test_what_is_not_rubbed_is_refused_in_words(make, words):
    with pytest.raises(ParameterError, match=words):
        fit_rubbed(recording_of(make(np.arange(2 * RATE) / RATE), RATE))

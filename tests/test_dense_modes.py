"""Dense modes: they follow their trend, they lie apart as they say, two directions hear them differently, and a scale stays even."""

import numpy as np
import pytest

from rosin import DenseModes, ModalBox, ParameterError, instrument
from rosin.playing.midi.score import Note, Score

RATE = 48_000
PRESETS = {"violin": (196, 3), "viola": (131, 3), "cello": (65.4, 3), "double_bass": (41.2, 2)}  # lowest note, octaves
DENSE = DenseModes(split=500, hill=2500, hill_gain=8, slope=6)
BOX = ModalBox([250], 12, 0.3, DENSE)


def answer(box, frequencies):
    """Both channels' response to a force at these frequencies, (2, frequencies), from the continuous modes."""
    f, q, a = box.modes()
    ratio = np.asarray(frequencies)[:, None] / f
    return a @ (1 / (1 + 1j * q * (ratio - 1 / ratio))).T


def test_the_mean_level_in_each_half_octave_is_that_of_modes_which_overlap_at_random():
    """mean |H|^2 = a^2 pi / (2 Q log(1 + spacing)): the integral of a resonance over the logarithm of frequency, over the spacing."""
    for centre in 800 * 2 ** np.arange(0, 4, 0.5):
        frequencies = centre * 2 ** np.linspace(-0.25, 0.25, 400)
        seen = (np.abs(answer(BOX, frequencies)) ** 2).mean()
        expected = (DENSE.trend(frequencies) ** 2).mean() * np.pi / (2 * DENSE.quality * np.log1p(DENSE.spacing))
        assert 10 * np.log10(seen / expected) == pytest.approx(0, abs=2.5)


def test_the_trend_has_a_hill_and_falls_by_its_slope_above():
    flat = DENSE.replace(slope=0)
    assert 20 * np.log10(flat.trend(2500) / flat.level) == pytest.approx(8)
    assert flat.trend(2500 * 2**6) == pytest.approx(flat.level, rel=0.05)
    far = DENSE.trend(2500 * 2.0 ** np.array([7, 8]))
    assert 20 * np.log10(far[0] / far[1]) == pytest.approx(6, abs=0.3)


def test_modes_lie_as_far_apart_as_the_spacing_says_within_their_jitter():
    frequencies = DENSE.expanded().frequencies
    apart = np.diff(frequencies) / frequencies[:-1]
    assert frequencies[0] == pytest.approx(500, rel=0.01)
    assert 0.95 * DENSE.highest < frequencies[-1] < 1.01 * DENSE.highest
    assert apart.mean() == pytest.approx(0.045, rel=0.02)
    assert 0.7 * 0.045 < apart.min() < apart.max() < 1.3 * 0.045


@pytest.mark.parametrize("likeness", [0.0, 0.5, 1.0])
def test_two_directions_hear_the_same_power_and_differ_above_the_split(likeness):
    left, right = ModalBox([250], 12, 0.3, DENSE.replace(likeness=likeness)).modes().levels
    assert left[0] == right[0]
    low, high = slice(1, 5), slice(30, None)
    for part, expected in ((low, 1.0), (high, likeness)):
        powers = (left[part] ** 2).mean(), (right[part] ** 2).mean()
        assert powers[0] / powers[1] == pytest.approx(1, rel=0.25)
        assert (left[part] * right[part]).mean() / np.sqrt(np.prod(powers)) == pytest.approx(expected, abs=0.12)


def test_a_tap_is_heard_left_and_right_as_the_modes_say():
    tap = BOX.open(RATE).process(np.eye(1, RATE))
    assert tap.shape == (2, RATE)
    frequencies = np.fft.rfftfreq(RATE, 1 / RATE)
    band = (frequencies > 100) & (frequencies < 5000)
    np.testing.assert_allclose(np.fft.rfft(tap, axis=1)[:, band], answer(BOX, frequencies[band]), atol=0.02)


@pytest.mark.parametrize("name", PRESETS)
def test_a_chromatic_scale_of_sawtooth_forces_has_no_hole(name):
    """From its loudest to its faintest note less than 13 dB, from a semitone to the next less than 7."""
    lowest, octaves = PRESETS[name]
    levels = []
    for note in lowest * 2 ** (np.arange(12 * octaves + 1) / 12):
        n = np.arange(1, int(14_000 / note) + 1)
        levels.append(10 * np.log10((np.abs(answer(ModalBox.preset(name), n * note) / n) ** 2).sum(axis=1)))
    assert (np.ptp(levels, axis=0) < 13).all()
    assert (np.abs(np.diff(levels, axis=0)) < 7).all()


def test_what_is_wrong_is_named():
    with pytest.raises(ParameterError, match=r"highest.*more than the split, 500 Hz"):
        DENSE.replace(highest=400)
    with pytest.raises(ParameterError, match="spacing"):
        DENSE.replace(spacing=0.0)
    with pytest.raises(ParameterError, match="dense"):
        ModalBox([250], 12, 0.3, "many")


def passed(f, dense, load):
    """Force on the body over that of the string, through a spring of 1 N/m, a damper, and the mass that has its hill there."""
    s = 2j * np.pi * f
    w = 2 * np.pi * dense.hill
    return np.abs(1 / (1 + s / (w * dense.hill_quality) + (1 + load) * (s / w) ** 2))


@pytest.mark.parametrize("load", [0.5, 4.0])
def test_a_mute_lowers_the_bridge_hill_as_its_mass_does(load):
    box = ModalBox.preset("violin")
    muted, fine = box.muted(load), np.geomspace(100, 10_000, 2000)
    made = passed(fine, box.dense, load) / passed(fine, box.dense, 0.0)
    np.testing.assert_allclose(muted.dense.trend(fine), made * box.dense.trend(fine))
    np.testing.assert_allclose(muted.levels, np.interp(box.frequencies, fine, made) * box.levels, rtol=1e-3)
    assert muted.dense.muted(1e6) == pytest.approx(1 / (1 + load), rel=1e-3)
    assert muted.muted(0.0).dense == box.dense
    with pytest.raises(ParameterError, match="no bridge hill"):
        ModalBox([100.0], 10.0, 1.0).muted(load)


def test_a_muted_violin_is_darker():
    bright, dark = (instrument("violin").with_changes({"mute": load, "player.noise": 0.0}) for load in (0.0, 4.0))
    score = Score((Note(0.05, 0.5, 76, 0.6),), 0.5)
    centre = []
    for violin in (bright, dark):
        power = np.abs(np.fft.rfft(violin.render(score=score, duration=0.5).audio[0][12_000:])) ** 2
        centre.append((power * np.arange(len(power))).sum() / power.sum())
    assert centre[1] < 0.8 * centre[0]

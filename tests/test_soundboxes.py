"""Soundboxes: exact poles, presets that peak where they say, blocks of any size, three targets, measured responses."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

import rosin
from rosin import FileError, ImpulseResponse, ModalBox, ParameterError, Sound
from rosin.soundboxes.soundbox import Soundbox

RATE = 48_000
PRESETS = ["cello", "double_bass", "viola", "violin"]
BOX = ModalBox([274, 551, 2400, 9000], [17, 30, 8, 0.7], [0.5, -1.0, 0.7, 0.2])
TAP = np.eye(1, 6000)[0]


def continuous(box, frequencies):
    """The sum of resonances that the docstring states, (channels, frequencies)."""
    f, q, a = box.modes()
    ratio = np.asarray(frequencies)[:, None] / f
    return a @ (1 / (1 + 1j * q * (ratio - 1 / ratio))).T


def spectrum(box, rate=RATE, seconds=4):
    """Frequencies, and what the box makes of a tap, (channels, frequencies)."""
    answer = box.open(rate).process(np.eye(1, seconds * rate))
    return np.fft.rfftfreq(seconds * rate, 1 / rate), np.fft.rfft(answer, axis=1)


def in_pieces(opened, force, sizes):
    begins = np.cumsum(np.resize(sizes, len(force)))
    return np.concatenate([opened.process(piece) for piece in np.split(force, begins[begins < len(force)])], axis=1)


def test_presets_are_the_four_instruments():
    assert ModalBox.presets() == PRESETS


@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000])
@pytest.mark.parametrize("box", [BOX, ModalBox.preset("violin")])
def test_a_tap_is_a_sum_of_damped_sinusoids(box, rate):
    """Each with the poles e^{sT} of its continuous mode, and zeros at rest and at half the rate: b (1 - z^-2) over the poles."""
    n = np.arange(6000)
    expected = np.zeros((box.channels, 6000))
    for frequency, quality, level in zip(*box.modes()[:2], box.modes().levels.T, strict=True):
        omega = 2 * np.pi * frequency / rate
        decay = omega / (2 * quality)
        theta = np.sqrt(omega**2 - decay**2)
        wave = np.exp(-decay * n) * np.sin(theta * (n + 1)) / np.sin(theta)
        wave[2:] -= wave[:-2].copy()
        expected += np.outer(level, -np.expm1(-2 * decay) / 2 * wave)
    np.testing.assert_allclose(box.open(rate).process(TAP), expected, atol=1e-12)


@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000])
@pytest.mark.parametrize("name", PRESETS)
def test_the_response_is_the_continuous_one(name, rate):
    box = ModalBox.preset(name)
    frequencies, response = spectrum(box, rate, 1)
    band = (frequencies > 30) & (frequencies < 6000)
    assert np.abs(response[:, band] - continuous(box, frequencies[band])).max() < 0.02


@pytest.mark.parametrize("name", PRESETS)
def test_each_mode_of_a_preset_peaks_where_it_says_and_is_as_wide(name):
    box = ModalBox.preset(name)
    for frequency, quality, level in zip(box.frequencies, box.qualities, box.levels, strict=True):
        frequencies, response = spectrum(ModalBox([frequency], quality, level), 44_100, 1)
        magnitude = np.abs(response[0])
        peak = int(magnitude.argmax())
        assert magnitude[peak] == pytest.approx(abs(level), rel=0.01)
        assert frequencies[peak] == pytest.approx(frequency, abs=1.01 + 5e-4 * frequency)
        low = np.interp(magnitude[peak] / np.sqrt(2), magnitude[:peak], frequencies[:peak])
        high = -np.interp(-magnitude[peak] / np.sqrt(2), -magnitude[peak:], -frequencies[peak:])
        assert frequency / (high - low) == pytest.approx(quality, rel=0.03)


@pytest.mark.parametrize(
    ("name", "peaks"),
    [("violin", [274, 462, 551]), ("viola", [230, 350, 440]), ("cello", [97, 173]), ("double_bass", [66, 115, 155])],
)
def test_the_main_resonances_stand_out(name, peaks):
    frequencies, response = spectrum(ModalBox.preset(name))
    magnitude = np.abs(response[0])
    for peak in peaks:
        near = (frequencies > 0.9 * peak) & (frequencies < 1.1 * peak)
        assert frequencies[near][magnitude[near].argmax()] == pytest.approx(peak, rel=0.02)  # a fifth of its width
        around = (frequencies > 0.7 * peak) & (frequencies < 1.4 * peak)
        assert magnitude[near].max() > 1.5 * magnitude[around].min()
    assert magnitude[frequencies < 0.7 * peaks[0]].max() < 0.1


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_gives_about_one_for_one_newton_and_says_where_its_numbers_come_from(name):
    _, response = spectrum(ModalBox.preset(name))
    assert np.abs(response).max() == pytest.approx(1.0, abs=0.02)
    data = json.loads((Path(rosin.soundboxes.__file__).parent / "presets" / f"{name}.json").read_text())
    assert all(len(text) > 20 for text in data["sources"].values())
    for mode in data["modes"]:
        named = [part.split("]")[0] for part in mode["source"].split("[")[1:]]
        assert set(named) <= set(data["sources"])
        assert named or "estimated" in mode["source"]


@pytest.mark.parametrize("target", ["native", "wasm", "python"])
def test_modes_above_the_band_are_left_out_and_the_rest_stays(target):
    force = np.random.default_rng(1).normal(size=400)
    with_high = ModalBox([500, 20_000, 900, 1e6], [20, 30, 40, 50], 0.5)
    without = ModalBox([500, 900], [20, 40], 0.5)
    np.testing.assert_allclose(
        with_high.open(44_100, target=target).process(force), without.open(44_100, target=target).process(force), atol=1e-15
    )


@pytest.mark.parametrize("box", [BOX, ModalBox.preset("cello")])
def test_all_targets_agree(box):
    force = np.random.default_rng(2).normal(size=20_000)
    native = box.open(RATE).process(force)
    np.testing.assert_allclose(box.open(RATE, target="wasm").process(force), native, rtol=0, atol=1e-12)
    np.testing.assert_allclose(box.open(RATE, target="python").process(force[:1000]), native[:, :1000], rtol=0, atol=1e-12)


def test_a_module_imports_nothing_but_its_memory():
    import wasmtime

    module = wasmtime.Module(wasmtime.Engine(), BOX.wasm())
    assert {wanted.name for wanted in module.imports} <= {"__linear_memory", "__stack_pointer"}
    assert {"prepare", "start", "process"} == {given.name for given in module.exports}


@pytest.mark.parametrize("target", ["native", "wasm"])
def test_blocks_of_any_size_give_the_same_samples(target):
    force = np.random.default_rng(3).normal(size=10_000)
    whole = BOX.open(RATE, target=target).process(force)
    for sizes in ([1], [17, 0, 3], [128], [4097, 1]):
        np.testing.assert_array_equal(in_pieces(BOX.open(RATE, target=target), force, sizes), whole)


def test_every_parameter_is_heard():
    force = np.random.default_rng(4).normal(size=500)
    plain = BOX.open(RATE).process(force)
    for name in ("frequencies", "qualities", "levels"):
        for index in range(4):
            changed = list(getattr(BOX, name))
            changed[index] *= 1.01
            assert np.abs(BOX.replace(**{name: changed}).open(RATE).process(force) - plain).max() > 1e-5


def test_levels_add_and_their_signs_count():
    force = np.random.default_rng(5).normal(size=500)
    one, other = ModalBox([300], 20, 0.5).open(RATE).process(force), ModalBox([700], 9, 0.2).open(RATE).process(force)
    np.testing.assert_allclose(ModalBox([300, 700], [20, 9], [0.5, -0.2]).open(RATE).process(force), one - other, atol=1e-15)


def test_what_has_died_away_becomes_zero_and_a_restarted_box_has_forgotten():
    opened = BOX.open(RATE)
    first = opened.process(TAP)
    assert not opened.process(np.zeros(9 * RATE))[:, -RATE:].any()
    opened.process(np.ones(77))
    opened.restart()
    np.testing.assert_array_equal(opened.process(TAP), first)


def test_a_box_rings_out_after_the_force():
    push = Sound(np.ones((1, 480)), RATE, unit="N")
    heard = BOX.hear(push, tail=0.5)
    assert heard.audio.shape == (1, 480 + RATE // 2)
    assert heard.sample_rate == RATE
    assert heard.unit == "relative pressure"
    np.testing.assert_array_equal(heard.audio[:, :480], BOX.hear(push).audio)
    assert np.abs(heard.audio[:, 480:960]).max() > 100 * np.abs(heard.audio[:, -480:]).max() > 0


def response(channels=1, length=3000):
    random = np.random.default_rng(6)
    return random.normal(size=(channels, length)) * np.exp(-np.arange(length) / 400)


@pytest.mark.parametrize("channels", [1, 2])
def test_a_response_from_a_file_convolves(tmp_path, channels):
    samples = response(channels)
    soundfile.write(tmp_path / "tap.wav", samples.T, RATE, subtype="DOUBLE")
    box = ImpulseResponse.load(tmp_path / "tap.wav")
    force = np.random.default_rng(7).normal(size=5000)
    expected = np.array([np.convolve(force, row)[:5000] for row in samples])
    assert box.channels == channels
    np.testing.assert_allclose(box.hear(Sound(force[None], RATE, unit="N")).audio, expected, atol=1e-11)
    for sizes in ([5000], [1], [17, 0, 300], [512], [1000]):
        np.testing.assert_allclose(in_pieces(box.open(RATE), force, sizes), expected, atol=1e-11)


@pytest.mark.parametrize("length", [1, 511, 512, 513, 2048])
def test_responses_of_any_length_stream_without_delay_and_restart(length):
    box = ImpulseResponse(response(2, length), RATE)
    opened = box.open(RATE)
    force = np.random.default_rng(8).normal(size=3000)
    first = in_pieces(opened, force, [100, 700])
    np.testing.assert_allclose(first, box.hear(Sound(force[None], RATE, unit="N")).audio, atol=1e-11)
    np.testing.assert_allclose(first[:, 0], box.samples[:, 0] * force[0], atol=1e-12)
    opened.restart()
    np.testing.assert_allclose(in_pieces(opened, force, [999]), first, atol=1e-11)


@pytest.mark.parametrize(("given", "wanted"), [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (48_000, 96_000), (48_000, 47_999)])
def test_a_resampled_response_keeps_its_spectrum(given, wanted):
    samples = response(1, 2000)[0]
    moved = ImpulseResponse(samples, given).at_rate(wanted)[0]
    frequencies = np.linspace(20, 0.9 * min(given, wanted) / 2, 200)

    def magnitude(taps, rate):
        return np.abs(np.exp(-2j * np.pi * np.outer(frequencies, np.arange(len(taps))) / rate) @ taps)

    before = magnitude(samples, given)
    np.testing.assert_allclose(magnitude(moved, wanted), before, rtol=2e-3, atol=1e-3 * before.max())


def test_a_modal_box_and_its_own_response_sound_alike():
    tap = BOX.open(RATE).process(np.eye(1, RATE))
    force = np.random.default_rng(9).normal(size=2000)
    np.testing.assert_allclose(ImpulseResponse(tap, RATE).open(RATE).process(force), BOX.open(RATE).process(force), atol=1e-12)


def test_a_normalised_response_gives_one_at_its_peak():
    box = ImpulseResponse(5 * response(2), RATE).normalised()
    assert np.abs(np.fft.rfft(box.samples, 1 << 16)).max() == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("box", [BOX, ModalBox([100.0], 5, 1), ImpulseResponse(response(2, 20), 44_100)])
def test_a_soundbox_survives_json(box):
    again = Soundbox.from_dict(json.loads(json.dumps(box.to_dict())))
    assert again == box
    assert hash(again) == hash(box)
    assert again != BOX.replace(levels=0.123)


def test_soundboxes_are_registered_and_described():
    assert set(Soundbox.registry) == {"ModalBox", "ImpulseResponse"}
    assert rosin.ModalBox is ModalBox
    assert "qualities" in ModalBox.__doc__
    assert "2 x 20 at 44100 Hz" in repr(ImpulseResponse(response(2, 20), 44_100))
    for model in Soundbox.registry.values():
        assert all(description.text for _, description, _ in model.describe())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: ModalBox([], 10, 1), ["frequencies", "empty"]),
        (lambda: ModalBox([100, -1], 10, 1), ["frequencies[1] (f)", "-1 Hz", "more than 0"]),
        (lambda: ModalBox([100], 0.4, 1), ["qualities (Q)", "0.4", "at least 0.5"]),
        (lambda: ModalBox([100, 200], [10], 1), ["qualities", "list of 1", "2 frequencies"]),
        (lambda: ModalBox([100], 10, [1, 2]), ["levels", "list of 2"]),
        (lambda: ModalBox([100], 10, float("nan")), ["levels (a)", "nan"]),
        (lambda: ModalBox([100], 10, 0), ["levels", "nothing can be heard"]),
        (lambda: ModalBox([100], 10, gain=1), ["gain"]),
        (lambda: ModalBox.preset("celo"), ["celo", "did you mean 'cello'"]),
        (lambda: ModalBox.from_preset("{"), ["not valid JSON"]),
        (lambda: ModalBox.from_preset("[]"), ["format", "rosin-soundbox", "version 1"]),
        (
            lambda: ModalBox.from_preset(
                '{"format": "rosin-soundbox", "version": 1, "name": "x", "sources": {}, "modes": [{"frequency": 1}]}'
            ),
            ["mode", "quality"],
        ),
        (lambda: Soundbox.from_dict({"type": "ModalBx"}), ["ModalBx", "did you mean 'ModalBox'"]),
        (lambda: Soundbox.from_dict(3), ["soundbox", "type"]),
        (lambda: BOX.open("48000"), ["sample_rate", "'48000'"]),
        (lambda: BOX.open(50), ["sample_rate = 50 Hz", "100"]),
        (lambda: BOX.open(200), ["frequencies", "90 Hz", "raise"]),
        (lambda: BOX.open(RATE, target="abacus"), ["abacus", "native"]),
        (lambda: BOX.open(RATE).process(np.zeros((2, 10))), ["(2, 10)", "one channel"]),
        (lambda: BOX.open(RATE).process([1.0, np.nan]), ["force[1] = nan N", "finite"]),
        (lambda: BOX.open(RATE).process([1e300]), ["force[0]", "1e+12"]),
        (lambda: BOX.open(RATE).process([1j]), ["real"]),
        (lambda: BOX.open(RATE).process("abc"), ["real"]),
        (lambda: BOX.hear(np.zeros(10)), ["Sound", "ndarray"]),
        (lambda: BOX.hear(Sound(np.zeros((1, 10)), RATE)), ["m/s", "bridge_force"]),
        (lambda: BOX.hear(Sound(np.zeros((1, 10)), RATE, unit="N"), tail=-1), ["tail = -1 s", "60"]),
        (lambda: ImpulseResponse([], RATE), ["samples", "not empty"]),
        (lambda: ImpulseResponse([[[1.0]]], RATE), ["samples", "(channels, length)"]),
        (lambda: ImpulseResponse([[1.0], [1.0, 2.0]], RATE), ["samples"]),
        (lambda: ImpulseResponse([1.0, np.inf], RATE), ["samples", "finite"]),
        (lambda: ImpulseResponse([0.0, 0.0], RATE), ["samples", "silent"]),
        (lambda: ImpulseResponse(np.ones((100, 2)), RATE), ["100 channels", "16"]),
        (lambda: ImpulseResponse(np.ones(4000), 100), ["40 s", "30 s"]),
        (lambda: ImpulseResponse([1.0], 44_100.5), ["sample_rate", "whole"]),
        (lambda: ImpulseResponse([1.0], RATE).open(44_100.5), ["44100.5", "whole"]),
    ],
)
def test_what_is_wrong_is_named(wrong, words):
    with pytest.raises(ParameterError) as caught:
        wrong()
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        ImpulseResponse.load(tmp_path / "none.wav")
    (tmp_path / "text.wav").write_text("not a sound")
    with pytest.raises(FileError, match=r"text\.wav is not a sound file"):
        ImpulseResponse.load(tmp_path / "text.wav")
    soundfile.write(tmp_path / "long.wav", np.ones(31 * 8000), 8000)
    with pytest.raises(ParameterError, match="31 s"):
        ImpulseResponse.load(tmp_path / "long.wav")
    soundfile.write(tmp_path / "empty.wav", np.ones(0), 8000)
    with pytest.raises(ParameterError, match="not empty"):
        ImpulseResponse.load(tmp_path / "empty.wav")
    soundfile.write(tmp_path / "broken.wav", np.array([1.0, np.nan]), 8000, subtype="DOUBLE")
    with pytest.raises(ParameterError, match="finite"):
        ImpulseResponse.load(tmp_path / "broken.wav")

"""The output chain: true peaks held, nothing changed below the ceiling, no direct current, blocks, targets, rates, muting."""

import json

import numpy as np
import pytest
from scipy.signal import firwin, resample, upfirdn

from hearing import above
from rosin import ParameterError, Sound
from rosin.sound.output import OutputChain

RATE = 48_000
RATES = [44_100, 48_000, 96_000]
CEILING = 10 ** (-1 / 20)
LIMITER = OutputChain(dc_corner=0)


def true_peak(audio):
    """In dB, by an ideal low-pass over all samples at once, 32 times finer."""
    padded = np.pad(np.atleast_2d(audio), ((0, 0), (1024, 1024)))
    return 20 * np.log10(np.abs(resample(padded, 32 * padded.shape[1], axis=1)).max())


def converted_peak(audio):
    """In dB, by the filter of a converter: flat to 20 kHz at 44.1 kHz, 80 dB down at its mirror."""
    taps = 32 * firwin(32 * 128 + 1, 1 / 32, window=("kaiser", 8.0))
    return 20 * np.log10(np.abs(upfirdn(taps, audio, 32)).max())


def limited(audio, rate=RATE, chain=LIMITER):
    return chain.apply(Sound(np.atleast_2d(audio), rate)).audio


def in_pieces(opened, audio, size):
    return np.concatenate([opened.process(audio[:, begin : begin + size]) for begin in range(0, audio.shape[1], size)], axis=1)


def band_limited(n, rate, seed, highest=20_000):
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=n))
    spectrum[np.fft.rfftfreq(n, 1 / rate) > highest] = 0
    noise = np.fft.irfft(spectrum, n)
    return noise / np.abs(noise).max()


def bursts(n, seed):
    """Swellings of 1 to 20 ms at random places, with random heights up to +20 dB."""
    random = np.random.default_rng(seed)
    swelling = np.zeros(n)
    for begin in random.integers(0, n - 1000, 12):
        length = random.integers(48, 960)
        swelling[begin : begin + length] += 10 ** random.uniform(-0.5, 1) * np.hanning(length)
    return swelling


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("corner", [15.0, 40.0])
def test_the_dc_blocker_has_the_response_of_its_formula(rate, corner):
    n = 2 * rate
    answer = limited(0.5 * np.eye(1, n), rate, OutputChain(dc_corner=corner))[0]
    frequency = np.fft.rfftfreq(n, 1 / rate)[1:-1]
    measured = np.abs(np.fft.rfft(answer))[1:-1] / 0.5
    expected = (1 + (np.tan(np.pi * corner / rate) / np.tan(np.pi * frequency / rate)) ** 4) ** -0.5
    np.testing.assert_allclose(measured, expected, atol=1e-9)
    assert measured[frequency == corner] == pytest.approx(np.sqrt(0.5), abs=1e-9)


@pytest.mark.parametrize("rate", RATES)
def test_a_step_decays_as_the_filter_of_butterworth_and_a_slope_leaves_nothing(rate):
    time = np.arange(rate) / rate
    phase = 2 * np.pi * 15 * time / np.sqrt(2)
    step = limited(np.full(rate, 0.5), rate, OutputChain())[0]
    np.testing.assert_allclose(step, 0.5 * np.exp(-phase) * (np.cos(phase) - np.sin(phase)), atol=1.5e-3)
    assert np.abs(step[rate // 4 :]).max() < 1e-6
    slope = limited(0.5 * time, rate, OutputChain())[0]
    assert np.abs(slope[rate // 2 : -200]).max() < 1e-9


@pytest.mark.sweep
@pytest.mark.parametrize("rate", RATES)
def test_true_peaks_of_what_lies_in_the_band_are_held(rate):
    n = rate // 4
    time = np.arange(n)
    edges = np.sin(np.pi * np.arange(n) / n) ** 0.1  # no sudden beginning, which would reach beyond the band
    signals = [
        4 * edges * np.sin(np.pi / 2 * time + np.pi / 4),
        4 * edges * np.sin(2 * np.pi * 997 / rate * time),
        4 * edges * np.sin(2 * np.pi * 20_000 / rate * time),
        10 * edges * band_limited(n, rate, 1),
        *(bursts(n, seed) * band_limited(n, rate, 10 + seed) for seed in range(6)),
        3 * edges * sum(np.sin(2 * np.pi * k * 331 / rate * time) / k for k in range(1, 60, 2)),
    ]
    for signal in signals:
        assert true_peak(signal) > 6
        assert -1.2 < true_peak(limited(signal, rate)) < -1 + 0.05


@pytest.mark.parametrize("frequency", [331, 5007])
def test_squares_with_sudden_edges_are_held(frequency):
    signal = 4 * np.where(np.arange(12_000) * frequency / RATE % 1 < 0.5, 1.0, -1.0)
    held = limited(signal)
    assert true_peak(held) < -1 + 0.2
    assert converted_peak(held[0]) < -1 + 0.1


def test_sudden_noise_is_held_as_a_converter_hears_it():
    random = np.random.default_rng(2)
    signal = np.where(np.arange(24_000) % 4800 < 300, random.normal(size=24_000), 0.0)
    held = limited(signal)
    assert true_peak(held) < -1 + 0.5
    assert converted_peak(held[0]) < -1 + 0.1


def test_sines_of_any_frequency_and_phase_are_held_at_the_ceiling():
    random = np.random.default_rng(3)
    time = np.arange(6000)
    for frequency, phase in zip(random.uniform(100, 0.4535 * RATE, 40), random.uniform(0, 2 * np.pi, 40), strict=True):
        held = limited(3 * np.hanning(6000) ** 0.2 * np.sin(2 * np.pi * frequency / RATE * time + phase))
        assert -1.08 < true_peak(held) < -1 + 0.02, frequency


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(("frequency", "distortion"), [(41, 1e-5), (110, 1e-5), (997, 1e-5), (5003, 1e-4)])
def test_a_sine_twelve_decibels_too_loud_is_held_without_distortion(rate, frequency, distortion):
    held = limited(4 * np.sin(2 * np.pi * frequency * np.arange(2 * rate) / rate), rate, LIMITER.replace(release=0.5))[
        0, rate // 2 : -rate // 2
    ]
    spectrum = np.abs(np.fft.rfft(held)) / (len(held) / 2)
    assert spectrum[frequency] == pytest.approx(CEILING, rel=0.004)
    spectrum[frequency] = 0
    assert np.sqrt((spectrum**2).sum()) / CEILING < distortion


@pytest.mark.parametrize("rate", RATES)
def test_below_the_ceiling_samples_only_wait(rate):
    signal = band_limited(rate, rate, 4)
    signal *= 10 ** ((-1.06 - true_peak(signal)) / 20)
    np.testing.assert_array_equal(limited(signal, rate)[0], signal)
    opened = LIMITER.open(rate)
    np.testing.assert_array_equal(opened.process(signal)[0, opened.latency :], signal[: -opened.latency])


def test_a_peak_finds_the_gain_in_place_and_later_everything_as_before():
    tone = 0.3 * np.sin(2 * np.pi * 700 / RATE * np.arange(3 * RATE))
    signal = tone.copy()
    signal[RATE] = 10.0
    held = limited(signal)[0]
    assert held[RATE] == pytest.approx(CEILING, rel=1e-4)
    ahead = round(0.0015 * RATE) + 2
    np.testing.assert_array_equal(held[: RATE - ahead], signal[: RATE - ahead])
    np.testing.assert_array_equal(held[-RATE // 10 :], tone[-RATE // 10 :])
    gain = held[RATE + ahead :] / tone[RATE + ahead :]
    assert np.nanmax(np.abs(np.diff(gain))) < 1.1 * (1 - CEILING / 10) / (0.1 * RATE)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("release", [0.03, 0.3])
def test_the_gain_returns_with_the_time_constant_of_the_release_at_any_rate(rate, release):
    signal = np.full(2 * rate, 0.1)
    signal[rate // 10] = 5.0
    attenuation = 1 - limited(signal, rate, LIMITER.replace(release=release))[0] / 0.1
    time = np.arange(2 * rate) / rate - 0.1
    most = attenuation[round(0.1 * rate) + 3]
    expected = most * np.exp(-(time - 0.0125 - 0.00075) / release)
    later = time > 0.02
    np.testing.assert_allclose(attenuation[later], expected[later], atol=0.003)
    begun = time[np.flatnonzero(attenuation > 1e-9)[0]]
    assert begun == pytest.approx(-0.0015, abs=1e-4)


def test_the_latency_is_short_and_stated():
    for rate in RATES:
        opened = LIMITER.open(rate)
        answer = opened.process(0.5 * np.eye(1, 1000))[0]
        assert answer.argmax() == opened.latency
        assert opened.latency / rate < 0.0023
        assert limited(0.5 * np.eye(1, 1000, 77), rate).argmax() == 77


@pytest.mark.parametrize("target", ["native", "wasm"])
def test_blocks_of_any_size_give_the_same_samples(target):
    random = np.random.default_rng(5)
    audio = random.normal(size=(2, 6000)) * np.linspace(0, 3, 6000)
    audio[0, 1000:1010] = np.nan
    chain = OutputChain(volume=-3)
    whole = chain.open(RATE, 2, target=target).process(audio)
    for size in (1, 64, 128, 1000, 4097):
        np.testing.assert_array_equal(in_pieces(chain.open(RATE, 2, target=target), audio, size), whole)


def test_all_targets_agree():
    audio = np.random.default_rng(6).normal(size=(2, 20_000)) * np.linspace(0, 3, 20_000)
    chain = OutputChain(volume=2)
    native = chain.open(RATE, 2).process(audio)
    np.testing.assert_allclose(chain.open(RATE, 2, target="wasm").process(audio), native, rtol=0, atol=1e-10)
    python = chain.open(RATE, 2, target="python").process(audio[:, -1500:])
    np.testing.assert_allclose(python, chain.open(RATE, 2).process(audio[:, -1500:]), rtol=0, atol=1e-10)


def test_a_module_imports_nothing_but_its_memory():
    import wasmtime

    module = wasmtime.Module(wasmtime.Engine(), OutputChain().wasm())
    assert {wanted.name for wanted in module.imports} <= {"__linear_memory", "__stack_pointer"}
    assert {"prepare", "start", "process"} == {given.name for given in module.exports}


def test_the_image_is_kept():
    """One gain for all channels: what stands between left and right stays there."""
    left = bursts(RATE, 7) * band_limited(RATE, RATE, 8)
    right = 0.1 * np.roll(left, 3)
    held = limited(np.array([left, right]))
    both = (np.abs(left) > 1e-3) & (np.abs(right) > 1e-3)
    gain_left, gain_right = held[0, both] / left[both], held[1, both] / right[both]
    np.testing.assert_allclose(gain_left, gain_right, rtol=1e-12)
    assert gain_left.min() < 0.5
    np.testing.assert_array_equal(held[:1], limited(left))


@pytest.mark.parametrize("channels", [1, 3])
def test_what_is_not_finite_is_muted_and_counted(channels):
    random = np.random.default_rng(9)
    audio = 0.2 * random.normal(size=(channels, 5000))
    clean = audio.copy()
    for value, begin, end in ((np.nan, 1000, 1200), (np.inf, 2000, 2001), (-np.inf, 2500, 2503), (1e300, 3000, 3002)):
        audio[-1, begin:end] = value
        clean[-1, begin:end] = 0.0
    opened = OutputChain().open(RATE, channels)
    heard = opened.process(audio)
    assert opened.muted == 206
    np.testing.assert_array_equal(heard, OutputChain().open(RATE, channels).process(clean))
    opened.restart()
    assert opened.muted == 0
    with pytest.warns(UserWarning, match="206 values"):
        OutputChain().apply(Sound(audio, RATE))


def test_a_flood_is_held_and_leaves_nothing_behind():
    audio = np.full((1, 3 * RATE), 0.1)
    audio[0, 100:200] = 1e11 * (-1.0) ** np.arange(100)
    heard = limited(audio)
    assert np.abs(heard).max() <= CEILING
    np.testing.assert_array_equal(heard[0, -100:], audio[0, -100:])


@pytest.mark.parametrize("rate", RATES)
def test_a_new_volume_is_reached_smoothly(rate):
    tone = 0.5 * np.sin(2 * np.pi * 200 / rate * np.arange(rate))[None]
    opened = LIMITER.open(rate)
    begin = opened.process(tone[:, : rate // 2])
    opened.update(LIMITER.replace(volume=-20))
    heard = np.concatenate([begin, in_pieces(opened, tone[:, rate // 2 :], 100)], axis=1)[0, opened.latency :]
    time = np.arange(len(heard)) / rate - 0.5
    expected = tone[0, : len(heard)] * np.where(time < 0, 1, 0.1 + 0.9 * np.exp(-(time + 1 / rate) / 0.01))
    np.testing.assert_allclose(heard, expected, atol=1e-9)
    jump = np.where(time < 0, 1.0, 0.1) * tone[0, : len(heard)]
    assert above(heard, rate, 4000).max() < 0.05 * above(np.roll(jump, rate // 800), rate, 4000).max()


def test_the_volume_is_there_from_the_start_and_after_a_restart():
    tone = 0.5 * np.sin(2 * np.pi * 200 / RATE * np.arange(5000))[None]
    opened = LIMITER.replace(volume=-6).open(RATE)
    first = opened.process(tone)
    np.testing.assert_allclose(first[:, opened.latency :], tone[:, : -opened.latency] * 10 ** (-6 / 20), rtol=1e-12)
    opened.process(20 * tone)
    opened.restart()
    np.testing.assert_array_equal(opened.process(tone), first)


def test_what_has_died_away_becomes_zero():
    opened = OutputChain().open(RATE)
    opened.process(np.ones(1000))
    assert not opened.process(np.zeros(8 * RATE))[:, -RATE:].any()


def test_a_sound_keeps_its_length_and_is_in_full_scale():
    sound = Sound(3 * np.random.default_rng(10).normal(size=(2, 1234)), 44_100, unit="N")
    heard = OutputChain(ceiling=-6).apply(sound)
    assert heard.audio.shape == (2, 1234)
    assert heard.unit == "full scale"
    assert heard.sample_rate == 44_100
    assert heard.peak < 10 ** (-5.9 / 20)


def test_a_chain_survives_json_and_every_parameter_is_heard():
    chain = OutputChain(-3, -2, 20, 0.2)
    assert OutputChain.from_dict(json.loads(json.dumps(chain.to_dict()))) == chain
    audio = 2 * np.random.default_rng(11).normal(size=2000)
    plain = chain.open(RATE).process(audio)
    for name in ("volume", "ceiling", "dc_corner", "release"):
        changed = chain.replace(**{name: getattr(chain, name) * 1.1})
        assert np.abs(changed.open(RATE).process(audio) - plain).max() > 1e-4


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: OutputChain(volume=4), ["volume (G)", "4 dB", "at most 3"]),
        (lambda: OutputChain(ceiling=0.1), ["ceiling (L)", "dBTP", "at most 0"]),
        (lambda: OutputChain(dc_corner=-1), ["dc_corner", "at least 0"]),
        (lambda: OutputChain(release=0), ["release", "0.001"]),
        (lambda: OutputChain(gain=1), ["gain"]),
        (lambda: OutputChain().open(1e6), ["1e+06 Hz", "400000 Hz"]),
        (lambda: OutputChain(dc_corner=100).open(200), ["dc_corner", "100 Hz", "50 Hz"]),
        (lambda: OutputChain().open("x"), ["sample_rate", "'x'"]),
        (lambda: OutputChain().open(RATE, 0), ["channels = 0", "1 to 16"]),
        (lambda: OutputChain().open(RATE, 2.0), ["channels = 2.0", "whole"]),
        (lambda: OutputChain().open(RATE, target="abacus"), ["abacus", "native"]),
        (lambda: OutputChain().open(RATE, 2).process(np.zeros(10)), ["(2, n)", "(10,)"]),
        (lambda: OutputChain().open(RATE).process([1j]), ["real"]),
        (lambda: OutputChain().apply(np.zeros(10)), ["Sound", "ndarray"]),
    ],
)
def test_what_is_wrong_is_named(wrong, words):
    with pytest.raises(ParameterError) as caught:
        wrong()
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_samples_that_are_small_and_near_each_other_reach_nothing_between_them():
    """The bound by which peaks are not looked for holds, but hardly, for samples whose every step leans on the taps."""
    machine = LIMITER.open(RATE).machine
    small, smooth, near = (machine.number(f"filter.c.estimate.{name}") for name in ("small", "smooth", "near"))
    reached = []
    for quarter, taps in enumerate(machine.view("filter.c.estimate.taps").reshape(3, 64), 1):
        straight = np.zeros(64)
        straight[31:33] = 1 - quarter / 4, quarter / 4
        steps = -smooth * np.sign(np.cumsum(taps - straight))
        samples = np.cumsum(np.r_[0, steps[:-1]])
        reached.append(taps @ (samples - max(samples[31:33]) + small))
    assert near - smooth < max(reached) <= near

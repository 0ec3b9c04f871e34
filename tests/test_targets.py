"""One source, three targets: WebAssembly and Python agree with native, blocks of any size, seeds, live gliding."""

import hashlib

import numpy as np
import pytest

from random_contacts import LAWS
from rosin import (
    Contact,
    ElastoPlastic,
    Exponential,
    Fractal,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    MassSpringDamper,
    Modal,
    ParameterError,
    Voice,
    render,
)
from rosin.engine.fingerprint import fingerprint
from rosin.kernels.dialect import kernel

RUBBED = Contact(Hand(), ElastoPlastic(1e4, 1.0, 0.4, 0.8, 0.3, 0.1, 0.7), Modal([300, 470, 640], 0.3, 0.05))
STEADY = Gesture(velocity=0.1, normal_force=1.0)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("contact", "gesture"),
    [
        (RUBBED, STEADY),
        (Contact(Hand(), Exponential(100.0), MassSpringDamper(1.0, 4.2992e6, 0.0)), Gesture(velocity=0.1, normal_force=3000.0)),
        (Contact(InertialMass(0.01, 1.0, -1e-5), HuntCrossley(1e8, 1.5, 0.6), Modal([300, 800, 2100], 0.5, 0.1)), Gesture()),
    ],
    ids=["rubbed modes", "rubbed mass", "struck modes"],
)
def test_webassembly_agrees_with_native_over_a_second(contact, gesture):
    native = render(contact, gesture, duration=1.0)
    module = render(contact, gesture, duration=1.0, target="wasm")
    assert np.abs(native.audio - module.audio).max() < 1e-9 * native.peak


def test_a_module_imports_nothing_but_its_memory():
    import wasmtime

    for name in ("ElastoPlastic", "Thermal", "Stulov"):
        contact = RUBBED.replace(interaction=LAWS[name](np.random.default_rng(0)))
        module = wasmtime.Module(wasmtime.Engine(), Voice(contact).wasm())
        assert {wanted.name for wanted in module.imports} <= {"__linear_memory", "__stack_pointer"}
        assert {"prepare", "start", "process"} == {given.name for given in module.exports}


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["native", "wasm"])
def test_blocks_of_any_size_give_the_same_samples(target):
    contact = RUBBED.replace(interaction=ElastoPlastic(noise=0.3), texture=Fractal(1.2))
    results = []
    for size in (1, 17, 128, 4096):
        voice = Voice(contact, 48_000, seed=5, block=size, target=target)
        results.append(
            np.concatenate(
                [voice.process(min(size, 5000 - begin), {"velocity": 0.1, "normal_force": 1.0}) for begin in range(0, 5000, size)], axis=1
            )
        )
    for other in results[1:]:
        np.testing.assert_array_equal(results[0], other)


def test_the_same_seed_gives_the_same_bytes():
    contact = RUBBED.replace(interaction=ElastoPlastic(noise=0.3))
    digests = [hashlib.sha256(render(contact, STEADY, duration=0.3, seed=seed).audio.tobytes()).hexdigest() for seed in (7, 7, 8)]
    assert digests[0] == digests[1] != digests[2]


def test_live_controls_glide_and_arrive():
    voice = Voice(RUBBED, 48_000)
    audio = np.concatenate([voice.play(128, velocity=0.1, normal_force=1.0) for _ in range(200)], axis=1)
    given = render(RUBBED, STEADY, duration=audio.shape[1] / 48_000)
    assert np.isfinite(audio).all()
    assert np.abs(audio[:, -9600:]).max() == pytest.approx(np.abs(given.audio[:, -9600:]).max(), rel=0.05)
    assert voice.machine.view("head.present")[0] == pytest.approx(0.1, rel=1e-9)
    with pytest.raises(ParameterError, match="velocty"):
        voice.play(10, velocty=0.1)
    with pytest.raises(ParameterError, match="finite"):
        voice.play(10, velocity=float("nan"))


def test_a_restarted_voice_has_forgotten_everything():
    voice = Voice(RUBBED.replace(interaction=ElastoPlastic(noise=0.2)), 48_000, seed=3)
    first = voice.play(3000, velocity=0.1, normal_force=1.0)
    voice.restart(3)
    assert not voice.play(3000).any()
    voice.restart(3)
    np.testing.assert_array_equal(voice.play(3000, velocity=0.1, normal_force=1.0), first)


def test_what_has_died_away_becomes_zero():
    """No denormal numbers, which are a hundred times slower, are left in a voice that has decayed."""
    contact = Contact(InertialMass(0.01, 1.0, -1e-5), HuntCrossley(1e8, 1.5, 0.6), Modal(np.linspace(200, 9000, 20), 0.005, 0.1))
    voice = Voice(contact, 48_000)
    voice.process(48_000, {})
    assert not voice.process(48_000 * 3, {})[:, -48_000:].any()
    still = Voice(RUBBED, 48_000)
    still.play(4800, velocity=0.1, normal_force=1.0)
    still.play(48_000 * 4, velocity=0.0, normal_force=0.0)
    assert not still.machine.view("head.present").any()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda voice: voice.process(10, {"velocity": float("nan")}), ["velocity", "nan m/s"]),
        (lambda voice: voice.process(10, {"normal_force": -1.0}), ["normal_force", "-1 N", "at least 0"]),
        (lambda voice: voice.process(10, {"force": 1.0}), ["force", "no effect", "normal_force, velocity"]),
        (lambda voice: voice.process(10, {"speed": 1.0}), ["speed"]),
        (lambda voice: voice.process(10, {"velocity": np.zeros(9)}), ["velocity", "array of 10"]),
        (lambda voice: voice.process(10, {"velocity": 1j}), ["velocity", "real"]),
        (lambda voice: voice.process(0, {}), ["samples = 0"]),
        (lambda voice: voice.play(-5), ["samples = -5"]),
        (lambda voice: voice.play(5, velocity="a"), ["velocity", "real"]),
        (lambda voice: voice.trace("forc", 5), ["forc", "did you mean 'force'"]),
        (lambda voice: voice.trace("force", 5), ["observe=True"]),
        (lambda voice: voice.energy, ["observe=True"]),
        (lambda voice: Voice(RUBBED, "48000"), ["sample_rate"]),
        (lambda voice: Voice(RUBBED.resonator), ["Contact", "Modal"]),
        (lambda voice: Voice(RUBBED, block=0), ["block = 0"]),
    ],
)
def test_a_voice_checks_what_it_is_given(call, words):
    with pytest.raises(ParameterError) as caught:
        call(Voice(RUBBED, 48_000))
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_a_damaged_cache_is_compiled_anew(tmp_path, monkeypatch):
    from rosin.engine import cache

    monkeypatch.setenv("ROSIN_CACHE", str(tmp_path))
    made = []

    def make():
        made.append(1)
        return b"code"

    assert cache.remembered("x", make) == cache.remembered("x", make) == b"code"
    assert len(made) == 1
    for damage in (b"", b"short", (tmp_path / "x").read_bytes()[:-1]):
        (tmp_path / "x").write_bytes(damage)
        assert cache.remembered("x", make) == b"code"
    assert len(made) == 4
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_a_live_step_is_heard_in_its_own_block_without_a_click():
    voice = Voice(RUBBED, 48_000)
    voice.play(128, velocity=0.0, normal_force=1.0)
    first = voice.play(128, velocity=0.2)
    assert first.any()
    assert np.abs(np.diff(first)).max() < 0.02


def test_a_fingerprint_follows_every_kernel_it_reaches():
    def made(factor):
        @kernel
        def inner(x):
            return x * factor

        @kernel
        def outer(x):
            return inner(x) + 1.0

        return outer

    assert fingerprint(made(2.0)) == fingerprint(made(2.0)) != fingerprint(made(3.0))

    @kernel
    def least(x):
        return min(x, 1.0)

    @kernel
    def most(x):
        return max(x, 1.0)

    most.__name__ = "least"
    assert fingerprint(least) != fingerprint(most)


def test_a_voice_refuses_to_change_its_kind():
    voice = Voice(RUBBED, 48_000)
    with pytest.raises(ParameterError, match="new Voice"):
        voice.update(RUBBED.replace(interaction=Exponential()))
    with pytest.raises(ParameterError, match="new Voice"):
        voice.update(RUBBED.replace(resonator=Modal([100], 0.1, 0.1)))


def test_oversampling_agrees_where_both_can_be_heard():
    plain = render(RUBBED, STEADY, duration=0.5, sample_rate=96_000).audio[0]
    for factor in (2, 4, 8):
        finer = render(RUBBED, STEADY, duration=0.5, sample_rate=96_000, oversample=factor).audio[0]
        assert len(finer) == len(plain)
        assert np.corrcoef(plain[5000:20_000], finer[5000:20_000])[0, 1] > 0.99


def test_the_decimator_passes_the_band_and_stops_the_rest():
    from rosin.engine.decimator import Decimator

    for factor in (2, 4, 8):
        n = np.arange(4000 * factor)
        for frequency, low, high in ((0.05, 0.9999, 1.0001), (0.4, 0.999, 1.001), (0.56, 0, 1e-4), (0.9, 0, 1e-4)):
            out = Decimator(factor, 1).process(np.sin(2 * np.pi * frequency / factor * n)[None])[0, 500:]
            assert low <= np.sqrt(2 * np.mean(out**2)) <= high, (factor, frequency)

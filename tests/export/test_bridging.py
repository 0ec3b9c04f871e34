"""Sound at rates for which an instrument was not made: as it is at its own, later by as much as is told, and nothing folded back."""

import shutil

import numpy as np
import pytest
from hosts import Exported, in_python, library

from rosin.analysis import cents, pitch
from rosin.engine.targets import open_target
from rosin.export.bridging import bridge_layout

compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
RATES = [(48_000, 47_123), (48_000, 44_100), (44_100, 22_050), (96_000, 192_000), (96_000, 176_400), (192_000, 22_050), (48_000, 48_000)]


def bridged(sound, made_for, rate, samples, blocks=(128,), target="native", ahead=0):
    """A sound (channels, samples) at another rate, in blocks of some sizes in turn, and how late it is."""
    machine = open_target(target, bridge_layout(len(sound), 128))
    machine.fill("head", {"sample_rate": rate, "made_for": made_for, "ahead": ahead})
    machine.call("prepare")
    machine.call("start")
    asked, given, out = (machine.view(f"head.{name}") for name in ("asked", "sound", "out"))
    found, done, taken = [], 0, 0
    while done < samples:
        asked[0] = n = min(blocks[len(found) % len(blocks)], samples - done)
        machine.call("process", 0)
        end = taken + int(asked[1])
        for begin in range(taken, end, 128):
            piece = sound[:, begin : min(begin + 128, end)]
            given.reshape(-1, 128)[:, : piece.shape[1]] = piece
            machine.call("process", piece.shape[1])
        machine.call("process", -n)
        found.append(out.reshape(-1, 128)[:, :n].copy())
        taken, done = end, done + n
    return np.hstack(found), int(asked[2])


@pytest.mark.parametrize(("made_for", "rate"), RATES)
def test_a_tone_is_the_same_tone_so_many_samples_later(made_for, rate):
    samples = rate // 4
    for frequency in (100.0, 997.0, 0.4 * min(made_for, rate)):
        tone = np.sin(2 * np.pi * frequency * np.arange(made_for // 2) / made_for)[None]
        found, late = bridged(tone, made_for, rate, samples)
        expected = np.sin(2 * np.pi * frequency * (np.arange(samples) - late) / rate)
        assert np.abs(found[0] - expected)[rate // 20 :].max() < 1e-4


@pytest.mark.parametrize(("made_for", "rate"), [pair for pair in RATES if pair[1] < 0.95 * pair[0]])
def test_what_the_host_cannot_have_is_not_folded_back(made_for, rate):
    tone = np.sin(2 * np.pi * min(0.55 * rate, 0.49 * made_for) * np.arange(made_for // 2) / made_for)[None]
    found, _ = bridged(tone, made_for, rate, rate // 4)
    assert np.abs(found[0, rate // 20 :]).max() < 1e-4


@pytest.mark.parametrize("target", ["native", "wasm", "c"])
def test_blocks_of_any_size_give_the_same_bits(target):
    noise = np.random.default_rng(1).normal(size=(2, 6000))
    whole, _ = bridged(noise, 48_000, 44_056, 3000, target=target)
    for blocks in ((1,), (37, 128, 1)):
        assert np.array_equal(bridged(noise, 48_000, 44_056, 3000, blocks, target)[0], whole)


def test_what_a_limiter_looks_ahead_is_part_of_how_late_it_is():
    clicks = np.zeros((1, 4000))
    clicks[0, 103] = 1.0  # a click at the beginning, after a limiter
    found, late = bridged(clicks, 96_000, 48_000, 1000, ahead=103)
    assert np.argmax(np.abs(found[0])) == late


@pytest.mark.thorough
@compiled
@pytest.mark.parametrize("rate", [47_123, 22_050, 192_000])
def test_strings_play_at_rates_for_which_they_were_not_made(rate):
    one, other = Exported("violin", rate), in_python("violin", rate)
    hands = {"A_velocity": 0.2, "A_normal_force": 0.5}
    for each in (one, other):
        each.set(**hands)
    heard = np.hstack([one.process(size) for size in (1, 37, 128, 1000) * 12])
    assert np.array_equal(heard, other.process(heard.shape[1]))
    assert one.call("latency") == other.latency
    one.close()


@compiled
@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.thorough) for name in ("violin", "bell")), "musical_saw"])
def test_a_note_has_the_same_pitch_and_level_at_any_rate(name):
    found = {}
    for rate in (48_000, 47_123, 32_000):
        it = Exported(name, rate)
        it.call("midi", 0x90, 69, 100)
        sound = it.process(rate)[0, rate // 2 :]
        found[rate] = pitch(sound, rate, 440.0), 10 * np.log10((sound**2).mean())
        it.close()
    for its, level in found.values():
        assert cents(its, found[48_000][0]) == pytest.approx(0, abs=1)
        assert level == pytest.approx(found[48_000][1], abs=0.3)


@compiled
def test_rates_beyond_all_are_refused():
    made, folder = library("bell")
    assert (made.exported.lowest, made.exported.highest) == (22_050, 192_000)
    for rate in (22_049.0, 192_001.0, float("nan")):
        assert not Exported("bell", rate, (made, folder)).handle.value

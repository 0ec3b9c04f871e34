"""An exported instrument plays notes as Python does: to the last bit by the same kernels, and as `render` plays those of a score."""

import shutil

import numpy as np
import pytest
from by_notes import Player, exported, in_python
from hosts import Exported, library

from rosin.analysis.pitch import pitch
from rosin.export.gathering import gather
from rosin.instruments.opening import instrument
from rosin.playing.midi.score import ControllerCurve, Note, Score

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
RATE = 48_000


@pytest.mark.parametrize("name", ["bell", "musical_saw"])
def test_notes_are_equal_to_those_of_python_in_any_blocks(name):
    heard = exported(name, RATE, (1, 37, 128))
    assert np.array_equal(heard, np.broadcast_to(in_python(name, RATE, (1, 37, 128)), heard.shape))
    assert np.abs(heard).max() > 0.01
    assert np.allclose(
        exported(name, RATE, (1000,)), heard, rtol=0, atol=1e-12
    )  # bodies that ring alone ring in stretches: by rounding others


def level(sound):
    return 10 * np.log10(np.mean(sound**2))


@pytest.mark.parametrize(("name", "key"), [("bell", 72), ("musical_saw", 69)])
def test_a_note_sounds_as_render_plays_it(name, key):
    it = Exported(name, RATE)
    late = it.call("latency")
    it.call("midi", 0x90, key, 90)
    heard = [it.process(RATE)]
    it.call("midi", 0xE0, 0, 96)
    heard = np.hstack([*heard, it.process(RATE // 2)])[:, late:]
    bend = ControllerCurve(((0.0, 0.0), (1.0, 1.0)))
    score = Score((Note(0.0, 1.5, key, 90 / 127, bend=bend),), 1.5)
    sound = instrument(name).render(score=score, duration=1.5, sample_rate=RATE).audio[:, : heard.shape[1]]
    for begin, end in ((0.2, 0.9), (1.05, 1.45)):
        here = slice(int(begin * RATE), int(end * RATE))
        assert level(heard[0, here]) == pytest.approx(level(sound[0, here]), abs=0.5)
        if name == "musical_saw":
            found, expected = (pitch(each[0, here], RATE, 440.0) for each in (heard, sound))
            assert abs(1200 * np.log2(found / expected)) < 3
    it.close()


@pytest.mark.parametrize(("name", "keys"), [("violin", (69, 74, 78, 57)), ("cello", (36, 45, 57))])
def test_strings_play_notes_in_tune(name, keys):
    it = Exported(name, RATE)
    for key in keys:
        it.call("midi", 0x90, key, 100)
        heard = it.process(RATE)
        it.call("midi", 0x80, key, 0)
        it.process(RATE // 4)
        wanted = 440 * 2 ** ((key - 69) / 12)
        assert level(heard[0, RATE // 2 :]) > -50
        assert abs(1200 * np.log2(pitch(heard[0, RATE // 2 :], RATE, wanted) / wanted)) < 12, key
    it.close()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "key", "near"),
    [
        ("sitar", 61, 0.3),
        ("fretted", 45, 0.1),
        ("hurdy_gurdy", 74, 1.0),  # a score slows its wheel down a moment earlier
        ("wolf_cello", 57, 0.1),
        ("piano_note", 60, 0.1),
        ("rubbed_masses", 52, 0.1),
        ("tanpura", 48, 0.1),
    ],
)
def test_notes_of_scenes_and_masses_sound_as_render_plays_them(name, key, near):
    it = Exported(name, RATE)
    late = it.call("latency")
    it.call("midi", 0x90, key, 90)
    heard = it.process(RATE)[0, late:]
    it.close()
    sound = instrument(name).render(score=Score((Note(0.0, 1.0, key, 90 / 127),), 1.0), duration=1.0, sample_rate=RATE).audio[0]
    here = slice(RATE // 4, int(0.9 * RATE))
    assert level(heard[here]) == pytest.approx(level(sound[here]), abs=near)
    wanted = 440 * 2 ** ((key - 69) / 12)
    one, other = (pitch(each[here], RATE, wanted) for each in (heard, sound))
    assert abs(1200 * np.log2(one / other)) < 1


@pytest.mark.thorough
def test_a_string_that_has_no_such_note_is_not_plucked_and_equal_ones_take_turns():
    live = Player(gather(instrument("tanpura"), (RATE,)).notes, RATE)
    live.tell((0x90, 60, 100))
    assert not live.rows(2000)[:, 0].any()
    pulled = []
    for _ in range(3):
        live.tell((0x90, 48, 100))
        pulled.append(int(np.argmax(np.abs(live.rows(2000)[:, 0]).sum(axis=1))))
    assert pulled == [1, 2, 1]


def test_a_wheel_bends_a_note_from_mass_to_mass():
    live = Player(library("rubbed_masses")[0].exported.notes, RATE)
    live.tell((0x90, 45, 100))
    places = [live.rows(500)[0, 3, -1]]
    live.tell((0xB0, 101, 0)), live.tell((0xB0, 100, 0)), live.tell((0xB0, 6, 12))
    live.tell((0xE0, 0, 64 + 37))  # 7 of 12 semitones: from 110 to 165 Hz
    places.append(live.rows(500)[0, 3, -1])
    assert places == pytest.approx([0.2, 0.4])


def test_a_hand_takes_a_string_over_from_notes_and_notes_take_it_back():
    it = Exported("violin", RATE)
    it.call("midi", 0x90, 76, 100)
    it.process(RATE // 2)
    it.call("midi", 0x80, 76, 0)
    it.process(2 * RATE)
    silent = level(it.process(RATE // 4)[0])
    it.set(A_velocity=0.2, A_normal_force=0.8)
    it.process(RATE // 2)
    assert level(it.process(RATE // 4)[0]) > silent + 20
    it.call("midi", 0x90, 76, 100)
    heard = it.process(RATE)[0, RATE // 2 :]
    assert abs(1200 * np.log2(pitch(heard, RATE, 659.26) / 659.26)) < 12  # the A string is let go
    it.close()


def test_what_plays_no_notes_says_why():
    assert library("chalk")[0].exported.silent == "It plays no notes; its controls move it."
    assert library("chalk")[0].exported.silent in library("chalk")[0].header()
    assert library("violin")[0].exported.silent == ""

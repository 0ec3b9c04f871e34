"""An exported instrument plays notes as Python does: to the last bit by the same kernels, and as `render` plays those of a score."""

import shutil

import numpy as np
import pytest
from hosts import Exported, library

from rosin.analysis.pitch import pitch
from rosin.engine.scenes.voice import SceneVoice
from rosin.engine.voice import Voice
from rosin.export.code import BaselineMachine, FastMachine
from rosin.instruments.opening import instrument
from rosin.instruments.setups.pairs import resonator_of
from rosin.playing.midi.score import ControllerCurve, Note, Score
from rosin.sound.output.chain import OpenChain
from rosin.studio.plan import pool_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
RATE = 48_000
MESSAGES = [  # at which sample, and what
    (0, (0x90, 69, 100)),
    (1500, (0x90, 76, 60)),
    (1501, (0xE0, 0, 96)),
    (3000, (0x80, 69, 0)),
    (3100, (0x90, 69, 127)),
    (4000, (0xD0, 90, 0)),
    (6001, (0xB0, 123, 0)),
]
END = 9000


class Player:
    """The player's program for the same target as an export, with the memory of the export."""

    def __init__(self, notes):
        self.machine = BaselineMachine(notes.player[0].layout)
        self.machine.reals[:] = notes.player[0].reals
        self.machine.view("head.sample_rate")[:] = RATE
        self.machine.call("start")

    def tell(self, message):
        self.machine.view("head.message")[:] = message
        self.machine.call("process", 0)
        place, tuning = self.machine.view("head.asked")
        return (int(place), int(tuning)) if place >= 0 else None

    def rows(self, samples):
        found = []
        for begin in range(0, samples, 128):
            n = min(128, samples - begin)
            self.machine.call("process", n)
            found.append(self.machine.view("head.rows").reshape(-1, 4, 128)[:, :, :n].copy())
        return np.concatenate(found, axis=2)


def in_pieces(play, tell):
    """Messages at their samples, and the sound between them."""
    found, now = [], 0
    for at, message in [*MESSAGES, (END, None)]:
        if at > now:
            found.append(play(at - now))
        now = at
        if message:
            tell(message)
    return np.hstack(found)


def cut(play, blocks):
    """The same in blocks of these sizes, again and again."""
    sizes = iter(np.resize(blocks, END))

    def in_blocks(samples):
        made = []
        while samples:
            made.append(play(min(samples, int(next(sizes)))))
            samples -= made[-1].shape[1]
        return np.hstack(made)

    return in_blocks


def exported(name, blocks):
    it = Exported(name, RATE)
    heard = in_pieces(cut(it.process, blocks), lambda message: it.call("midi", *message))
    it.close()
    return heard


def in_python(name, blocks):
    made, player = library(name)[0].exported, instrument(name)
    notes = made.notes
    live, pool = Player(notes), pool_of(player)
    layer = pool or player.setup.live(RATE)["hand"]
    seed = 7919 * notes.places[0].layer
    if pool:
        voice = SceneVoice(pool.source, RATE, seed=seed, target=FastMachine)
        names = [[f"{pair}.{control}" for control in ("velocity", "normal_force", "bend")] for pair in pool.keyed.pairs]
    else:
        voice = Voice(layer.contact, RATE, seed=seed, output=layer.output, target=FastMachine)
        names = [["velocity", "normal_force", "bend"]]
    known = voice.layout.rows if pool else layer.contact.controls
    chain = OpenChain(player.output, RATE, made.channels, BaselineMachine)

    def tell(message):
        asked = live.tell(message)
        if asked:
            place, tuning = asked
            voice.tune(resonator_of(pool.keyed.pairs[place]), pool.keyed.tuned(pool.keyed.nearest[tuning]).resonator)

    def play(samples):
        rows = live.rows(samples)
        moved = {name: rows[i, k] for i, own in enumerate(names) for k, name in enumerate(own) if name in known}
        heard = layer.gain * voice.process(samples, moved)[:2]
        return chain.process(np.broadcast_to(heard, (made.channels, samples)))

    return in_pieces(cut(play, blocks), tell)


@pytest.mark.parametrize("name", ["bell", "musical_saw"])
def test_notes_are_equal_to_those_of_python_in_any_blocks(name):
    heard = exported(name, (1, 37, 128))
    assert np.array_equal(heard, np.broadcast_to(in_python(name, (1, 37, 128)), heard.shape))
    assert np.abs(heard).max() > 0.01
    assert np.allclose(exported(name, (1000,)), heard, rtol=0, atol=1e-12)  # bodies that ring alone ring in stretches: by rounding others


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


def test_a_string_that_has_no_such_note_is_not_plucked_and_equal_ones_take_turns():
    it = Exported("tanpura", RATE)
    it.call("midi", 0x90, 60, 100)
    assert not it.process(RATE // 10).any()
    notes = library("tanpura")[0].exported.notes
    live = Player(notes)
    pulled = []
    for _ in range(3):
        live.tell((0x90, 48, 100))
        pulled.append(int(np.argmax(np.abs(live.rows(2000)[:, 0]).sum(axis=1))))
    assert pulled == [1, 2, 1]
    it.close()


def test_a_wheel_bends_a_note_from_mass_to_mass():
    live = Player(library("rubbed_masses")[0].exported.notes)
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

"""Notes as they come are the notes of a file: what channels say, what hands do, and the same on every target."""

import mido
import numpy as np
import pytest

from rosin.engine.listener import listener_layout
from rosin.engine.player import lending, player_layout
from rosin.engine.targets import open_target
from rosin.instruments.setups.phrasing import Phrase
from rosin.playing.live.channels import (
    BYTES,
    FARTHEST,
    LOUDEST,
    NOTE_EXPRESSION,
    NOTE_PRESSURE,
    NOTE_TUNING,
    NOTE_VIBRATO,
    NOTE_VOLUME,
    NOTES,
)
from rosin.playing.live.hand import HELD
from rosin.playing.live.player import ADOPT, BORROW, GIVE_BACK, STOP
from rosin.playing.midi.channels import Channels, _together
from rosin.playing.midi.score import VOLUME_AT_REST, ControllerCurve, Note
from rosin.playing.touch import SOFTEST

RATE, BLOCK = 48_000, 64
EACH = np.arange(1, 129)  # every key of channel 10 is struck for itself
CONTROLLERS = [1, 2, 7, 11, 74, 64, 64, 64, 100, 101, 6, 38, 98, 120, 121, 123]


def opened(target="native", places=4, percussion=EACH, *, lends=False, **form):
    kinds = {"thrown": False, "spun": False, "retuned": True} | form
    tunings = 24 if kinds["retuned"] else 1
    layout = player_layout(places=places, tunings=tunings, block=BLOCK, **kinds)
    machine = open_target(target, lending(layout) if lends else layout)
    given = {"sample_rate": RATE, "velocity": 0.2, "normal_force": 1.5, "first": 50.0, "firm_velocities": 1.0, "softest": SOFTEST}
    machine.fill("head", given | {"firm_forces": np.linspace(1, 2, tunings), "percussion": percussion})
    machine.call("prepare")
    machine.call("start")
    return machine


def tell(machine, *message):
    machine.view("head.message")[:] = message
    machine.call("process", 0)


def played(machine, samples):
    """(places, velocity and force and bend and position, samples)"""
    found = []
    for begin in range(0, samples, BLOCK):
        n = min(BLOCK, samples - begin)
        machine.call("process", n)
        found.append(machine.view("head.rows").reshape(-1, 4, BLOCK)[:, :, :n].copy())
    return np.concatenate(found, axis=2)


def random_message(rng):
    kind, channel = rng.choice([8, 8, 8, 9, 9, 10, 11, 11, 13, 14]), int(rng.choice([0, 1, 2, 9, 14, 15]))
    one = int(rng.choice(CONTROLLERS)) if kind == 11 else int(rng.integers(60, 64))
    two = int(rng.integers(0, 128))
    if kind == 11 and one in (100, 101, 6):
        two = int(rng.choice([0, 6, 6, 3, 127]))
    return int(16 * kind + channel), int(rng.integers(0, 128)) if kind in (13, 14) else one, two


SAID = ("bend", "pressure", "timbre", "modulation")


def listening(target="native"):
    machine = open_target(target, listener_layout())
    machine.fill("head", {"softest": SOFTEST, "percussion": EACH})
    machine.call("prepare")
    machine.call("start")
    return machine


def held_notes(machine):
    """When each note that is held came, with its key and what is said of it, in that order."""
    rows = np.array([machine.view(f"head.{name}") for name in ("came", "key", "strength", *SAID)]).T
    return rows[rows[:, 0] > 0][np.argsort(rows[rows[:, 0] > 0][:, 0])]


def filed_notes(channels, time):
    """The same of all notes of a file's channels."""
    found = []
    for channel in channels.channels.values():
        for note in (note for held in (channel.pressed, channel.ringing) for notes in held.values() for note in notes):
            said = {}
            for name in (*SAID, "expression", "volume"):
                sources = [each.control(name) for each in (note.channel, note.manager) if each]
                if name == "pressure" and note.key in channel.key_pressure:
                    sources.append(channel.key_pressure[note.key])
                said[name] = _together(name, [source.at(time) for source in sources])
            struck = SOFTEST ** (1 - note.velocity) * said["expression"] * said["volume"] / VOLUME_AT_REST
            found.append((note.start, note.key, struck * (1 + 0.6 * said["pressure"]), *(said[name] for name in SAID)))
    return np.array(sorted(found)).reshape(-1, 3 + len(SAID))


def near(found, wanted, relative, absolute):
    """NumPy's `allclose`, which takes its time, for ten thousand pairs."""
    return found.shape == wanted.shape and bool((np.abs(found - wanted) <= absolute + relative * np.abs(wanted)).all())


@pytest.mark.thorough
def test_ten_thousand_random_messages_are_heard_as_a_file_is_read_and_alike_on_every_target():
    rng = np.random.default_rng(5)
    native, others, channels = listening(), [listening(target) for target in ("wasm", "c")], Channels()
    most = 0
    for number in range(1, 10_001):
        message = random_message(rng)
        for machine in (native, *others):
            tell(machine, *message)
        channels.hear(float(number), mido.Message.from_bytes(message[: 2 if message[0] // 16 == 13 else 3]))
        if number % 4:  # what is held is compared after every fourth
            continue
        heard = held_notes(native)
        assert near(heard, filed_notes(channels, float(number)), 1e-12, 1e-12), message
        for machine in others:
            assert near(held_notes(machine), heard, 1e-14, 1e-15), message
        most = max(most, len(heard))
    assert 10 < most < NOTES


@pytest.mark.sweep
@pytest.mark.parametrize("form", [{"thrown": False}, {"thrown": True}])
def test_ten_thousand_random_messages_move_hands_alike_on_every_target(form):
    rng = np.random.default_rng(6)
    native, *others = (opened(target, **form) for target in ("native", "wasm", "c"))
    for _ in range(10_000):
        message, moment = random_message(rng), int(rng.integers(1, BLOCK))
        for machine in (native, *others):
            tell(machine, *message)
            machine.call("process", moment)
        for machine in others:
            assert np.array_equal(machine.view("head.asked"), native.view("head.asked"))
            assert near(machine.view("head.rows"), native.view("head.rows"), 1e-9, 1e-12), message


@pytest.mark.parametrize("target", ["native", "wasm", "c"])
@pytest.mark.parametrize("thrown", [False, True])
def test_every_target_plays_random_messages_alike(target, thrown):
    rng = np.random.default_rng(7)
    python, machine = opened("python", places=2, thrown=thrown), opened(target, places=2, thrown=thrown)
    for _ in range(60):
        message = random_message(rng)
        for each in (python, machine):
            tell(each, *message)
            each.call("process", 2)
        assert np.array_equal(machine.view("head.asked"), python.view("head.asked"))
        assert np.allclose(machine.view("head.rows"), python.view("head.rows"), rtol=1e-12, atol=1e-15)


def test_a_rubbed_note_is_that_of_a_score():
    machine = opened()
    tell(machine, 0xB0, 1, 90)
    tell(machine, 0x90, 57, 100)
    assert machine.view("head.asked").tolist() == [0.0, 7.0]
    heard = played(machine, RATE // 2)
    tell(machine, 0x80, 57, 0)
    heard = np.concatenate([heard, played(machine, RATE // 4)], axis=2)
    times = np.arange(heard.shape[2]) / RATE
    phrase = Phrase([Note(0.0, 0.5, 57, 100 / 127, modulation=ControllerCurve.constant(90 / 127))])
    assert np.allclose(heard[0, 0], 0.2 * phrase.speed(times), atol=2e-4)
    assert np.allclose(heard[0, 1], 1.5 * (1 + 7 / 23) * phrase.force(times), atol=1e-3)
    bend = 12 * np.log2(phrase.frequency(times) / Note(0, 1, 57, 1).frequency())
    assert np.allclose(heard[0, 2][: RATE // 2 : HELD], bend[: RATE // 2 : HELD], atol=1e-9)
    assert np.ptp(heard[0, 2][: RATE // 2].reshape(-1, HELD)[100:], axis=1).max() == 0  # the vibrato goes in small steps
    assert not heard[1:, :2].any()


OPEN = (55.0, 62.0, 69.0, 76.0)  # keys of a violin's strings
MARKS = 1 - 2 ** (-np.arange(13) / 12)  # where an ideal string is stopped


def strings(target="native", **more):
    form = {"thrown": False, "spun": False, "retuned": False, "marks": len(MARKS), **more}
    machine = open_target(target, player_layout(places=len(OPEN), tunings=len(OPEN), block=BLOCK, **form))
    given = {"sample_rate": RATE, "velocity": 0.2, "normal_force": 1.5, "firm_velocities": [0.5, 0.6, 0.8, 1.0], "firm_forces": 1.0}
    machine.fill(
        "head", given | {"percussion": EACH, "open_keys": OPEN, "fingers": np.tile(MARKS, len(OPEN)), "softest": SOFTEST, "spots": 0.1}
    )
    machine.call("prepare")
    machine.call("start")
    return machine


def bowed(machine):
    """The strings that are pressed, with their stops, after a while."""
    rows = played(machine, RATE // 10)[:, :, -1]
    return {place: float(finger) for place, (_, force, finger) in enumerate(rows[:, :3]) if force > 0}


def test_a_note_goes_to_the_highest_string_that_has_it_and_is_free():
    machine = strings()
    assert bowed(machine) == {}
    tell(machine, 0x90, 78, 127)
    assert bowed(machine) == {3: pytest.approx(MARKS[2])}
    tell(machine, 0x90, 74, 127)  # only the strings below have it
    assert bowed(machine) == {3: pytest.approx(MARKS[2]), 2: pytest.approx(MARKS[5])}
    tell(machine, 0x90, 76, 127)  # the open E is taken, the A too
    assert bowed(machine)[3] == pytest.approx(0)  # of those that have it, the one whose note began first
    tell(machine, 0x80, 76, 0)
    assert bowed(machine)[3] == pytest.approx(MARKS[2])  # a slur comes back
    tell(machine, 0x80, 78, 0)
    tell(machine, 0x80, 74, 0)
    played(machine, RATE // 2)
    assert bowed(machine) == {}
    for key in (40, 54, 89, 127):  # below, or above all of them
        tell(machine, 0x90, key, 127)
    assert bowed(machine) == {}


def test_strings_are_bowed_each_with_its_own_speed_and_bent_between_marks():
    machine = strings()
    tell(machine, 0x90, 55, 127)
    tell(machine, 0xE0, 0, 96)  # one semitone up
    rows = played(machine, RATE // 5)[:, :, -1]
    assert rows[0] == pytest.approx([0.5 * 0.2, 1.5, MARKS[1], 0.1 * (1 - MARKS[1])])
    tell(machine, 0xE0, 0, 80)
    assert played(machine, RATE // 5)[0, 2, -1] == pytest.approx(MARKS[:2].mean())
    tell(machine, 0xE0, 0, 0)  # no string is bent below its own pitch
    assert played(machine, RATE // 5)[0, 2, -1] == 0.0


@pytest.mark.parametrize("target", ["native", "wasm", "c"])
def test_every_target_plays_strings_alike(target):
    rng = np.random.default_rng(8)
    python, machine = strings("python"), strings(target)
    for _ in range(60):
        message = random_message(rng)
        for each in (python, machine):
            tell(each, *message)
            each.call("process", 2)
        assert np.allclose(machine.view("head.rows"), python.view("head.rows"), rtol=1e-12, atol=1e-15)


def test_a_slur_comes_back_to_the_last_note_that_is_still_held_and_to_none_that_has_ended():
    machine = opened(places=1, retuned=False)
    for key in (50, 55, 60):
        tell(machine, 0x90, key, 127)
    whole = played(machine, RATE // 5)[0, :, -1]
    assert whole[2] == pytest.approx(10)
    tell(machine, 0x80, 55, 0)
    tell(machine, 0x80, 60, 0)
    back = played(machine, RATE // 5)[0]
    assert back[2, -1] == pytest.approx(0)
    assert np.allclose(back[:2].T, whole[:2])  # in one stroke
    tell(machine, 0x80, 50, 0)
    assert played(machine, RATE // 2)[0, 1, -1] == 0
    thrown = opened(places=1, retuned=False, thrown=True)
    for key in (50, 55):
        tell(thrown, 0x90, key, 127)
    played(thrown, RATE // 10)
    tell(thrown, 0x80, 55, 0)
    assert not played(thrown, RATE // 10)[0, 0].any()


def test_keys_are_tuned_and_a_note_keeps_the_tuning_it_began_with():
    machine = opened()
    machine.view("head.off")[57:59] = [0.3, -1.1]
    tell(machine, 0x90, 57, 127)
    tell(machine, 0x90, 58, 127)
    machine.view("head.off")[57] = 0.0
    tell(machine, 0xE0, 0, 96)  # one semitone up
    assert played(machine, RATE // 5)[:2, 2, -1] == pytest.approx([1.3, 0.9])  # 58 - 1.1 is nearest to 57
    assert machine.view("head.keys")[:2] == pytest.approx([57.3, 56.9])
    tell(machine, 0x80, 57, 0)
    tell(machine, 0x90, 57, 127)
    assert played(machine, RATE // 5)[2, 2, -1] == pytest.approx(1.0)


def test_a_host_borrows_a_body_and_notes_take_it_when_they_have_no_other():
    machine = opened(places=2, lends=True)
    tell(machine, BORROW, 55.2, 0)
    assert machine.view("head.asked").tolist() == [0.0, 5.0]
    tell(machine, 0x90, 60, 127)
    assert machine.view("head.asked").tolist() == [1.0, 10.0]
    rows = played(machine, RATE // 5)[:, 1, -1]
    assert rows[0] == 0
    assert rows[1] > 0
    tell(machine, 0x90, 62, 127)  # the borrowed body has been played for longest
    assert machine.view("head.asked").tolist() == [0.0, 12.0]
    tell(machine, GIVE_BACK, 0, 0)  # it is no longer the host's
    assert machine.view("head.left")[0] == -1
    tell(machine, BORROW, 64, 0)
    assert machine.view("head.asked").tolist() == [1.0, 14.0]
    tell(machine, 0x80, 60, 0)  # its note has none any more
    assert machine.view("head.left")[1] == -1
    tell(machine, GIVE_BACK, 1, 0)
    assert machine.view("head.left")[1] > 0


def test_a_new_player_adopts_what_is_held_and_one_that_stops_knows_what_was_said():
    first, second = opened(), opened(lends=True)
    for message in ((0xB0, 64, 127), (0xE0, 0, 96), (0x90, 55, 90), (0x90, 59, 120), (0x80, 59, 0)):
        tell(first, *message)
    kept = [name for name in first.layout.reals if name.startswith(("head.channels.", "head.notes.")) and not name.endswith(".place")]
    for name in kept:
        second.view(name)[:] = first.view(name)
    for note in range(NOTES):
        tell(second, ADOPT, note, 0)
    wanted = played(first, RATE // 5)
    assert wanted[:2, 1, -1].all()
    assert np.array_equal(played(second, RATE // 5), wanted)
    tell(second, STOP, 0, 0)
    assert not played(second, RATE // 5)[:, :2].any()
    tell(second, 0x90, 62, 127)
    assert played(second, RATE // 5)[0, 2, -1] == pytest.approx(1.0)  # the wheel is where it was
    struck = opened(thrown=True, lends=True)
    for name in kept:
        struck.view(name)[:] = first.view(name)
    for note in range(NOTES):
        tell(struck, ADOPT, note, 0)
    assert not played(struck, RATE // 10).any()


def test_a_bow_goes_with_a_finger_that_shakes_and_a_pluck_does_not():
    """Whoever moves the place of a contact at every sample does little else."""
    for plucked in (False, True):
        machine = strings(plucked=plucked)
        tell(machine, 0xB0, 1, 127)
        tell(machine, 0x90, 57, 127)
        finger, place = played(machine, RATE // 2)[0, 2:]
        assert np.ptp(finger) > 0.02
        assert np.allclose(place, 0.1 * (1 - MARKS[2]) if plucked else 0.1 * (1 - finger))


def test_controllers_are_reached_as_in_a_score():
    machine = opened()
    tell(machine, 0x90, 57, 100)
    first = played(machine, RATE // 5)
    tell(machine, 0xD0, 127, 0)
    tell(machine, 0xE0, 0, 96)  # half way up: one of two semitones
    heard = np.concatenate([first, played(machine, RATE // 5)], axis=2)
    times = np.arange(heard.shape[2]) / RATE
    curves = {"pressure": ControllerCurve(((0.0, 0.0), (0.2, 1.0))), "bend": ControllerCurve(((0.0, 0.0), (0.2, 1.0)))}
    phrase = Phrase([Note(0.0, 9.0, 57, 100 / 127, **curves)])
    assert np.allclose(heard[0, 0], 0.2 * phrase.speed(times), atol=3e-4)  # a sample's difference
    assert np.allclose(heard[0, 2], 12 * np.log2(phrase.frequency(times) / Note(0, 1, 57, 1).frequency()), atol=5e-3)


def test_a_blow_is_thrown_for_two_milliseconds_and_holds_nothing():
    machine = opened(thrown=True, places=2)
    for place, key in enumerate((60, 64)):
        tell(machine, 0x90, key, 127)
        heard = played(machine, 200)
        assert np.array_equal(np.flatnonzero(heard[place, 0]), np.arange(96))
        assert heard[place, 0, 0] == pytest.approx(0.2)
    tell(machine, 0x90, 67, 127)  # the first was struck longest ago
    assert machine.view("head.asked").tolist() == [0.0, 17.0]


def test_keys_of_channel_ten_are_those_that_are_struck_for_them_unless_it_is_a_member():
    table = np.zeros(128)
    table[36] = 1 + 55
    machine = opened(thrown=True, percussion=table)
    tell(machine, 0x99, 40, 127)
    assert machine.view("head.asked")[0] == -1
    assert not played(machine, 100).any()
    tell(machine, 0x99, 36, 127)
    assert machine.view("head.asked").tolist() == [0.0, 5.0]
    assert played(machine, 100)[0, 0].any()
    tell(machine, 0x89, 36, 0)
    for number, value in ((101, 0), (100, 6), (6, 15)):
        tell(machine, 0xB0, number, value)  # a zone of all channels
    tell(machine, 0x99, 60, 127)
    assert machine.view("head.asked").tolist() == [1.0, 10.0]


def test_one_body_is_bent_from_key_to_key_and_moves_on():
    machine = opened(places=1, retuned=False)
    tell(machine, 0x90, 60, 127)
    played(machine, RATE // 10)
    tell(machine, 0x90, 64, 127)
    assert machine.view("head.asked")[0] == -1
    heard = played(machine, RATE // 10)[0]
    assert heard[2, -1] - heard[2, 0] == pytest.approx(4.0, abs=0.01)
    assert heard[0].min() == pytest.approx(0.2)
    tell(machine, 0x80, 60, 0)  # it gave way already
    assert played(machine, RATE // 10)[0][0].min() == pytest.approx(0.2)
    tell(machine, 0x80, 64, 0)
    assert not played(machine, RATE // 4)[0][:2, -1].any()


def express(machine, kind, key, value, channel=1):
    tell(machine, 16 * kind + channel - 1, key, value)


def settled(machine):
    """Velocity, force and bend of every hand when all has come to rest."""
    return played(machine, 4800)[:, :, -1]


def test_one_of_two_notes_of_a_channel_is_expressed_and_the_other_not():
    assert 16 * NOTE_VOLUME == BYTES  # no byte is taken for it
    machine = opened()
    for key in (60, 64):
        tell(machine, 0x90, key, 127)
    before = settled(machine)
    express(machine, NOTE_TUNING, 64, 0.37)
    tuned = settled(machine)
    np.testing.assert_array_equal(tuned[0], before[0])
    assert tuned[1, 2] - before[1, 2] == pytest.approx(0.37)
    for kind, value, factor in ((NOTE_VOLUME, 0.5, 0.5), (NOTE_EXPRESSION, 0.5, 0.25), (NOTE_PRESSURE, 1.0, 0.25 * 1.6)):
        express(machine, kind, 64, value)
        moved = settled(machine)
        np.testing.assert_array_equal(moved[0], before[0])
        np.testing.assert_allclose(moved[1, :2], factor * before[1, :2])
    express(machine, NOTE_VIBRATO, 64, 1.0)
    swung = played(machine, 24_000)[:, 2]
    assert np.ptp(swung[0]) == 0 < np.ptp(swung[1])


def test_what_is_expressed_goes_with_its_note_and_stays_within_bounds():
    machine = opened()
    tell(machine, 0x91, 60, 127)
    usual = settled(machine)[0]
    express(machine, NOTE_TUNING, -1, 1e9, channel=2)
    express(machine, NOTE_VOLUME, 60, 1e9, channel=2)
    express(machine, NOTE_VOLUME, 60, 0.0, channel=1)  # of nobody
    far = settled(machine)[0]
    assert far[2] == usual[2] + FARTHEST
    np.testing.assert_allclose(far[:2], LOUDEST * usual[:2])
    tell(machine, 0x81, 60, 0)
    settled(machine)
    tell(machine, 0x91, 60, 127)
    np.testing.assert_array_equal(settled(machine)[0], usual)

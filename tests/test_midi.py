"""MIDI files as notes: their times, their curves, MPE, single lines, and files that mean harm."""

import random
import struct
from itertools import pairwise

import mido
import numpy as np
import pytest

from rosin import FileError, Gesture, ParameterError, RosinError
from rosin.playing.midi import channels, file
from rosin.playing.midi.file import read_score
from rosin.playing.midi.phrase import legato, lines
from rosin.playing.midi.score import ControllerCurve, Note, Score

BEAT = 480
FULL_UP = 8191 / 8192


def on(key, time=0, velocity=100, channel=1):
    return mido.Message("note_on", note=key, velocity=velocity, channel=channel - 1, time=time)


def off(key, time=0, channel=1):
    return mido.Message("note_off", note=key, channel=channel - 1, time=time)


def control(number, value, time=0, channel=1):
    return mido.Message("control_change", control=number, value=value, channel=channel - 1, time=time)


def wheel(pitch, time=0, channel=1):
    return mido.Message("pitchwheel", pitch=pitch, channel=channel - 1, time=time)


def pressure(value, time=0, channel=1):
    return mido.Message("aftertouch", value=value, channel=channel - 1, time=time)


def parameter(number, value, channel=1):
    """A registered parameter, set."""
    return [control(101, 0, channel=channel), control(100, number, channel=channel), control(6, value, channel=channel)]


def tempo(beats_per_minute, time=0):
    return mido.MetaMessage("set_tempo", tempo=round(60e6 / beats_per_minute), time=time)


@pytest.fixture
def played(tmp_path):
    """Read tracks back from a file; one beat lasts 0.5 s."""

    def read(*tracks, ticks_per_beat=BEAT, kind=1, **options):
        midi = mido.MidiFile(type=kind, ticks_per_beat=ticks_per_beat, tracks=[mido.MidiTrack(track) for track in tracks])
        midi.save(tmp_path / "tune.mid")
        return read_score(tmp_path / "tune.mid", **options)

    return read


def spans(score):
    return [(note.key, pytest.approx(note.start), pytest.approx(note.end)) for note in score.notes]


def test_notes_start_and_end_where_the_beats_fall(played):
    score = played([on(60), off(60, BEAT), on(64, BEAT, velocity=127), on(64, BEAT // 2, velocity=0), off(99, BEAT)])
    assert spans(score) == [(60, 0.0, 0.5), (64, 1.0, 1.25)]
    assert score.notes[1].velocity == 1.0
    assert score.duration == pytest.approx(1.75)
    assert score.channels == (1,)


def test_a_change_of_tempo_in_another_track_moves_the_notes(played):
    conductor = [mido.MetaMessage("track_name", name="A\x1b tune"), tempo(60), tempo(240, 2 * BEAT)]
    score = played(conductor, [on(60), off(60, 3 * BEAT), on(62), off(62, BEAT)])
    assert spans(score) == [(60, 0.0, 2.25), (62, 2.25, 2.5)]
    assert score.tempo.points == ((0.0, 60.0), (2.0, 240.0))
    assert score.name == "A tune"


def test_time_by_frames_does_not_know_of_tempo(played):
    score = played([tempo(60), on(60), off(60, 1000)], ticks_per_beat=(-25 << 8) + 40)
    assert spans(score) == [(60, 0.0, 1.0)]


def test_keys_that_overlap_end_in_the_order_they_began(played):
    score = played([on(60), on(60, BEAT), off(60, BEAT), off(60, BEAT)])
    assert spans(score) == [(60, 0.0, 1.0), (60, 0.5, 1.5)]


def test_a_note_that_is_never_released_ends_with_the_file(played):
    assert spans(played([on(60), on(62, BEAT)], [off(1, 4 * BEAT)])) == [(60, 0.0, 2.0), (62, 0.5, 2.0)]


def test_the_pedal_holds_notes_until_it_rises_or_the_key_is_struck_again(played):
    score = played([control(64, 127), on(60), off(60, BEAT), on(62), off(62, BEAT), on(60), off(60, BEAT), control(64, 0, BEAT)])
    assert spans(score) == [(60, 0.0, 1.0), (62, 0.5, 2.0), (60, 1.0, 2.0)]


@pytest.mark.parametrize(("number", "end"), [(123, 1.5), (120, 0.5), (121, 1.0)])
def test_all_notes_off_waits_for_the_pedal_all_sound_off_does_not_and_a_reset_lifts_it(played, number, end):
    score = played([control(64, 127), on(60), control(number, 0, BEAT), off(60, BEAT), control(64, 0, BEAT), off(1, BEAT)])
    assert score.notes[0].end == pytest.approx(end)


def test_the_wheel_bends_by_the_range_of_its_channel(played):
    wide = [*parameter(0, 12), control(38, 50), wheel(4096), on(60), wheel(-8192, BEAT), off(60, BEAT)]
    first, second = played(wide, [on(60, channel=2), wheel(8191, BEAT, 2)]).notes
    assert first.bend.points == ((0.0, 6.25), (0.5, -12.5))
    assert second.bend.at(0.5, 0) == pytest.approx(2 * FULL_UP)


def test_resetting_controllers_leaves_volume_and_bend_range(played):
    moved = [*parameter(0, 7), control(7, 127), control(1, 127), control(11, 0), pressure(127), wheel(4096), on(69)]
    note = played([*moved, control(121, 0, BEAT), wheel(4096, BEAT), off(69, BEAT)]).notes[0]
    assert note.modulation.points == ((0.0, 1.0), (0.5, 0.0))
    assert note.expression.points == ((0.0, 0.0), (0.5, 1.0))
    assert note.pressure.points == ((0.0, 1.0), (0.5, 0.0))
    assert note.volume.points == ((0.0, 1.0),)
    assert note.bend.points == ((0.0, 3.5), (0.5, 0.0), (1.0, 3.5))


def test_breath_stands_in_for_expression_only_where_there_is_none(played):
    score = played([control(2, 0), on(60), off(60, BEAT)], [control(2, 0, channel=2), control(11, 127, channel=2), on(61, channel=2)])
    assert [note.expression.at(0.1, 0) for note in score.notes] == [0.0, 1.0]


def test_pressure_of_channel_and_key_add_up_and_a_new_note_starts_without(played):
    key = mido.Message("polytouch", note=60, value=127, time=BEAT)
    score = played([pressure(27), on(60), key, off(60, BEAT), on(60), off(60, BEAT)])
    assert score.notes[0].pressure.points == ((0.0, 27 / 127), (0.5, 1.0))
    assert score.notes[1].pressure.points == ((0.0, 27 / 127),)


def test_members_of_a_zone_bend_apart_and_follow_their_manager(played):
    zone = [*parameter(6, 3), on(60, channel=2), wheel(4096, channel=2), pressure(50, channel=2), on(64, channel=3), on(67, channel=5)]
    later = [wheel(4096, BEAT), pressure(100), control(74, 127), control(11, 64), control(64, 127), off(60, channel=2), off(64, channel=3)]
    low, middle, outside = played([*zone, *later, off(67, channel=5), control(64, 0, BEAT)]).notes
    assert low.bend.points == ((0.0, 24.0), (0.5, 25.0))
    assert low.pressure.points == ((0.0, 50 / 127), (0.5, 1.0))
    assert middle.bend.points == ((0.0, 0.0), (0.5, 1.0))
    assert middle.timbre.points == ((0.0, 64 / 127), (0.5, 1.0))
    assert middle.expression.points == ((0.0, 1.0), (0.5, 64 / 127))
    assert (low.end, middle.end, outside.end) == (1.0, 1.0, 0.5)
    assert outside.bend == outside.pressure == ControllerCurve.constant(0.0)


def test_zones_from_both_ends_do_not_overlap_and_one_range_serves_all_members(played):
    zones = [*parameter(6, 10), *parameter(6, 6, channel=16), *parameter(0, 24, channel=15)]
    wheels = [wheel(4096, channel=number) for number in (9, 10, 11, 15, 16)]
    score = played([*zones, *wheels, *(on(40 + number, channel=number) for number in (9, 10, 11, 15, 16)), off(1, BEAT)])
    assert {note.channel: note.bend.points[0][1] for note in score.notes} == {9: 24.0, 10: 13.0, 11: 13.0, 15: 13.0, 16: 1.0}


def test_a_zone_that_is_closed_leaves_ordinary_channels(played):
    score = played([*parameter(6, 15), *parameter(6, 0), wheel(4096), wheel(4096, channel=2), on(60, channel=2), off(60, BEAT, 2)])
    assert score.notes[0].bend.points == ((0.0, 1.0),)


def test_a_zone_can_be_declared_for_a_file_that_does_not(played):
    tune = [wheel(4096, channel=2), on(60, channel=2), off(60, BEAT, 2)]
    assert played(tune).notes[0].bend.points == ((0.0, 1.0),)
    assert played(tune, mpe_members=15).notes[0].bend.points == ((0.0, 24.0),)
    with pytest.raises(ParameterError, match="mpe_members = 16"):
        played(tune, mpe_members=16)


def test_channel_ten_is_percussion_unless_it_is_a_member(played):
    drums = [on(36, channel=10), off(36, BEAT, 10)]
    score, zone = played(drums), played(drums, mpe_members=15)
    assert (len(score.notes), len(score.percussion)) == (0, 1)
    assert (len(zone.notes), len(zone.percussion)) == (1, 0)


def test_a_glide_is_the_mean_of_the_last_milliseconds():
    rng = np.random.default_rng(1)
    starts, values = np.cumsum(rng.uniform(0.001, 0.03, 40)), rng.uniform(-1, 1, 40)
    curve = ControllerCurve(tuple(zip(starts.tolist(), values.tolist(), strict=True)))
    times = rng.uniform(-0.1, 1.0, 50)
    past = times[:, None] - 0.01 * (np.arange(4000) + 0.5) / 4000
    np.testing.assert_allclose(curve.at(times, 0.01), curve.at(past, 0).mean(axis=1), atol=1e-3)
    np.testing.assert_allclose(curve.at(times, 1e-6), curve.at(times, 0), atol=1e-9)
    assert np.abs(curve.at(times)).max() <= np.abs(values).max()


def test_a_step_becomes_a_straight_line_that_a_gesture_takes():
    curve = ControllerCurve(((0.0, 0.0), (1.0, 0.5)))
    np.testing.assert_allclose(curve.at([-1, 0.999, 1.002, 1.005, 1.01, 3], 0.01), [0, 0, 0.1, 0.25, 0.5, 0.5], atol=1e-12)
    bow = Gesture(normal_force=curve.smoothed(0.01)).block(0, 2000, 1000.0)["normal_force"]
    np.testing.assert_allclose(bow, curve.at(np.arange(2000) / 1000, 0.01))


def test_frequencies_are_tempered_and_bent():
    note = Note(0.0, 1.0, 57, bend=ControllerCurve(((0.0, 0.0), (0.5, 12.0))))
    assert note.frequency() == pytest.approx(220.0)
    assert note.frequency(415.0) == pytest.approx(207.5)
    np.testing.assert_allclose(note.frequencies([0.4, 0.505, 0.6], glide=0.01), [220.0, 220 * 2**0.5, 440.0])


def sounding(*notes):
    return Score(tuple(Note(start, end, key) for start, end, key in notes), 10.0)


def plain(found):
    return [[(note.start, note.end, note.key) for note in line] for line in found]


def test_the_oldest_note_gives_way_where_lines_are_few():
    score = sounding((0, 3, 60), (1, 3, 64), (2, 3, 67))
    assert plain(lines(score, 3)) == [[(0, 3, 60)], [(1, 3, 64)], [(2, 3, 67)]]
    assert plain(lines(score, 2)) == [[(0, 2, 60), (2, 3, 67)], [(1, 3, 64)]]
    assert plain(lines(score, 1)) == [[(0, 1, 60), (1, 2, 64), (2, 3, 67)]]
    assert plain(lines(sounding((0, 1, 60), (0, 1, 67), (0, 1, 64)), 1)) == [[(0, 1, 67)]]


def test_two_voices_that_move_together_stay_in_their_lines():
    score = sounding((0, 1, 48), (0, 1, 72), (1, 2, 74), (1, 2, 50), (2, 3, 49), (2, 3, 75))
    assert [[note.key for note in line] for line in lines(score, 4)] == [[48, 50, 49], [72, 74, 75]]


def test_random_notes_never_overlap_in_a_line_and_none_is_lost():
    rng = random.Random(3)
    starts = [rng.uniform(0, 10) for _ in range(300)]
    score = sounding(*((start, start + rng.uniform(0.01, 2), rng.randrange(128)) for start in starts))
    for most in (1, 3, 100):
        found = lines(score, most)
        assert len(found) <= most
        assert sum(map(len, found)) == 300
        assert all(before.end <= note.start for line in found for before, note in pairwise(line))


def test_notes_that_touch_are_slurred_and_repeated_ones_are_not():
    (line,) = lines(sounding((0, 1.2, 60), (1, 2, 62), (2.005, 3, 64), (3.02, 4, 65), (4, 5, 65)), 1)
    assert legato(line) == [False, True, True, False, False]
    assert legato(line, 0.03) == [False, True, True, True, False]
    assert legato([]) == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: ControllerCurve(()), "one point"),
        (lambda: ControllerCurve(((1.0, 0.0), (0.0, 0.0))), "later"),
        (lambda: ControllerCurve(((0.0, float("nan")),)), "finite"),
        (lambda: ControllerCurve.constant(1.0).at([0], -1), "glide = -1 s"),
        (lambda: ControllerCurve.constant(1.0).smoothed(0), "glide = 0 s"),
        (lambda: Note(1.0, 1.0, 60), "after the start"),
        (lambda: Note(0.0, 1.0, 128), "0 to 127"),
        (lambda: Note(0.0, 1.0, 60, 1.5), "velocity = 1.5"),
        (lambda: Note(0.0, 1.0, 60).frequency(0), "a4 = 0 Hz"),
        (lambda: lines(sounding(), 0), "most = 0"),
        (lambda: legato([], -1), "gap = -1 s"),
    ],
)
def test_wrong_values_are_refused_in_words(wrong, words):
    with pytest.raises(ParameterError, match=words):
        wrong()


def chunks(*tracks, kind=1, division=BEAT):
    """The bytes of a file with these bytes in its tracks."""
    header = b"MThd" + struct.pack(">LHHH", 6, kind, len(tracks), division)
    return header + b"".join(b"MTrk" + struct.pack(">L", len(track)) + track for track in tracks)


STRIKE = b"\x00\x90\x40\x40\x01\x40\x00"
HOSTILE = {
    "not MIDI": (b"RIFF" + bytes(100), "not a MIDI file"),
    "empty": (b"", "not a MIDI file"),
    "header alone": (b"MThd\x00", "ends too soon"),
    "cut": (chunks(STRIKE)[:-2], "ends too soon"),
    "format 2": (chunks(STRIKE, kind=2), "format 2.*save each"),
    "format 7": (chunks(STRIKE, kind=7), "format 7"),
    "no ticks": (chunks(STRIKE, division=0), "beat of 0 ticks"),
    "odd frames": (chunks(STRIKE, division=0x8000), "damaged"),
    "no tempo": (chunks(b"\x00\xff\x51\x03\x00\x00\x00" + STRIKE), "tempo of 0"),
    "key signature": (chunks(b"\x00\xff\x59\x02\x40\x40" + STRIKE), "damaged"),
    "status": (chunks(b"\x00\xf4\x00"), "damaged"),
    "data byte": (chunks(b"\x00\x90\xff\x40"), "damaged"),
    "week": (chunks(STRIKE, b"\x8f\xff\xff\x7f\x90\x40\x40", division=1), "24 hours"),
    "endless wait": (chunks(b"\x90\x80\x80\x80\x00\x90\x40\x40"), "waits"),
    "endless number": (chunks(b"\xff" * 7_000_000), "does not end"),
    "huge": (chunks(bytes(8_000_000)), "8000000 bytes"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_cannot_be_played_is_refused_in_words(tmp_path, name):
    data, words = HOSTILE[name]
    (tmp_path / "bad.mid").write_bytes(data)
    with pytest.raises(FileError, match=rf"Cannot read .*bad\.mid: .*{words}"):
        read_score(tmp_path / "bad.mid")


@pytest.mark.parametrize("path", ["none.mid", ".", "a" * 5000, "a\0b"])
def test_a_file_that_is_not_there_is_refused(tmp_path, path):
    with pytest.raises(FileError, match="Cannot read"):
        read_score(tmp_path / path)


@pytest.mark.parametrize(
    ("module", "limit", "most", "words"),
    [
        (channels, "MOST_NOTES", 19, "19 notes"),
        (channels, "MOST_POINTS", 100, "100 controller values"),
        (file, "MOST_EVENTS", 60, "60 messages"),
    ],
)
def test_too_much_is_refused(played, monkeypatch, module, limit, most, words):
    tune = [*(on(key) for key in range(20)), *(control(1, value, 1) for value in range(1, 30)), *(off(key) for key in range(20))]
    assert len(played(tune).notes) == 20
    monkeypatch.setattr(module, limit, most)
    with pytest.raises(FileError, match=words):
        played(tune)


def mutated(data, rng):
    """Valid bytes with a few of them changed, left out, repeated or cut off."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[place] = rng.choice([0, 127, 128, 255, rng.randrange(256)])
        elif kind == 1:
            del data[place : place + rng.randint(1, 4)]
        elif kind == 2:
            data[place:place] = data[place : place + rng.randint(1, 40)]
        elif rng.random() < 0.2:
            del data[max(place, 14) :]
    return bytes(data)


def wild(rng):
    """Messages that are each allowed and make no sense together."""
    kinds = [
        lambda: on(rng.randrange(60, 64), rng.randrange(9), rng.randrange(128), rng.randint(1, 16)),
        lambda: off(rng.randrange(60, 64), rng.randrange(9), rng.randint(1, 16)),
        lambda: wheel(rng.randrange(-8192, 8192), rng.randrange(9), rng.randint(1, 16)),
        lambda: pressure(rng.randrange(128), rng.randrange(9), rng.randint(1, 16)),
        lambda: mido.Message("polytouch", note=rng.randrange(60, 64), value=rng.randrange(128), channel=rng.randrange(16)),
        lambda: control(rng.choice([1, 2, 7, 11, 64, 74, 120, 121, 123]), rng.randrange(128), rng.randrange(9), rng.randint(1, 16)),
        lambda: control(rng.choice([6, 38, 98, 100, 101]), rng.choice([0, 6, rng.randrange(128)]), 1, rng.choice([1, 16])),
        lambda: tempo(rng.uniform(4, 999), rng.randrange(9)),
    ]
    return [rng.choice(kinds)() for _ in range(rng.randrange(300))]


def damaged(valid, rng):
    """A valid file changed, a track of random bytes, or nothing but random bytes."""
    kind = rng.random()
    if kind < 0.8:
        return mutated(valid, rng)
    return chunks(rng.randbytes(rng.randrange(300))) if kind < 0.95 else rng.randbytes(99)


def check(score):
    for note in (*score.notes, *score.percussion):
        assert 0 <= note.start < note.end <= score.duration
        for curve in (note.pressure, note.timbre, note.expression, note.modulation, note.volume):
            assert all(0 <= value <= 1 and time < note.end for time, value in curve.points)
        assert np.isfinite(note.frequencies([note.start, note.end])).all()


def test_damaged_and_random_files_give_a_sound_score_or_one_clear_error(tmp_path):
    rng = random.Random(5)
    tune = [*parameter(6, 5), tempo(90), mido.MetaMessage("key_signature", key="D"), mido.Message("sysex", data=(1, 2, 3))]
    for step in range(12):
        channel = 2 + step % 4
        number = rng.choice([1, 2, 7, 11, 64, 74, 121, 123])
        tune += [on(50 + step, 30, channel=channel), wheel(rng.randrange(-8192, 8192), 20, channel), pressure(step, 9, channel)]
        tune += [control(number, rng.randrange(128), 5, rng.choice([1, channel])), off(50 + step, 99, channel)]
    path = tmp_path / "tune.mid"
    mido.MidiFile(tracks=[mido.MidiTrack([tempo(60), tempo(70, 300)]), mido.MidiTrack(tune)]).save(path)
    valid = path.read_bytes()
    assert len(read_score(path).notes) == 12
    refusals = []
    for _ in range(1000):
        path.write_bytes(damaged(valid, rng))
        try:
            check(read_score(path))
        except RosinError as error:
            refusals.append(str(error))
    assert all(text.startswith(f"Cannot read {path}: ") for text in refusals)
    assert 100 < len(refusals) < 1000


def test_senseless_messages_give_a_sound_score(played):
    rng = random.Random(7)
    for _ in range(100):
        score = played(wild(rng), [*parameter(6, rng.randrange(16)), *wild(rng)])
        check(score)
        for line in lines(score, 2):
            assert all(before.end <= note.start for before, note in pairwise(line))

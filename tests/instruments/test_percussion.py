"""General MIDI percussion: each key of channel 10 is played by the instrument whose file names it, from files and live."""

import shutil
import warnings
from dataclasses import replace

import mido
import numpy as np
import pytest

import rosin
from rosin.instruments.percussion import NAMES, name_of, percussion_of
from rosin.live.engine import Engine
from rosin.model.errors import ParameterError
from rosin.playing.midi.file import read_score
from rosin.playing.midi.score import pitch_of_key

KICK, LOW_TOM, CLOSED_HAT, CRASH = 36, 45, 42, 49


@pytest.fixture
def beat(tmp_path):
    """A file of some drums on channel 10, and a tune of one note on channel 1."""
    messages = [mido.Message("note_on", note=69, channel=0)]
    for key in (KICK, LOW_TOM, CLOSED_HAT, CRASH):
        messages += [mido.Message("note_on", note=key, channel=9, velocity=100), mido.Message("note_off", note=key, channel=9, time=120)]
    messages.append(mido.Message("note_off", note=69, channel=0))
    mido.MidiFile(tracks=[mido.MidiTrack(messages)]).save(tmp_path / "beat.mid")
    return read_score(tmp_path / "beat.mid")


def test_notes_of_percussion_stand_beside_the_others(beat):
    assert [note.key for note in beat.notes] == [69]
    assert [note.key for note in beat.percussion] == [KICK, LOW_TOM, CLOSED_HAT, CRASH]


def test_a_drum_strikes_its_own_at_their_pitches_and_tells_who_has_the_others(beat):
    with pytest.warns(UserWarning, match=r"drum leaves 2 notes .* closed hi-hat \(1\), crash cymbal 1 \(1\)\. Played by gong\."):
        (played,) = rosin.instrument("drum").played(score=beat)
    assert set(played.gesture) == {"key 69", "key 35", "key 45"}
    for key in (35, 45):
        body = played.layer.source.bodies[f"key {key} resonator"]
        own = [f for f, mass in zip(body.frequencies, body.masses, strict=True) if mass < 100]  # the others are dense, beyond its own
        assert min(own) == pytest.approx(pitch_of_key(key), rel=1e-9)


def test_a_kick_sounds_at_its_pitch(beat):
    rate = 48_000
    with pytest.warns(UserWarning, match="leaves"):
        sound = rosin.instrument("drum").render(score=drums(beat, KICK), duration=1.5, sample_rate=rate)
    heard = np.abs(np.fft.rfft(sound.audio[0][rate // 5 :] * np.hanning(sound.audio.shape[1] - rate // 5), 1 << 18))
    frequencies = np.fft.rfftfreq(1 << 18, 1 / rate)
    low = frequencies < 200
    assert frequencies[low][np.argmax(heard[low])] == pytest.approx(pitch_of_key(35), rel=0.01)


def drums(score, *keys):
    """The percussion of a score alone: of these keys, and one that no drum plays."""
    return replace(score, notes=(), percussion=tuple(note for note in score.percussion if note.key in (*keys, CLOSED_HAT)))


def test_what_plays_no_percussion_leaves_it_out_in_words(beat):
    with pytest.warns(UserWarning, match="violin leaves 4 notes of percussion .* Played by drum, gong"):
        assert rosin.instrument("violin").played(score=beat)
    with pytest.warns(UserWarning, match="marimba leaves 2"), pytest.raises(ParameterError, match="no notes to play"):
        rosin.instrument("marimba").render(score=drums(beat, KICK))


def test_no_two_instruments_have_the_same_drum_and_all_have_names():
    found = [key for name in rosin.instrument_names() for key in percussion_of(name)]
    assert len(found) == len(set(found)) > 25
    assert all(not name_of(key).startswith("key") for key in found)
    assert (name_of(35), name_of(81), len(NAMES)) == ("acoustic bass drum", "open triangle", 47)


@pytest.mark.parametrize(
    "given",
    [[1], {"200": 3}, {"36": 3.5}, {"36": True}, {"-1": 3}, {"thirty": 3}, {"36": "35"}, {"²": 3}, {"36": 10**400}, {"36": float("inf")}],
)
def test_what_is_no_key_is_refused(given):
    with pytest.raises(ParameterError, match="percussion"):
        rosin.instrument("drum").replace(percussion=given)


def test_a_file_keeps_it():
    drum = rosin.instrument("drum")
    assert rosin.Instrument.from_dict(drum.to_dict()).percussion == drum.percussion
    assert drum.percussion[KICK] == 35


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played")
def test_pads_on_channel_ten_are_played_live():
    """As loud as the key that is struck for it on another channel, and silent where there is none."""
    bar, levels = rosin.instrument("struck_bar"), []
    ((pad, key), *_) = bar.percussion.items()
    for message in ((0x99, pad, 100), (0x90, key, 100), (0x99, CLOSED_HAT, 100)):
        engine = Engine(bar, 48_000)
        engine.midi(message)
        levels.append(np.abs(engine.sound(9600)).max())
        engine.close()
    assert levels[0] == levels[1] > 0.01
    assert levels[2] == 0


def test_nothing_is_told_where_all_is_played(beat):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rosin.instrument("gong").played(score=replace(beat, percussion=beat.percussion[3:]))

"""Bowed instruments play what they are given, in tune and on time."""

import sys
from pathlib import Path

import mido
import numpy as np
import pytest
import soundfile

from commands import rosin
from rosin import ParameterError, instrument
from rosin.analysis import cents, pitch
from rosin.playing.midi.score import ControllerCurve, Note, Score

ROSIN = Path(sys.executable).with_name("rosin")
RATE = 48_000
SCALE = (55, 57, 59, 60, 62, 64, 66, 67, 69, 71, 72, 74, 76, 78, 79, 81)  # two octaves over all four strings of a violin


def off(audio, note, begin=0.2, end=0.02):
    """Cents by which the settled part of a note is off."""
    part = audio[int((note.start + begin) * RATE) : int((note.end - end) * RATE)]
    return cents(pitch(part, RATE, note.frequency()), note.frequency())


def onset(audio, note):
    """Seconds after a note's start at which its first four partials have half of their strength."""
    part = audio[int((note.start - 0.1) * RATE) : int(note.end * RATE)]
    time = np.arange(len(part)) / RATE
    window = np.hanning(int(0.02 * RATE))
    power = sum(np.abs(np.convolve(part * np.exp(-2j * np.pi * note.frequency() * k * time), window, "same")) ** 2 for k in range(1, 5))
    strength = np.sqrt(power)
    quiet = np.flatnonzero(strength < 0.5 * np.median(strength[int(0.3 * RATE) :]))
    return quiet[quiet < int(0.3 * RATE)][-1] / RATE - 0.1


@pytest.mark.sweep
@pytest.mark.parametrize(("string", "latest"), [("waveguide", 0.1), ("stiff", 0.2)])  # the player's attack suits travelling waves
def test_a_violin_plays_a_midi_scale_in_tune_and_on_time(string, latest, tmp_path):
    track = mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=600_000), mido.Message("control_change", control=1, value=0, time=480)])
    for key in SCALE:
        track += [mido.Message("note_on", note=key, velocity=90, time=48), mido.Message("note_off", note=key, time=432)]
    mido.MidiFile(tracks=[track], ticks_per_beat=480).save(tmp_path / "scale.mid")
    words = ["render", "violin", "--midi", "scale.mid", "--set", f"string={string}", "-o", "scale.wav"]
    assert rosin(*words, cwd=tmp_path).returncode == 0
    audio, rate = soundfile.read(tmp_path / "scale.wav")
    assert rate == RATE
    audio = audio[:, 0]
    notes = [Note(0.6 * i + 0.66, 0.6 * i + 1.2, key) for i, key in enumerate(SCALE)]
    assert max(abs(off(audio, note)) for note in notes) < 10
    onsets = [onset(audio, note) for note in notes]
    assert max(onsets) < latest
    assert np.median(onsets) < 0.5 * latest


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "keys", "length"), [("viola", (50, 57, 64), 0.6), ("cello", (43, 50, 57), 0.8), ("double_bass", (33, 40, 43), 1.2)]
)
def test_its_larger_relatives_are_in_tune(name, keys, length):
    notes = tuple(Note(0.1 + length * i, length * (i + 1), key, 0.7) for i, key in enumerate(keys))
    audio = instrument(name).render(score=Score(notes, notes[-1].end)).audio[0]
    for note in notes:
        assert abs(off(audio, note, begin=0.4 * length)) < 10


def test_double_stops_slurs_bends_and_vibrato():
    double = (Note(0.1, 1.0, 62), Note(0.1, 1.0, 69))
    assert {played.name for played in instrument("violin").played(score=Score(double, 1.0))} == {"D", "A"}
    slurred = (Note(0.1, 0.6, 69), Note(0.6, 1.2, 71))
    (played,) = instrument("violin").played(score=Score(slurred, 1.2))
    assert (played.gesture.values("velocity", np.linspace(0.2, 1.1, 50)) > 0).all()
    detached = (Note(0.1, 0.5, 69), Note(0.6, 1.2, 71))
    (played,) = instrument("violin").played(score=Score(detached, 1.2))
    down, up = (played.gesture.values("velocity", np.array([time]))[0] for time in (0.3, 0.9))
    assert down * up < 0
    bent = Note(0.1, 1.2, 69, bend=ControllerCurve(((0.0, 0.0), (0.6, 2.0))))
    audio = instrument("violin").render(score=Score((bent,), 1.2)).audio[0]
    assert abs(off(audio, Note(0.7, 1.2, 71))) < 15
    shaken = Note(0.1, 2.1, 71, modulation=ControllerCurve.constant(1.0))
    audio = instrument("violin").render(score=Score((shaken,), 2.1)).audio[0]
    heard = [cents(pitch(audio[i : i + 2400], RATE, 494), 494) for i in range(24_000, 90_000, 1200)]
    assert 40 < max(heard) - min(heard) < 120


def test_pressure_and_velocity_make_it_louder():
    def level(**expression):
        audio = instrument("violin").render(score=Score((Note(0.1, 1.0, 69, **expression),), 1.0)).audio[0]
        return 20 * np.log10(np.sqrt((audio[19_200:43_200] ** 2).mean()))

    assert level(velocity=1.0) > level(velocity=0.1) + 4
    assert level(velocity=0.4, pressure=ControllerCurve.constant(1.0)) > level(velocity=0.4) + 2
    assert level(velocity=0.8, expression=ControllerCurve.constant(0.5)) < level(velocity=0.8) - 4


def test_notes_that_are_not_on_the_instrument_are_refused():
    with pytest.raises(ParameterError, match="not on a cello, which is played from 65"):
        instrument("cello").render(score=Score((Note(0, 1, 30),), 1.0))

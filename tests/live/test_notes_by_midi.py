"""Notes through JACK, or through a port of ALSA where the kernel has one, have the pitches of `rosin render --midi`."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from servers import RATE, Keyboard, jack_server, needs_jack, wait_for

from rosin import RosinError
from rosin.analysis.pitch import cents, pitch
from rosin.instruments.opening import instrument
from rosin.live.jack_output import JackOutput
from rosin.live.midi_in import OWN, MidiIn
from rosin.live.session import Session
from rosin.live.take import read_take
from rosin.model.extras import need
from rosin.playing.midi.file import read_score

mido = pytest.importorskip("mido", reason="mido is missing: no MIDI file is written")
pytestmark = pytest.mark.realtime
BEATS = 960  # ticks of a beat, which lasts half a second


def written(messages, path):
    """Messages at times (s) as a MIDI file."""
    file, track, now = mido.MidiFile(ticks_per_beat=BEATS), mido.MidiTrack(), 0
    for at, message in messages:
        ticks = round(2 * BEATS * at)
        track.append(mido.Message.from_bytes(message, time=ticks - now))
        now = ticks
    file.tracks.append(track)
    file.save(path)
    return path


def heard(name, messages, tmp_path):
    """What sounds when messages come through JACK, from the first of them on, and where the engine met each of them (s)."""
    session = Session(instrument(name), JackOutput(), take=tmp_path / f"{name}.wav")
    keyboard = Keyboard(messages)
    keyboard.play(f"{session.output.client.name}:notes")
    wait_for(lambda: session.pump() or not keyboard.left, seconds=120)
    sent = session.engine.state.frame
    wait_for(lambda: session.pump() or session.engine.state.frame > sent + RATE // 2, seconds=60)
    keyboard.close()
    ahead = session.engine.latency
    session.close()
    met = [(frame, tuple(told)) for frame, told, *_ in read_take(tmp_path / f"{name}.take").lines if isinstance(told, list)]
    sound, _ = soundfile.read(tmp_path / f"{name}.wav")
    first = met[0][0]
    return sound.T[0, first + ahead :], [((frame - first) / RATE, message) for frame, message in met]


def tune(*keys, lasting=0.7):
    return [(lasting * place + when, message) for place, key in enumerate(keys) for when, message in strike(key, lasting)]


def strike(key, lasting):
    return [(0.0, [0x90, key, 100]), (lasting - 0.08, [0x80, key, 0])]


def pitches(sound, messages):
    """The pitch of each note, in cents from its key, over the second half of it."""
    found, begins = [], {}
    for at, (status, key, _) in messages:
        if status == 0x90:
            begins[key] = at
        else:
            begin, lasts = begins[key], at - begins[key]
            part = sound[round((begin + 0.45 * lasts) * RATE) : round((begin + 0.95 * lasts) * RATE)]
            wanted = 440 * 2 ** ((key - 69) / 12)
            found.append(cents(pitch(part, RATE, wanted), wanted))
    return np.array(found)


@pytest.mark.sweep
@needs_jack
@pytest.mark.parametrize(("name", "keys"), [("glass_harmonica", (76, 81)), ("violin", (69, 74, 64)), ("musical_saw", (69, 72))])
def test_notes_through_jack_have_the_pitches_of_a_midi_file(name, keys, monkeypatch, tmp_path):
    near = 12 if name == "violin" else 3  # cents: a score is bowed by a player whose fingers are not quite still
    messages = tune(*keys)
    score = read_score(written(messages, tmp_path / "tune.mid"))
    rendered = instrument(name).render(score=score, sample_rate=RATE).audio[0]
    with jack_server(monkeypatch):
        live, met = heard(name, messages, tmp_path)
    assert np.abs(live).max() > 0.01
    assert [message for _, message in met] == [tuple(message) for _, message in messages]
    assert np.abs(pitches(live, met) - pitches(rendered, messages)).max() < near


MPE = [
    (0.0, [0xB0, 101, 0]),
    (0.0, [0xB0, 100, 6]),
    (0.0, [0xB0, 6, 3]),  # channel 1 manages 2 to 4, whose wheels reach 48 semitones
    (0.01, [0x91, 69, 100]),
    (0.01, [0x92, 76, 100]),
    (0.5, [0xE1, 0, 64 + 4]),  # 3 semitones up, for the first alone
    (1.4, [0x81, 69, 0]),
    (1.4, [0x82, 76, 0]),
]


def strongest(sound, wanted):
    """The frequency of the strongest line within half a semitone of one, and its level."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 19))
    hertz = np.fft.rfftfreq(1 << 19, 1 / RATE)
    near = np.flatnonzero(np.abs(12 * np.log2(np.maximum(hertz, 1) / wanted)) < 0.5)
    best = near[np.argmax(spectrum[near])]
    return hertz[best], spectrum[best]


@pytest.mark.thorough
@needs_jack
def test_wheels_of_mpe_bend_their_own_notes_as_in_a_file(monkeypatch, tmp_path):
    score = read_score(written(MPE, tmp_path / "mpe.mid"))
    rendered = instrument("nail_violin").render(score=score, sample_rate=RATE).audio[0]
    with jack_server(monkeypatch):
        live, met = heard("nail_violin", MPE, tmp_path)
    found = []
    for sound, messages in ((live, met), (rendered, MPE)):
        turned, released = (next(at for at, (status, *_) in messages if status == wanted) for wanted in (0xE1, 0x81))
        part = sound[round((turned + 0.33 * (released - turned)) * RATE) : round(released * RATE)]
        bent, straight, left = (strongest(part, 440 * 2 ** (semitones / 12)) for semitones in (3, 7, 0))
        assert bent[1] > 10 * left[1]  # it has left where it was
        found.append((bent[0], straight[0]))
    for one, other in zip(*found, strict=True):
        assert abs(cents(one, other)) < 3
    assert abs(cents(found[0][0], 440 * 2**0.25)) < 20  # nails sound a little high


@pytest.mark.thorough
@needs_jack
def test_masses_are_rubbed_by_notes_as_in_a_file(monkeypatch, tmp_path):
    keys = (45, 52)  # 110 and 165 Hz: the third mass and the fifth
    messages = tune(*keys)
    score = read_score(written(messages, tmp_path / "tune.mid"))
    rendered = instrument("rubbed_masses").render(score=score, sample_rate=RATE).audio[0]
    with jack_server(monkeypatch):
        live, met = heard("rubbed_masses", messages, tmp_path)
    found = []
    for sound, told in ((live, met), (rendered, messages)):
        parts = [sound[round((begin + 0.25) * RATE) : round((begin + 0.55) * RATE)] for begin, _ in told[::2]]
        found.append([strongest(part, 440 * 2 ** ((key - 69) / 12)) for part, key in zip(parts, keys, strict=True)])
    assert np.allclose(*found, rtol=0.05)


@pytest.mark.thorough
@needs_jack
def test_a_flood_of_midi_is_held_or_counted_and_never_fatal(monkeypatch, tmp_path):
    flood = [(0.0002 * step, [0x90 + step % 16, step % 128, step % 128]) for step in range(10_000)]
    with jack_server(monkeypatch):
        sound, met = heard("musical_saw", flood, tmp_path)
    assert len(sound) > RATE // 2
    assert len(met) > 1_000
    assert np.isfinite(sound).all()


def test_a_port_of_alsa_is_played(tmp_path):
    try:
        need("rtmidi")
    except RosinError as error:
        pytest.skip(str(error))
    if not Path("/dev/snd/seq").exists():
        with pytest.raises(RosinError, match="MIDI ports cannot be opened here"):
            MidiIn(OWN)
        pytest.skip("this kernel has no MIDI sequencer (/dev/snd/seq): no note comes through ALSA")
    import rtmidi
    from test_takes import Nowhere

    session, port = Session(instrument("musical_saw"), Nowhere()), MidiIn(OWN)
    port.start(session)
    sender = rtmidi.MidiOut(rtmidi.API_LINUX_ALSA)
    sender.open_port(next(place for place, name in enumerate(sender.get_ports()) if "rosin" in name))
    sender.send_message([0x90, 69, 100])
    sender.send_message([0xF8])
    messages = wait_for(lambda: session.engine.sound(128) is not None and session.engine.done())
    assert [told.message for told in messages] == [(0x90, 69, 100)]
    port.close()

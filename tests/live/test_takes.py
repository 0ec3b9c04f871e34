"""A take can be played again to the last bit, read however it ended, and rendered from its gesture."""

import json
import shutil

import numpy as np
import pytest
import soundfile

from rosin.instruments.opening import instrument
from rosin.live.engine import Engine
from rosin.live.replay import replay
from rosin.live.session import Session
from rosin.live.take import read_take
from rosin.model.errors import FileError, ParameterError
from rosin.playing.curves import Glided
from rosin.playing.gesture import Gesture, read_gesture

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played")
RATE = 48_000


class Nowhere:
    """An output that sounds when it is asked to."""

    sample_rate, buffer, title, gone = RATE, 128, "nowhere", ""

    def play(self, engine):
        self.engine = engine

    def sound(self, session, frames):
        for _ in range(0, frames, self.buffer):
            self.engine.sound(self.buffer)
        session.pump()

    def stop(self):
        return True

    close = stop


def taken(tmp_path, name="chalk"):
    output = Nowhere()
    return output, Session(instrument(name), output, take=tmp_path / f"{name}.wav")


def test_turned_changed_and_struck_it_sounds_again_as_it_did(tmp_path):
    output, session = taken(tmp_path, "musical_saw")
    output.sound(session, 1280)
    session.engine.midi((0x90, 69, 100))
    output.sound(session, 12_800)
    session.change("interaction.noise", 0.2)
    session.change("interaction.static_friction", 0.7)
    session.engine.midi((0xE0, 0, 96))
    output.sound(session, 12_800)
    session.close()
    take, rate = soundfile.read(tmp_path / "musical_saw.wav", dtype="float32")
    assert (rate, len(take)) == (RATE, 26_880)
    assert np.abs(take).max() > 0.01
    assert np.array_equal(replay(read_take(tmp_path / "musical_saw.take"), len(take) / RATE), take.T)


def test_what_only_a_new_engine_can_be_goes_on_in_another_take(tmp_path):
    output, session = taken(tmp_path)
    session.turn("velocity", 0.17)
    output.sound(session, 2560)
    session.change("interaction.damping_law", "velocity")
    assert session.engine.values["velocity"] == 0.17
    output.sound(session, 1280)
    session.close()
    assert [len(soundfile.read(tmp_path / name)[0]) for name in ("chalk.wav", "chalk-2.wav")] == [2560, 1280]
    assert read_take(tmp_path / "chalk-2.take").instrument.setup.interaction.damping_law == "velocity"


def test_a_take_that_was_cut_off_is_read_up_to_there(tmp_path):
    output, session = taken(tmp_path)
    session.turn("velocity", 0.17)
    output.sound(session, 2560)
    session.close()
    whole = (tmp_path / "chalk.take").read_text()
    (tmp_path / "cut.take").write_text(whole + '[2560, "velo')
    assert read_take(tmp_path / "cut.take").lines == [[0, "velocity", 0.17]]
    for text, words in (("", "no take"), ("[1]\n", "no take"), ('{"format": "x"}\n', "format"), (whole + "[1]\n", "damaged")):
        (tmp_path / "bad.take").write_text(text)
        with pytest.raises(ParameterError, match=words):
            read_take(tmp_path / "bad.take")
    with pytest.raises(FileError):
        read_take(tmp_path / "none.take")


def test_nothing_is_overwritten_silently(tmp_path):
    taken(tmp_path)[1].close()
    with pytest.raises(FileError, match="exists already"):
        taken(tmp_path)
    with pytest.raises(ParameterError, match=r"must end in \.wav"):
        Session(instrument("chalk"), Nowhere(), take=tmp_path / "take.flac")


def test_render_plays_the_gesture_of_several_hands(tmp_path):
    output, session = taken(tmp_path, "door")
    session.turn("left_velocity", 0.02)
    session.turn("left_normal_force", 12.0)
    output.sound(session, 19_200)
    session.turn("right_velocity", -0.01)
    session.turn("right_normal_force", 9.0)
    output.sound(session, 19_200)
    ahead = session.engine.latency
    files = session.close()
    take, _ = soundfile.read(files[0], dtype="float32")
    gesture = read_gesture(files[2])
    assert set(gesture) == {"left", "right"}
    rendered = instrument("door").render(gesture, duration=len(take) / RATE).audio
    assert np.abs(take).max() > 0.02
    assert np.abs(rendered[:, : len(take) - ahead - 2400] - take.T[:, ahead : len(take) - 2400]).max() < 1e-6


def test_a_glided_control_goes_as_a_live_one_does():
    it = Engine(instrument("chalk"), RATE)
    for frame, value in ((0, 0.2), (700, -0.1), (705, 0.05)):
        it.turn("velocity", value, frame)
    it.sound(2000)
    velocity = it.slid()[:, 1]  # of the hand, since nothing is pressed
    curve = Glided(rate=RATE, frames=(0, 700, 705), values=(0.2, -0.1, 0.05))
    assert np.allclose(curve(np.arange(2000) / RATE), velocity, atol=1e-7)
    again = Gesture.from_dict(json.loads(json.dumps(Gesture(velocity=curve).to_dict())))
    assert again.controls["velocity"] == curve
    with pytest.raises(ParameterError, match="must not go back"):
        Glided(rate=RATE, frames=(5, 1), values=(0, 0))
    with pytest.raises(ParameterError, match="one for each"):
        Glided(rate=RATE, frames=(5,), values=(0, 0))

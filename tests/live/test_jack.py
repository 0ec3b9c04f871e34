"""Played through a real JACK server: what another program records there is what `rosin render` makes of the same gesture."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import soundfile
from servers import BLOCK, RATE, jack_server, needs_jack, ports, rosin, wait_for

from rosin import RosinError
from rosin.instruments.opening import instrument
from rosin.live.engine import Engine
from rosin.live.jack_output import JackOutput, jack_runs
from rosin.live.replay import replay
from rosin.live.session import Session
from rosin.live.take import read_take
from rosin.model.errors import ParameterError
from rosin.playing.gesture import read_gesture

pytestmark = [needs_jack, pytest.mark.realtime]


@pytest.fixture
def server(monkeypatch):
    with jack_server(monkeypatch) as found:
        yield found


def rub(session, seconds, velocity=0.17, normal_force=1.2):
    """Strokes to and fro by a hand of 50 moves a second."""
    begin = time.monotonic()
    while (now := time.monotonic() - begin) < seconds:
        session.turn("velocity", velocity * np.cos(2 * np.pi * now))
        session.turn("normal_force", normal_force * min(now / 0.1, 1))
        session.pump()
        time.sleep(0.02)


def distance(recorded, take):
    """How far a recording is from the take that it is of, block by block in turn; what the recorder itself missed is left out."""
    starts, at, found = take[: len(take) // BLOCK * BLOCK].reshape(-1, BLOCK, 2), 0, []
    for block in recorded[: len(recorded) // BLOCK * BLOCK].reshape(-1, BLOCK, 2):
        near = np.abs(starts[at:] - block).max(axis=(1, 2))
        if near[0] > 1e-6:
            at += int(np.argmin(near))
        found.append(np.abs(starts[at] - block).max())
        at += 1
    return max(found)


def test_what_jack_records_is_the_take_and_what_render_makes_of_its_gesture(server, tmp_path):
    session = Session(instrument("chalk"), JackOutput(), take=tmp_path / "chalk.wav")
    recorder = subprocess.Popen(
        ["jack_rec", "-f", tmp_path / "jack.wav", "-d", "1", "-b", "32", "rosin:out_1", "rosin:out_2"], stdout=subprocess.DEVNULL
    )
    rub(session, 2.5)
    recorder.wait(10)
    files = session.close()
    take, _ = soundfile.read(tmp_path / "chalk.wav", dtype="float32")
    recorded, rate = soundfile.read(tmp_path / "jack.wav")
    assert rate == RATE
    assert np.abs(take).max() > 0.1
    assert distance(recorded, take) < 1e-6
    assert np.array_equal(replay(read_take(tmp_path / "chalk.take"), len(take) / RATE), take.T)
    rendered = instrument("chalk").render(read_gesture(files[2]), duration=len(take) / RATE)
    ahead, ends = Engine(instrument("chalk"), RATE).latency, round(0.05 * RATE)  # of the limiter; render fades out
    made = np.broadcast_to(rendered.audio, (2, len(take)))[:, : len(take) - ahead - ends]
    assert np.abs(made - take.T[:, ahead : len(take) - ends]).max() < 1e-6


def test_a_control_is_heard_within_two_blocks(server):
    session = Session(instrument("chalk"), JackOutput())
    wait_for(lambda: session.engine.state.frame > 0)
    waited = []
    for step in range(40):
        before = session.engine.state.frame
        session.turn("normal_force", 0.5 + 0.01 * step)
        (told,) = wait_for(session.engine.done)
        waited.append(told.frame - before)
    session.close()
    assert np.quantile(waited, 0.1) <= 2 * BLOCK  # Python itself may have been held up between asking and turning


def test_python_may_stand_still_while_it_sounds(server):
    session = Session(instrument("chalk"), JackOutput())
    session.turn("velocity", 0.17)
    session.turn("normal_force", 1.2)
    wait_for(lambda: session.engine.state.frame > RATE // 10)
    kept = sys.getswitchinterval()
    sys.setswitchinterval(600)  # s: until then no other thread of Python runs
    try:
        frame = session.engine.state.frame
        sum(i * i for i in range(6_000_000))
        state, loudest = session.engine.state, max(session.engine.peaks()[:2])
    finally:
        sys.setswitchinterval(kept)
    session.close()
    assert state.frame > frame + 10 * BLOCK  # one that has to ask Python would come to a block or two
    assert loudest > 0.1


def test_the_rate_and_the_block_are_the_servers(server):
    with pytest.raises(ParameterError, match="runs at 48000 Hz"):
        JackOutput(sample_rate=44_100)
    output = JackOutput(buffer=256)
    assert (output.sample_rate, output.buffer) == (RATE, 256)
    output.close()


@pytest.mark.thorough
def test_a_second_one_plays_beside_the_first_under_another_name(server):
    first, second = (Session(instrument(name), JackOutput()) for name in ("chalk", "musical_saw"))
    assert first.output.title != second.output.title
    wait_for(lambda: min(each.engine.state.frame for each in (first, second)) > 10 * BLOCK)
    assert {"rosin:out_1", "rosin-01:out_1", "rosin:notes"} <= set(ports())
    first.close()
    second.close()


def test_speakers_that_are_unplugged_stop_nothing(server, tmp_path):
    session = Session(instrument("chalk"), JackOutput(), take=tmp_path / "chalk.wav")
    rub(session, 0.5)
    speakers = [port.name for port in session.output.client.get_all_connections("rosin:out_1")]
    assert speakers
    for port in speakers:
        subprocess.run(["jack_disconnect", "rosin:out_1", port], check=True)
    frame = session.engine.state.frame
    rub(session, 0.5)
    wait_for(lambda: session.pump() or session.engine.state.frame > frame + RATE // 4)
    assert session.gone == ""
    for port in speakers:
        subprocess.run(["jack_connect", "rosin:out_1", port], check=True)
    assert [port.name for port in session.output.client.get_all_connections("rosin:out_1")] == speakers
    session.close()
    assert len(soundfile.read(tmp_path / "chalk.wav")[0]) > frame + RATE // 4


def test_a_killed_server_is_told_and_the_take_is_kept(server, tmp_path):
    playing = rosin("play", "chalk", "--to", "jack", "--take", tmp_path / "kept.wav", "--set", "output.volume=-6")
    wait_for(lambda: (tmp_path / "kept.wav").exists() and (tmp_path / "kept.wav").stat().st_size > 8 * RATE // 2, 40)
    server.kill()
    said, wrong = playing.communicate(timeout=30)
    assert playing.returncode == 1
    assert "The JACK server is gone. The take is kept." in wrong
    assert "s played" in said
    sound, rate = soundfile.read(tmp_path / "kept.wav")
    assert (rate, sound.shape[1]) == (RATE, 2)
    assert len(sound) > RATE // 2
    assert read_take(tmp_path / "kept.take").instrument.output.volume == -6


@pytest.mark.thorough
def test_what_is_killed_itself_leaves_a_take_that_can_be_read(server, tmp_path):
    playing = rosin("play", "chalk", "--to", "jack", "--take", tmp_path / "kept.wav")
    wait_for(lambda: (tmp_path / "kept.wav").exists() and (tmp_path / "kept.wav").stat().st_size > 8 * RATE // 2, 40)
    playing.send_signal(signal.SIGKILL)
    playing.communicate()
    sound, _ = soundfile.read(tmp_path / "kept.wav")
    assert len(sound) > RATE // 2
    assert read_take(tmp_path / "kept.take").instrument.name == "chalk"
    server.kill()  # which would wait for the one that is gone


def test_the_command_plays_for_a_while_and_says_how_it_went(server, tmp_path):
    playing = rosin("play", "musical_saw", "--seconds", "1.5", "--take", tmp_path / "saw.wav")
    said, wrong = playing.communicate(timeout=60)
    assert playing.returncode == 0, wrong
    assert "musical_saw sounds through JACK, as rosin, 48000 Hz, 128 frames" in said
    assert "xruns" in said
    again = rosin("play", "musical_saw", "--seconds", "1.5", "--take", tmp_path / "saw.wav")
    assert "exists already" in again.communicate(timeout=60)[1]
    assert again.returncode == 1


def test_without_a_server_it_says_how_to_start_one(monkeypatch):
    monkeypatch.setenv("JACK_DEFAULT_SERVER", "rosin-that-is-not-there")
    assert not jack_runs()
    with pytest.raises(RosinError, match="No JACK server runs here"):
        JackOutput()

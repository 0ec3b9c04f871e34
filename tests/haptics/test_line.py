"""The same over a real socket, with an instrument that sounds."""

import re
import runpy
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "live"))
from servers import jack_server, needs_jack, rosin, wait_for
from test_takes import Nowhere

from rosin.haptics.desk import Tip
from rosin.haptics.handle import Line
from rosin.haptics.loop import Felt, Friction
from rosin.haptics.messages import felt_packet, read_felt, read_tip, tip_packet
from rosin.haptics.server import HapticServer
from rosin.instruments.opening import instrument
from rosin.live.session import Session
from rosin.model.errors import FileError, ParameterError

pytestmark = [
    pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played"),
    pytest.mark.realtime,
]
EXAMPLE = Path(__file__).parents[2] / "examples" / "haptics.py"


@pytest.fixture
def played():
    session, server = Session(instrument("rubbed_masses"), Nowhere()), HapticServer(0)
    server.start(session)
    yield session, server
    server.close()
    session.close()


def pressed(line, seconds, begin, tip=(0.0, -0.005, 0.0)):
    """Ticks of a device whose tip stays where it is: the forces."""
    found = []
    for _ in range(round(seconds / 1e-3)):
        found.append(line.tick(time.perf_counter() - begin, np.array(tip)))
        time.sleep(1e-3)
    return np.array(found)


def test_a_device_presses_and_the_contact_is_pressed(played):
    session, server = played
    line, begin = Line(server.port), time.perf_counter()
    pressed(line, 0.2, begin)
    assert server.answered > 50
    assert line.handle.felt.force == pytest.approx([0, 2.0, 0])
    assert session.engine.values["normal_force"] == pytest.approx(0.4 * session.engine.controls["normal_force"].high)
    line.close()
    wait_for(lambda: session.engine.values["normal_force"] == 0)  # the stick is lifted
    assert server.silences


def test_what_is_felt_is_what_sounds(played):
    session, server = played
    line, begin = Line(server.port), time.perf_counter()
    slid = []
    for tick in range(300):
        line.tick(time.perf_counter() - begin, np.array([1e-4 * tick, -0.005, 0.0]))
        session.engine.sound(48)
        slid.append(session.engine.slid())
        time.sleep(1e-3)
        felt = line.handle.felt
    forces = np.concatenate(slid)[:, 0]
    assert felt.friction.frame < len(forces)
    assert felt.friction.force == pytest.approx(forces[felt.friction.frame], rel=1e-6)
    assert felt.force[0] == pytest.approx(-felt.friction.force / server.loop.desk.scale)
    assert np.abs(forces).max() > 100
    line.close()


def test_a_desk_that_vanishes_leaves_no_force(played):
    _, server = played
    line, begin = Line(server.port), time.perf_counter()
    for step in range(200):  # down, so that something is felt
        line.tick(time.perf_counter() - begin, np.array([0.0, -2.5e-5 * step, 0.0]))
        time.sleep(1e-3)
    assert line.handle.port.force[1] > 0.5
    server.close()
    line.tick(time.perf_counter() - begin, np.array([0.0, -0.005, 0.0]))  # hears what was said last
    while (now := time.perf_counter() - begin) - line.handle.spoken < 0.02:
        line.tick(now, np.array([0.0, -0.005, 0.0]))
        time.sleep(1e-3)
    assert not line.tick(now, np.array([0.0, -0.005, 0.0])).any()
    line.close()


def test_nonsense_is_counted_and_nothing_else(played):
    _, server = played
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    nonsense = (b"", b"x" * 48, tip_packet(1, Tip(0, np.nan, 0, 0)), tip_packet(1, Tip(0, 1e9, 0, 0)), tip_packet(1, Tip(0, 0, 0, 0))[:-1])
    for packet in nonsense:
        sender.sendto(packet, ("127.0.0.1", server.port))
    wait_for(lambda: server.nonsense == len(nonsense))
    line = Line(server.port)
    pressed(line, 0.05, time.perf_counter())
    assert server.answered > 5
    line.close()


def test_messages_come_back_as_they_went():
    tip = Tip(1.5, 0.1, -0.2, 0.3, 4.0)
    assert read_tip(tip_packet(7, tip)) == (7, tip)
    number, at, felt = read_felt(felt_packet(7, 1.5, Felt(np.array([1.0, 2.0, 3.0]), Friction(-9.0, 1 << 40))))
    assert (number, at, felt.force.tolist(), felt.friction) == (7, 1.5, [1, 2, 3], Friction(-9.0, 1 << 40))
    assert read_felt(b"RHF1") is None
    assert read_felt(felt_packet(7, 1.5, Felt(np.array([np.nan, 0, 0]), Friction(0, 0)))) is None


def test_a_port_that_is_taken_and_what_it_does_not_know_are_told(played):
    _, server = played
    with pytest.raises(FileError, match="Choose another --haptics"):
        HapticServer(server.port)
    wrong = HapticServer(0, {"plan": 3.0})
    with pytest.raises(ParameterError, match="did you mean 'plane'"):
        wrong.start(Session(instrument("chalk"), Nowhere()))
    wrong.close()


@pytest.mark.thorough
def test_an_instrument_that_does_not_rub_is_told():
    server = HapticServer(0)
    with pytest.raises(ParameterError, match="no single contact that rubs"):
        server.start(Session(instrument("bell"), Nowhere()))
    server.close()


@needs_jack
def test_the_example_joins_a_device_to_what_plays(monkeypatch, tmp_path):
    with jack_server(monkeypatch):
        playing = rosin("play", "rubbed_masses", "--haptics", "0", "--seconds", "12", "--take", tmp_path / "felt.wav")
        port = re.search(r"answered on 127.0.0.1:(\d+)", playing.stdout.readline())[1]
        wait_for(lambda: "rubbed_masses sounds" in playing.stdout.readline())
        joined = subprocess.run([sys.executable, str(EXAMPLE), port, "2"], capture_output=True, text=True, check=False, timeout=60)
        playing.terminate()
        playing.communicate(timeout=30)
    assert joined.returncode == 0, joined.stderr
    answered, ticks = map(int, re.search(r"(\d+) of (\d+) ticks answered", joined.stdout).groups())
    assert ticks == 2000
    assert answered > 1500
    least = float(re.search(r"at the least (\S+) J", joined.stdout)[1])
    assert least > -1e-4  # ticks of a busy machine are not all of a millisecond
    import soundfile

    assert np.abs(soundfile.read(tmp_path / "felt.wav")[0]).max() > 0.01


def test_the_example_says_how_it_is_called(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["haptics.py"])
    with pytest.raises(SystemExit, match="Say the port"):
        runpy.run_path(str(EXAMPLE), run_name="__main__")

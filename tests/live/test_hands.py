"""What a terminal and a gamepad send moves the instrument."""

import os
import shutil
import struct

import numpy as np
import pytest
from test_takes import Nowhere

from rosin.instruments.opening import instrument
from rosin.live.gamepad import Gamepad
from rosin.live.hands import SessionHands
from rosin.live.session import Session
from rosin.live.terminal import Terminal, meter
from rosin.model.errors import FileError

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played")


@pytest.fixture
def hands():
    return SessionHands(Session(instrument("chalk"), Nowhere()))


def values(hands):
    return {symbol: value for symbol, value in hands.engine.values.items() if symbol in ("velocity", "normal_force")}


def test_the_mouse_rubs_while_its_button_is_down(hands):
    terminal = Terminal(hands.session, hands)
    terminal.hear("\x1b[<0;1;24M", 81, 24)  # the lower left corner
    assert values(hands) == pytest.approx({"velocity": -0.425, "normal_force": 0.0})
    terminal.hear("\x1b[<32;61;1M", 81, 24)  # up, and to three quarters of the way
    assert values(hands) == pytest.approx({"velocity": 0.2125, "normal_force": 3.0})
    terminal.hear("\x1b[<0;61;1m", 81, 24)
    assert values(hands) == {"velocity": 0.0, "normal_force": 0.0}
    terminal.hear("\x1b[<64;61;1M\x1b[A\x1b[<0;99999;99999M\x1b[<;;M", 81, 24)  # a wheel, an arrow, beyond the edge
    assert values(hands) == pytest.approx({"velocity": 0.425, "normal_force": 0.0})


def test_letters_are_a_keyboard(hands):
    terminal = Terminal(hands.session, hands)
    terminal.hear("axk q", 80, 24)
    hands.engine.sound(128)
    messages = [told.message for told in hands.engine.done() if told.message]
    assert messages == [(0x90, 60, 100), (0x80, 60, 0), (0x90, 84, 100), (0x80, 84, 0)]
    assert terminal.stopped


def test_level_regime_and_xruns_are_shown(hands):
    terminal = Terminal(hands.session, hands)
    hands.move(velocity=0.4, normal_force=0.4)
    for _ in range(200):
        hands.session.output.sound(hands.session, 128)
    lines = terminal.lines(80)
    assert "chalk through nowhere, 48000 Hz, 128 frames" in lines[0]
    assert "█" in lines[1]
    assert any(word in lines[3] for word in ("on the mode", "another", "stick-slip", "raucous"))
    assert "velocity 0.17 m/s" in lines[4]
    assert "late, 0 xruns" in lines[5]


def test_a_meter_is_full_at_full_scale_and_empty_at_60_db_below():
    assert meter(1.0, 20).startswith("█" * 20)
    assert meter(10 ** (-30 / 20), 20).startswith("█" * 10 + "·")
    assert meter(0.0, 20).startswith("·" * 20)


def test_a_gamepad_rubs_strikes_and_may_vanish(hands, tmp_path):
    os.mkfifo(tmp_path / "js0")
    pad = Gamepad(tmp_path / "js0")
    pad.start(hands.session, hands)
    writer = os.open(tmp_path / "js0", os.O_WRONLY)

    def send(value, kind, number):
        os.write(writer, struct.pack("<IhBB", 0, value, kind, number))

    send(32767, 2 | 0x80, 0)  # where it is at first
    send(16384, 2, 0)
    send(0, 2, 5)
    send(1, 1, 5)
    send(0, 1, 5)
    assert pad.read() == ""
    assert values(hands) == pytest.approx({"velocity": 0.2125, "normal_force": 1.5}, rel=1e-3)
    hands.engine.sound(128)
    assert [told.message for told in hands.engine.done() if told.message] == [(0x90, 69, 100), (0x80, 69, 0)]
    os.write(writer, b"xyz")  # half a record
    assert pad.read() == ""
    os.close(pad.file)
    assert "is gone" in pad.read()
    assert values(hands) == {"velocity": 0.0, "normal_force": 0.0}
    os.close(writer)
    with pytest.raises(FileError, match="no gamepad"):
        Gamepad(tmp_path)


def test_hands_are_chosen_in_turn():
    hands = SessionHands(Session(instrument("violin"), Nowhere()))
    assert hands.names == ["G", "D", "A", "E"]
    hands.choose(-1)
    hands.move(velocity=0.5, normal_force=0.5)
    assert hands.engine.values["E_velocity"] > 0
    hands.choose(1)
    assert hands.engine.values["E_velocity"] == 0
    assert np.isfinite(hands.engine.sound(128)).all()

"""A gamepad of Linux: sticks rub, buttons strike notes. Its device file gives records of time (ms), value, kind and number."""

import os
import stat
import struct
from pathlib import Path

from rosin.live.hands import SessionHands
from rosin.model.errors import FileError

RECORD = struct.Struct("<IhBB")  # js_event of linux/joystick.h
BUTTON, AXIS, AT_FIRST = 1, 2, 0x80
FULL = 32767.0
SPEED, FORCES, PLACE = 0, (2, 5), 3  # axes: left stick across; triggers; right stick across
REST = 0.08  # of a stick's way, within which it rests
SCALE = (60, 62, 64, 65, 67, 69, 71, 72)  # keys of the buttons: C major


class Gamepad:
    """A gamepad that is read without waiting, once it is told whose hands it moves."""

    hands: SessionHands

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            if not stat.S_ISCHR(path.stat().st_mode) and not path.is_fifo():
                raise FileError(f"{path} is no gamepad; give its device, such as /dev/input/js0.")
            self.file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError as error:
            raise error if isinstance(error, FileError) else FileError(f"Cannot read the gamepad {path}: {error.strerror}.") from None

    def start(self, _: object, hands: SessionHands) -> None:
        """Move these hands."""
        self.hands = hands

    def read(self) -> str:
        """Do what was pressed and moved since; where it is gone, that in words."""
        try:
            data = os.read(self.file, 64 * RECORD.size)
        except BlockingIOError:
            return ""
        except OSError:
            self.hands.rest()
            return f"The gamepad {self.path} is gone."
        for _, value, kind, number in RECORD.iter_unpack(data[: len(data) // RECORD.size * RECORD.size]):
            self._moved(kind, number, value)
        return ""

    def _moved(self, kind: int, number: int, value: int) -> None:
        share = value / FULL
        if kind & AT_FIRST:
            return
        if kind == BUTTON and number < len(SCALE):
            if value:
                self.hands.strike(SCALE[number])
            else:
                self.hands.release(SCALE[number])
        elif kind == AXIS and number == SPEED:
            self.hands.move(velocity=share if abs(share) > REST else 0.0)
        elif kind == AXIS and number in FORCES:
            self.hands.move(normal_force=0.5 * (share + 1))
        elif kind == AXIS and number == PLACE:
            self.hands.move(position=0.5 * (share + 1))

    def close(self) -> None:
        """Leave it."""
        os.close(self.file)

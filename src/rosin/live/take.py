"""A take: what sounded, as WAV, and beside it what was done, line by line of JSON; both are whole at any moment, whatever happens next.

    {"format": "rosin-take", "version": 1, "instrument": {...}, "sample_rate": Hz, "frame": at the start, "values": {control: value}}
    [frame, "velocity", 0.17]              a control or parameter was turned
    [frame, [144, 69, 100]]                a message of MIDI came
    [frame, {"resonator.liquid": 0.4}]     a parameter was changed that the kernels do not read as it is

Played again from silence, a take sounds as it did, to the last bit.
"""

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from rosin.instruments.instrument import Instrument
from rosin.live.engine import HEARD, Engine, Told
from rosin.model.errors import FileError, ParameterError
from rosin.model.files import check_writable, parse_json
from rosin.model.versions import PRESENT, up_to_date
from rosin.playing.curves import Glided
from rosin.playing.gesture import FORMAT as GESTURE_FORMAT
from rosin.playing.gesture import VERSION as GESTURE_VERSION

FORMAT = "rosin-take"
ENDING = ".take"
FLOATS = 3  # WAVE_FORMAT_IEEE_FLOAT
HEAD = struct.Struct("<4sI4s4sIHHIIHH4sI")
LARGEST = (1 << 32) - 1  # bytes that a WAV can count


class RunningTake:
    """A take that is being recorded."""

    def __init__(self, path: Path, engine: Engine, *, overwrite: bool = False) -> None:
        if path.suffix.lower() != ".wav":
            raise ParameterError(f"--take {path} must end in .wav.")
        self.path, self.done = path, path.with_suffix(ENDING)
        for each in (self.path, self.done):
            check_writable(each, overwrite)
        self.engine, self.frames = engine, 0
        try:
            self.wav: BinaryIO = self.path.open("wb")
            self.lines = self.done.open("w", encoding="utf-8")
        except OSError as error:
            raise FileError(f"Cannot write {path}: {error.strerror}.") from None
        self._head()
        state = {"instrument": engine.instrument.to_dict(), "sample_rate": engine.sample_rate}
        self._line({"format": FORMAT, "version": PRESENT[FORMAT], **state, "frame": engine.state.frame, "values": dict(engine.values)})

    def _head(self) -> None:
        """How long it is, at the beginning of the sound file."""
        rate, width, size = self.engine.sample_rate, 4 * HEARD, min(4 * HEARD * self.frames, LARGEST - HEAD.size)
        head = HEAD.pack(b"RIFF", HEAD.size - 8 + size, b"WAVE", b"fmt ", 16, FLOATS, HEARD, rate, rate * width, width, 32, b"data", size)
        self.wav.seek(0)
        self.wav.write(head)
        self.wav.seek(0, 2)
        self.wav.flush()

    def _line(self, data: Any) -> None:
        self.lines.write(json.dumps(data, allow_nan=False) + "\n")

    def add(self, sound: np.ndarray, told: list[Told]) -> None:
        """More of it."""
        if len(sound):
            self.wav.write(np.ascontiguousarray(sound, "<f4").tobytes())
            self.frames += len(sound)
            self._head()
        for each in told:
            self._line([each.frame, each.symbol, each.value] if each.message is None else [each.frame, list(each.message)])
        self.lines.flush()

    def changed(self, frame: int, changes: Mapping[str, Any]) -> None:
        """A parameter was changed that the kernels do not read as it is."""
        self._line([frame, dict(changes)])

    def close(self) -> list[Path]:
        """The files, finished: the sound, what was done, and the gesture of the hands where there is one."""
        self.wav.close()
        self.lines.close()
        gesture = gesture_of(read_take(self.done), self.engine)
        written = [self.path, self.done]
        if gesture:
            written.append(self.path.with_suffix(".gesture.json"))
            data = {"format": GESTURE_FORMAT, "version": GESTURE_VERSION, "gesture": gesture}
            written[-1].write_text(json.dumps(data, allow_nan=False), encoding="utf-8")
        return written


class SavedTake(NamedTuple):
    """A take as its file has it."""

    instrument: Instrument
    sample_rate: int
    frame: int
    values: dict[str, float]
    lines: list[list[Any]]


def read_take(path: Path) -> SavedTake:
    """The take in a file; a last line that is cut off, as when the power fails, is left out."""
    try:
        rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path}: {getattr(error, 'strerror', None) or 'it is not text'}.") from None
    rows = rows if rows and rows[-1].endswith("\n") else rows[:-1]
    if not rows:
        raise ParameterError(f"{path} is no take: its first line must say what was played.")
    head = parse_json(rows[0], "take")
    if not isinstance(head, dict):
        raise ParameterError(f"{path} is no take: its first line must be an object.")
    head = up_to_date(head, FORMAT, "take")
    lines = [parse_json(row, "take") for row in rows[1:]]
    if not all(isinstance(line, list) and len(line) in (2, 3) and isinstance(line[0], int) for line in lines):
        raise ParameterError(f"{path} is damaged: each of its lines must be [frame, control, value], [frame, message] or [frame, changes].")
    return SavedTake(Instrument.from_dict(head["instrument"]), int(head["sample_rate"]), int(head["frame"]), dict(head["values"]), lines)


def gesture_of(take: SavedTake, engine: Engine) -> dict[str, Any]:
    """What the hands did, for `rosin render NAME --gesture FILE`: by hands where there are several; empty where none moved."""
    found: dict[str, dict[str, Any]] = {}
    hands = {symbol: control for symbol, control in engine.controls.items() if control.hand}
    turned = [line for line in take.lines if len(line) == 3 and line[1] in hands]
    for symbol, control in hands.items():
        start = take.values[symbol]
        points = [(frame - take.frame, value) for frame, name, value in turned if name == symbol]
        moved: Any = start
        if points:
            frames, values = zip(*points, strict=True)
            moved = Glided(rate=take.sample_rate, frames=frames, values=values, start=start).to_dict()
        found.setdefault(control.hand, {})[control.control] = moved
    if not turned:
        return {}
    return found if len(found) > 1 else next(iter(found.values()))

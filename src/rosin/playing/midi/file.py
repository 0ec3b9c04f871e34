"""Standard MIDI Files, formats 0 and 1, all tracks together.

    t = t0 + (tick - tick0) tempo / (10^6 ticks per beat)     from the last change of tempo (t0, tick0), in us per beat
    t = tick / (frames per second times ticks per frame)      where the file counts frames instead of beats

The bytes are mido's work; whatever it stumbles over comes out as one FileError that names the file.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rosin.model.errors import FileError, ParameterError
from rosin.model.extras import need
from rosin.playing.midi.channels import MOST_MEMBERS, Channels
from rosin.playing.midi.score import ControllerCurve, Score

LARGEST = 8_000_000  # bytes
MOST_EVENTS = 500_000
LONGEST = 24 * 3600.0  # s
LONGEST_WAIT = 0x0FFFFFFF  # ticks between two messages, by the format
ENDLESS_NUMBER = re.compile(rb"[\x80-\xff]{1024}")  # mido reads a number of any length, in a time that grows with its square
FRAMES_PER_SECOND = {24: 24.0, 25: 25.0, 29: 30_000 / 1001, 30: 30.0}
FIRST_TEMPO = 500_000  # us per beat


def read_score(path: str | Path, *, mpe_members: int = 0) -> Score:
    """The notes of a MIDI file; `mpe_members` makes a lower MPE zone of so many channels for files that should declare it but do not."""
    if isinstance(mpe_members, bool) or not isinstance(mpe_members, int) or not 0 <= mpe_members <= MOST_MEMBERS:
        raise ParameterError(f"mpe_members = {mpe_members} is not allowed; it must be a whole number of channels, 0 to {MOST_MEMBERS}.")
    path = Path(path)
    try:
        return _score(_parsed(_contents(path)), mpe_members)
    except FileError as error:
        raise FileError(f"Cannot read {path}: {error}.") from None


class _CountedBytes(io.BytesIO):
    """Bytes that mido reads: it asks where it is before each message, so that messages can be counted before they fill memory."""

    messages = 0

    def tell(self) -> int:
        self.messages += 1
        if self.messages > MOST_EVENTS:
            raise FileError(f"it has more than {MOST_EVENTS} messages, the most that can be read; thin its controllers or split it")
        return super().tell()


def _contents(path: Path) -> bytes:
    try:
        if not path.is_file():
            raise FileError("there is no such file")
        if path.stat().st_size > LARGEST:
            raise FileError(f"it has more than {LARGEST} bytes, the most that can be read; split it")
        with path.open("rb") as file:
            return file.read(LARGEST)
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(error.strerror or str(error)) from None


def _parsed(data: bytes) -> Any:
    """The file as mido sees it."""
    need("mido")
    import mido

    if not data.startswith(b"MThd"):
        raise FileError("it is not a MIDI file, which begins with MThd")
    if ENDLESS_NUMBER.search(data):
        raise FileError("it is damaged: a number in it does not end")
    try:
        return mido.MidiFile(file=_CountedBytes(data))
    except FileError:
        raise
    except EOFError:
        raise FileError("it is damaged: it ends too soon") from None
    except Exception as error:  # mido's decoders raise whatever they stumble over
        raise FileError(f"it is damaged: {error or type(error).__name__}") from None


def _score(file: Any, mpe_members: int) -> Score:
    """The notes of a file, and its percussion."""
    if file.type not in (0, 1):
        hint = ", whose tracks are tunes of their own: save each as a file" if file.type == 2 else ""
        raise FileError(f"it is a MIDI file of format {file.type}{hint}; formats 0 and 1 can be read")
    channels = Channels(mpe_members)
    tempo = {0.0: 60e6 / FIRST_TEMPO}
    time = 0.0
    for time, message in _timed(file):
        if time > LONGEST:
            raise FileError(f"it lasts more than {LONGEST / 3600:g} hours, the most that can be read")
        if message.type == "set_tempo":
            tempo[time] = 60e6 / message.tempo
        else:
            channels.hear(time, message)
    struck = channels.notes(time, percussion=True)
    return Score(channels.notes(time), time, _name(file), ControllerCurve(tuple(tempo.items())), struck)


def _timed(file: Any) -> Iterator[tuple[float, Any]]:
    """The messages of all tracks in the order of their times (s); those of one time in the order of the tracks."""
    events = []
    for track in file.tracks:
        tick = 0
        for message in track:
            if message.time > LONGEST_WAIT:
                raise FileError(f"it is damaged: a message waits for more than {LONGEST_WAIT} ticks")
            tick += message.time
            events.append((tick, message))
    events.sort(key=lambda event: event[0])
    seconds_per_tick = _seconds_per_tick(file.ticks_per_beat, FIRST_TEMPO)
    anchor, anchor_tick = 0.0, 0
    for tick, message in events:
        if message.type == "set_tempo" and not message.tempo:
            raise FileError("it is damaged: it has a tempo of 0 us per beat, in which no time passes")
        time = anchor + (tick - anchor_tick) * seconds_per_tick
        yield time, message
        if message.type == "set_tempo":
            anchor, anchor_tick = time, tick
            seconds_per_tick = _seconds_per_tick(file.ticks_per_beat, message.tempo)


def _seconds_per_tick(division: int, tempo: int) -> float:
    """How long a tick lasts, by the division of the file's header: ticks per beat or, where negative, frames and ticks per frame."""
    if division > 0:
        return tempo / (1e6 * division)
    frames, ticks = -(division >> 8), division & 0xFF
    if frames not in FRAMES_PER_SECOND or not ticks:
        raise FileError(f"it is damaged: a beat of {division} ticks gives no time")
    return 1 / (FRAMES_PER_SECOND[frames] * ticks)


def _name(file: Any) -> str:
    """The name of the first track that has one, in UTF-8 or Latin-1, without what cannot be printed."""
    raw = next((track.name for track in file.tracks if track.name), "").encode("latin-1")
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        name = raw.decode("latin-1")
    return "".join(letter for letter in name if letter.isprintable()).strip()

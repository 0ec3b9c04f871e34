"""An instrument that sounds in the thread of a sound server, and Python's end of the rings that lead to it and from it."""

import ctypes
import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rosin.export.controls import Control
from rosin.export.gathering import Exported
from rosin.instruments.instrument import Instrument
from rosin.live.library import State, live_library, loaded
from rosin.model.errors import ParameterError, unknown

EVENTS, FRAMES = 1 << 15, 1 << 18  # that rings hold: some seconds of the densest messages, five of sound
TURN, MESSAGE, POKE, RENEW = range(4)  # kinds of events, as live.c has them
EVENT = np.dtype([("frame", np.int64), ("kind", np.int32), ("index", np.int32), ("value", np.float64)])
HEARD = 2  # channels
CHANNEL_MESSAGES = range(0x80, 0xF0)
SOON = 512  # frames ahead, so that numbers that belong together are all there when the first is taken


class Told(NamedTuple):
    """Something that was done: at which frame, and which control was turned to what, or the bytes of which message came."""

    frame: int
    symbol: str
    value: float
    message: tuple[int, int, int] | None


class Engine:
    """An instrument at a sample rate. Any thread may tell it something; one thread reads what comes back."""

    def __init__(self, instrument: Instrument, sample_rate: int) -> None:
        self.instrument, self.sample_rate = instrument, sample_rate
        self.exported, path = live_library(instrument, sample_rate)
        self._check_rate(self.exported)
        self.library = loaded(path)
        self.handle = ctypes.c_void_p(self.library.live_create(float(sample_rate), EVENTS, FRAMES))
        if not self.handle:
            raise MemoryError("There is no memory for the instrument.")
        self.controls: dict[str, Control] = {control.symbol: control for control in self.exported.controls}
        self._index = {symbol: index for index, symbol in enumerate(self.controls)}
        self._symbols = list(self.controls)
        self.values = {symbol: control.value for symbol, control in self.controls.items()}
        self._one_at_a_time = threading.Lock()
        self._events = np.zeros(EVENTS, EVENT)
        self._frames = np.zeros((FRAMES, HEARD), np.float32)
        self.watch()

    def _check_rate(self, exported: Exported) -> None:
        if self.sample_rate not in exported.rates and not exported.lowest <= self.sample_rate <= exported.highest:
            allowed = f"{exported.lowest:g} to {exported.highest:g}"
            raise ParameterError(f"{self.instrument.name} does not run at {self.sample_rate} Hz; it runs at {allowed} Hz.")

    def close(self) -> None:
        """Give its memory back; nothing may call it any more."""
        if self.handle:
            self.library.live_destroy(self.handle)
            self.handle = ctypes.c_void_p()

    @property
    def plays_notes(self) -> bool:
        """Whether notes are played by its own thread."""
        return self.exported.notes is not None

    @property
    def latency(self) -> int:
        """Samples by which the limiter looks ahead."""
        return int(self.library.live_latency(self.handle))

    def turn(self, symbol: str, value: float, frame: int = 0) -> bool:
        """Put a control or a parameter to a value, at a frame or with the next block; False where the ring is full."""
        if symbol not in self._index:
            raise unknown(f"control of {self.instrument.name}", symbol, self._index)
        control = self.controls[symbol]
        if not control.low <= value <= control.high:
            unit = f" {control.unit}" if control.unit else ""
            raise ParameterError(f"{symbol} = {value:g}{unit} is not allowed; it goes from {control.low:g} to {control.high:g}{unit}.")
        self.values[symbol] = float(value)
        return self._tell(frame, TURN, self._index[symbol], float(value))

    def midi(self, message: tuple[int, int, int] | bytes, frame: int = 0) -> bool:
        """Send a channel message of up to three bytes; what is none is refused."""
        given = [*message, 0, 0][:3]
        if len(message) not in (1, 2, 3) or given[0] not in CHANNEL_MESSAGES or not all(0 <= byte < 128 for byte in given[1:]):
            raise ParameterError(f"{bytes(message).hex(' ')} is no message of a MIDI channel: 80 to EF, then up to two bytes below 80.")
        return self._tell(frame, MESSAGE, given[0] | given[1] << 8 | given[2] << 16, 0.0)

    def poke_all(self, pokes: Mapping[int, Sequence[tuple[int, int, float]]], frame: int | None = None) -> int:
        """Write numbers (record, place, value) among the parameters of layers, or of the chain (-1); at which frame they are taken over."""
        when = self.state.frame + SOON if frame is None else frame
        for layer, numbers in pokes.items():
            for record, place, value in numbers:
                self._tell(when, POKE | layer + 1 << 8, record << 16 | place, value)
            self._tell(when, RENEW | layer + 1 << 8, 0, 0.0)
        return when

    def _tell(self, frame: int, kind: int, index: int, value: float) -> bool:
        with self._one_at_a_time:
            return bool(self.library.live_tell(self.handle, frame, kind, index, value))

    def watch(self, layer: int | None = None) -> None:
        """Show how a layer is rubbed: this one, or the first that is."""
        watched = [place for place, each in enumerate(self.exported.layers) if each.watched]
        self.library.live_watch(self.handle, layer if layer is not None else watched[0] if watched else -1)

    def record(self, on: bool) -> None:
        """Whether what sounds is kept for whoever reads it."""
        self.library.live_record(self.handle, int(on))

    @property
    def state(self) -> State:
        """How it goes."""
        found = State()
        self.library.live_state(self.handle, ctypes.byref(found))
        return found

    def peaks(self) -> tuple[float, float, float]:
        """The peaks of both channels, and the longest block as a share of its time, since this was last asked."""
        found = (3 * ctypes.c_double)()
        self.library.live_peaks(self.handle, found)
        return found[0], found[1], found[2]

    def done(self) -> list[Told]:
        """What was done since this was last asked."""
        many = self.library.live_done(self.handle, self._events.ctypes.data, EVENTS)
        return [self._told(*row) for row in self._events[:many].tolist() if row[1] in (TURN, MESSAGE)]

    def _told(self, frame: int, kind: int, index: int, value: float) -> Told:
        if kind == TURN:
            return Told(frame, self._symbols[index], value, None)
        return Told(frame, "", 0.0, (index & 255, index >> 8 & 255, index >> 16 & 255))

    def heard(self) -> np.ndarray:
        """What sounded while it recorded, (frames, 2), since this was last asked."""
        return self._frames[: self.library.live_heard(self.handle, self._frames.ctypes.data, FRAMES)].copy()

    def slid(self) -> np.ndarray:
        """Force (N) and relative velocity (m/s) of what is rubbed, (samples, 2), since this was last asked; some seconds at most."""
        return self._frames[: self.library.live_slid(self.handle, self._frames.ctypes.data, FRAMES)].copy()

    def sound(self, frames: int) -> np.ndarray:
        """The next frames, (frames, 2), where no sound server asks for them."""
        made = np.empty((frames, HEARD), np.float32)
        self.library.live_sound(self.handle, made.ctypes.data, frames)
        return made

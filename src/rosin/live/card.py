"""Sound through PortAudio: its thread calls the instrument (export/c/live.c), never Python."""

import atexit
import ctypes
import threading
from typing import Any

from rosin.live.engine import Engine
from rosin.model.errors import ParameterError, RosinError
from rosin.model.extras import need

SAMPLE_RATE, BUFFER = 48_000, 128  # Hz; frames
SMALLEST, LARGEST = 16, 8192  # frames
PATIENCE = 3.0  # s that closing may take


class CardOutput:
    """A sound card, by its number or a part of its name; by default the one that the system prefers."""

    def __init__(self, *, device: str | None = None, sample_rate: int | None = None, buffer: int | None = None) -> None:
        self.sounddevice = _sounddevice()
        self.sample_rate, self.buffer = sample_rate or SAMPLE_RATE, buffer or BUFFER
        if not SMALLEST <= self.buffer <= LARGEST:
            raise ParameterError(f"--buffer {self.buffer} is not allowed; it goes from {SMALLEST} to {LARGEST} frames.")
        self.device: Any = int(device) if device and device.isdecimal() else device
        try:
            self.title = f"{self.sounddevice.query_devices(self.device, 'output')['name']}"
            self.sounddevice.check_output_settings(self.device, channels=2, dtype="float32", samplerate=self.sample_rate)
        except (ValueError, self.sounddevice.PortAudioError) as error:
            named = f"The sound card {device!r}" if device else "A sound card"
            raise RosinError(f"{named} cannot be played: {_words(error)}. rosin play --devices lists what there is.") from None
        self.stream: Any = None

    def play(self, engine: Engine) -> None:
        """Let an instrument sound from now on."""
        ffi = self.sounddevice._ffi
        address = ctypes.cast(engine.library.live_portaudio, ctypes.c_void_p).value
        try:
            self.stream = self.sounddevice._StreamBase(
                kind="output",
                samplerate=self.sample_rate,
                blocksize=self.buffer,
                device=self.device,
                channels=2,
                dtype="float32",
                latency="low",
                callback=ffi.cast("PaStreamCallback *", address),
                userdata=ffi.cast("void *", engine.handle.value),
            )
            self.stream.start()
        except self.sounddevice.PortAudioError as error:
            raise RosinError(f"{self.title} cannot be played: {_words(error)}.") from None

    @property
    def gone(self) -> str:
        """Why nothing sounds any more; empty while it does."""
        return "" if self.stream is None or self.stream.active else f"{self.title} is gone."

    def stop(self) -> bool:
        """Let nothing sound; False where PortAudio does not come back, as when what it played through has vanished."""
        stream, self.stream = self.stream, None
        if stream is None:
            return True
        closing = threading.Thread(target=stream.close, daemon=True)
        closing.start()
        closing.join(PATIENCE)
        if closing.is_alive():
            atexit.unregister(self.sounddevice._exit_handler)  # which would wait for it at the end
        return not closing.is_alive()

    close = stop


def devices() -> list[str]:
    """The sound cards that there are, each with its number, its system and its rate."""
    found = _sounddevice()
    systems, usual = found.query_hostapis(), found.default.device[1]
    return [
        f"{card['index']:3} {card['name']} ({systems[card['hostapi']]['name']}, {card['max_output_channels']} channels, "
        f"{card['default_samplerate']:.0f} Hz){' *' if card['index'] == usual else ''}"
        for card in found.query_devices()
        if card["max_output_channels"] > 0
    ]


def _words(error: Exception) -> str:
    return str(error.args[0] if error.args else error).strip().rstrip(".")


def _sounddevice() -> Any:
    need("sounddevice")
    import sounddevice

    return sounddevice

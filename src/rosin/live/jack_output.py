"""Sound through a JACK server, and notes from its MIDI ports: the server's thread calls the instrument (export/c/live.c), never Python."""

import contextlib
import ctypes
from typing import Any

from rosin.live.engine import Engine
from rosin.model.errors import ParameterError, RosinError
from rosin.model.extras import need

NAME = "rosin"
START = "jackd -d alsa -r 48000 -p 128"


class JackOutput:
    """A client of the JACK server that runs; its sample rate and, unless one is asked for, its buffer are the server's."""

    def __init__(self, *, sample_rate: int | None = None, buffer: int | None = None, connect: bool = True) -> None:
        self.jack = _jack()
        try:
            self.client: Any = self.jack.Client(NAME, no_start_server=True)
        except self.jack.JackOpenError:
            raise RosinError(f"No JACK server runs here. Start one ({START}), or play through a sound card (--to card).") from None
        self.sample_rate, self.connect = int(self.client.samplerate), connect
        if sample_rate not in (None, self.sample_rate):
            self.client.close()
            raise ParameterError(f"--rate {sample_rate} is not allowed here: the JACK server runs at {self.sample_rate} Hz.")
        if buffer is not None and buffer != self.client.blocksize:
            try:
                self.client.blocksize = buffer
            except self.jack.JackErrorCode:
                self.client.close()
                raise ParameterError(f"--buffer {buffer} is not allowed: the JACK server takes powers of two from 16 to 8192.") from None
        self.buffer = int(self.client.blocksize)
        self.ports = [self.client.outports.register(f"out_{channel + 1}") for channel in range(2)]
        self.notes = self.client.midi_inports.register("notes")
        self.engine: Engine | None = None

    @property
    def title(self) -> str:
        """What it is, in words."""
        return f"JACK, as {self.client.name}"

    def play(self, engine: Engine) -> None:
        """Let an instrument sound from now on."""
        self.engine, lib, ffi = engine, self.jack._lib, self.jack._ffi
        handle, ports = ffi.cast("void *", engine.handle.value), [*self.ports, self.notes]
        addresses = [int(ffi.cast("uintptr_t", port._ptr)) for port in ports]
        called = [int(ffi.cast("uintptr_t", ffi.addressof(lib, name))) for name in ("jack_port_get_buffer", "jack_midi_event_get")]
        engine.library.live_jack(engine.handle, *called, (ctypes.c_void_p * 2)(*addresses[:2]), addresses[2])
        for name, kind in (("process", "JackProcessCallback"), ("xrun", "JackXRunCallback")):
            callback = ffi.cast(kind, _address(engine, f"live_jack_{name}"))
            getattr(lib, f"jack_set_{name}_callback")(self.client._ptr, callback, handle)
        lib.jack_on_info_shutdown(self.client._ptr, ffi.cast("JackInfoShutdownCallback", _address(engine, "live_jack_gone")), handle)
        try:
            self.client.activate()
        except self.jack.JackError:
            raise RosinError("The JACK server is gone, or refuses to call: start it anew.") from None
        if self.connect:
            speakers = self.client.get_ports(is_audio=True, is_input=True, is_physical=True)
            for port, speaker in zip(self.ports, speakers, strict=False):
                with contextlib.suppress(self.jack.JackError):
                    self.client.connect(port, speaker)

    @property
    def gone(self) -> str:
        """Why nothing sounds any more; empty while it does."""
        return "The JACK server is gone." if self.engine is not None and self.engine.state.gone else ""

    def stop(self) -> bool:
        """Let nothing sound; the client stays."""
        with contextlib.suppress(self.jack.JackError):
            self.client.deactivate(ignore_errors=True)
        return True

    def close(self) -> bool:
        """Leave the server."""
        self.stop()
        with contextlib.suppress(self.jack.JackError):
            self.client.close(ignore_errors=True)
        return True


def _address(engine: Engine, name: str) -> int:
    return ctypes.cast(getattr(engine.library, name), ctypes.c_void_p).value or 0


def _jack() -> Any:
    """The package, told to keep to itself what the library would print."""
    need("jack")
    import jack

    for tell in (jack.set_error_function, jack.set_info_function):
        tell(lambda _: None)
    return jack


def jack_runs() -> bool:
    """Whether a JACK server is there to be played through."""
    try:
        jack = _jack()
        jack.Client(f"{NAME}-asks", no_start_server=True).close()
    except (RosinError, OSError):
        return False
    except jack.JackError:
        return False
    return True

"""Notes from a MIDI port of the system (ALSA's sequencer on Linux): one of our own that others connect to, or one that is there."""

from typing import Any

from rosin.live.engine import CHANNEL_MESSAGES
from rosin.live.session import Session
from rosin.model.errors import RosinError, unknown
from rosin.model.extras import need

OWN = "own"
CLIENT, PORT = "rosin", "notes"


class MidiIn:
    """A port that is heard from `start` to `close`; messages come in a thread of the system's, where they are only handed on."""

    session: Session

    def __init__(self, port: str) -> None:
        need("rtmidi")
        import rtmidi

        try:
            self.midi: Any = rtmidi.MidiIn(rtmidi.API_LINUX_ALSA, CLIENT)
        except (rtmidi.SystemError, OSError) as error:
            raise RosinError(f"MIDI ports cannot be opened here ({str(error).strip()}); under JACK, connect to rosin:notes.") from None
        self.midi.ignore_types(sysex=True, timing=True, active_sense=True)
        if port == OWN:
            self.midi.open_virtual_port(PORT)
            return
        names = self.midi.get_ports()
        found = [place for place, name in enumerate(names) if port.lower() in name.lower()]
        if not found:
            self.midi.delete()
            raise unknown("MIDI port", port, [OWN, *names])
        self.midi.open_port(found[0], PORT)

    def start(self, session: Session, _: object = None) -> None:
        """Hand on what is heard to a session."""
        self.session = session
        self.midi.set_callback(self._heard)

    def _heard(self, event: tuple[list[int], float], _: object = None) -> None:
        message, _ = event
        if message and message[0] in CHANNEL_MESSAGES and len(message) <= 3:
            self.session.engine.midi(bytes(message))

    def read(self) -> str:
        """Nothing is waited for."""
        return ""

    def close(self) -> None:
        """Hear no more."""
        self.midi.close_port()
        self.midi.delete()

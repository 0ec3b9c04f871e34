"""Open Sound Control: every hand and every parameter has an address; a message with values sets it, one without is answered by what it is.

/rosin/hands/HAND/CONTROL  f        /rosin/note  i key, f velocity 0 to 1 (0 ends it), [i channel 1 to 16]
/rosin/parameters/A/B      f s T F  /rosin/midi  i i i, or m
/rosin/list                         answered by /rosin/entry s address, s types, s unit, f low, f high, value; and /rosin/listed i how many
/rosin/state                        answered by /rosin/state s instrument, s regime, f level, f load, i late, i xruns, f seconds

What cannot be is answered by /rosin/error s address, s words. Messages come over UDP, from this machine alone unless told otherwise.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from rosin.live.engine import Engine
from rosin.live.port import Port
from rosin.live.session import Session
from rosin.model.errors import ParameterError, RosinError, unknown
from rosin.model.extras import need

LARGEST = 65_536  # bytes of a packet
ROOM = 8_000_000  # bytes that may wait
WAIT = 0.2  # s between looks at whether it is to stop
HEAD, HANDS, PARAMETERS = "/rosin/", "/rosin/hands/", "/rosin/parameters/"


class OscServer(Port):
    """The port of Open Sound Control."""

    title, option, largest, patience = "OSC", "--osc", LARGEST, WAIT
    session: Session

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        need("pythonosc")
        self.heard = self.refused = 0
        self._known: tuple[Engine | None, dict[str, str]] = None, {}
        super().__init__(port, host, ROOM)

    def attach(self, session: Session) -> None:
        """The session that is played."""
        self.session = session

    def hear(self, packet: bytes, whom: Any) -> None:
        """Do what a packet asks."""
        from pythonosc import osc_message, osc_packet

        try:
            bundled = packet[:1] != b"/"
            messages = [each.message for each in osc_packet.OscPacket(packet).messages] if bundled else [osc_message.OscMessage(packet)]
        except (osc_message.ParseError, osc_packet.ParseError, ValueError, IndexError, RecursionError):
            self._say(whom, "/rosin/error", "", "This is no packet of OSC.")
            return
        for message in messages:
            self._answer(message.address, list(message.params), whom)

    def silence(self) -> None:
        """Whoever says nothing changes nothing."""

    def _answer(self, address: str, values: list[Any], asker: Any) -> None:
        """Do what a message asks; whatever is wrong with it is answered, and nothing else happens."""
        self.heard += 1
        try:
            for reply in self.answered(address, values):
                self._say(asker, *reply)
        except RosinError as error:
            self.refused += 1
            self._say(asker, "/rosin/error", address[:200], str(error))

    def answered(self, address: str, values: list[Any]) -> Sequence[tuple[Any, ...]]:
        """The replies to a message: each an address, and its values."""
        if address.startswith(HANDS):
            return self._hand(address, values)
        if address.startswith(PARAMETERS):
            return self._parameter(address, values)
        if address not in self._asked:
            raise unknown("OSC address", address, [*self._asked, *self._hands()])
        return self._asked[address](values)

    @property
    def _asked(self) -> dict[str, Callable[[list[Any]], Sequence[tuple[Any, ...]]]]:
        return {"/rosin/list": self._list, "/rosin/state": self._state, "/rosin/note": self._note, "/rosin/midi": self._midi}

    def _hands(self) -> dict[str, str]:
        """The symbol of each hand's control by its address."""
        engine = self.session.engine
        if self._known[0] is not engine:
            controls = engine.controls.items()
            self._known = engine, {f"{HANDS}{control.hand}/{control.control}": symbol for symbol, control in controls if control.hand}
        return self._known[1]

    def _hand(self, address: str, values: list[Any]) -> list[tuple[Any, ...]]:
        known = self._hands()
        if address not in known:
            raise unknown("OSC address", address, known)
        if not values:
            return [(address, self.session.engine.values[known[address]])]
        self.session.engine.turn(known[address], _number(values, "one number"))
        return []

    def _parameter(self, address: str, values: list[Any]) -> list[tuple[Any, ...]]:
        path = address.removeprefix(PARAMETERS).replace("/", ".")
        now = self.session.turning.value(path)
        if not values:
            return [(address, *_plain(now))]
        if isinstance(now, float):
            self.session.change(path, _number(values, "one number"))
        else:
            self.session.change(path, values[0] if len(values) == 1 and not isinstance(now, tuple) else tuple(values))
        return []

    def _note(self, values: list[Any]) -> list[tuple[Any, ...]]:
        if len(values) not in (2, 3) or any(isinstance(value, bool) or not isinstance(value, int | float) for value in values):
            raise ParameterError("/rosin/note takes a key (0 to 127), a velocity (0 to 1) and, if wanted, a channel (1 to 16).")
        key, velocity, channel = int(values[0]), float(values[1]), int([*values, 1][2])
        if not (0 <= key < 128 and 0 <= velocity <= 1 and 1 <= channel <= 16):
            raise ParameterError(
                f"/rosin/note {key} {velocity:g} {channel}: keys go from 0 to 127, velocities from 0 to 1, channels from 1 to 16."
            )
        struck = max(round(127 * velocity), 1) if velocity else 0
        self.session.engine.midi(((0x90 if struck else 0x80) + channel - 1, key, struck))
        return []

    def _midi(self, values: list[Any]) -> list[tuple[Any, ...]]:
        message = values[0][1:] if len(values) == 1 and isinstance(values[0], tuple) else values  # m has a port before its bytes
        if not message or not all(isinstance(byte, int) and not isinstance(byte, bool) and 0 <= byte < 256 for byte in message):
            raise ParameterError("/rosin/midi takes up to three bytes as whole numbers.")
        self.session.engine.midi(bytes(message))
        return []

    def _list(self, values: list[Any]) -> list[tuple[Any, ...]]:
        values_now, found = self.session.engine.values, []
        for address, symbol in self._hands().items():
            control = self.session.engine.controls[symbol]
            found.append(("/rosin/entry", address, "f", control.unit, control.low, control.high, values_now[symbol]))
        for path, row in self.session.turning.rows().items():
            low, high = row.get("range") or (math.nan, math.nan)
            value = _plain(row["value"])
            types = "f" * len(value) if isinstance(row["value"], float | tuple) else "s"
            found.append(("/rosin/entry", PARAMETERS + path.replace(".", "/"), types, row.get("unit") or "", low, high, *value))
        return [*found, ("/rosin/listed", len(found))]

    def _state(self, values: list[Any]) -> list[tuple[Any, ...]]:
        session, state = self.session, self.session.engine.state
        level, seconds = max(session.engine.peaks()[:2]), state.frame / session.output.sample_rate
        load = 1e-9 * state.nanoseconds / max(seconds, 1e-9)
        words = session.engine.instrument.name, session.regime.words(level)
        return [("/rosin/state", *words, level, load, session.late, session.xruns, seconds)]

    def _say(self, asker: Any, address: str, *values: Any) -> None:
        from pythonosc.osc_message_builder import OscMessageBuilder

        message = OscMessageBuilder(address)
        for value in values:
            kind = "s" if isinstance(value, str) else "i" if isinstance(value, int) and not isinstance(value, bool) else None
            message.add_arg(value, kind or ("d" if isinstance(value, float) else None))
        self.refused += not self.say(message.build().dgram, asker)


def _number(values: list[Any], wanted: str) -> float:
    (value, *more) = values
    if more or isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterError(f"It takes {wanted}, not {', '.join(type(each).__name__ for each in values)}.")
    return float(value)


def _plain(value: Any) -> tuple[Any, ...]:
    """A parameter's value as values of OSC; what is more than numbers and words, as words."""
    if isinstance(value, tuple) and all(isinstance(each, float) for each in value):
        return value
    return (value,) if isinstance(value, float | str | bool) else ("" if value is None else str(value),)

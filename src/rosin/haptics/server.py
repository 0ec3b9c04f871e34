"""The desk's end of the line: it answers every message of a device at once, and lifts the stick when the line is silent."""

from collections.abc import Mapping
from typing import Any

from rosin.haptics.desk import Desk, Wanted
from rosin.haptics.loop import Friction, Loop
from rosin.haptics.messages import TIP, felt_packet, read_tip
from rosin.instruments.setups.rubbed_masses import RubbedMasses
from rosin.live.engine import Engine
from rosin.live.port import Port
from rosin.live.session import Session
from rosin.model.errors import ParameterError, unknown

SILENT = 0.02  # s after which the stick is lifted
PRESSED, USUAL = 0.005, 0.4  # m below the plane at which the force is usual, and that force as a share of the largest
LED = ("velocity", "normal_force", "position")


class RubbedContact:
    """The contact of a session that is rubbed by its only hand."""

    def __init__(self, session: Session) -> None:
        self.session = session
        if session.engine.state.layer < 0:
            raise ParameterError(
                f"{session.engine.instrument.name} has no single contact that rubs; the haptic desk plays chalk, or masses."
            )
        hand = next(control.hand for control in session.engine.controls.values() if control.hand)
        self.symbols = {c.control: symbol for symbol, c in session.engine.controls.items() if c.hand == hand and c.control in LED}

    def lead(self, asked: Wanted) -> None:
        """Put the hand's controls there, as far as they go."""
        engine = self.session.engine
        for name, symbol in self.symbols.items():
            control = engine.controls[symbol]
            value = min(max(getattr(asked, name), control.low), control.high)
            if value != engine.values[symbol]:
                engine.turn(symbol, value)

    def friction(self) -> Friction:
        """That of the last sample that sounded."""
        state = self.session.engine.state
        return Friction(state.force, state.slid_at)


def desk_for(engine: Engine, changes: Mapping[str, Any]) -> Desk:
    """A desk that fits an instrument, but for what is changed: pressed by 5 mm it is played as usual, and the stick snaps to masses."""
    setup, plane = engine.instrument.setup, float(changes.get("plane", Desk().plane))
    most = next((control.high for control in engine.controls.values() if control.control == "normal_force"), 1.0)
    fitting = {"scale": USUAL * most / (PRESSED * plane), "masses": setup.count if isinstance(setup, RubbedMasses) else 0.0}
    for name in changes:
        if name not in Desk.fields:
            raise unknown("part of the haptic desk", name, Desk.fields)
    return Desk(**fitting | dict(changes))


class HapticServer(Port):
    """The port of a haptic device."""

    title, option, largest, patience = "The haptic desk", "--haptics", TIP.size + 1, SILENT
    loop: Loop

    def __init__(self, port: int, changes: Mapping[str, Any] | None = None, host: str = "127.0.0.1") -> None:
        self.changes, self.answered, self.nonsense, self.silences, self.speaking = changes or {}, 0, 0, 0, False
        super().__init__(port, host)

    def attach(self, session: Session) -> None:
        """Lead the contact of a session."""
        self.loop = Loop(desk_for(session.engine, self.changes), RubbedContact(session))

    def silence(self) -> None:
        """Lift the stick."""
        if self.speaking:
            self.loop.silence()
            self.silences += 1
        self.speaking = False

    def hear(self, packet: bytes, whom: Any) -> None:
        """Answer where the tip is by what it feels there."""
        message = read_tip(packet)
        if message is None:
            self.nonsense += 1
            return
        number, tip = message
        self.speaking = True
        self.answered += self.say(felt_packet(number, tip.time, self.loop.answer(tip)), whom)

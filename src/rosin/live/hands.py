"""What moves an instrument by shares, as a mouse, a gamepad or a key does: the hands it has, and how far each of their controls goes."""

from rosin.live.engine import Engine
from rosin.live.session import Session

FIRM = 0.4  # of the range: as firmly as the instrument is usually played
STRUCK = 0x90, 0x80  # messages on channel 1 that begin and end a note


class SessionHands:
    """The hands of a session, one of which is moved at a time; notes are struck on channel 1."""

    def __init__(self, session: Session) -> None:
        self.session, self.chosen = session, 0
        self.keys: set[int] = set()

    @property
    def names(self) -> list[str]:
        """The hands."""
        return list(dict.fromkeys(control.hand for control in self.engine.controls.values() if control.hand))

    @property
    def engine(self) -> Engine:
        """The engine that sounds now."""
        return self.session.engine

    def choose(self, step: int) -> None:
        """The next hand, or the one before; the one that is left rests."""
        self.rest()
        self.chosen = (self.chosen + step) % max(len(self.names), 1)

    def move(self, **shares: float) -> None:
        """Put controls of the chosen hand to shares of their ranges: -1 to 1 where they go both ways, else 0 to 1."""
        name = self.names[self.chosen % len(self.names)] if self.names else None
        for symbol, control in self.engine.controls.items():
            if control.hand == name and control.control in shares:
                share = min(max(shares[control.control], -1.0 if control.low < 0 else 0.0), 1.0)
                self.engine.turn(symbol, share * (control.high if share >= 0 else -control.low))

    def rest(self) -> None:
        """Lift the chosen hand, and let go of all keys."""
        self.move(velocity=0.0, normal_force=0.0)
        for key in list(self.keys):
            self.release(key)

    def strike(self, key: int, velocity: int = 100) -> None:
        """Strike a key."""
        self.keys.add(key)
        self.engine.midi((STRUCK[0], key, velocity))

    def release(self, key: int) -> None:
        """Let a key go."""
        self.keys.discard(key)
        self.engine.midi((STRUCK[1], key, 0))

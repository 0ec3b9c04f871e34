"""Playing: an output that sounds, an instrument behind it, and what is written down meanwhile.

The sound server's thread runs the instrument; `pump`, called some hundred times a second by whoever owns the session, carries home what
was heard and done. Nothing that Python does can hold up the sound; what it does too late is counted.
"""

import threading
import time
from pathlib import Path
from typing import Any, Protocol

from rosin.instruments.instrument import Instrument
from rosin.live.engine import Engine
from rosin.live.regime import Regime
from rosin.live.take import RunningTake
from rosin.live.turning import LiveTurning

STALLED = 2.0  # s without a block after which an output is given up


class Output(Protocol):
    """What sounds: JACK or a sound card."""

    sample_rate: int
    buffer: int

    @property
    def title(self) -> str:
        """What it is, in words."""

    @property
    def gone(self) -> str:
        """Why nothing sounds any more; empty while it does."""

    def play(self, engine: Engine) -> None:
        """Let an instrument sound from now on."""

    def stop(self) -> bool:
        """Let nothing sound; whether nothing will call the instrument any more."""

    def close(self) -> bool:
        """Leave; the same."""


def described(output: Output) -> str:
    """What it is, its rate and its block, in words."""
    return f"{output.title}, {output.sample_rate} Hz, {output.buffer} frames"


class Session:
    """An instrument that is played through an output."""

    def __init__(self, instrument: Instrument, output: Output, *, take: Path | None = None, overwrite: bool = False) -> None:
        self.output = output
        self.engine = Engine(instrument, output.sample_rate)
        self.turning = LiveTurning(self.engine, self._anew)
        self.regime = Regime(self.engine)
        self.take = RunningTake(take, self.engine, overwrite=overwrite) if take else None
        self.engine.record(self.take is not None)
        self._pumping = threading.RLock()
        self._asked = -1, time.monotonic()  # frames so far, and since when it is that many
        self._before = [0, 0]  # blocks that were late and xruns of engines that were
        output.play(self.engine)

    def pump(self) -> None:
        """Carry home what was heard and done."""
        with self._pumping:
            told, slid = self.engine.done(), self.engine.slid()
            if self.take is not None:
                self.take.add(self.engine.heard(), told)
            if len(slid):
                self.regime.add(slid)

    def turn(self, symbol: str, value: float) -> None:
        """Put a control of a hand, or a parameter that has a name of its own, to a value."""
        path = self.engine.controls[symbol].path if symbol in self.engine.controls else ""
        if path:
            self.change(path, value)
        else:
            self.engine.turn(symbol, value)

    def change(self, path: str, value: Any) -> None:
        """Change any parameter by its path."""
        with self._pumping:
            frame = self.turning.set(path, value)
            if frame is not None and self.take is not None:
                self.take.changed(frame, {path: value})

    def _anew(self, instrument: Instrument) -> None:
        """Go over to an instrument that only a new engine can be: what sounds is cut off, and the take goes on in another."""
        engine = Engine(instrument, self.output.sample_rate)
        self.output.stop()
        self.pump()
        state = self.engine.state
        self._before = [self._before[0] + state.late, self._before[1] + state.xruns]
        for symbol, value in self.engine.values.items():
            known = engine.controls.get(symbol)
            if known is not None and known.hand and known.low <= value <= known.high:
                engine.turn(symbol, value)
        if self.take is not None:
            old = self.take
            old.close()
            self.take = RunningTake(_next(old.path), engine)
            engine.record(True)
        before, self.engine = self.engine, engine
        self.regime = Regime(engine)
        self.turning = LiveTurning(engine, self._anew)
        self.output.play(engine)
        before.close()

    @property
    def silent(self) -> str:
        """Why notes do nothing, where they do nothing."""
        if self.engine.plays_notes:
            return ""
        return f"{self.engine.instrument.name} plays no notes live; its hands move it."

    @property
    def gone(self) -> str:
        """Why nothing sounds any more; empty while it does."""
        frame, now = self.engine.state.frame, time.monotonic()
        if frame != self._asked[0]:
            self._asked = frame, now
        if self.output.gone or now - self._asked[1] < STALLED:
            return self.output.gone
        return f"{self.output.title} has not asked for sound for {STALLED:g} s."

    @property
    def late(self) -> int:
        """Blocks that the instrument took too long for."""
        return int(self._before[0] + self.engine.state.late)

    @property
    def xruns(self) -> int:
        """Gaps that the sound server told of, whoever caused them."""
        return int(self._before[1] + self.engine.state.xruns)

    def close(self) -> list[Path]:
        """Stop; the files of the take."""
        left = self.output.close()
        self.pump()
        written = self.take.close() if self.take is not None else []
        if left:
            self.engine.close()
        return written


def _next(path: Path) -> Path:
    """The next free name: NAME-2.wav, NAME-3.wav, ..."""
    stem, _, number = path.stem.rpartition("-")
    name, count = (stem, int(number)) if stem and number.isdecimal() else (path.stem, 1)
    while (path := path.with_stem(f"{name}-{count + 1}")).exists():
        count += 1
    return path

"""A terminal that shows how it sounds, and is a pad: the mouse rubs while its button is down, letters are a keyboard.

across the terminal   speed, from one way to the other          A to K, W to U    notes, an octave from middle C; Z and X shift it
up and down           normal force, most at the top             Tab               the next hand
                                                                Space, Q          rest; stop
"""

import math
import os
import re
import select
import shutil
import sys
import termios
import tty
from typing import Any

from rosin.live.engine import HEARD
from rosin.live.hands import SessionHands
from rosin.live.session import Session, described

MOUSE_ON, MOUSE_OFF = "\x1b[?1002h\x1b[?1006h", "\x1b[?1006l\x1b[?1002l"  # motion while a button is down; in decimal
HIDE, SHOW, HOME, CLEAR = "\x1b[?25l", "\x1b[?25h", "\x1b[H", "\x1b[J"
MOUSE = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])")
ESCAPE = re.compile(r"\x1b\[[0-9;<]*[A-Za-z~]")
LETTERS = {letter: place for place, letter in enumerate("awsedftgyhujk")}
MIDDLE_C, OCTAVE, HIGHEST = 60, 12, 127
LOWEST_LEVEL = -60.0  # dBFS at the left end of a meter
WHEEL = 64  # buttons from here on are no buttons


class Terminal:
    """A terminal, from `open` to `close`."""

    def __init__(self, session: Session, hands: SessionHands) -> None:
        self.session, self.hands = session, hands
        self.stopped, self.octave, self.words = False, 0, ""
        self._held = [0.0] * HEARD
        self._before: Any = None

    def open(self) -> None:
        """Take the terminal over."""
        self._before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)
        sys.stdout.write(MOUSE_ON + HIDE + HOME + CLEAR)
        sys.stdout.flush()

    def close(self) -> None:
        """Give it back as it was."""
        if self._before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)
            sys.stdout.write(MOUSE_OFF + SHOW + "\n")
            sys.stdout.flush()

    def read(self) -> None:
        """Do what was typed and pointed at since."""
        if select.select([sys.stdin], [], [], 0)[0]:
            self.hear(os.read(sys.stdin.fileno(), 4096).decode("utf-8", "replace"), *shutil.get_terminal_size())

    def hear(self, text: str, columns: int, lines: int) -> None:
        """What a terminal of this size sends."""
        for button, column, line, ending in MOUSE.findall(text):
            if int(button) >= WHEEL:
                continue
            if ending == "m":
                self.hands.rest()
            else:
                across, up = (int(column) - 1) / max(columns - 1, 1), 1 - (int(line) - 1) / max(lines - 1, 1)
                self.hands.move(velocity=2 * across - 1, normal_force=up)
        for letter in ESCAPE.sub("", text).lower():
            self._typed(letter)

    def _typed(self, letter: str) -> None:
        if letter in LETTERS:
            self.hands.rest()
            self.hands.strike(min(MIDDLE_C + OCTAVE * self.octave + LETTERS[letter], HIGHEST))
        elif letter in "zx":
            self.octave = min(max(self.octave + (1 if letter == "x" else -1), -5), 5)
        elif letter == "\t":
            self.hands.choose(1)
        elif letter == " ":
            self.hands.rest()
        elif letter in "q\x03\x04":
            self.stopped = True

    def draw(self) -> None:
        """Show how it sounds now."""
        width = max(shutil.get_terminal_size().columns, 20)
        text = "".join(f"{line[: width - 1]}\x1b[K\r\n" for line in self.lines(width))
        sys.stdout.write(HOME + text + CLEAR)
        sys.stdout.flush()

    def lines(self, width: int) -> list[str]:
        """What is shown."""
        session, state = self.session, self.session.engine.state
        peaks = [max(now, 0.8 * before) for now, before in zip(session.engine.peaks(), self._held, strict=False)]
        self._held = peaks
        load = state.nanoseconds * 1e-9 * session.output.sample_rate / max(state.frame, 1)
        names, chosen = self.hands.names, self.hands.chosen
        hand = names[chosen % len(names)] if names else ""
        moved = [
            f"{control.control or symbol} {session.engine.values[symbol]:.4g} {control.unit}".rstrip()
            for symbol, control in session.engine.controls.items()
            if control.hand and control.hand == hand
        ]
        return [
            f"{session.engine.instrument.name} through {described(session.output)}",
            *(f"{side} {meter(peak, width - 14)}" for side, peak in zip("LR", peaks, strict=True)),
            f"  {session.regime.words(max(peaks))}",
            f"  {hand}: {', '.join(moved)}" if names else "  notes",
            f"  load {100 * load:.0f} %, {session.late} late, {session.xruns} xruns"
            + (f", recording {session.take.path.name} {session.take.frames / session.output.sample_rate:.0f} s" if session.take else ""),
            f"  {self.words}",
            "  mouse: rub   A-K: notes   Tab: next hand   Space: rest   Q: stop",
        ]


def meter(level: float, width: int) -> str:
    """A level of 0 to 1 as a bar, with its decibels."""
    decibels = 20 * math.log10(max(level, 1e-9))
    share = min(max(1 - decibels / LOWEST_LEVEL, 0.0), 1.0)
    full = round(share * max(width, 1))
    return f"{'█' * full}{'·' * (max(width, 1) - full)} {max(decibels, -99):5.1f} dB"

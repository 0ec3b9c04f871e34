"""Csound's wgbow (wgbow.csd), timed by the clock of Csound itself, at two lengths: their difference is the rendering alone."""

import re
import subprocess
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from rosin.bench.machine import version_of
from rosin.bench.peers.bowed_string import FREQUENCY, LEFT_OUT, OURS, OURS_AT_ONCE, SIXTEEN
from rosin.bench.peers.compiled import resource
from rosin.bench.peers.peer import Match, Peer, sounding
from rosin.model.errors import RosinError

SHORT, LONG, LONG_TOGETHER = 1.0, 51.0, 6.0  # s; its clock counts milliseconds
STARTS = 5  # of which the quickest is what a start takes
CLOCK = re.compile(r"end of performance: real: [\d.]+s, CPU: ([\d.]+)s")
LOUDEST = re.compile(r"overall amps:\D*([\d.]+)")


class Csound(Peer):
    """Csound, a language with a bowed string."""

    name = "Csound"
    install = "apt-get install csound"

    def version(self) -> str:
        """What it says of itself."""
        return version_of("csound")

    def matches(self, open_things: ExitStack) -> list[Match]:
        """The string, and sixteen of them."""
        folder = Path(open_things.enter_context(TemporaryDirectory()))

        def rounds(long: float, frequencies: Sequence[float]) -> Callable[[], float]:
            whole, start = (_score(folder, duration, frequencies) for duration in (long, SHORT))
            starting = min(_took(start) for _ in range(STARTS))
            return lambda: _took(whole) - starting

        return [
            Match("wgbow, 220 Hz", rounds(LONG, [FREQUENCY]), OURS, (LEFT_OUT,), LONG - SHORT),
            Match(
                "16 wgbow at once",
                rounds(LONG_TOGETHER, SIXTEEN),
                OURS_AT_ONCE,
                (LEFT_OUT,),
                LONG_TOGETHER - SHORT,
                voices=len(SIXTEEN),
            ),
        ]


def _score(folder: Path, duration: float, frequencies: Sequence[float]) -> Path:
    """A file in which a string of each frequency is bowed."""
    score = folder / f"wgbow_{len(frequencies)}_{duration:g}.csd"
    strings = "\n".join(f"i 1 0 {duration} {frequency:.6f}" for frequency in frequencies)
    score.write_text(resource("wgbow.csd").replace("$STRINGS", strings), encoding="utf-8")
    return score


def _took(score: Path) -> float:
    """CPU seconds of one performance, as Csound says."""
    command = ["csound", "--nosound", "--nodisplays", str(score)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, start_new_session=True)
    clock, loudest = CLOCK.search(done.stderr), LOUDEST.search(done.stderr)
    if done.returncode or clock is None or loudest is None:
        raise RosinError("csound did not play, or did not say how long it took.")
    sounding("Csound wgbow", float(loudest[1]))
    return float(clock[1])

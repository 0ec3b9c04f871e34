"""Csound's wgbow (wgbow.csd), timed by the clock of Csound itself, at two lengths: their difference is the rendering alone."""

import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from rosin.bench.machine import version_of
from rosin.bench.peers.bowed_string import LEFT_OUT, OURS
from rosin.bench.peers.compiled import resource
from rosin.bench.peers.peer import Match, Peer, sounding
from rosin.model.errors import RosinError

SHORT, LONG = 1.0, 51.0  # s; its clock counts milliseconds
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
        """The string."""
        score = Path(open_things.enter_context(TemporaryDirectory())) / "wgbow.csd"
        score.write_text(resource("wgbow.csd"), encoding="utf-8")
        return [Match("wgbow, 220 Hz", lambda: _took(score, LONG) - _took(score, SHORT), OURS, (LEFT_OUT,), LONG - SHORT)]


def _took(score: Path, duration: float) -> float:
    """CPU seconds of one performance, as Csound says."""
    command = ["csound", "--nosound", "--nodisplays", f"--smacro:DURATION={duration}", str(score)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, start_new_session=True)
    clock, loudest = CLOCK.search(done.stderr), LOUDEST.search(done.stderr)
    if done.returncode or clock is None or loudest is None:
        raise RosinError("csound did not play, or did not say how long it took.")
    sounding("Csound wgbow", float(loudest[1]))
    return float(clock[1])

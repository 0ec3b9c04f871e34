"""Faust's violin, pm.violinModel (violin.dsp), made C++ by Faust and compiled with a few lines around it (violin.cpp)."""

import shutil
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from rosin.bench.machine import version_of
from rosin.bench.peers.bowed_string import FREQUENCY, LEFT_OUT, OURS, OURS_AT_ONCE, SIXTEEN
from rosin.bench.peers.compiled import Playing, compiled, resource, run
from rosin.bench.peers.peer import Match, Peer

RATE, DURATION = 44_100, 4.0


class Faust(Peer):
    """Faust, a language that is compiled to C++."""

    name = "Faust"
    install = "apt-get install g++ faust"

    def version(self) -> str:
        """What it says of itself."""
        return version_of("faust") if shutil.which("g++") else ""

    def matches(self, open_things: ExitStack) -> list[Match]:
        """The violin, and sixteen of them."""
        folder = Path(open_things.enter_context(TemporaryDirectory()))
        (folder / "violin.dsp").write_text(resource("violin.dsp"), encoding="utf-8")
        run(["faust", str(folder / "violin.dsp"), "-cn", "Violin", "-o", str(folder / "violin.h")])
        library = compiled(folder, "violin.cpp")
        notes = (
            LEFT_OUT,
            "a body filter, and single precision; ours is heard without a body, and counts in double if not stated",
        )

        def rounds(*frequencies: float) -> Playing:
            values = (RATE, len(frequencies), np.array(frequencies))
            return Playing("Faust's violin", library.violins, round(DURATION * RATE), *values, kind=np.float32)

        return [
            Match("pm.violinModel, 220 Hz", rounds(FREQUENCY), OURS, notes, DURATION),
            Match("16 pm.violinModel at once", rounds(*SIXTEEN), OURS_AT_ONCE, notes, DURATION, voices=len(SIXTEEN)),
        ]

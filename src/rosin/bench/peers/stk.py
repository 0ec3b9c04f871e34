"""The Synthesis ToolKit: its bowed string, and its bowed glass of banded waveguides (stk.cpp)."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from rosin.bench.machine import first_line
from rosin.bench.peers.bowed_string import FREQUENCY, LEFT_OUT, OURS, OURS_AT_ONCE, POSITION, SIXTEEN
from rosin.bench.peers.compiled import Playing, compiled, includes
from rosin.bench.peers.peer import Match, Peer
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.stribeck import Stribeck
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

RATE, DURATION = 44_100, 4.0
GLASS, PITCH, RATIOS = 2, 400.0, (1.0, 2.32, 4.25, 6.63, 9.38)  # the preset's number and its modes
GESTURE = Gesture(velocity=0.1, normal_force=1.0)
BODY_FILTERS = "Bowed has six body filters, ours is heard without a body"


class Stk(Peer):
    """STK, in C++."""

    name = "STK"
    install = "apt-get install g++ libstk-dev"

    def version(self) -> str:
        """That of the package; where it was not installed as one, only that it is there."""
        if not includes("stk/BandedWG.h"):
            return ""
        return first_line("dpkg-query", "--show", "--showformat=${source:Upstream-Version}", "libstk-dev") or "installed"

    def matches(self, open_things: ExitStack) -> list[Match]:
        """The string and the glass."""
        library = compiled(Path(open_things.enter_context(TemporaryDirectory())), "stk.cpp", "-lstk")
        samples, rate = round(DURATION * RATE), float(RATE)
        glass = Modal(frequencies=tuple(PITCH * ratio for ratio in RATIOS), decay_times=0.3, masses=0.05)
        rubbed = {
            "Modal, 5 modes, Stribeck": (Contact(exciter=Hand(), interaction=Stribeck(curve="hyperbolic"), resonator=glass), GESTURE),
            "Modal, 5 modes, ElastoPlastic": (Contact(exciter=Hand(), interaction=ElastoPlastic(), resonator=glass), GESTURE),
        }
        return [
            Match(
                "Bowed, 220 Hz",
                Playing("STK Bowed", library.bowed, samples, rate, FREQUENCY, POSITION),
                OURS,
                (LEFT_OUT, BODY_FILTERS),
                DURATION,
            ),
            Match(
                "16 Bowed at once",
                Playing("STK Bowed", library.bowed_together, samples, rate, len(SIXTEEN), np.array(SIXTEEN), POSITION),
                OURS_AT_ONCE,
                (LEFT_OUT, BODY_FILTERS),
                DURATION,
                voices=len(SIXTEEN),
            ),
            Match(
                "BandedWG, glass of 5 modes",
                Playing("STK BandedWG", library.banded, samples, rate, PITCH, GLASS),
                rubbed,
                (LEFT_OUT, "the modes of BandedWG are delay lines with band-passes"),
                DURATION,
            ),
        ]

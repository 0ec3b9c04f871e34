"""Where a finger stops a string for a note, and which partial of the stopped string then sounds.

A harmonic is a note f = n f_stopped: besides the finger that stops the string, if any, another touches it lightly at 1 / n of its length,
where partial n and its multiples have a node. Hands reach two kinds: natural ones of the open string, and artificial ones of a string
that the first finger stops while the fourth touches it a fourth higher, at a quarter of what is left (n = 4).
"""

import math
from typing import NamedTuple

NATURAL = (2, 3, 4)  # partials of an open string
ARTIFICIAL = 4
NEAR = 0.3  # semitones by which a natural one may be off: a hand does not hear it at once
REACHED = 12  # semitones up to which a hand is wide enough for an artificial one


class Stop(NamedTuple):
    """Semitones above the open string, and the partial that sounds."""

    semitones: float
    partial: int = 1

    @property
    def natural(self) -> bool:
        """Whether it is a harmonic of the open string."""
        return self.partial > 1 and self.semitones == 0


def stop_of(frequency: float, open_string: float, harmonic: bool) -> Stop | None:
    """How a string is stopped for a pitch (both in Hz); None where hands cannot play it as a harmonic there."""
    semitones = 12 * math.log2(frequency / open_string)
    if not harmonic:
        return Stop(semitones)
    for partial in NATURAL:
        if abs(semitones - 12 * math.log2(partial)) < NEAR:
            return Stop(0.0, partial)
    stopped = semitones - 12 * math.log2(ARTIFICIAL)
    return Stop(stopped, ARTIFICIAL) if NEAR < stopped <= REACHED else None

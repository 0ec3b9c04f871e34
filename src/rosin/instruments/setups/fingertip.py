"""Harmonics: beside the bow, a fingertip touches the string lightly.

The tip gives way like a dashpot, r = 0.3 Z, where partial n of the stopped string has a node, at 1 - 1 / n of its length from the bridge.
Of the energy of a wave that comes there, (2 Z / (2 Z + r))^2 = 76 % go on, (r / (2 Z + r))^2 = 2 % go back, and the tip takes the rest: so
partials that move there are gone within a few periods, while n and its multiples do not feel it. It stays for a while after the
note, then lifts.
"""

from collections.abc import Sequence

from rosin.bodies.hand import Hand
from rosin.instruments.setups.beside_bow import Beside
from rosin.instruments.strings.fingerboard import Fingerboard
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.playing.bowing.line import BowedNote
from rosin.playing.bowing.stopping import stop_of
from rosin.playing.gesture import Gesture

RESISTANCE = 0.3  # of a fingertip, of the impedance of the string
TOUCHING = 0.1  # N
COMING, STAYING = 0.005, 0.3  # s in which it comes or goes, and in which it stays after a note
NO_FRICTION = ElastoPlastic(static_friction=1e-3, dynamic_friction=5e-4, bristle_stiffness=1e3, bristle_damping=0.0)  # to speak of


def fingertip(notes: Sequence[BowedNote], board: Fingerboard) -> Beside:
    """The tip that touches a string for those of its notes that are harmonics."""
    force: list[tuple[float, float]] = [(0.0, 0.0)]
    place: list[tuple[float, float]] = []
    for note, following in zip(notes, [*notes[1:], None], strict=True):
        stop = stop_of(note.note.frequency(), board.string.frequency, note.articulation.harmonic)
        if stop is None or stop.partial == 1:
            continue
        until = min(note.end + STAYING, following.note.start if following else float("inf"))
        finger = float(board.finger(note.note.frequency() / stop.partial)) if stop.semitones else 0.0
        at = (1 - finger) * (1 - 1 / stop.partial)
        begin = max(note.note.start, force[-1][0] + COMING)
        until = max(until, begin + COMING)
        force += [(begin - COMING, 0.0), (begin, TOUCHING), (until - COMING, TOUCHING), (until, 0.0)]
        place += [(begin - COMING, at), (until, at)]
    skin = NO_FRICTION.replace(viscosity=RESISTANCE * board.string.impedance)
    return Beside(Hand(), skin, Gesture(velocity=0.0, normal_force=force, position=place or 0.5))

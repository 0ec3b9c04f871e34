"""A bowed string that another finger touches lightly: harmonics.

The tip gives way like a dashpot, r = Z / 2, where partial n of the stopped string has a node, at 1 - 1 / n of its length from the bridge.
Of the energy of a wave that comes there, (2 Z / (2 Z + r))^2 = 64 % go on, (r / (2 Z + r))^2 = 4 % go back, and the tip takes a third: so
partials that move there are gone within a few periods, while n and its multiples do not feel it. It stays for a while after the
note, then lifts.
"""

from collections.abc import Sequence

from rosin.bodies.hand import Hand
from rosin.instruments.strings.fingerboard import Fingerboard
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.playing.bowing.line import BowedNote
from rosin.playing.bowing.stopping import stop_of
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Heard, Scene, Touch

RESISTANCE = 0.5  # of a fingertip, of the impedance of the string
TOUCHING = 0.1  # N
COMING, STAYING = 0.005, 0.3  # s in which it comes or goes, and in which it stays after a note
NO_FRICTION = ElastoPlastic(static_friction=1e-3, dynamic_friction=5e-4, bristle_stiffness=1e3, bristle_damping=0.0)  # to speak of


def touched(bowed: Contact, impedance: float) -> Scene:
    """The bow on a string of some impedance (kg/s), and a fingertip beside it."""
    skin = NO_FRICTION.replace(viscosity=RESISTANCE * impedance)
    return Scene(
        bodies={"bow": bowed.exciter, "tip": Hand(), "string": bowed.resonator},
        contacts={
            "bow": Touch(first="bow", second="string", interaction=bowed.interaction),
            "tip": Touch(first="tip", second="string", interaction=skin),
        },
        heard={"string": Heard(output="bridge_force")},
    )


def touching(notes: Sequence[BowedNote], board: Fingerboard) -> Gesture:
    """What the tip does for the notes of a string."""
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
        force += [(begin - COMING, 0.0), (begin, TOUCHING), (until - COMING, TOUCHING), (until, 0.0)]
        place += [(begin - COMING, at), (until, at)]
    return Gesture(velocity=0.0, normal_force=force, position=place or 0.5)

"""Col legno: the stick of the bow is thrown at a string and bounces off.

A stick of mass m pushes the string aside, whose tension sends it back after about half a period of m on the spring T / (L b (1 - b)) that
the string is at the share b of its sounding length, some milliseconds. Waves that return from bridge and finger meanwhile rattle under it.
"""

from collections.abc import Sequence

from rosin.bodies.hammer import Hammer
from rosin.instruments.setups.beside_bow import Beside
from rosin.instruments.strings.fingerboard import Fingerboard
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.playing.bowing.line import BowedNote
from rosin.playing.bowing.player import Player
from rosin.playing.bowing.strokes import strength
from rosin.playing.gesture import Gesture
from rosin.playing.touch import THROW

DISTANCE = 1e-3  # m from which it is thrown
BOUNCING = 0.03  # s in which it is off again
STICK = Hammer(mass=0.004, distance=DISTANCE)  # of a bow of 60 g, what moves with the point that strikes: estimated
WOOD = HuntCrossley(stiffness=1e7, exponent=1.5, dissipation=0.3)  # on a wound string: estimated


def stick(notes: Sequence[BowedNote], board: Fingerboard, player: Player) -> Beside:
    """The stick that strikes those notes of a string which are struck, each as it begins."""
    thrown: list[tuple[float, float]] = [(0.0, 0.0)]
    place: list[tuple[float, float]] = []
    for bowed in notes:
        note, how = bowed.note, bowed.articulation
        if how.strike:
            velocity = how.strike * strength(note, note.start, player)
            begin = max(note.start - DISTANCE / velocity, place[-1][0] if place else 0.0)
            thrown += [(begin, 0.0), (begin, velocity), (begin + THROW, velocity), (begin + THROW, 0.0)]
            at = how.place * player.place * (1 - float(board.finger(note.frequency())))
            place += [(begin, at), (thrown[-1][0] + BOUNCING, at)]
    return Beside(STICK, WOOD, Gesture(velocity=thrown, position=place or player.place))

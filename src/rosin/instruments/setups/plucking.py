"""How a string is plucked: a fingertip that sticks to it pulls it aside, and lets go.

The tip is a hand (v as the gesture says) under a friction law that does not slip at the force with which it grips: pulling by d takes
T d / (L a (1 - a)) at a share a of the length, some tenths of a newton to a few. It lets go as its grip falls to zero, within less than a
period, and leaves the string free.
"""

from collections.abc import Iterable

from rosin.instruments.setups.setup import Reference, Stopped
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.model.parameters import parameter
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note
from rosin.playing.touch import LETTING_GO, PULLING, SOFTEST_PLUCK

GRIP = 10.0  # N, of a fingertip that does not slip
TIP = ElastoPlastic(bristle_stiffness=1e5, bristle_damping=1.0, static_friction=1.0, dynamic_friction=0.9)


def live(pull: float) -> Reference:
    """How far controls go where a string is plucked live: the usual pluck pulls by most of the full distance."""
    return {"velocity": pull / PULLING, "normal_force": GRIP}


def plucked_string(hand: str, frequency: float, pull: float, at: float | None = None, semitones: int = 0) -> Stopped:
    """How notes that come live are plucked."""
    return Stopped(hand, frequency, -2 * pull / PULLING, GRIP, semitones=semitones, at=at, plucked=True, softest=SOFTEST_PLUCK)


def pluck_parameter(default: float) -> float:
    """The parameter `pull`, in m."""
    text = "how far a pluck of full velocity pulls the string"
    made: float = parameter("", "m", text, default=default, more_than=0, at_most=0.1, range=(5e-4, 0.01), curve="log")
    return made


def plucks(each: Iterable[tuple[float, float]]) -> Gesture:
    """Plucks, each (when it lets go, in s; how far it has pulled by then, in m), with time between them to pull."""
    move: list[tuple[float, float]] = [(0.0, 0.0)]
    grip: list[tuple[float, float]] = [(0.0, 0.0)]
    for time, distance in each:
        begin = max(time - PULLING, grip[-1][0])
        length = max(time - begin, 0.1 * PULLING)
        move += [(begin, 0.0), (begin + 0.5 * length, 2 * distance / length), (begin + length, 0.0)]
        grip += [(begin, 0.0), (begin, GRIP), (begin + length, GRIP), (begin + length + LETTING_GO, 0.0)]
    return Gesture(velocity=move, normal_force=grip)


def plucked_notes(notes: Iterable[Note], pull: float) -> Gesture:
    """Plucks that let go as each note begins, further the stronger it is."""
    return plucks((note.start + PULLING, -pull * SOFTEST_PLUCK ** (1 - note.velocity)) for note in notes)

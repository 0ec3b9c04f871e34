"""From the notes of a string to what its player does, one message (stroke.py) for each thing that changes.

    s = e softest (loudest / softest)^velocity  expression  volume / rest  (1 + 0.6 pressure)
    speed = s v,     force = firmness s^weight F,     acceleration = A f (k force) dmu / Z

v, F and Z are those of the string, and e takes back some of what one note is louder than another. Speed and force grow together, so that
the string speaks at every strength; an articulation has a factor for each (articulations.py). Controller 74 moves the bow towards the
bridge, controller 1 deepens the vibrato. Before the bow turns back on its string it slows down and becomes lighter: the less is left of
the old motion, the sooner the new one is there.

A finger that plucks at the share b of the sounding length pulls the string aside by d with the force P, and does not slip until it lets go:

    P = T d / (L b (1 - b)) = 2 Z f d / (b (1 - b))
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rosin.playing.bowing.line import BowedNote
from rosin.playing.bowing.player import Player
from rosin.playing.bowing.stopping import Stop, stop_of
from rosin.playing.bowing.stroke import BEGIN, END, MOVE, SLUR
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import A4, A4_KEY, TIMBRE_AT_REST, VOLUME_AT_REST, ControllerCurve, Note

PRESSING = 0.6  # what full pressure adds
REACH = 2.0  # octaves of bow position from timbre 0, near the fingerboard, to 1, at the bridge
SLIDING = 0.02  # s in which a finger comes to another note in silence
BENDING = 0.01  # s in which it follows a controller
PLACING = 0.04  # s before a new stroke, at which the finger sets out for its note
OVER = 0.012  # s of the last note that it may take for that
TURNING, STOPPING = 4.0, 10.0  # periods in which a bow comes to rest before it turns back, and before a short stroke
EASED = 0.5  # share of its force that it then has
GRIPPING = 3.0  # times the force that pulls: a fingertip that does not slip
WEAKEST = 0.02  # of the usual speed: a bow that moves less is no bow
NEAREST_MESSAGES = 0.002  # s
CURVES = ("bend", "pressure", "timbre", "expression", "modulation", "volume")

Message = tuple[float, dict[str, float]]


def _alike(frequency: float) -> float:
    """All notes are as loud."""
    return 1.0


@dataclass(frozen=True)
class Strung:
    """What a player knows of a string: open pitch, impedance, usual speed and force of the bow, mu_s - mu_d, how lightly to play."""

    frequency: float  # Hz
    impedance: float  # kg/s
    velocity: float  # m/s
    force: float  # N
    grip: float
    evening: Callable[[float], float] = _alike  # by frequency (Hz)


def messages(notes: list[BowedNote], string: Strung, player: Player) -> list[Message]:
    """What the hands are told, and when (s)."""
    found: list[Message] = []
    for i, bowed in enumerate(notes):
        start = bowed.note.start - bowed.articulation.ahead
        if i and not bowed.slurred:
            before = notes[i - 1]
            placing = max(before.end - OVER, before.note.start, start - PLACING)
            if placing < start:
                ahead = _goals(bowed, start, string, player)
                last = next(goals for time, goals in reversed(found) if time <= placing)
                found.append((placing, last | {"kind": MOVE, "pitch": ahead["pitch"], "glide": SLIDING}))
        found.append((start, _goals(bowed, start, string, player) | {"kind": SLUR if bowed.slurred else BEGIN}))
        turns = _turns(bowed, notes[i + 1 : i + 2])
        for time in sorted({*_moves(bowed), *turns}):
            goals = _goals(bowed, time, string, player) | {"glide": BENDING}
            found.append((time, _eased(goals) if time >= min(turns, default=math.inf) else goals))
        if not bowed.goes_on:
            found.append((bowed.end, found[-1][1] | {"kind": END}))
    return sorted(found, key=lambda message: message[0])


def strength(note: Note, time: float, player: Player) -> float:
    """How strongly a note is bowed: speed of the bow over the usual one."""
    struck = player.softest * (player.loudest / player.softest) ** note.velocity
    moved = _value(note.expression, time) * _value(note.volume, time) / VOLUME_AT_REST
    return max(WEAKEST, struck * moved * (1 + PRESSING * _value(note.pressure, time)))


def steady(string: Strung, player: Player) -> Callable[[float, float], Gesture]:
    """The player's usual stroke, without what wanders, for a finger and the pitch (Hz) that it is to give: to tune a string by."""

    def stroke(finger: float, frequency: float) -> Gesture:
        force = player.firmness * string.force
        rise = string.velocity / acceleration(1.0, player.start_force * force, frequency, string, player)
        held, eased = player.hold / frequency, (player.hold + player.ease) / frequency
        return Gesture(
            velocity=[(0.0, 0.0), (rise, string.velocity)],
            normal_force=[(held, player.start_force * force), (eased, force)],
            position=player.place * (1 - finger),
            finger=finger,
        )

    return stroke


def acceleration(strong: float, start_force: float, frequency: float, string: Strung, player: Player) -> float:
    """Of the bow at the start of a stroke, m/s^2."""
    return player.attack * strong**player.loud_attack * frequency * start_force * string.grip / string.impedance


def _goals(bowed: BowedNote, time: float, string: Strung, player: Player) -> dict[str, float]:
    """All there is to say of a note at a time."""
    note, how = bowed.note, bowed.articulation
    above = note.key + _value(note.bend, time) - A4_KEY
    frequency = A4 * 2 ** (above / 12)
    strong = string.evening(frequency) * strength(note, time, player)
    stop = stop_of(note.frequency(), string.frequency, how.harmonic) or Stop(0.0)
    force = how.force * player.firmness * string.force * strong**player.weight
    start_force, swell_from = how.start_force * player.start_force, how.swell_from * player.swell_from
    moving = how.moving(bowed.end - note.start, frequency)
    modulation = _value(note.modulation, time)
    goals = {
        "kind": MOVE,
        "direction": bowed.direction,
        "speed": how.speed * string.velocity * strong,
        "acceleration": how.attack * acceleration(strong, start_force * swell_from * force, frequency, string, player),
        "force": force,
        "start_force": start_force,
        "hold": how.hold * player.hold / frequency,
        "ease": player.ease / frequency,
        "swell_from": swell_from,
        "swell": how.swell * player.swell,
        "place": how.place * player.place / stop.partial * 2 ** (REACH * (TIMBRE_AT_REST - _value(note.timbre, time))),
        "pitch": stop.semitones + _value(note.bend, time),
        "glide": min(how.glide, max(SLIDING, 0.5 * note.duration)),
        "vibrato": how.vibrato * (player.vibrato + modulation * (player.vibrato_most - player.vibrato)) / 100,
        "vibrato_delay": max(player.vibrato_delay, how.glide),
        "vibrato_growth": player.vibrato_growth,
        "release": how.release * player.release,
        "stays": how.stays,
        "rest": how.rest,
        "leaving": how.leaving,
        "contact": 0.0 if math.isinf(moving) else moving,
        "turns": how.turning(frequency),
    }
    return goals | _pluck(how.pull * force, goals["place"], how.contact, frequency, string) if how.plucked else goals


def _pluck(pull: float, place: float, lasting: float, frequency: float, string: Strung) -> dict[str, float]:
    """What a finger does that pulls with a force (N) for some time (s) before it lets go."""
    distance = pull * place * (1 - place) / (2 * string.impedance * frequency)
    speed = distance / (0.75 * lasting)
    moved = {"speed": speed, "acceleration": speed / (0.5 * lasting), "leaving": 1.0}
    return moved | {"force": GRIPPING * pull, "start_force": 1.0, "swell_from": 1.0, "release": 0.0}


def _turns(bowed: BowedNote, following: list[BowedNote]) -> list[float]:
    """When the bow begins to slow down, where it turns back at the end of a note."""
    if not (bowed.goes_on and bowed.articulation.sustained and following) or following[0].slurred:
        return []
    periods = TURNING if following[0].articulation.sustained else STOPPING
    return [max(bowed.end - periods / bowed.note.frequency(), 0.5 * (bowed.note.start + bowed.end))]


def _eased(goals: dict[str, float]) -> dict[str, float]:
    """On the way to rest."""
    return goals | {"speed": 0.0, "force": EASED * goals["force"]}


def _moves(bowed: BowedNote) -> Iterator[float]:
    """The times at which a controller moves while a note goes on, not too near to each other."""
    last = bowed.note.start
    for time in sorted({time for name in CURVES for time, _ in getattr(bowed.note, name).points}):
        if last + NEAREST_MESSAGES <= time < bowed.end:
            yield time
            last = time


def _value(curve: ControllerCurve, time: float) -> float:
    """What a controller last said."""
    return curve.points[max(0, bisect_right(curve.points, time, key=lambda point: point[0]) - 1)][1]

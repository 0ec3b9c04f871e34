"""How a note is bowed, or plucked: every articulation as a row of numbers, by which its stroke differs from the player's usual one.

A number without unit is a factor of what the player does by habit (player.py), one with a unit is that. So a new way to bow is one new
entry of `ARTICULATIONS`. A MIDI file chooses one by a key below the lowest string, from C0 (key 12) upwards in the order of the table, or
by controller 32, whose numbers are those of UACC where that has one; either stays until the next.

Speed v, force F and place b of the bow make the tone: Helmholtz motion lasts between about Z^2 v / (2 R dmu b^2) and 2 Z v / (dmu b)
(Schelleng 1973), with the impedance Z of the string, the resistance R of its bridge, and dmu the drop of friction. A bow near the bridge
and below the first is glassy, one far above the second grates; a large v b / F rounds the corner and darkens the tone. All numbers were
found by trial, over two octaves of the four instruments and at all strengths.
"""

import math
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from rosin.model.errors import unknown
from rosin.model.parameters import Model, parameter

FIRST_KEY = 12  # C0


def factor(text: str, most: float = 10.0) -> Any:
    """Of the player's habit."""
    return parameter("", "", f"factor of {text}", default=1.0, at_least=0, at_most=most, range=(most / 40, most))


def time(text: str, default: float, most: float = 10.0) -> Any:
    """Seconds."""
    return parameter("", "s", text, default=default, at_least=0, at_most=most, range=(0, 1))


class Articulation(Model):
    """How a stroke differs from the usual one."""

    kind: ClassVar[str] = "articulation"

    text: str
    controller: float = parameter("", "", "value of controller 32 that asks for it", at_least=1, at_most=127)
    speed: float = factor("the speed of the bow")
    force: float = factor("its force")
    place: float = factor("its distance from the bridge", 3.0)
    attack: float = factor("its acceleration at the start, beyond what the force there makes of it")
    start_force: float = factor("the share of the force at first")
    hold: float = factor("how long that is held")
    swell_from: float = factor("the share of speed and force at which a stroke starts")
    swell: float = factor("the time in which that becomes the whole")
    vibrato: float = factor("the depth of the vibrato")
    release: float = factor("the time in which a note ends")
    joins: float = time("longest gap after another note that the same stroke bridges; 0: each note has a stroke of its own", 0.01)
    glide: float = time("in which the finger comes from one slurred note to the next", 0.02)
    length: float = parameter("", "", "share of a note in which the bow moves", default=1.0, more_than=0, at_most=1, range=(0.1, 1))
    contact: float = parameter("", "s", "in which the bow moves at most", default=math.inf, more_than=0, range=(0.02, 1))
    periods: float = parameter("", "periods", "for which it goes one way at least", default=0.0, at_least=0, at_most=100, range=(0, 20))
    leaving: float = parameter(
        "", "", "share of its speed with which the bow leaves the string", default=0.0, at_least=0, at_most=1, range=(0, 1)
    )
    stays: float = parameter("", "", "share of its force with which it then rests there", default=0.0, at_least=0, at_most=1, range=(0, 1))
    rest: float = time("in which it is lifted from there", 0.0)
    turns: float = parameter("", "1/s", "strokes a second, to and fro; 0: one stroke", default=0.0, at_least=0, at_most=40, range=(4, 20))
    pull: float = parameter(
        "",
        "",
        "force by which a finger pulls the string aside, of the bow's usual one, and lets go; 0: it is bowed",
        default=0.0,
        at_least=0,
        at_most=20,
        range=(0, 10),
    )
    strike: float = parameter(
        "",
        "m/s",
        "with which the stick is thrown at the string, where the bow would go at its usual speed; 0: it is not",
        default=0.0,
        at_least=0,
        at_most=10,
        range=(0, 3),
    )
    harmonic: bool = False  # a finger touches the string at a node

    def check(self) -> None:
        """Refuse a pluck or a blow that never ends."""
        if (self.pull or self.strike) and self.contact == math.inf:
            raise self.refuse("contact", "inf", "is not allowed for a string that is plucked or struck; it must be a time in s.")

    @property
    def plucked(self) -> bool:
        """Whether a finger plays, without the bow."""
        return self.pull > 0

    @property
    def ahead(self) -> float:
        """Seconds before a note in which the hand sets out: a string sounds as a finger lets it go."""
        return self.contact if self.plucked else 0.0

    @property
    def sustained(self) -> bool:
        """Whether it lasts until another note takes over."""
        return self.length == 1 and self.contact == math.inf

    def moving(self, duration: float, frequency: float) -> float:
        """Seconds in which the bow moves, of a note of some duration (s) and pitch (Hz)."""
        if self.sustained:
            return math.inf
        return min(duration, max(min(self.length * duration, self.contact), self.periods / frequency))

    def turning(self, frequency: float) -> float:
        """Strokes a second, at a pitch (Hz)."""
        return min(self.turns, frequency / self.periods) if self.periods else self.turns


USUAL = "arco"
ARTICULATIONS = {
    "arco": Articulation(text="as it is written: notes that touch share a stroke, others have one of their own", controller=1),
    "detache": Articulation(text="a stroke for every note, the bow on the string", controller=50, place=1.1, attack=1.2, joins=0),
    "legato": Articulation(text="one stroke for all notes, over short rests too", controller=20, joins=0.2),
    "portamento": Articulation(
        text="one stroke, and a finger that slides from note to note on one string", controller=21, joins=0.2, glide=0.16
    ),
    "martele": Articulation(
        text="hammered: a bitten start, quickly let go; the bow stops on the string",
        controller=52,
        attack=1.2,
        start_force=1.2,
        swell_from=3.0,
        swell=0.8,
        release=0.7,
        joins=0,
        length=0.75,
        periods=10,
        stays=0.25,
        rest=0.15,
    ),
    "spiccato": Articulation(
        text="thrown: the bow leaves the string at once, which rings",
        controller=42,
        attack=1.6,
        swell_from=1.6,
        swell=0.3,
        release=0.4,
        joins=0,
        length=0.4,
        contact=0.06,
        periods=10,
        leaving=0.7,
    ),
    "staccato": Articulation(
        text="short: the bow stops, and stays on the string",
        controller=40,
        place=1.2,
        hold=4.6,
        swell_from=1.6,
        swell=0.9,
        release=0.35,
        joins=0,
        length=0.5,
        contact=0.25,
        periods=10,
        stays=0.3,
        rest=0.25,
    ),
    "tremolo": Articulation(
        text="short strokes to and fro, as fast as an arm can",
        controller=11,
        speed=1.3,
        force=0.75,
        attack=2.5,
        start_force=0.8,
        swell_from=1.6,
        swell=0.2,
        periods=12,
        turns=13,
    ),
    "flautando": Articulation(
        text="like a flute: a fast and light bow, over the fingerboard", controller=8, speed=1.5, force=0.45, place=1.6, vibrato=0.7
    ),
    "sul ponticello": Articulation(
        text="at the bridge: high partials, hardly a fundamental", controller=18, speed=1.2, force=0.9, place=0.35
    ),
    "sul tasto": Articulation(text="over the fingerboard: soft and dark", controller=17, force=0.4, place=1.75),
    "scratch": Articulation(text="pressed so hard that the pitch is lost", controller=102, speed=0.7, force=2.8),
    "pizzicato": Articulation(
        text="plucked: a fingertip pulls the string aside and lets it go", controller=56, pull=1.6, place=1.6, joins=0, contact=0.015
    ),
    "harmonic": Articulation(
        text="a finger lightly at a node: a partial of the string, an octave above it or more, sounds alone",
        controller=10,
        speed=0.95,
        force=0.6,
        place=1.5,
        attack=0.35,
        start_force=0.7,
        hold=2.1,
        swell_from=2.0,
        vibrato=0,
        harmonic=True,
    ),
    "col legno": Articulation(
        text="struck with the stick of the bow, which bounces off", controller=58, force=0, place=1.3, joins=0, contact=0.01, strike=0.8
    ),
}
if TYPE_CHECKING:
    ArticulationName = str
else:
    ArticulationName = Literal[tuple(ARTICULATIONS)]


def articulation_of(name: str) -> Articulation:
    """The articulation of that name."""
    if not isinstance(name, str) or name not in ARTICULATIONS:
        raise unknown("articulation", name, ARTICULATIONS)
    return ARTICULATIONS[name]


def key_switches() -> dict[int, str]:
    """The names by the keys that choose them."""
    return dict(enumerate(ARTICULATIONS, FIRST_KEY))


def of_controller(number: int) -> str:
    """The name that controller 32 asks for; empty where it has none."""
    return next((name for name, articulation in ARTICULATIONS.items() if articulation.controller == number), "")

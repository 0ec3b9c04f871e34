"""The four strings of a tanpura over its wide bridge (curved_bridge.py): they roll off it and on again, and their overtones wander.

All four lie side by side on one bridge. Notes are plucked on the string that is nearest in pitch, the one that has rested longest where
two are equal. What is heard are the forces on the strings' ends.
"""

from typing import Any, ClassVar

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.bodies.stiff_string import StiffString
from rosin.instruments.setups.curved_bridge import CurvedBridge, SomeCurvedBridge
from rosin.instruments.setups.plucking import TIP, pluck_parameter, plucked_notes, plucked_string
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import Played, Reference, Setup, Stopped, gain_parameter
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.rows import Numbers, OneOrNumbers, each
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note, Score
from rosin.scenes.scene import Heard, Scene, Touch

MOST_STRINGS = 12
FARTHEST = 3.0  # semitones between a note and the string that plays it
RINGING = 4.0  # s
REST = Gesture(velocity=0.0, normal_force=0.0)


class Tanpura(Scenery, Setup):
    """Strings over a curved bridge, each plucked by a hand of its own: string 1, string 2, ..."""

    not_live: ClassVar[str] = "Four strings on a curved bridge are not played live: together they take longer than they last; render it."

    frequencies: Numbers = parameter(
        "f", "Hz", "pitch of each string", default=(98.0, 130.81, 130.81, 65.41), more_than=0, at_most=2000, range=(40, 400)
    )
    radii: OneOrNumbers = parameter(
        "r", "m", "radius of each string", default=(1.8e-4, 1.4e-4, 1.4e-4, 2.8e-4), at_least=1e-6, at_most=0.01, range=(1e-4, 5e-4)
    )
    length: float = parameter("L", "m", "length of the strings", default=1.0, at_least=0.05, at_most=5, range=(0.6, 1.2))
    youngs_modulus: float = parameter("E", "Pa", "of the strings", default=1e11, at_least=0, at_most=1e12, range=(5e10, 2e11))
    damping: float = parameter("σ0", "1/s", "damping of the strings", default=0.4, at_least=0, at_most=1e3, range=(0.1, 5))
    frequency_damping: float = parameter(
        "σ1", "m^2/s", "damping that grows with frequency", default=1e-4, at_least=0, at_most=1, range=(1e-5, 0.01)
    )
    bridge: SomeCurvedBridge = CurvedBridge()
    plucked_at: float = parameter("", "", "from bridge to nut", default=0.4, more_than=0, less_than=1, range=(0.2, 0.6))
    pull: float = pluck_parameter(4e-3)
    width: float = parameter("", "", "of the stereo picture: 0 in the middle, 1 from side to side", default=0.5, at_least=0, at_most=1)
    gain: float = gain_parameter()

    def check(self) -> None:
        count = len(self.frequencies)
        if count > MOST_STRINGS:
            raise self.refuse("frequencies", f"of {count} strings", f"is not allowed; a tanpura has at most {MOST_STRINGS} here.")
        if isinstance(self.radii, tuple) and len(self.radii) != count:
            raise self.refuse("radii", f"of {len(self.radii)} strings", f"does not fit {count} frequencies; give one for each.")
        if self.bridge.length >= self.plucked_at * self.length:
            raise self.refuse("bridge.length", f"{self.bridge.length:g} m", "reaches under the pluck; make it shorter.")

    @property
    def names(self) -> list[str]:
        """Of the strings."""
        return [f"string {number + 1}" for number in range(len(self.frequencies))]

    def scene(self) -> Scene:
        bodies: dict[str, Body] = {"bridge": self.bridge.wall()}
        contacts, heard = {}, {}
        sides = self.width * np.linspace(-1, 1, len(self.names)) if len(self.names) > 1 else [0.0]
        for name, frequency, radius, side in zip(self.names, self.frequencies, each(self.radii, len(self.names)), sides, strict=True):
            finger = f"finger on {name}"
            bodies |= {finger: Hand(), name: self._string(frequency, radius)}
            contacts[name] = Touch(first=finger, second=name, interaction=TIP, at=(0.0, self.plucked_at))
            contacts |= self.bridge.touches("bridge", name, self.length)
            heard[name] = Heard(pan=float(side), output="bridge_force")
        return Scene(bodies=bodies, contacts=contacts, heard=heard)

    def _string(self, frequency: float, radius: float) -> StiffString:
        return StiffString(
            length=self.length,
            radius=radius,
            frequency=frequency,
            youngs_modulus=self.youngs_modulus,
            damping=self.damping,
            frequency_damping=self.frequency_damping,
        )

    def ringing(self) -> float:
        return RINGING

    def stopped(self) -> list[Stopped]:
        return [plucked_string(name, frequency, self.pull) for name, frequency in zip(self.names, self.frequencies, strict=True)]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        given: list[list[Note]] = [[] for _ in self.frequencies]
        for note in score.notes:
            apart = [abs(12 * np.log2(note.frequency() / frequency)) for frequency in self.frequencies]
            if min(apart) > FARTHEST:
                tuned = ", ".join(f"{frequency:g}" for frequency in self.frequencies)
                raise ParameterError(f"Key {note.key}, {note.frequency():.5g} Hz, is none of the strings, {tuned} Hz; tune one to it.")
            nearest = [place for place, far in enumerate(apart) if far < min(apart) + 0.5]
            given[min(nearest, key=lambda place: given[place][-1].start if given[place] else -1.0)].append(note)
        hands: Any = {name: plucked_notes(notes, self.pull) if notes else REST for name, notes in zip(self.names, given, strict=True)}
        return self.played(hands)

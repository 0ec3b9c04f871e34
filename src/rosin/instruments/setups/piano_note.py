"""A note of a piano: a felt hammer strikes strings that are nearly in tune, all of which stand on one soundboard.

The hammer drives the strings in phase, together they drive the bridge, and lose their energy to it fast; the slight mistuning turns
part of their motion out of phase, in which the bridge hardly feels them, and that part rings on: the tone decays in two stages
(Weinreich 1977). Each string is struck by the same hammer through felt of its own, and its end moves with the bridge.

For other keys the strings are made shorter or longer at the same tension; keys sound by themselves, without a damper.
"""

from typing import Annotated

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hammer import Hammer
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.instruments.setups.phrasing import blows
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import Played, Reference, Setup, Stopped, gain_parameter
from rosin.interactions.stulov import Stulov
from rosin.model.parameters import parameter
from rosin.model.part import one_of
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note, Score
from rosin.playing.touch import SOFTEST_BLOW
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch

MOST_STRINGS = 4
HARDEST, USUAL = 4.0, 2.0  # m/s, of a hammer at full velocity, and where it is struck live
RINGING = 4.0  # s
STRINGS = "Chaigne and Askenfelt 1994, C4"


class PianoNote(Scenery, Setup):
    """Strings of one key, their hammer, and the soundboard below them."""

    frequency: float = parameter("f", "Hz", "pitch", default=261.63, at_least=20, at_most=5000, range=(100, 1000), source=STRINGS)
    strings: float = parameter("", "", "number of strings", default=3.0, at_least=1, at_most=MOST_STRINGS, range=(1, 3))
    mistuning: float = parameter("", "cents", "between neighbouring strings", default=2.0, at_least=0, at_most=100, range=(0, 5))
    length: float = parameter("L", "m", "length of the strings", default=0.62, at_least=0.02, at_most=3, range=(0.1, 1.5), source=STRINGS)
    radius: float = parameter("r", "m", "of the strings", default=5.07e-4, at_least=1e-5, at_most=5e-3, range=(4e-4, 6e-4), source=STRINGS)
    damping: float = parameter("σ0", "1/s", "damping of the strings", default=0.2, at_least=0, at_most=1e3, range=(0.05, 2))
    frequency_damping: float = parameter(
        "σ1", "m^2/s", "damping that grows with frequency", default=5e-4, at_least=0, at_most=1, range=(1e-4, 0.01)
    )
    hammer_mass: float = parameter("m", "kg", "of the hammer", default=8.9e-3, more_than=0, at_most=1, range=(3e-3, 0.02), source=STRINGS)
    struck_at: float = parameter("", "", "of the length, from the far end", default=0.12, more_than=0, less_than=1, source=STRINGS)
    felt: Annotated[Stulov, one_of(Stulov)] = Stulov(stiffness=4.5e9, exponent=2.5, relaxation=0.3, relaxation_time=1e-3)
    soundboard: Annotated[Modal, one_of(Modal)]
    gain: float = gain_parameter()

    def check(self) -> None:
        if self.strings != int(self.strings):
            raise self.refuse("strings", f"{self.strings:g}", f"is not a whole number; it must be one from 1 to {MOST_STRINGS}.")

    @property
    def frequencies(self) -> np.ndarray:
        """Of the strings, Hz."""
        count = int(self.strings)
        return self.frequency * 2 ** (self.mistuning * (np.arange(count) - 0.5 * (count - 1)) / 1200)

    def scene(self) -> Scene:
        names = [f"string {number + 1}" for number in range(int(self.strings))]
        bodies: dict[str, Body] = {"hammer": Hammer(mass=self.hammer_mass), "soundboard": self.soundboard}
        bodies |= {name: self._string(float(frequency)) for name, frequency in zip(names, self.frequencies, strict=True)}
        struck = 1 - self.struck_at
        return Scene(
            bodies=bodies,
            contacts={f"hammer on {name}": Touch(first="hammer", second=name, interaction=self.felt, at=(0.0, struck)) for name in names},
            joints=tuple(Rigid(first=name, second="soundboard") for name in names),
            heard={"soundboard": Heard()},
        )

    def _string(self, frequency: float) -> StiffString:
        return StiffString(
            length=self.length,
            radius=self.radius,
            frequency=frequency,
            damping=self.damping,
            frequency_damping=self.frequency_damping,
            bridge="moving",
        )

    def moves(self) -> dict[str, tuple[str, ...]]:
        return {"key": tuple(f"hammer on string {number + 1}" for number in range(int(self.strings)))}

    def hands(self) -> dict[str, frozenset[str]]:
        return {"key": frozenset({"velocity"})}

    def usual(self) -> Reference:
        return {"velocity": USUAL}

    def at_pitch(self, frequency: float) -> "PianoNote":
        """The note of another key."""
        return self.replace(frequency=frequency, length=self.length * self.frequency / frequency)

    def ringing(self) -> float:
        return RINGING

    def stopped(self) -> list[Stopped]:
        return [Stopped("key", self.frequency, HARDEST, thrown=True, softest=SOFTEST_BLOW)]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        by_key: dict[int, list[Note]] = {}
        for note in score.notes:
            by_key.setdefault(note.key, []).append(note)
        found = []
        for key, notes in sorted(by_key.items()):
            hand = Gesture(velocity=blows(notes, reference.get("velocity", HARDEST)))
            (played,) = self.at_pitch(notes[0].frequency()).played({"key": hand})
            found.append(played._replace(name=f"key {key}"))
        return found

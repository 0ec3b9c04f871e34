"""A sitar: a string over a curved bridge, and thin sympathetic strings below, which nobody plucks; all of them stand on one body.

The end of every string moves with the body. What the played string gives to it, the body gives on: a sympathetic string that is in tune
with a partial takes it up and rings on, one that is some cents off hardly answers. Notes are stopped on the played string where an ideal
string would be, at 1 - f_open / f from the nut, and plucked.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.instruments.setups.curved_bridge import CurvedBridge, SomeCurvedBridge
from rosin.instruments.setups.plucking import TIP, live, pluck_parameter, plucked_notes, plucked_string
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import Played, Reference, Setup, Stopped, gain_parameter
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.part import one_of
from rosin.model.rows import Numbers
from rosin.playing.midi.phrase import lines
from rosin.playing.midi.score import Score
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch

MOST_STRINGS = 20
HIGHEST = 24  # semitones above the open string
RINGING = 3.0  # s
STEEL = 7850.0  # kg/m^3


class Sitar(Scenery, Setup):
    """A played string, sympathetic strings, and the body they stand on."""

    sudden: ClassVar[bool] = True

    frequency: float = parameter("f", "Hz", "pitch of the played string", default=185.0, more_than=0, at_most=2000, range=(100, 400))
    length: float = parameter("L", "m", "length of the played string", default=0.88, at_least=0.05, at_most=5, range=(0.6, 1.0))
    radius: float = parameter("r", "m", "of the played string", default=1.5e-4, at_least=1e-6, at_most=0.01, range=(1e-4, 4e-4))
    sympathetic: Numbers = parameter(
        "", "Hz", "pitch of each sympathetic string", default=(185.0, 277.2, 370.0), more_than=0, at_most=4000, range=(100, 1000)
    )
    sympathetic_radius: float = parameter(
        "", "m", "of the sympathetic strings", default=1.1e-4, at_least=1e-6, at_most=0.01, range=(8e-5, 2e-4)
    )
    sympathetic_tension: float = parameter(
        "", "N", "of the sympathetic strings, which gives them their lengths", default=35.0, more_than=0, at_most=1e4, range=(10, 100)
    )
    damping: float = parameter("σ0", "1/s", "damping of all strings", default=0.3, at_least=0, at_most=1e3, range=(0.1, 5))
    frequency_damping: float = parameter(
        "σ1", "m^2/s", "damping that grows with frequency", default=2e-4, at_least=0, at_most=1, range=(1e-5, 0.01)
    )
    bridge: SomeCurvedBridge = CurvedBridge()
    body: Annotated[Modal, one_of(Modal)]
    plucked_at: float = parameter("", "", "of the sounding length, from the bridge", default=0.15, more_than=0, less_than=1)
    pull: float = pluck_parameter(3e-3)
    gain: float = gain_parameter()

    def check(self) -> None:
        if len(self.sympathetic) > MOST_STRINGS:
            raise self.refuse("sympathetic", f"with {len(self.sympathetic)} strings", f"is not allowed; there are at most {MOST_STRINGS}.")

    @property
    def names(self) -> list[str]:
        """Of the sympathetic strings."""
        return [f"sympathetic {number + 1}" for number in range(len(self.sympathetic))]

    def scene(self) -> Scene:
        played = StiffString(length=self.length, radius=self.radius, frequency=self.frequency, **self._losses)
        others = {name: self._thin(frequency) for name, frequency in zip(self.names, self.sympathetic, strict=True)}
        bodies: dict[str, Body] = {"finger": Hand(), "string": played, "bridge": self.bridge.wall(), "body": self.body}
        pluck = {"pluck": Touch(first="finger", second="string", interaction=TIP, at=(0.0, self.plucked_at))}
        return Scene(
            bodies=bodies | others,
            contacts=pluck | self.bridge.touches("bridge", "string", self.length),
            joints=tuple(Rigid(first=name, second="body") for name in ("string", *others)),
            heard={"body": Heard()},
        )

    @property
    def _losses(self) -> Mapping[str, Any]:
        return {"damping": self.damping, "frequency_damping": self.frequency_damping, "bridge": "moving"}

    def _thin(self, frequency: float) -> StiffString:
        speed = np.sqrt(self.sympathetic_tension / (STEEL * np.pi * self.sympathetic_radius**2))
        return StiffString(length=float(speed / (2 * frequency)), radius=self.sympathetic_radius, frequency=frequency, **self._losses)

    def moves(self) -> dict[str, tuple[str, ...]]:
        return {"pluck": ("pluck",)}

    def usual(self) -> Reference:
        return live(self.pull)

    def ringing(self) -> float:
        return RINGING

    def stopped(self) -> list[Stopped]:
        return [plucked_string("pluck", self.frequency, self.pull, self.plucked_at, HIGHEST)]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        for note in score.notes:
            if not 0 <= round(12 * np.log2(note.frequency() / self.frequency), 1) <= HIGHEST:
                raise ParameterError(
                    f"Key {note.key}, {note.frequency():.5g} Hz, is not on a string of {self.frequency:g} Hz; transpose the notes."
                )
        (line,) = lines(score, 1)
        starts = [note.start for note in line]
        fingers = np.clip([1 - self.frequency / note.frequency() for note in line], 0, 1)

        def finger(times: np.ndarray) -> np.ndarray:
            place: np.ndarray = fingers[np.maximum(np.searchsorted(starts, times, side="right") - 1, 0)]
            return place

        plucking = plucked_notes(line, self.pull)
        return self.played({"pluck": plucking.replace(finger=finger, position=lambda times: self.plucked_at * (1 - finger(times)))})

"""A bowed string that stands on a body: the end of the string and the bridge move together, so that the body talks back.

Where a mode of the body is as strong as the string, a note at its frequency is a wolf: the body takes the energy of the string, whose
Helmholtz motion breaks, until the body has come to rest and it begins anew (Woodhouse 1993). The body is what is heard. Notes are
stopped where an ideal string would be, at 1 - f_open / f from the nut.
"""

from typing import Annotated, Any

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.instruments.setups.phrasing import Phrase
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import AnyInteraction, Played, Reference, Rubbed, Setup, Stopped, gain_parameter
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.part import one_of
from rosin.playing.gesture import Gesture
from rosin.playing.midi.phrase import lines
from rosin.playing.midi.score import Score
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch

HIGHEST = 24  # semitones above the open string


class StringOnBody(Scenery, Setup):
    """A string and a body with modes, joined at the bridge, under one bow."""

    string: Annotated[StiffString, one_of(StiffString)]
    body: Annotated[Modal, one_of(Modal)]
    interaction: AnyInteraction
    bowed_at: float = parameter("β", "", "place of the bow on the sounding length", default=0.107, more_than=0, less_than=1)
    speed: float = parameter("v", "m/s", "of a firm stroke", default=0.1, more_than=0, at_most=3, range=(0.02, 0.5))
    force: float = parameter("f_N", "N", "of a firm stroke", default=0.8, more_than=0, at_most=100, range=(0.2, 5))
    gain: float = gain_parameter()

    def check(self) -> None:
        if self.string.frequency is None:
            raise self.refuse("string", "of a given tension", "has no pitch to stop it at; give its frequency.")

    def scene(self) -> Scene:
        bodies: dict[str, Body] = {"hand": Hand(), "string": self.string.replace(bridge="moving"), "body": self.body}
        return Scene(
            bodies=bodies,
            contacts={"bow": Touch(first="hand", second="string", interaction=self.interaction, at=(0.0, self.bowed_at))},
            joints=(Rigid(first="string", second="body"),),
            heard={"body": Heard()},
        )

    def rubbed(self) -> Rubbed:
        at_rest = {"position": self.bowed_at, "finger": 0.0}
        return Rubbed(self.scene(), self.speed, self.force, self.string.frequency, controls=at_rest, within="bow")

    def usual(self) -> Reference:
        return {"velocity": self.speed, "normal_force": self.force}

    def stopped(self) -> list[Stopped]:
        pitch: Any = self.string.frequency
        return [Stopped("bow", pitch, self.speed, self.force, semitones=HIGHEST, at=self.bowed_at)]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        lowest: Any = self.string.frequency
        for note in score.notes:
            if not 0 <= round(12 * np.log2(note.frequency() / lowest), 1) <= HIGHEST:
                raise ParameterError(f"Key {note.key}, {note.frequency():.5g} Hz, is not on a string of {lowest:g} Hz; transpose it.")
        (line,) = lines(score, 1)
        phrase = Phrase(line, alternate=True, last=score.duration)

        def finger(times: np.ndarray) -> np.ndarray:
            return np.clip(1 - lowest / phrase.frequency(times), 0, 1)

        bowing = Gesture(
            velocity=lambda times: self.speed * phrase.speed(times),
            normal_force=lambda times: self.force * phrase.force(times),
            position=lambda times: self.bowed_at * (1 - finger(times)),
            finger=finger,
        )
        return self.played({"bow": bowing})

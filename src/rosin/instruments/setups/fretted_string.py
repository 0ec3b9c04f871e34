"""A plucked string over a row of frets, which it strikes where it swings too far: it rattles.

    fret n (1, 2, ...) lies at 2^(-n / 12) of the length from the bridge, below the string at rest by
    nut + (action - nut) 2 (1 - 2^(-n / 12)),  which is `action` at the octave

All frets are one wall; the open string is played.
"""

from typing import Annotated, ClassVar

import numpy as np

from rosin.bodies.hand import Hand
from rosin.bodies.stiff_string import StiffString
from rosin.bodies.wall import Wall
from rosin.instruments.setups.plucking import TIP, live, pluck_parameter, plucked_notes, plucked_string
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import Played, Reference, Setup, Stopped, gain_parameter
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.part import one_of
from rosin.playing.midi.score import Score
from rosin.scenes.scene import Heard, Scene, Touch

MOST_FRETS = 24
RINGING = 2.0  # s


class FrettedString(Scenery, Setup):
    """A string, its frets, and the finger that plucks it."""

    sudden: ClassVar[bool] = True

    string: Annotated[StiffString, one_of(StiffString)]
    frets: float = parameter("", "", "number of frets", default=12.0, at_least=1, at_most=MOST_FRETS, range=(1, 24))
    action: float = parameter("", "m", "height over the twelfth fret", default=2e-3, at_least=0, at_most=0.1, range=(1e-3, 4e-3))
    nut: float = parameter("", "m", "height at the nut", default=4e-4, at_least=0, at_most=0.1, range=(2e-4, 1e-3))
    impact: Annotated[HuntCrossley, one_of(HuntCrossley)] = HuntCrossley(stiffness=3e6, exponent=1.3, dissipation=0.5)
    plucked_at: float = parameter("", "", "from bridge to nut", default=0.2, more_than=0, less_than=1, range=(0.05, 0.5))
    pull: float = pluck_parameter(5e-3)
    gain: float = gain_parameter()

    def check(self) -> None:
        if self.frets != int(self.frets):
            raise self.refuse("frets", f"{self.frets:g}", f"is not a whole number; it must be one from 1 to {MOST_FRETS}.")

    @property
    def places(self) -> np.ndarray:
        """Of the frets along the string, from the bridge."""
        return 2.0 ** (-np.arange(1, int(self.frets) + 1) / 12)

    @property
    def open_string(self) -> float:
        """Its pitch, Hz."""
        return float(self.string.frequency or np.sqrt(self.string.wave_speed_squared()) / (2 * self.string.length))

    def scene(self) -> Scene:
        heights = -(self.nut + (self.action - self.nut) * 2 * (1 - self.places))
        last = max(len(heights) - 1, 1)
        frets = {
            f"fret {number + 1}": Touch(first="frets", second="string", interaction=self.impact, at=(number / last, float(place)))
            for number, place in enumerate(self.places)
        }
        return Scene(
            bodies={"finger": Hand(), "string": self.string, "frets": Wall(position=tuple(map(float, heights)))},
            contacts={"pluck": Touch(first="finger", second="string", interaction=TIP, at=(0.0, self.plucked_at))} | frets,
            heard={"string": Heard(output="bridge_force")},
        )

    def moves(self) -> dict[str, tuple[str, ...]]:
        return {"pluck": ("pluck",)}

    def hands(self) -> dict[str, frozenset[str]]:
        return {"pluck": frozenset({"velocity", "normal_force", "position"})}  # no finger: the open string is played

    def usual(self) -> Reference:
        return live(self.pull)

    def ringing(self) -> float:
        return RINGING

    def stopped(self) -> list[Stopped]:
        return [plucked_string("pluck", self.open_string, self.pull)]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        open_string = self.open_string
        for note in score.notes:
            if abs(12 * np.log2(note.frequency() / open_string)) > 0.5:
                raise ParameterError(f"Key {note.key}, {note.frequency():.5g} Hz, is not the open string, {open_string:.5g} Hz.")
        return self.played({"pluck": plucked_notes(score.notes, self.pull)})

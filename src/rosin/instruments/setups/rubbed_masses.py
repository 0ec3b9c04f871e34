"""A row of masses on springs, rubbed one at a time by a stick (Onofrei, Fontana and Serafin 2022).

The masses are equal and tuned in equal steps; the stick touches the one that the gesture's `position`, from 0 to 1, is nearest
to, while the others ring on. "Friction Amount" is the law's stickiness, from slipping to plucking; "Sound Damping" the decay
time, from endless to dead. Higher masses move less, so their part of the sound is raised: by (f / f_1)^slope. They may be heard
from left to right, each at an angle a of constant power: sqrt(2) cos a on the left, sqrt(2) sin a on the right.
"""

from typing import Annotated, Any, Literal

import numpy as np

from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.instruments.setups.phrasing import Phrase
from rosin.instruments.setups.setup import Layer, Played, Reference, Setup, Spot, Touching, firmly, gain_parameter, linear
from rosin.interactions.exponential import Exponential
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.part import one_of
from rosin.playing.gesture import Gesture
from rosin.playing.midi.phrase import lines
from rosin.playing.midi.score import Score, key_of_pitch, pitch_of_key
from rosin.scenes.contact import Contact

FEWEST, MOST = 2, 64
SOURCE = "Onofrei et al. 2022"


class RubbedMasses(Setup):
    """Masses on springs under a stick."""

    count: float = parameter("", "", "number of masses", default=11.0, at_least=FEWEST, at_most=MOST, range=(2, 24), source=SOURCE)
    lowest: float = parameter("f_1", "Hz", "pitch of the first", default=55.0, at_least=1e-3, at_most=5000, range=(30, 500), source=SOURCE)
    step: float = parameter("", "Hz", "from one to the next", default=27.5, more_than=0, at_most=2000, range=(5, 200), source=SOURCE)
    mass: float = parameter("m", "kg", "mass of each", default=1.0, more_than=0, at_most=1e6, range=(0.1, 10), curve="log", source=SOURCE)
    decay_time: float = parameter(
        "t_e",
        "s",
        "Sound Damping: time to fall to 1/e (inf: endless)",
        default=0.4,
        more_than=0,
        range=(0.02, 200),
        curve="log",
    )
    friction: Annotated[Exponential, one_of(Exponential)] = Exponential(stickiness=500.0)
    quantity: Literal["velocity", "displacement"] = "velocity"
    slope: float = parameter("", "", "how the level rises with pitch", default=0.9, at_least=-4, at_most=4, range=(0, 2), source=SOURCE)
    width: float = parameter(
        "", "", "of what is heard: 0 in one channel, 1 from the far left to the far right", default=0.0, at_least=0, at_most=1, range=(0, 1)
    )
    gain: float = gain_parameter()

    def check(self) -> None:
        if self.count != int(self.count):
            raise self.refuse("count", f"{self.count:g}", f"is not a whole number; it must be one from {FEWEST} to {MOST}.")

    @property
    def frequencies(self) -> np.ndarray:
        """Of all masses, Hz."""
        return self.lowest + self.step * np.arange(int(self.count))

    def layers(self) -> dict[str, Layer]:
        f = self.frequencies
        bank = Modal(
            frequencies=tuple(f),
            decay_times=self.decay_time,
            masses=self.mass,
            shapes=tuple(map(tuple, np.eye(len(f)))),
            pickups=self._pickups(),
        )
        return {
            "stick": Layer(Contact(exciter=Hand(), interaction=self.friction, resonator=bank), gain=linear(self.gain), output=self.quantity)
        }

    def _pickups(self) -> tuple[tuple[float, ...], ...]:
        level = (self.frequencies / self.lowest) ** self.slope
        if self.width == 0:
            return (tuple(level),)
        angle = 0.25 * np.pi * (1 + np.linspace(-self.width, self.width, len(level)))
        return tuple(np.sqrt(2) * level * np.cos(angle)), tuple(np.sqrt(2) * level * np.sin(angle))

    def hands(self) -> dict[str, frozenset[str]]:
        return {"stick": frozenset({"velocity", "normal_force", "position"})}

    def played(self, gestures: Any) -> list[Played]:
        given = gestures["stick"]
        last = int(self.count) - 1

        def nearest(times: np.ndarray) -> np.ndarray:
            return np.round(given.values("position", times) * last) / last

        return [Played("stick", self.layers()["stick"], given.replace(position=nearest))]

    def touching(self, reference: Reference) -> Touching:
        f = self.frequencies
        lowest, highest = (round(key_of_pitch(float(each))) for each in (f[0], f[-1]))
        return Touching(
            firmly(reference, "velocity"),
            firmly(reference, "normal_force"),
            spots={key: self._spot(int(np.clip(self._mass(float(key)), 0, len(f) - 1))) for key in range(lowest, highest + 1)},
        )

    def _mass(self, key: Any) -> np.ndarray:
        """The mass whose pitch is nearest to a key, from 0 on."""
        return np.round((pitch_of_key(key) - self.lowest) / self.step)

    def _spot(self, mass: int) -> Spot:
        """Lower masses are pressed less."""
        f = self.frequencies
        return Spot(mass / (len(f) - 1), f[mass] / f[-1])

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        f = self.frequencies
        for note in score.notes:
            if not f[0] - 0.5 * self.step < note.frequency() < f[-1] + 0.5 * self.step:
                raise ParameterError(
                    f"Key {note.key}, {note.frequency():.5g} Hz, is not on these masses, which go from {f[0]:g} to {f[-1]:g} Hz; "
                    "transpose the notes."
                )
        (line,) = lines(score, 1)
        phrase = Phrase(line, alternate=True)

        def mass(times: np.ndarray) -> np.ndarray:
            return self._mass(phrase.key(times))

        fastest, hardest = firmly(reference, "velocity"), firmly(reference, "normal_force")
        gesture = Gesture(
            velocity=lambda times: fastest * phrase.speed(times),
            normal_force=lambda times: hardest * phrase.force(times) * f[mass(times).astype(int)] / f[-1],
            position=lambda times: mass(times) / (len(f) - 1),
        )
        return [Played("stick", self.layers()["stick"], gesture)]

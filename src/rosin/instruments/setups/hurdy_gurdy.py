"""A hurdy-gurdy: a wheel rubs a melody string and a trompette, which stands on a loose bridge, the dog, that buzzes on the soundboard.

The dog is a small mass at the end of the trompette, pressed onto the soundboard by a string behind it (the tirant). The wheel drags the
trompette the other way: its friction lifts the foot, and the faster the wheel the further the saw-tooth of the bridge force reaches.
Once that exceeds the pressure, the foot leaves the board and beats on it: a jerk of the wheel is heard as a buzz.

    dog:  m x'' = F_trompette - pressure + f_board,     f_board = k c^a (1 + mu c') while the foot is on the board, c > 0

Notes are stopped on the melody string by a key, at 1 - f_open / f from the nut, while the wheel turns on; every note is a jerk, the
stronger the note. The trompette drones.
"""

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.bodies.inertial_mass import InertialMass
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import AnyInteraction, Link, Played, Reference, Rubbed, Setup, Stopped, gain_parameter
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.part import one_of
from rosin.playing.gesture import Gesture
from rosin.playing.midi.phrase import lines
from rosin.playing.midi.score import Score
from rosin.playing.touch import JERK, LASTING, STARTING, STOPPING
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch

HIGHEST = 24  # semitones above the open melody string
GUT = 1300.0  # kg/m^3


class HurdyGurdy(Scenery, Setup):
    """Wheel, melody string, trompette, dog and soundboard."""

    melody: float = parameter("f", "Hz", "pitch of the open melody string", default=392.0, more_than=0, at_most=2000, range=(200, 600))
    trompette: float = parameter("f", "Hz", "pitch of the trompette", default=261.63, more_than=0, at_most=2000, range=(100, 400))
    length: float = parameter("L", "m", "length of the strings", default=0.35, at_least=0.05, at_most=2, range=(0.25, 0.5))
    radius: float = parameter("r", "m", "radius of the strings, of gut", default=4e-4, at_least=1e-5, at_most=0.01, range=(2e-4, 8e-4))
    wheel_at: float = parameter("β", "", "place of the wheel, from the bridge", default=0.1, more_than=0, less_than=1, range=(0.05, 0.2))
    rosin: AnyInteraction = ElastoPlastic(
        bristle_stiffness=2e4, bristle_damping=0.1, static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.1
    )
    dog_mass: float = parameter("m", "kg", "of the dog", default=1.5e-3, at_least=1e-6, at_most=1, range=(5e-4, 5e-3), curve="log")
    pressure: float = parameter("", "N", "of the dog's foot on the soundboard", default=0.65, at_least=0, at_most=10, range=(0.2, 2))
    foot: Annotated[HuntCrossley, one_of(HuntCrossley)] = HuntCrossley(stiffness=1e8, exponent=1.5, dissipation=0.5)
    soundboard: Annotated[Modal, one_of(Modal)]
    speed: float = parameter("v", "m/s", "of the rim of the wheel", default=0.5, more_than=0, at_most=10, range=(0.2, 1.5))
    jerk: float = parameter("", "", "how much faster the wheel is in a full jerk, of its speed", default=1.0, at_least=0, at_most=10)
    force: float = parameter("f_N", "N", "of the strings on the wheel", default=1.0, at_least=0, at_most=100, range=(0.3, 3))
    gain: float = gain_parameter()

    def scene(self) -> Scene:
        dog = InertialMass(mass=self.dog_mass, gravity=-self.pressure / self.dog_mass)
        bodies: dict[str, Body] = {"wheel": Hand(), "dog": dog, "soundboard": self.soundboard}
        bodies |= {"melody": self._string(self.melody), "trompette": self._string(self.trompette)}
        at = (0.0, self.wheel_at)
        return Scene(
            bodies=bodies,
            contacts={
                "melody": Touch(first="wheel", second="melody", interaction=self.rosin, at=at),
                "trompette": Touch(first="wheel", second="trompette", interaction=self.rosin, at=at),
                "foot": Touch(first="soundboard", second="dog", interaction=self.foot),
            },
            joints=(Rigid(first="melody", second="soundboard"), Rigid(first="trompette", second="dog")),
            heard={"soundboard": Heard()},
        )

    def _string(self, frequency: float) -> StiffString:
        return StiffString(
            length=self.length,
            radius=self.radius,
            density=GUT,
            youngs_modulus=5e9,
            frequency=frequency,
            damping=1.5,
            frequency_damping=3e-3,
            bridge="moving",
        )

    def moves(self) -> dict[str, tuple[str, ...]]:
        return {"wheel": ("melody", "trompette")}

    def played(self, gestures: Mapping[str, Gesture]) -> list[Played]:
        """One wheel turns under both strings; what a key stops is the melody string alone."""
        (played,) = super().played(gestures)
        moved = dict(played.gesture) | {"trompette": gestures["wheel"].only({"normal_force"})}
        return [played._replace(gesture=moved)]

    def rubbed(self) -> Rubbed:
        at_rest = {"position": self.wheel_at, "finger": 0.0}
        return Rubbed(self.scene(), self.speed, self.force, self.melody, controls=at_rest, within="melody")

    def links(self) -> list[Link]:
        return [link for link in super().links() if link.moves != "trompette.finger"]

    def usual(self) -> Reference:
        return {"velocity": self.speed, "normal_force": self.force}

    def hands(self) -> dict[str, frozenset[str]]:
        return {"wheel": frozenset({"velocity", "normal_force", "finger"})}

    def stopped(self) -> list[Stopped]:
        return [Stopped("wheel", self.melody, self.speed, self.force, semitones=HIGHEST, softest=1.0, wheel=True, jerk=self.jerk)]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        for note in score.notes:
            if not 0 <= round(12 * np.log2(note.frequency() / self.melody), 1) <= HIGHEST:
                raise ParameterError(
                    f"Key {note.key}, {note.frequency():.5g} Hz, is not on a melody string of {self.melody:g} Hz; transpose the notes."
                )
        (line,) = lines(score, 1)
        starts = np.array([note.start for note in line])
        fingers = np.clip([1 - self.melody / note.frequency() for note in line], 0, 1)
        strengths = np.array([note.velocity for note in line])
        begin, end = starts[0], max(note.end for note in line)

        def latest(times: np.ndarray) -> np.ndarray:
            return np.maximum(np.searchsorted(starts, times, side="right") - 1, 0)

        def turning(times: np.ndarray) -> np.ndarray:
            return np.clip(np.minimum((times - begin) / STARTING, (end - times) / STOPPING), 0, 1)

        def velocity(times: np.ndarray) -> np.ndarray:
            since = times - starts[latest(times)]
            jerked = np.clip(np.minimum(since / JERK, (LASTING + 2 * JERK - since) / JERK), 0, 1)
            return self.speed * turning(times) * (1 + self.jerk * jerked * strengths[latest(times)])

        wheel = Gesture(
            velocity=velocity,
            normal_force=lambda times: self.force * turning(times),  # a wheel at rest that holds the string would lift the foot
            finger=lambda times: fingers[latest(times)],
        )
        return self.played({"wheel": wheel})

"""A glass armonica: cups of many sizes, one in the other on one spindle that turns, each rubbed by a wet finger of its own.

The largest cup is given; the radius falls evenly from key to key to that of the smallest, height and wall stay in proportion and as
thick, and each cup is ground to its pitch. All turn alike, so that the rim of a larger cup passes faster under the finger:

    R(key) = R + (R_smallest - R) (key - lowest key) / compass,     v = 2 pi R(key) turning,     normal force in proportion to R(key)

A finger only comes down and lifts: its cup turns on, and its nodes with it. A score has a cup for each of its keys.
"""

import math
from collections.abc import Mapping
from typing import Any

from rosin.bodies.body import Body
from rosin.bodies.rim import Rim
from rosin.instruments.setups.phrasing import Phrase
from rosin.instruments.setups.setup import Layer, Reference, Touching
from rosin.instruments.setups.wineglass import Wineglass
from rosin.model.parameters import parameter
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note
from rosin.shapes.glass import Glass
from rosin.shapes.shape import extent

SEMITONE = math.log(2) / 12


class GlassArmonica(Wineglass):
    """Cups on a spindle, from the largest, `resonator`, to the smallest; `heard` are angles from the finger, in turns."""

    smallest: float = extent("", "radius of the smallest cup", (0.02, 0.1))
    compass: float = parameter(
        "", "semitones", "from the largest cup to the smallest", default=36.0, more_than=0, at_most=96, range=(12, 48)
    )
    turning: float = parameter("", "1/s", "turns of the spindle", default=0.3, more_than=0, at_most=20, range=(0.1, 2))
    force: float = parameter(
        "",
        "N",
        "of a finger on the largest cup; on the others in proportion to their radius",
        default=4.0,
        at_least=0,
        at_most=100,
        range=(0, 10),
    )

    def _rim(self, glass: Any, **bounds: Any) -> Rim:
        return super()._rim(glass, **bounds).replace(turns="vessel")

    def cup(self, frequency: float) -> Glass:
        """The cup that is ground to a pitch; beyond the compass the sizes stay."""
        share = math.log(frequency / self.pitch) / (SEMITONE * self.compass)
        radius = self.resonator.radius + (self.smallest - self.resonator.radius) * min(max(share, 0.0), 1.0)
        return self.resonator.replace(radius=radius, height=self.resonator.height * radius / self.resonator.radius, frequency=frequency)

    def _shape_at(self, frequency: float | None) -> Glass:
        return self.resonator if frequency is None else self.cup(frequency)

    def firmer(self, frequency: float) -> Mapping[str, float]:
        return dict.fromkeys(("velocity", "normal_force"), self.cup(frequency).radius / self.resonator.radius)

    def layer(self, body: Body | None = None) -> Layer:
        return super().layer(body)._replace(usual=self.usual())

    def usual(self) -> Reference:
        """Speed and force on the largest cup."""
        return {"velocity": 2 * math.pi * self.resonator.radius * self.turning, "normal_force": self.force}

    def touching(self, reference: Reference) -> Touching | None:
        usual = self.usual()
        return Touching(usual["velocity"], usual["normal_force"], spun=True)

    def _gesture(self, notes: list[Note], reference: Reference, tuned_to: float) -> Gesture:
        phrase, firmer = Phrase(notes), self.firmer(tuned_to)
        speed, force = (self.usual()[name] * firmer[name] for name in ("velocity", "normal_force"))
        return Gesture(velocity=speed, normal_force=lambda times: force * phrase.force(times))

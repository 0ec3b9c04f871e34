"""A wide bridge, slightly curved, under the strings of a tanpura or sitar: they roll off it and on again.

    height under a string, x from where it is fixed:  -curvature x^2 / 2

The string touches it at `points` places, with a stiff, slightly lossy impact at each (van Walstijn and Chatziioannou 2014). One bridge, a
wall with that profile, serves all strings that lie on it side by side.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import numpy as np

from rosin.bodies.wall import Wall
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.model.fields import Checked
from rosin.model.parameters import Model, parameter
from rosin.model.part import one_of
from rosin.scenes.scene import Touch

MOST_POINTS = 64


class CurvedBridge(Model):
    """How far a bridge reaches under its strings, how it is curved, and how it is touched."""

    kind: ClassVar[str] = "curved bridge"

    length: float = parameter("", "m", "how far it reaches under a string", default=0.03, more_than=0, at_most=0.5, range=(0.005, 0.05))
    curvature: float = parameter("", "1/m", "1 / radius", default=0.24, at_least=0, at_most=1e4, range=(0.05, 2), curve="log")
    points: float = parameter("", "", "places at which a string may touch it", default=8.0, at_least=1, at_most=MOST_POINTS, range=(4, 20))
    impact: Annotated[HuntCrossley, one_of(HuntCrossley)] = HuntCrossley(stiffness=3e5, exponent=1.3, dissipation=0.3)

    def check(self) -> None:
        """Refuse half a point."""
        if self.points != int(self.points):
            raise self.refuse("points", f"{self.points:g}", f"is not a whole number; it must be one from 1 to {MOST_POINTS}.")

    def wall(self) -> Wall:
        """The bridge as a body, from where the strings are fixed to its far edge."""
        along = self.length * np.linspace(0, 1, int(self.points) + 1)
        return Wall(position=tuple(map(float, -0.5 * self.curvature * along**2)))

    def touches(self, bridge: str, string: str, length: float) -> dict[str, Touch]:
        """Where a string of some length (m) may touch it."""
        steps = [(number + 1) / int(self.points) for number in range(int(self.points))]
        return {
            f"{string} on {bridge} {number + 1}": Touch(
                first=bridge, second=string, interaction=self.impact, at=(step, step * self.length / length)
            )
            for number, step in enumerate(steps)
        }


def _bridge(value: Any) -> CurvedBridge:
    if isinstance(value, CurvedBridge):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("must be an object with length, curvature, points and impact")
    return CurvedBridge(**value)


SomeCurvedBridge = Annotated[CurvedBridge, Checked(_bridge)]

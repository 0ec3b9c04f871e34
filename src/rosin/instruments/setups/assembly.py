"""A scene as it is written: bodies by name, what touches what, what is joined to what, and what is heard (scenes/scene.py).

A body may be a shape, which is touched and heard at `points` of it: `at` are the points along which its contacts lie, from 0, the
first, to 1, the last.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from rosin.bodies.body import Body
from rosin.instruments.setups.one_contact import Points
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import Rubbed, Setup, gain_parameter
from rosin.model.errors import unknown
from rosin.model.fields import Checked
from rosin.model.parameters import Model
from rosin.model.part import one_of
from rosin.scenes.joint import Joint
from rosin.scenes.scene import Heard, Scene, Touch, heard_as, joined, named, touching
from rosin.shapes.shape import Shape


class Spots(Model):
    """Where a shape is touched and heard."""

    kind: ClassVar[str] = "spots"

    at: Points = None
    heard: Points = None


def _spots(value: Any) -> Spots:
    if isinstance(value, Spots):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("must be an object with at and heard")
    return Spots(**value)


class Assembly(Scenery, Setup):
    """Bodies, contacts and joints: a hand for every contact that is led or pressed, by its name."""

    bodies: Annotated[dict[str, Body | Shape], named(one_of(Body, Shape).check)]
    contacts: Annotated[dict[str, Touch], named(touching)]
    joints: Annotated[tuple[Joint, ...], Checked(joined)] = ()
    heard: Annotated[dict[str, Heard], named(heard_as, given=dict[str, float | Heard])]
    points: Annotated[dict[str, Spots], named(_spots)] = {}
    gain: float = gain_parameter()

    def check(self) -> None:
        for name in self.points:
            if name not in self.bodies:
                raise unknown("points: body", name, self.bodies)
            if not isinstance(self.bodies[name], Shape):
                kind = type(self.bodies[name]).__name__
                raise self.refuse("points", name, f"is a {kind}, which has its own contact points and pickups; points are for shapes.")
        self.scene()

    def scene(self) -> Scene:
        made = {name: self._body(name, body) for name, body in self.bodies.items()}
        return Scene(bodies=made, contacts=self.contacts, joints=self.joints, heard=self.heard)

    def rubbed(self) -> Rubbed | None:
        """The first contact that is led and pressed."""
        scene = self.scene()
        led = (name for name in scene.contacts if {"velocity", "normal_force"} <= scene.controls_of(name))
        return next((Rubbed(scene, within=name) for name in led), None)

    def _body(self, name: str, body: Body | Shape) -> Body:
        spots = self.points.get(name, Spots())
        return body.modal(at=spots.at, heard=spots.heard) if isinstance(body, Shape) else body

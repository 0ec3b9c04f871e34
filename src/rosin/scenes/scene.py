"""A scene: bodies by name, what touches what, what is joined to what, and what is heard of it."""

import contextlib
import json
import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import OUTPUTS
from rosin.bodies.hand import Hand
from rosin.interactions.interaction import Interaction
from rosin.model.errors import ParameterError, unknown
from rosin.model.fields import Checked
from rosin.model.files import parse_json
from rosin.model.parameters import Model, parameter
from rosin.model.part import check_sample_rate, one_of, plain
from rosin.scenes.contact import Contact
from rosin.scenes.joint import Joint, Name, Places, Rigid, name_of
from rosin.textures.texture import Texture
from rosin.textures.white import White

DOT = "."
MOST_NAMED = 8  # bodies in a title
PLACES = {"exciter_position": 0, "position": 1}
LAW = ("interaction", "texture")


class Touch(Model):
    """A contact of two bodies of a scene, the first of which is the exciter: the force acts +f on the second and -f on the first."""

    kind: ClassVar[str] = "touch"

    first: Name
    second: Name
    interaction: Annotated[Interaction, one_of(Interaction)]
    at: Places = (0.0, 0.0)
    texture: Annotated[Texture, one_of(Texture)] = White()


class Heard(Model):
    """How a body is heard."""

    kind: ClassVar[str] = "heard"

    gain: float = parameter("", "", "factor", default=1.0, at_least=-1e9, at_most=1e9, range=(0, 10))
    pan: float = parameter("", "", "place in the stereo picture, from -1 (left) to 1 (right)", default=0.0, at_least=-1, at_most=1)
    output: str = "velocity"

    def check(self) -> None:
        """Refuse what no body has."""
        if self.output not in OUTPUTS:
            raise unknown("output", self.output, OUTPUTS)


@contextlib.contextmanager
def _told(name: str) -> Iterator[None]:
    """Put the name of a part before what is wrong with it."""
    try:
        yield
    except ParameterError as error:
        raise ParameterError(f"{name}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def named(kind: Any, given: Any = None) -> Checked:
    """A field of parts by name, given as such or as their data; an error names the part. `given`: what a file may have in its place."""

    def check(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise ValueError("must be an object with names")
        found = {}
        for name, given in value.items():
            name_of(name)
            with _told(name):
                found[name] = kind(given)
        return found

    return Checked(check, given)


def touching(value: Any) -> Touch:
    """A contact, given as such or as its data."""
    if isinstance(value, Touch):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("must be a Touch, or an object with first, second and interaction")
    return Touch(**value)


def heard_as(value: Any) -> Heard:
    """How a body is heard, given as such, as its data, or as its gain alone."""
    if isinstance(value, Heard):
        return value
    return Heard(**value) if isinstance(value, Mapping) else Heard(gain=value)


def joined(value: Any) -> tuple[Joint, ...]:
    """Joints, given as such or as their data."""
    if not isinstance(value, tuple | list):
        raise ValueError("must be a list of joints")
    found = []
    for place, each in enumerate(value):
        with _told(f"joint {place + 1}"):
            found.append(one_of(Joint).check(each))
    return tuple(found)


class Scene(Model):
    """Bodies by name, contacts by name, joints, and what is heard."""

    kind: ClassVar[str] = "scene"

    bodies: Annotated[dict[str, Body], named(one_of(Body).check)]
    contacts: Annotated[dict[str, Touch], named(touching)]
    joints: Annotated[tuple[Joint, ...], Checked(joined)] = ()
    heard: Annotated[dict[str, Heard], named(heard_as, given=dict[str, float | Heard])]

    def check(self) -> None:
        """Refuse what cannot be."""
        if not self.bodies or not self.contacts:
            raise ParameterError("A scene needs bodies, and at least one contact between them.")
        for name in self.heard:
            if name not in self.bodies:
                raise unknown("Scene: heard body", name, self.bodies)
            if self.heard[name].output not in self.bodies[name].outputs:
                raise unknown(f"Scene: output of {name}", self.heard[name].output, self.bodies[name].outputs)
        if not self.heard:
            raise ParameterError(f"Scene: nothing is heard; name one of {', '.join(self.bodies)} in heard.")
        for what, link in self.links():
            for role in ("first", "second"):
                if getattr(link, role) not in self.bodies:
                    raise unknown(f"Scene: {what}: {role} body", getattr(link, role), self.bodies)
            if link.first == link.second:
                raise ParameterError(f"Scene: {what}: {link.first} cannot touch itself; give two bodies.")
            self._check_pair(what, link)

    def _check_pair(self, what: str, link: Any) -> None:
        first, second = self.bodies[link.first], self.bodies[link.second]
        if isinstance(second, Hand):
            raise ParameterError(f"Scene: {what}: second = {link.second} is a {type(second).__name__}, which can only be the first.")
        if not (first.rigid and second.rigid):
            return
        names = f"{link.first} and {link.second}"
        if isinstance(link, Rigid):
            raise ParameterError(f"Scene: {what}: {names} are both rigid, so nothing settles the force of the joint; use a Spring.")
        if isinstance(link, Touch) and link.interaction.set_valued:
            law = type(link.interaction).__name__
            raise ParameterError(
                f"Scene: {what}: {names} are both rigid, so nothing settles the force at which {law} sticks; use a body that gives way."
            )

    @property
    def title(self) -> str:
        """What it is made of, in words."""
        names = list(self.bodies)
        rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return ", ".join(names[:MOST_NAMED]) + rest

    def links(self) -> list[tuple[str, Touch | Joint]]:
        """Contacts and joints, each with what it is called in messages."""
        contacts: list[tuple[str, Touch | Joint]] = [(f"contact {name}", touch) for name, touch in self.contacts.items()]
        return contacts + [(f"joint {place + 1}", joint) for place, joint in enumerate(self.joints)]

    @property
    def kernels(self) -> tuple[Any, ...]:
        """What the engine composes into a voice, each once."""
        touches = list(self.contacts.values())
        parts = [body.ports for body in self.bodies.values()], *([getattr(touch, role).kernels for touch in touches] for role in LAW)
        return tuple(dict.fromkeys(kernels for part in parts for kernels in part))

    @property
    def observes(self) -> tuple[str, ...]:
        """What its laws can be asked for, beside force and motion."""
        return tuple(dict.fromkeys(name for touch in self.contacts.values() for name in touch.interaction.observes))

    @property
    def needs_double(self) -> str:
        """Why it is not the same in single precision."""
        return "Scene: contacts that feel each other are solved in double precision."

    def as_contact(self) -> Contact | None:
        """The contact that this scene is, where it is no more than one."""
        if len(self.contacts) != 1 or self.joints or len(self.bodies) != 2:
            return None
        (touch,) = self.contacts.values()
        if list(self.heard) != [touch.second] or self.heard[touch.second].pan:
            return None
        return self.alone(next(iter(self.contacts)))

    def alone(self, contact: str) -> Contact:
        """One of its contacts, as it would be without all others."""
        if contact not in self.contacts:
            raise unknown("contact of the scene", contact, self.contacts)
        touch = self.contacts[contact]
        first, second = self.bodies[touch.first], self.bodies[touch.second]
        return Contact(exciter=first, interaction=touch.interaction, resonator=second, texture=touch.texture)

    def led_by(self, body: str) -> str:
        """The contact whose gesture a body follows: the first that names it; empty where none does."""
        return next((name for name, touch in self.contacts.items() if body in (touch.first, touch.second)), "")

    def controls_of(self, contact: str) -> frozenset[str]:
        """The gesture controls that a contact follows."""
        touch = self.contacts[contact]
        first, second = self.bodies[touch.first].controls, self.bodies[touch.second].controls
        found = {"normal_force"} if touch.interaction.friction else set()
        if self.led_by(touch.first) == contact:
            found |= first - {"position", "finger", "bend"}
        if "position" in first:
            found.add("exciter_position")
        if self.led_by(touch.second) == contact:
            found |= second & {"finger", "bend"}
        if "position" in second:
            found.add("position")
        return frozenset(found)

    def needs_of(self, contact: str) -> frozenset[str]:
        """Those of them that its gesture must give; places are given by the scene itself."""
        touch = self.contacts[contact]
        needed = self.bodies[touch.first].needs | self.bodies[touch.second].needs | {"normal_force"}
        return needed & self.controls_of(contact) - set(PLACES)

    def usual(self, name: str) -> float:
        """What a control, named "contact.control", is where nobody gives it: a place as the scene has it, otherwise zero."""
        contact, _, control = name.rpartition(DOT)
        return self.contacts[contact].at[PLACES[control]] if control in PLACES else 0.0

    @property
    def controls(self) -> frozenset[str]:
        """All of them, as "contact.control"."""
        return frozenset(f"{name}{DOT}{control}" for name in self.contacts for control in self.controls_of(name))

    @property
    def unit(self) -> str:
        """Of the sound, where all that is heard has the same."""
        units = {OUTPUTS[heard.output] for heard in self.heard.values()}
        return units.pop() if len(units) == 1 else ""

    @property
    def _pickups(self) -> int:
        """Those of every body that is heard, where all have as many, or one."""
        counts = {self.bodies[name].channels(heard.output) for name, heard in self.heard.items()}
        return counts.pop() if len(counts) == 1 else 1

    @property
    def channels(self) -> int:
        """Two where something is panned; else a channel for each pickup, where all that is heard has as many, or one."""
        return 2 if any(heard.pan for heard in self.heard.values()) else self._pickups

    def gains(self, name: str, pickup: int) -> tuple[float, ...]:
        """How loud a pickup of a body is in each channel."""
        heard, count = self.heard[name], self.bodies[name].channels(self.heard[name].output)
        if any(each.pan for each in self.heard.values()):
            angle = 0.25 * math.pi * (1 + heard.pan)
            return heard.gain * math.sqrt(2) * math.cos(angle) / count, heard.gain * math.sqrt(2) * math.sin(angle) / count
        if count == self._pickups:
            return tuple(heard.gain if channel == pickup else 0.0 for channel in range(count))
        return (heard.gain / count,)

    def check_rate(self, sample_rate: float) -> None:
        """Raise ParameterError where a part cannot run at this sample rate."""
        check_sample_rate(sample_rate)
        for name, body in self.bodies.items():
            try:
                body.check_rate(sample_rate)
            except ParameterError as error:
                raise ParameterError(f"{name}: {error}") from None

    def to_dict(self) -> dict[str, Any]:
        """The scene as plain data, for JSON."""
        return {
            "bodies": {name: body.to_dict() for name, body in self.bodies.items()},
            "contacts": {name: plain(touch) for name, touch in self.contacts.items()},
            "joints": [joint.to_dict() for joint in self.joints],
            "heard": {name: plain(heard) for name, heard in self.heard.items()},
        }

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """The scene that `to_dict` wrote; every entry is checked."""
        if not isinstance(data, Mapping):
            raise ParameterError(f"A scene must be an object with bodies, contacts and heard, not {type(data).__name__}.")
        return cls(**data)

    def to_json(self) -> str:
        """The scene as JSON text."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The scene in a JSON text."""
        return cls.from_dict(parse_json(text, "scene"))

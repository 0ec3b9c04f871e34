"""A bowed string that more than the bow touches: a scene of the bow, the string, and what is beside it."""

from collections.abc import Mapping
from typing import NamedTuple

from rosin.bodies.body import Body
from rosin.interactions.interaction import Interaction
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Heard, Scene, Touch

BOW = "bow"  # its name


class Beside(NamedTuple):
    """What touches the string, by which law, and how it moves."""

    body: Body
    law: Interaction
    gesture: Gesture


def with_others(bowed: Contact, others: Mapping[str, Beside]) -> Scene:
    """The bow on its string together with others, by their names."""
    contacts = {BOW: Touch(first=BOW, second="string", interaction=bowed.interaction)}
    contacts |= {name: Touch(first=name, second="string", interaction=other.law) for name, other in others.items()}
    bodies = {BOW: bowed.exciter, "string": bowed.resonator} | {name: other.body for name, other in others.items()}
    return Scene(bodies=bodies, contacts=contacts, heard={"string": Heard(output="bridge_force")})

"""The force loop: what a device says goes to the contact that sounds, and what that contact feels goes back."""

from typing import NamedTuple, Protocol

import numpy as np

from rosin.haptics.desk import Desk, Following, Tip, Wanted


class Friction(NamedTuple):
    """The friction (N) of the contact that sounds, in its sample of this number."""

    force: float
    frame: int


class Leadable(Protocol):
    """A contact that sounds and can be led."""

    def lead(self, asked: Wanted) -> None:
        """Go on with this velocity, normal force and place."""

    def friction(self) -> Friction:
        """What it feels now."""


class Felt(NamedTuple):
    """What the hand is to feel: N along x, y and z; and of what contact's sample it is."""

    force: np.ndarray
    friction: Friction


class Loop:
    """A desk over a contact."""

    def __init__(self, desk: Desk, contact: Leadable) -> None:
        self.desk, self.contact, self.following = desk, contact, Following(desk)

    def answer(self, tip: Tip) -> Felt:
        """Lead the contact by the tip, and say what is felt there."""
        self.contact.lead(self.desk.asked(tip, self.following.follow(tip)))
        friction = self.contact.friction()
        force = self.desk.plane_and_walls(tip)
        force[0] -= friction.force / self.desk.scale
        return Felt(force, friction)

    def silence(self) -> None:
        """The line is silent: the stick is lifted, and the contact rings on."""
        self.following = Following(self.desk)
        self.contact.lead(Wanted(0.0, 0.0, 0.0))

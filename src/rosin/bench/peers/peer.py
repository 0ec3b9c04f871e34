"""What a peer of Rosin is: something that can be missing, with the command that installs it, and what it plays."""

import abc
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import ClassVar

from rosin.engine.batch import Precision
from rosin.model.errors import RosinError
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact


@dataclass(frozen=True)
class Match:
    """Something that a peer plays, and what of ours is nearest to it.

    `run` plays `duration` seconds and returns its CPU time; `ours` are contacts by name; `notes` say in what the two differ. Where
    several voices are played at once, `ours` are as many contacts, which go side by side in vector lanes, in double precision where
    no other is named.
    """

    plays: str
    run: Callable[[], float]
    ours: Mapping[str, tuple[Contact, Gesture] | tuple[tuple[Contact, ...], Gesture, Precision]]
    notes: tuple[str, ...]
    duration: float
    rate: int = 44_100
    voices: int = 1


class Peer(abc.ABC):
    """Another program that makes such sounds."""

    name: ClassVar[str]
    install: ClassVar[str]

    @abc.abstractmethod
    def version(self) -> str:
        """Which version is installed; nothing if it is missing."""

    @abc.abstractmethod
    def matches(self, open_things: ExitStack) -> list[Match]:
        """What it plays, built or started; what was opened for it is closed with `open_things`."""


def sounding(name: str, peak: float) -> None:
    """Raise where a peer was silent or ran away: its time would mean nothing."""
    if not 0 < peak < 1e6:
        raise RosinError(f"{name} gave no sound (peak {peak:g}), so its speed was not measured.")

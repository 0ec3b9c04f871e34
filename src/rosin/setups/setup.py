"""What a setup is: the contacts that make up an instrument, how each is heard, and the hands that play them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from rosin.bodies.body import Body
from rosin.contact import Contact
from rosin.errors import ParameterError
from rosin.gesture import Gesture
from rosin.interactions.interaction import Interaction
from rosin.midi.score import Score
from rosin.parameters import parameter
from rosin.part import Part, one_of
from rosin.shapes.shape import Shape
from rosin.soundboxes.soundbox import Soundbox
from rosin.textures.texture import Texture

AnyBody = Annotated[Body, one_of(Body)]
AnyInteraction = Annotated[Interaction, one_of(Interaction)]
AnyResonator = Annotated[Body | Shape, one_of(Body, Shape)]
AnyTexture = Annotated[Texture, one_of(Texture)]
AnySoundbox = Annotated[Soundbox, one_of(Soundbox)]


Reference = Mapping[str, float]


@dataclass(frozen=True)
class Layer:
    """A contact that sounds: which output of it is heard, through which soundbox, and full scale for one unit of it."""

    contact: Contact
    gain: float = 1.0
    output: str = "velocity"
    soundbox: Soundbox | None = None


@dataclass(frozen=True)
class Played:
    """A layer under its gesture."""

    name: str
    layer: Layer
    gesture: Gesture


class Setup(Part):
    """Base of all setups. A setup is one file: docstring, parameters, contacts."""

    kind: ClassVar[str] = "setup"
    registry: ClassVar[dict[str, type[Part]]] = {}

    def layers(self) -> dict[str, Layer]:
        """The contacts that sound, by name."""
        raise NotImplementedError

    def hands(self) -> dict[str, frozenset[str]]:
        """The hands that play, with the controls that each one moves: by default one for each layer."""
        return {name: layer.contact.controls for name, layer in self.layers().items()}

    def played(self, gestures: Mapping[str, Gesture], sample_rate: float) -> list[Played]:
        """What sounds under these gestures, one for each hand."""
        return [Played(name, layer, gestures[name]) for name, layer in self.layers().items()]

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        """What sounds when these notes are played; `reference` is how far each control goes when it is played firmly."""
        raise ParameterError(f"A {type(self).__name__} plays no notes; move it with a gesture.")


def gain_parameter() -> Any:
    """The parameter `gain`, in dB."""
    return parameter("", "dB", "level: full scale for one unit of what is heard", default=0.0, at_least=-200, at_most=200, range=(-60, 80))


def linear(decibels: float) -> float:
    """A level as a factor."""
    return float(10 ** (decibels / 20))

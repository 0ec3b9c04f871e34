"""What a setup is: the contacts or the scene that make up an instrument, how each is heard, and the hands that play them."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import OUTPUTS
from rosin.bodies.hand import Hand
from rosin.interactions.interaction import Interaction
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter
from rosin.model.part import Part, one_of
from rosin.model.registry import Registry
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Score
from rosin.playing.touch import SOFTEST, SOFTEST_BLOW
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Scene
from rosin.shapes.shape import Shape
from rosin.soundboxes.soundbox import Soundbox
from rosin.textures.texture import Texture

AnyBody = Annotated[Body, one_of(Body)]
AnyInteraction = Annotated[Interaction, one_of(Interaction)]
AnyResonator = Annotated[Body | Shape, one_of(Body, Shape)]
AnyTexture = Annotated[Texture, one_of(Texture)]

Reference = Mapping[str, float]
SHORTEST_RINGING = 1.0  # s
SLOWED = 0.2  # of the speed at which something flies up: where friction is most likely to sound


class Tuning(NamedTuple):
    """What a key asks of a pair: its resonator, by how much its controls exceed the usual ones, and how far it is bent besides."""

    resonator: Body
    firmer: Mapping[str, float] = {}
    bend: float = 0.0  # semitones


class Keyed(NamedTuple):
    """How a scene of equal pairs plays keys: its contacts, which a pool gives them to, and what each key asks for."""

    pairs: tuple[str, ...]
    own: float  # the key of the resonator as it is
    nearest: range  # keys whose resonators are made; others are bent from these
    tuned: Callable[[float], Tuning]


class Layer(NamedTuple):
    """What sounds, a contact or a scene: which output of it is heard, through which soundbox, and full scale for one unit of it."""

    source: Contact | Scene
    gain: float = 1.0
    output: str = "velocity"
    soundbox: Soundbox | None = None
    marks: tuple[float, ...] = ()  # where a finger stops the semitones of a string
    usual: Mapping[str, float] = {}  # how far controls go live, where no gesture tells
    pitch: float | None = None  # Hz, of an open string
    keyed: Keyed | None = None  # where it is a pool of pairs

    @property
    def contact(self) -> Contact:
        """The contact, of a layer that is one."""
        if not isinstance(self.source, Contact):
            raise ParameterError(f"This is a scene of {self.source.title}, not a single contact.")
        return self.source

    @property
    def heard(self) -> tuple[Soundbox | None, float, str, int]:
        """Through what it is heard, how loud, in which unit and in how many channels: where these are equal, layers may be summed."""
        if isinstance(self.source, Contact):
            return self.soundbox, self.gain, OUTPUTS[self.output], self.source.resonator.channels(self.output)
        return self.soundbox, self.gain, self.source.unit, self.source.channels

    def raised(self, decibels: float) -> "Layer":
        """The same, louder by so many dB."""
        return self._replace(gain=self.gain * linear(decibels))


class Played(NamedTuple):
    """A layer under its gesture; a scene has several, by the names of its contacts."""

    name: str
    layer: Layer
    gesture: Any
    spans: tuple[tuple[float, float], ...] | None = None  # s, outside of which it rests, where that is known


class Spot(NamedTuple):
    """Where a hand plays a key on the only body that there is, and how much of its force that asks for."""

    position: float
    force: float = 1.0


class Touching(NamedTuple):
    """How hands play notes as they come, at full strength: they throw, or rub, or press on what turns by itself."""

    velocity: float  # m/s
    normal_force: float = 0.0  # N
    thrown: bool = False
    spun: bool = False
    frequency: float = 0.0  # Hz, of the only body, where notes bend it
    spots: Mapping[int, Spot] = {}  # of each key, one after the other, where notes are played at other places instead

    @property
    def softest(self) -> float:
        """Strength of velocity 0."""
        return SOFTEST_BLOW if self.thrown else SOFTEST


class Stopped(NamedTuple):
    """A string of a scene, and how its hand plays notes as they come, at full strength: it rubs, throws or plucks.

    It is stopped for each semitone where an ideal one would be, at 1 - f_open / f from the nut.
    """

    hand: str
    frequency: float  # Hz, of the open string
    velocity: float  # m/s; of a pluck, where it is fastest
    normal_force: float = 0.0  # N
    semitones: int = 0  # that it reaches above the open string
    at: float | None = None  # where the hand is on the sounding length; None: where it was put
    thrown: bool = False
    plucked: bool = False
    softest: float = SOFTEST  # strength of velocity 0
    wheel: bool = False  # whether it comes to speed and to rest as a wheel does, and presses as it turns
    jerk: float = 0.0  # by how much faster the hand moves where a note of full velocity begins


class Link(NamedTuple):
    """A hand's control moves a control of a layer, offline and live."""

    hand: str
    control: str
    layer: str
    moves: str


class Rubbed(NamedTuple):
    """A contact whose window of speed and force is worth knowing, with usual speed and force where the gesture does not tell.

    Where it belongs to a scene, `contact` is that, and `within` says which of its contacts.
    """

    contact: Contact | Scene
    speed: float | None = None
    force: float | None = None
    frequency: float | None = None
    duration: float = 1.0
    controls: Mapping[str, float] = {}
    within: str = ""


class Setup(Part):
    """Base of all setups. A setup is one file: docstring, parameters, contacts."""

    kind: ClassVar[str] = "setup"
    registry: ClassVar[Registry] = Registry(__name__)
    not_live: ClassVar[str] = ""  # why it cannot be played live, where it cannot
    sudden: ClassVar[bool] = False  # whether its hands do something within a millisecond or two
    both_ways: ClassVar[frozenset[str]] = frozenset({"velocity", "bend"})  # controls that go below zero, too
    measured_anew: ClassVar[frozenset[str]] = frozenset()  # paths of parameters after which it takes a while to be ready
    of_notes: ClassVar[frozenset[str]] = frozenset()  # paths of those that notes follow, and live hands do not

    def layers(self) -> dict[str, Layer]:
        """What sounds, by name."""
        raise NotImplementedError

    def live(self, sample_rate: int) -> dict[str, Layer]:
        """The contacts as they are played live at a sample rate."""
        return self.layers()

    def pool(self, at_least: int = 0) -> Layer | None:
        """Pairs to which notes are given live, as many as suit it, or more; None where notes move the hands instead."""
        return None

    def touching(self, reference: Reference) -> Touching | None:
        """How notes that come live are played, on the pairs of the pool or by bending its only layer; None where they are not."""
        return None

    def stopped(self) -> list[Stopped]:
        """The strings of a scene to which notes that come live are given; none where they are not."""
        return []

    def hands(self) -> dict[str, frozenset[str]]:
        """The hands that play, with the controls that each one moves: by default one for each layer."""
        return {name: layer.contact.controls for name, layer in self.layers().items()}

    def links(self) -> list[Link]:
        """What each control of a hand moves: by default the same control of the layer of its name."""
        return [Link(hand, control, hand, control) for hand, controls in self.hands().items() for control in sorted(controls)]

    def played(self, gestures: Mapping[str, Gesture]) -> list[Played]:
        """What sounds under these gestures, one for each hand."""
        moved: dict[str, dict[str, tuple[Gesture, str]]] = {}
        for hand, control, layer, moves in self.links():
            moved.setdefault(layer, {})[moves] = gestures[hand], control
        return [Played(name, layer, Gesture.gathered(moved.get(name, {}))) for name, layer in self.layers().items()]

    def ringing(self) -> float:
        """Seconds that it rings on after the last note."""
        return SHORTEST_RINGING

    def rubbed(self) -> Rubbed | None:
        """Its first rubbed contact, if it has one; what flies by itself is led by a hand instead."""
        for layer in self.layers().values():
            if layer.contact.interaction.friction:
                if "velocity" in layer.contact.controls:
                    return Rubbed(layer.contact)
                flying = abs(getattr(layer.contact.exciter, "velocity", 0.0))
                return Rubbed(layer.contact.replace(exciter=Hand()), speed=flying * SLOWED or None)
        return None

    def understood(self, score: Score) -> Score:
        """A score as this instrument takes it: where keys or pedals say how the notes are to be played, the notes know it then."""
        return score

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        """What sounds when these notes are played; `reference` is how far each control goes when it is played firmly."""
        raise ParameterError(f"A {type(self).__name__} plays no notes; move it with a gesture.")


def firmly(reference: Reference, control: str) -> float:
    """How far a control goes when it is played firmly, which only a gesture tells."""
    if control not in reference:
        raise ParameterError(
            f"Notes are rubbed with the {control} of the instrument's gesture, and it has none; "
            "give it a gesture, and play the notes as a score or a MIDI file."
        )
    return reference[control]


def gain_parameter() -> Any:
    """The parameter `gain`, in dB."""
    return parameter("", "dB", "level: full scale for one unit of what is heard", default=0.0, at_least=-200, at_most=200, range=(-60, 80))


def linear(decibels: float) -> float:
    """A level as a factor."""
    return float(10 ** (decibels / 20))

"""One contact: an exciter, an interaction and a resonator, which may be a shape that is touched and heard at points of it.

Notes are played on copies of the resonator, one for each key (pairs.py), tuned so that its lowest mode has the key's pitch (a shape is
made for that pitch: its decay follows, and a bell has it where bells are heard); or, with `notes="bend"`, on one resonator
whose pitch is bent from note to note, as that of a saw.
"""

import functools
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.modal.dense_modes import TrendOrNone
from rosin.bodies.modal.radiation import radiating_radius
from rosin.bodies.modal.tube import TubeOrNone
from rosin.instruments.setups.pairs import key_name, keyed_pairs, side_by_side
from rosin.instruments.setups.phrasing import Phrase, blows
from rosin.instruments.setups.setup import (
    SHORTEST_RINGING,
    AnyBody,
    AnyInteraction,
    AnyResonator,
    AnyTexture,
    Layer,
    Played,
    Reference,
    Setup,
    Touching,
    firmly,
    gain_parameter,
    linear,
)
from rosin.model.errors import ParameterError, shown
from rosin.model.fields import Checked, Lengths, real
from rosin.model.part import one_of
from rosin.playing.gesture import Gesture
from rosin.playing.midi.phrase import lines
from rosin.playing.midi.score import Note, Score
from rosin.playing.touch import FIRM
from rosin.scenes.contact import Contact
from rosin.shapes.shape import HIGHEST, MOST, Shape
from rosin.textures.white import White

MOST_POINTS = 1024
MOST_CHANNELS = 2
LEAST = 0.6  # of the highest mode: so far a shape that keeps its number of modes must reach
SPAN = 4.0  # times a shape's lowest mode: so high its own modes go at least
KEPT = 128  # bodies of resonators, which take a while to make
DYING, LONGEST_RINGING = 5.0, 12.0  # decay times after the last note, and the most seconds


def _points(value: Any, depth: int = 2) -> Any:
    """A point of a shape, or several: numbers in lists no deeper than two."""
    if value is None:
        return None
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        if depth == 0 or len(value) > MOST_POINTS:
            raise ValueError(f"must be a point of the shape, or a list of at most {MOST_POINTS} points")
        return tuple(_points(item, depth - 1) for item in value)
    return real(value)


Point = Annotated[tuple[float, ...], Lengths(1, MOST_POINTS)]
Places = Annotated[tuple[float | Point, ...], Lengths(1, MOST_POINTS)]
Points = Annotated[Any, Checked(_points, given=float | Places | None)]


class OneContact(Setup):
    """One thing that touches another: `at` and `heard` are points of a shape, where the resonator is one.

    The gesture's position leads the touch from `at`, where it is at 0, along further points to the last of them at 1: from the middle
    of the thing to its edge.
    """

    exciter: AnyBody = Hand()
    interaction: AnyInteraction
    resonator: AnyResonator
    texture: AnyTexture = White()
    at: Points = None
    along: Points = None
    heard: Points = None
    quantity: Literal["velocity", "displacement"] = "velocity"
    radiating_radius: float = radiating_radius()
    radiates: Literal["breathing", "swinging"] = "breathing"
    tube: TubeOrNone = None
    beyond: TrendOrNone = None
    notes: Literal["copies", "bend", "none"] = "copies"
    gain: float = gain_parameter()

    def check(self) -> None:
        if not isinstance(self.resonator, Shape):
            for name in ("at", "along", "heard"):
                if getattr(self, name) is not None:
                    kind = type(self.resonator).__name__
                    raise self.refuse(name, getattr(self, name), f"is for shapes; a {kind} has its own contact points and pickups.")
        elif self.along is not None and not (
            isinstance(self.along, tuple) and self.along and self.at is not None and len(self.resonator.points(self.at, "at")) == 1
        ):
            raise self.refuse("along", shown(self.along), "must be a list of points that lead away from a single one, `at`.")
        known = self._known(self.resonator)
        if self.radiating_radius > 0 and not isinstance(known, Modal):
            raise self.refuse("radiating_radius", f"{self.radiating_radius:g} m", f"is for modes, not for a {type(known).__name__}.")
        for name, words in (("beyond", "dense modes are"), ("tube", "a tube is")):
            if getattr(self, name) is not None and not isinstance(known, Modal):
                raise self.refuse(name, words, f"for modes, not for a {type(known).__name__}.")
        if self.beyond is not None and isinstance(known, Modal) and self.beyond.split <= (lowest := min(known.frequencies)):
            raise self.refuse("beyond.split", f"{self.beyond.split:g} Hz", f"must be above the resonator's lowest mode, {lowest:g} Hz.")
        if self.body.channels() > MOST_CHANNELS:
            raise self.refuse(
                "heard", f"at {self.body.channels()} points", f"is not allowed; a sound has at most {MOST_CHANNELS} channels."
            )
        if self.notes == "bend" and "bend" not in self.contact.controls:
            raise self.refuse("notes", "'bend'", "needs a resonator that can be bent; take 'copies'.")

    @property
    def body(self) -> Body:
        """The resonator as a body."""
        return self._body_of(self.resonator)

    def _body_of(self, resonator: Any) -> Body:
        """A resonator as a body: a shape touched and heard at its points, modes as they radiate, and those beyond them."""
        return _made(resonator, self._touched, self.heard, self.beyond, self._air)

    @property
    def _air(self) -> "_Air":
        return _Air(self.radiating_radius, self.radiates, self.tube)

    @property
    def _touched(self) -> Any:
        """Where it may be touched: at one point, or there and along others."""
        return self.at if self.along is None else (self.at, *self.along)

    def own_modes(self, frequency: float | None = None) -> int:
        """How many modes its shape has of its own, as it is or at the frequency of a key; 0 where the resonator is none."""
        shape = self._shape_at(frequency)
        return len(shape.modes(highest=_highest(shape, self.beyond)).frequencies) if isinstance(shape, Shape) else 0

    def body_of_modes(self, modes: int, frequency: float | None = None) -> Body | None:
        """The same shape with so many of its modes, however high; None where it lacks some that would be heard."""
        shape = self._shape_at(frequency)
        highest = _highest(shape, self.beyond)
        if self.own_modes(frequency) > modes and shape.modes(most=modes).frequencies[-1] < LEAST * highest:
            return None
        body = self._of_modes(shape, modes)
        return body if frequency is None or self._takes_frequency else _transposed(body, frequency)

    def _of_modes(self, shape: Any, modes: int) -> Body:
        known = _modal(shape, self._touched, self.heard, np.inf, modes)
        return _heard(known, self.beyond, self._air)

    def _shape_at(self, frequency: float | None) -> Any:
        """The resonator, made for a frequency if it is of a kind that can be."""
        return self.resonator.replace(frequency=frequency) if frequency is not None and self._takes_frequency else self.resonator

    @property
    def _takes_frequency(self) -> bool:
        return isinstance(self.resonator, Shape) and "frequency" in type(self.resonator).fields

    def _known(self, resonator: Any) -> Body:
        """The modes that are known one by one: of a shape, those below the dense ones that stand for the rest."""
        return _known(resonator, self._touched, self.heard, self.beyond)

    @property
    def contact(self) -> Contact:
        """What touches what."""
        return self._contact(self.body)

    def _contact(self, body: Body) -> Contact:
        return Contact(exciter=self.exciter, interaction=self.interaction, resonator=body, texture=self.texture)

    def layer(self, body: Body | None = None) -> Layer:
        """The contact and how it is heard, of another body if one is given."""
        usual = {"velocity": FIRM} if self.exciter.thrown else {}
        return Layer(self._contact(body or self.body), gain=linear(self.gain), output=self.quantity, usual=usual)

    def layers(self) -> dict[str, Layer]:
        return {"hand": self.layer()}

    @property
    def plays_keys(self) -> bool:
        """Whether it can play notes: it has a pitch, and is struck, or rubbed by a hand that is led."""
        led = self.interaction.friction and "velocity" in self.contact.controls
        return self.notes != "none" and hasattr(self.body, "frequencies") and (led or self.exciter.thrown)

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        if not self.plays_keys:
            raise ParameterError(
                "This instrument plays no notes; move it with a gesture. Bowed strings, glasses, saws, bars and bells play notes."
            )
        body: Any = self.body
        if self.notes == "bend":
            line = lines(score, 1)[0]
            return [Played("hand", self.layer(body), self._gesture(line, reference, min(body.frequencies)))]
        by_key: dict[int, list[Note]] = {}
        for note in score.notes:
            by_key.setdefault(note.key, []).append(note)
        contacts, gestures = {}, {}
        for key, notes in sorted(by_key.items()):
            pitch, name = notes[0].frequency(), key_name(key)
            contacts[name] = self._contact(self.tuned(pitch))
            firm = {control: value * self.firmer(pitch).get(control, 1.0) for control, value in reference.items()}
            gestures[name] = self._gesture(notes, firm, pitch)
        return [Played("keys", Layer(side_by_side(contacts, self.quantity), gain=linear(self.gain)), gestures)]

    def pool(self, at_least: int = 0) -> Layer | None:
        if self.notes != "copies" or not self.plays_keys:
            return None
        keyed, resonator = keyed_pairs(self, at_least)
        scene = side_by_side(dict.fromkeys(keyed.pairs, self._contact(resonator)), self.quantity)
        return self.layer()._replace(source=scene, output="velocity", keyed=keyed)

    def touching(self, reference: Reference) -> Touching | None:
        if not self.plays_keys:
            return None
        if self.exciter.thrown:
            return Touching(reference.get("velocity", FIRM), thrown=True)
        return Touching(firmly(reference, "velocity"), firmly(reference, "normal_force"), frequency=self.lowest)

    def firmer(self, frequency: float) -> Mapping[str, float]:
        """By how much controls of a note exceed those of the resonator as it is: higher ones are pressed harder."""
        return {"normal_force": frequency / self.lowest}

    @property
    def pitch(self) -> float:
        """Where the resonator as it is sounds, Hz."""
        return float(getattr(self.resonator, "frequency", None) or self.lowest)

    @property
    def lowest(self) -> float:
        """Its lowest mode, Hz."""
        return float(min(self.body.frequencies))  # type: ignore[attr-defined]

    def ringing(self) -> float:
        decays = getattr(self.body, "decay_times", SHORTEST_RINGING)
        longest = float(np.max([t for t in np.atleast_1d(decays) if np.isfinite(t)], initial=0.0))
        return float(np.clip(DYING * longest, SHORTEST_RINGING, LONGEST_RINGING))

    def tuned(self, frequency: float) -> Body:
        """The body that sounds at the frequency of a key."""
        if self._takes_frequency:
            return self._body_of(self._shape_at(frequency))
        return self._body_of(_transposed(self._known(self.resonator), frequency))

    def _gesture(self, notes: list[Note], reference: Reference, tuned_to: float) -> Gesture:
        bend: dict[str, Any] = {}
        phrase = Phrase(notes)
        if "bend" in self.contact.controls and not (phrase.steady and notes[0].frequency() == tuned_to):
            bend["bend"] = lambda times: np.clip(12 * np.log2(phrase.frequency(times) / tuned_to), -60, 60)
        if self.exciter.thrown:
            return Gesture(velocity=blows(notes, reference.get("velocity", FIRM)), **bend)
        fastest, hardest = firmly(reference, "velocity"), firmly(reference, "normal_force")
        return Gesture(
            velocity=lambda times: fastest * phrase.speed(times),
            normal_force=lambda times: hardest * phrase.force(times),
            **bend,
        )


def _known(resonator: Any, at: Any, heard: Any, beyond: TrendOrNone) -> Any:
    if not isinstance(resonator, Shape):
        return resonator
    return _modal(resonator, at, heard, _highest(resonator, beyond), MOST)


@functools.lru_cache(maxsize=KEPT)
def _modal(shape: Shape, at: Any, heard: Any, highest: float, most: int) -> Any:
    return shape.modal(at=at, heard=heard, highest=highest, most=most)


def _highest(shape: Shape, beyond: TrendOrNone) -> float:
    """Up to where the modes of a shape are its own, Hz."""
    return HIGHEST if beyond is None else max(beyond.split, SPAN * float(shape.modes(most=1).frequencies[0]))


class _Air(NamedTuple):
    """How modes are heard through the air."""

    radius: float
    radiates: str
    tube: TubeOrNone


@functools.lru_cache(maxsize=KEPT)
def _made(resonator: Any, at: Any, heard: Any, beyond: TrendOrNone, air: _Air) -> Any:
    known = _known(resonator, at, heard, beyond)
    return _heard(known, beyond, air) if isinstance(known, Modal) else known


def _heard(known: Modal, beyond: TrendOrNone, air: _Air) -> Modal:
    """Modes as they radiate, with those beyond them; what is not said here stays as the modes themselves have it."""
    said: dict[str, Any] = {"beyond": beyond} if beyond is not None else {}
    if air.radius > 0:
        said |= {"radiating_radius": air.radius, "radiates": air.radiates}
    body = known.replace(**said) if said else known
    return air.tube.under(body) if air.tube is not None else body


SomeContact = Annotated[OneContact, one_of(OneContact)]


def _transposed(body: Any, frequency: float) -> Any:
    """The body with its lowest mode at a frequency; those that would be too high to be heard are left out."""
    moved = np.array(body.frequencies) * (frequency / min(body.frequencies))
    heard = (moved < HIGHEST) | (moved == moved.min())
    rows = {name: getattr(body, name) for name in ("decay_times", "masses", "shapes", "pickups") if hasattr(body, name)}
    kept = {name: np.array(row)[..., heard] for name, row in rows.items() if row is not None and np.ndim(row)}
    return body.replace(frequencies=moved[heard], **kept)

"""The strings of a violin, viola, cello or double bass under a bow, heard through its body.

Notes go to the string whose open pitch is nearest below, unless that one is busy; each string is tuned and its finger placed as
a player does it, by bowing and listening (strings/fingerboard.py). A player moves bow and finger (rosin.playing.bowing): up-bow and
down-bow alternate, slurred notes share a stroke, each articulation has its own, and nothing is ever quite the same. Without a player,
"dry", the bow goes straight, at a speed and force that grow together with the strength of a note (phrasing.py), on rosin whose numbers
stay; what a score says of articulations is then left out.
"""

import dataclasses
import math
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from rosin.instruments.setups.beside_bow import BOW, Beside, with_others
from rosin.instruments.setups.bow_hand import BowHand
from rosin.instruments.setups.bow_stick import stick
from rosin.instruments.setups.evening import evening
from rosin.instruments.setups.fingering import ROOM, fingered, reached
from rosin.instruments.setups.fingertip import fingertip
from rosin.instruments.setups.hair import Edge, half_of
from rosin.instruments.setups.phrasing import Phrase
from rosin.instruments.setups.setup import Layer, Played, Reference, Rubbed, Setup, gain_parameter, linear
from rosin.instruments.strings.data import DYNAMIC, POSITION, STATIC, StringData
from rosin.instruments.strings.fingerboard import SEMITONES, Fingerboard
from rosin.model.fields import Checked
from rosin.model.parameters import parameter
from rosin.playing.bowing.articulations import USUAL, ArticulationName, articulation_of
from rosin.playing.bowing.line import BowedNote, bowed
from rosin.playing.bowing.player import Player
from rosin.playing.bowing.strokes import PLACING, REACH, Strung, messages, steady
from rosin.playing.bowing.switches import pedalled, switched
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import TIMBRE_AT_REST, Note, Score, key_of_pitch
from rosin.scenes.contact import Contact
from rosin.soundboxes.modal_box import ModalBox
from rosin.soundboxes.soundbox import Soundbox

FAR = "far edge"  # of the hair, beside the near one, which is then the bow
OWN = "own"  # the player of the instrument that is played
SILENT = 6.9  # times the decay time: after that a string counts as silent
LIFTING = 0.1  # s after a note, in which the bow has left
TUNED_BY = (
    "firmness",
    "place",
    "stribeck_velocity",
)  # of a player: by whose stroke and rosin strings are tuned, beyond a hundredth of a cent


PlayerName = Literal["own", "dry", "violin", "viola", "cello", "double bass"]


def _named_box(value: Any) -> Any:
    """A soundbox, its data, or the name of one that comes with Rosin."""
    if value is None or isinstance(value, Soundbox):
        return value
    return ModalBox.preset(value) if isinstance(value, str) else Soundbox.from_dict(value)


def _named_player(value: Any) -> Any:
    """A player, its data, the name of an instrument that one plays, "own" for the one of this instrument, "dry" or nothing for none."""
    if value in (None, "dry"):
        return None
    if isinstance(value, Player) or value == OWN:
        return value
    return Player.of(value) if isinstance(value, str) else Player.from_dict(value)


def _named_articulation(value: Any) -> str:
    """The name of an articulation."""
    articulation_of(value)
    return str(value)


class BowedStrings(Setup):
    """A bowed instrument: its four strings by finite differences ("stiff") or travelling waves ("waveguide")."""

    measured_anew: ClassVar[frozenset[str]] = frozenset({*(f"player.{name}" for name in TUNED_BY), "bridge_resistance"})
    of_notes: ClassVar[frozenset[str]] = frozenset(
        {*(f"player.{name}" for name in Player.fields if name not in (*TUNED_BY, "noise")), "hair_width"}
    )

    instrument: Literal["violin", "viola", "cello", "double bass"] = "violin"
    string: Literal["stiff", "waveguide"] = "waveguide"
    soundbox: Annotated[Soundbox | None, Checked(_named_box)] = None
    player: Annotated[Player | None, Checked(_named_player, given=Player | PlayerName | None)] = OWN  # type: ignore[assignment]
    articulation: Annotated[ArticulationName, Checked(_named_articulation)] = USUAL
    bridge_resistance: float = parameter(
        "R",
        "kg/s",
        "resistance of the bridge under a player: strings ring as long as that lets them",
        default=50.0,
        more_than=5,
        range=(20, 1e3),
        curve="log",
    )
    mute: float = parameter(
        "", "", "mass of a mute on the bridge, of the mass that rocks there; 0: none", default=0.0, at_least=0, at_most=100, range=(0, 10)
    )
    hair_width: float = parameter(
        "W",
        "m",
        "width of the hair under a player, both edges of which rub the string; 0: one point, which costs a ninth of that",
        default=0.0,
        at_least=0,
        at_most=0.03,
        range=(0, 0.012),
    )
    gain: float = gain_parameter()

    @property
    def strings(self) -> list[StringData]:
        """From the lowest."""
        return [StringData.preset(name) for name in StringData.presets() if name.rpartition(" ")[0] == self.instrument]

    @property
    def box(self) -> Soundbox:
        """The body, its own unless another is given, with the mute."""
        box = self.soundbox or ModalBox.preset(self.instrument)
        return box.muted(self.mute) if self.mute else box

    def layers(self) -> dict[str, Layer]:
        box = self.box
        return {string.name: Layer(self._bowed(string), linear(self.gain), "bridge_force", box) for string in self.strings}

    def _bowed(self, string: StringData) -> Contact:
        """The string under the bow, as its player has it."""
        if self.player is None:
            return string.bowed(self.string)
        return string.bowed(self.string, string.rosin_of(self.player), **self._bridge)

    def check(self) -> None:
        if self.player == OWN:
            object.__setattr__(self, "player", Player.of(self.instrument))
        if self.player is None and self.articulation != USUAL:
            reason = f"needs a player, and there is none; let one play, or leave it {USUAL!r}."
            raise self.refuse("articulation", self.articulation, reason)
        if self.player is None and self.hair_width:
            raise self.refuse("hair_width", f"{self.hair_width:g} m", "needs a player, and there is none; let one play, or leave it 0.")

    def _board(self, string: StringData, sample_rate: int, semitones: int = SEMITONES) -> Fingerboard:
        """The tuned string with its fingers, as the player bows it."""
        player = self.player
        if player is None:
            return Fingerboard.kept(string, self.string, sample_rate=sample_rate, semitones=semitones)
        stroke = steady(self._strung(string, player), player)
        quiet = string.rosin_of(player).replace(noise=0.0)
        board = Fingerboard.kept(
            string, self.string, law=quiet, sample_rate=sample_rate, semitones=semitones, stroke=stroke, **self._bridge
        )
        return dataclasses.replace(board, contact=board.contact.replace(interaction=string.rosin_of(player)))

    def _strung(self, string: StringData, player: Player) -> Strung:
        """What a player knows of a string."""
        evened = evening(self.box, self.strings, string, player.evenness)
        return Strung(string.frequency, string.impedance, string.velocity, string.normal_force, STATIC - DYNAMIC, evened)

    @property
    def _bridge(self) -> dict[str, float]:
        """What the bridge changes of a string: only travelling waves know it."""
        return {"bridge_resistance": self.bridge_resistance} if self.string == "waveguide" else {}

    def live(self, sample_rate: int) -> dict[str, Layer]:
        found, box = {}, self.box
        for string in self.strings:
            board = self._board(string, sample_rate)
            usual, marks = self._usual(string), tuple(board.fingers)
            found[string.name] = Layer(board.contact, linear(self.gain), "bridge_force", box, marks, usual, string.frequency)
        return found

    def _usual(self, string: StringData) -> dict[str, float]:
        """How the bow usually goes."""
        firmness, place = (self.player.firmness, self.player.place) if self.player else (1.0, POSITION)
        return {"velocity": string.velocity, "normal_force": firmness * string.normal_force, "position": place}

    def rubbed(self) -> Rubbed:
        string = self.strings[-2]
        usual = self._usual(string)
        resting = {"position": usual["position"], "finger": 0.0}
        return Rubbed(self._bowed(string), usual["velocity"], usual["normal_force"], string.frequency, 0.8, resting)

    def understood(self, score: Score) -> Score:
        lowest = math.ceil(key_of_pitch(self.strings[0].frequency) - 0.5)
        found = pedalled(switched(score, lowest))
        if self.player is None:
            found = dataclasses.replace(found, notes=tuple(dataclasses.replace(note, articulation="") for note in found.notes))
        return found

    def play(self, score: Score, sample_rate: float, reference: Reference) -> list[Played]:
        found, box = [], self.box
        last = max(note.end for note in score.notes)
        assigned = fingered(score.notes, self.strings, self.articulation, self.instrument)
        for index, (string, notes, strokes) in enumerate(zip(self.strings, assigned, bowed(assigned, self.articulation), strict=True)):
            if notes:
                highest = max(_stopped(stroke, string) + max(0.0, *(bend for _, bend in stroke.note.bend.points)) for stroke in strokes)
                board = self._board(string, int(sample_rate), min(SEMITONES, int(np.ceil(highest)) + ROOM))
                layer = Layer(board.contact, linear(self.gain), "bridge_force", box)
                if self.player is None:
                    found.append(Played(string.name, layer, _bowing(string, board, notes, last)))
                else:
                    told = messages(strokes, self._strung(string, self.player), self.player)
                    contact, others = board.contact, _others(strokes, board, self.player)
                    gesture: Any = BowHand(self.player, board, told, index)
                    if self.hair_width:
                        contact = half_of(contact)
                        aside = 0.5 * self.hair_width / string.length
                        gesture, far = (Edge(self.player, board, told, index, side * aside) for side in (-1, 1))
                        others = {FAR: Beside(contact.exciter, contact.interaction, far)} | others
                    if others:
                        layer = Layer(with_others(contact, others), linear(self.gain), soundbox=self.box)
                        gesture = {BOW: gesture} | {name: other.gesture for name, other in others.items()}
                    found.append(Played(string.name, layer, gesture, self._spans(string, strokes)))
        return found

    def _spans(self, string: StringData, strokes: list[BowedNote]) -> tuple[tuple[float, float], ...] | None:
        """The stretches of time in which a string moves: it rings by itself for some times R / 2 Z f, its decay time at the bridge."""
        if self.string != "waveguide" or self.bridge_resistance == np.inf:
            return None
        spans: list[tuple[float, float]] = []
        for stroke in strokes:
            stopped = string.frequency * 2 ** (_stopped(stroke, string) / 12)
            decay = self.bridge_resistance / (2 * string.impedance * stopped)
            begin, end = stroke.note.start - PLACING, stroke.end + LIFTING + stroke.articulation.rest + SILENT * decay
            if spans and begin <= spans[-1][1]:
                begin, _ = spans.pop()
            spans.append((begin, end))
        return tuple(spans)


def _others(strokes: list[BowedNote], board: Fingerboard, player: Player) -> dict[str, Beside]:
    """What touches a string besides the bow, for the notes that ask for it."""
    found = {}
    if any(stroke.articulation.harmonic for stroke in strokes):
        found["tip"] = fingertip(strokes, board)
    if any(stroke.articulation.strike for stroke in strokes):
        found["stick"] = stick(strokes, board, player)
    return found


def _stopped(stroke: BowedNote, string: StringData) -> float:
    """Semitones above the open string at which a note is stopped."""
    stop = reached(stroke.note, string, stroke.articulation.harmonic)
    return stop.semitones if stop else 0.0


def _bowing(string: StringData, board: Fingerboard, notes: list[Note], last: float) -> Gesture:
    phrase = Phrase(notes, alternate=True, last=last)
    top = string.frequency * 2 ** (board.semitones[-1] / 12)

    def finger(times: np.ndarray) -> np.ndarray:
        place: np.ndarray = board.finger(np.clip(phrase.frequency(times), string.frequency, top))
        return place

    def position(times: np.ndarray) -> np.ndarray:
        farther = 2 ** (REACH * (TIMBRE_AT_REST - phrase.timbre(times)))
        return POSITION * farther * (1 - finger(times))

    return Gesture(
        velocity=lambda times: string.velocity * phrase.speed(times),
        normal_force=lambda times: string.normal_force * phrase.force(times),
        position=position,
        finger=finger,
    )

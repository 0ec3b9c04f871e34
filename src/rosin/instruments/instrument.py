"""An instrument: a setup, how it is played by default, and the output chain; all of it in one JSON file.

    {"format": "rosin-instrument", "version": 1, "name": ..., "summary": ..., "title": ..., "family": ..., "invitation": ...,
     "listen": ..., "setup": {...}, "gesture": {...} or "notes": [[start, end, key, velocity], ...], "duration": s, "output": {...},
     "macros": {...}, "ranges": {...}, "percussion": {...}, "variation": {...}, "sources": {...}}

`title` is what people call it (without one, its name), `family` the shelf on which it stands, `invitation` one line that says what
to do with it. `gesture` has the controls of the hand, or, where there are several hands, a gesture for each by its name. `macros` are
knobs over parameters (macros.py), `ranges` says from where to where a parameter is of use in this instrument, by path (ranges.py),
`percussion` the keys of MIDI's channel 10 that it plays (percussion.py). `variation` says by which
share (standard deviation) numbers differ from take to take: parameters by path, `gesture.CONTROL`, and `time`. Where notes are played,
`gesture.velocity` is the velocity of each note.
"""

import json
import warnings
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from rosin.instruments.catalogue import preset_text, title_of
from rosin.instruments.families import OWN, Family
from rosin.instruments.hands import gestures_of
from rosin.instruments.macros import MOST, Macro, check_macros, turned
from rosin.instruments.notes import LONGEST, Notes, written
from rosin.instruments.percussion import Percussion, with_percussion
from rosin.instruments.performance import faded, perform, prolonged
from rosin.instruments.ranges import Ranges, narrowed
from rosin.instruments.setups.setup import Played, Setup
from rosin.instruments.variation import check_variation, varied_data, varied_score
from rosin.model.description import SHARE
from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.fields import Lengths
from rosin.model.files import parse_json, read_json
from rosin.model.parameters import Model, parameter
from rosin.model.part import one_of, plain
from rosin.model.paths import ParameterRow, changed, parameters_of
from rosin.model.versions import PRESENT, up_to_date
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Score
from rosin.sound.output.chain import OutputChain
from rosin.sound.sound import Sound

FORMAT = "rosin-instrument"
VERSION = PRESENT[FORMAT]
LONGEST_NAME = 100  # letters, of whatever stands in one line
WORDS = 2000  # letters of a text
MOST_ENTRIES = 1000  # of variation and sources


Text = Annotated[str, Lengths(0, WORDS)]
Line = Annotated[str, Lengths(0, LONGEST_NAME)]
Share = Annotated[float, SHARE]


class Instrument(Model):
    """A named sound. `render` plays it; `with_changes` and `with_macros` turn its knobs; `varied` makes another take."""

    name: Line
    summary: Text = ""
    title: Line = ""
    family: Family = OWN
    invitation: Line = ""
    listen: Text = ""
    setup: Annotated[Setup, one_of(Setup)]
    gesture: Any = None
    notes: Notes = None
    duration: float = parameter("", "s", "length", default=4.0, more_than=0, at_most=LONGEST, range=(0.1, 60))
    fade: float = parameter("", "s", "fade at the end, where it may still sound", default=0.03, at_least=0, at_most=60, range=(0, 1))
    output: Annotated[OutputChain, one_of(OutputChain)] = OutputChain()
    macros: Annotated[dict[Text, Macro], Lengths(0, MOST)] = {}
    ranges: Annotated[Ranges, Lengths(0, MOST_ENTRIES)] = {}
    percussion: Percussion = {}
    variation: Annotated[dict[Text, Share], Lengths(0, MOST_ENTRIES)] = {}
    sources: Annotated[dict[Text, Text], Lengths(0, MOST_ENTRIES)] = {}

    def check(self) -> None:
        """One way of playing it, with a gesture for each hand; what has no title is called by its name."""
        if (self.gesture is None) == (self.notes is None):
            raise ParameterError(f"{self.name}: give a gesture or notes, one of the two.")
        if self.gesture is not None:
            object.__setattr__(self, "gesture", self.gestures_of(self.gesture))
        if not self.title:
            object.__setattr__(self, "title", title_of(self.name))

    @classmethod
    def preset(cls, name: str, preset: str = "") -> Self:
        """An instrument that comes with Rosin, or a further preset of it."""
        return cls.from_dict(parse_json(preset_text(name, preset), f"instrument {name}"))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """An instrument in a JSON file."""
        return cls.from_dict(read_json(path, "instrument"))

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """The instrument that `to_dict` wrote; every entry is checked."""
        if not isinstance(data, dict):
            raise ParameterError(f"An instrument must be an object, not {type(data).__name__}.")
        if "contact" in data and "setup" not in data:
            raise ParameterError("This file describes a contact, not an instrument; rosin render plays it.")
        data = up_to_date(data, FORMAT, "instrument")
        made = cls(**{name: value for name, value in data.items() if name not in ("format", "version")})
        setup = made.setup.to_dict()
        check_variation(made.variation, setup)
        check_macros(made.macros, setup | {"output": made.output.to_dict()})
        made.parameters()  # which refuses ranges that are none
        return made

    def parameters(self) -> list[ParameterRow]:
        """Every parameter of the setup and of the output, with the range that is of use in this instrument."""
        return narrowed([*parameters_of(self.setup), *parameters_of(self.output, "output.")], self.ranges)

    @property
    def needs_double(self) -> str:
        """Why it is not the same in single precision; empty where it is, within a cent and a tenth of a decibel."""
        sources = (layer.source for layer in self.setup.layers().values())
        return next((source.needs_double for source in sources if source.needs_double), "")

    def to_dict(self) -> dict[str, Any]:
        """The instrument as plain data, for JSON."""
        words = {name: getattr(self, name) for name in ("name", "summary", "title", "family", "invitation", "listen")}
        data: dict[str, Any] = {"format": FORMAT, "version": VERSION, **words}
        data["setup"] = self.setup.to_dict()
        if self.notes is not None:
            data["notes"] = [written(note) for note in self.notes]
        else:
            gestures = {hand: gesture.to_dict() for hand, gesture in self.gesture.items()}
            data["gesture"] = gestures if len(gestures) > 1 else next(iter(gestures.values()))
        data |= {
            "duration": self.duration,
            "fade": self.fade,
            "output": self.output.to_dict(),
            "macros": {name: plain(macro) for name, macro in self.macros.items()},
            "ranges": {path: list(ends) for path, ends in self.ranges.items()},
            "percussion": {str(key): struck for key, struck in self.percussion.items()},
            "variation": dict(self.variation),
            "sources": dict(self.sources),
        }
        return data

    def to_json(self) -> str:
        """The instrument as JSON text."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False)

    def gestures_of(self, given: Any) -> dict[str, Gesture]:
        """A gesture for each hand: given as such, as one gesture for the only hand, or as plain data; hands that are not named rest."""
        return gestures_of(self.name, self.setup.hands(), given)

    def with_changes(self, changes: Mapping[str, Any]) -> Self:
        """A copy with parameters changed by path: those of the setup, and `output.volume`, `output.ceiling`, ..."""
        known = {*type(self.setup).fields, "output", "type"}
        for first in (path.partition(".")[0] for path in changes):
            if first in {"gesture", *self.setup.hands()} - known:
                raise ParameterError(f"{shown(first)} is no parameter; a hand is moved by a gesture (--gesture FILE).")
            if first not in known:
                raise unknown(f"parameter of {self.name}", first, known)
        output = {path.removeprefix("output."): value for path, value in changes.items() if path.startswith("output.")}
        setup = {path: value for path, value in changes.items() if not path.startswith("output.")}
        return self.replace(setup=changed(self.setup, setup), output=changed(self.output, output))

    def with_macros(self, **values: float) -> Self:
        """A copy with macros turned, each to a value from 0 to 1: their parameters are set as their curves say."""
        macros, changes = turned(self.name, self.macros, values)
        return self.with_changes(changes).replace(macros=macros)

    @property
    def reference(self) -> dict[str, float]:
        """How far each control goes in the default gesture."""
        return {name: gesture.largest(name, self.duration) for gesture in (self.gesture or {}).values() for name in gesture.controls}

    def played(self, gesture: Any = None, score: Score | None = None, sample_rate: float = 48_000) -> list[Played]:
        """The layers that sound, each under its gesture: the default one, another, or notes."""
        if score is not None and not isinstance(score, Score):
            raise ParameterError(f"score = {shown(score)} is not a Score; read a MIDI file with rosin.playing.midi.file.read_score.")
        if gesture is not None and score is not None:
            raise ParameterError("Give a gesture or notes, not both.")
        if gesture is not None:
            return self.setup.played(self.gestures_of(gesture))
        if score is None and self.notes is not None:
            score = Score(self.notes, self.duration)
        if score is not None:
            score = self.setup.understood(with_percussion(score, self.percussion, self.name))
            if not score.notes:
                raise ParameterError("There are no notes to play.")
            return self.setup.play(score, sample_rate, self.reference)
        return self.setup.played(self.gesture)

    def render(
        self,
        gesture: Any = None,
        *,
        score: Score | None = None,
        duration: float | None = None,
        sample_rate: int = 48_000,
        oversample: int = 1,
        seed: int = 0,
        record: Iterable[str] = (),
        progress: Callable[[float], None] | None = None,
    ) -> Sound:
        """The sound, in full scale, of the default gesture, of another, or of notes."""
        layers = self.played(gesture, score, sample_rate)
        length = duration if duration is not None else (score.duration + self.setup.ringing() if score is not None else self.duration)
        sound = perform(
            layers, duration=length, sample_rate=sample_rate, oversample=oversample, seed=seed, record=record, progress=progress
        )
        if sound.peak == 0:
            warnings.warn(f"{self.name} is silent: does the gesture press and move?", stacklevel=2)
        if self.output.ringing and duration is None:
            sound = prolonged(faded(sound, self.fade), self.output.ringing)
        return faded(self.output.apply(sound, in_place=True), self.fade)

    def varied_score(self, score: Score, seed: int) -> Score:
        """Another take of notes: strength and time of each differ a little, the same for the same seed."""
        return varied_score(self.setup.understood(with_percussion(score, self.percussion, self.name)), self.variation, seed)

    def varied(self, seed: int) -> Self:
        """Another take: numbers differ as `variation` says, the same for the same seed."""
        gestures = {hand: gesture.to_dict() for hand, gesture in (self.gesture or {}).items()}
        return type(self).from_dict(varied_data(self.to_dict(), gestures, self.variation, seed))

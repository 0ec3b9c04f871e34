"""An instrument: a setup, how it is played by default, and the output chain; all of it in one JSON file.

    {"format": "rosin-instrument", "version": 1, "name": ..., "summary": ..., "listen": ..., "setup": {...},
     "gesture": {...} or "notes": [[start, end, key, velocity], ...], "duration": s, "output": {...}, "variation": {...}, "sources": {...}}

`gesture` has the controls of the hand, or, where there are several hands, a gesture for each by its name. `variation` says by
which share (standard deviation) numbers differ from take to take: parameters by path, `gesture.CONTROL`, and `time`. Where
notes are played, `gesture.velocity` is the velocity of each note.
"""

import dataclasses
import json
import math
import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
from annotated_types import Interval, MaxLen, MinLen, MultipleOf
from pydantic import BeforeValidator

from rosin.instruments.catalogue import preset_text
from rosin.instruments.performance import perform
from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.files import check_format, parse_json, read_json
from rosin.model.parameters import Description, Model, Number, checked_seed, parameter, real
from rosin.model.part import one_of
from rosin.model.paths import changed
from rosin.playing.controls import CONTROLS
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note, Score
from rosin.setups.setup import Played, Setup
from rosin.sound.output.chain import OutputChain
from rosin.sound.sound import Sound

FORMAT, VERSION = "rosin-instrument", 1
LONGEST = 600.0  # s
MOST_NOTES = 10_000
LONGEST_NAME = 100  # letters
WORDS = 2000  # letters of a text
RESTING = {"position": 0.5}  # of a hand that does nothing; all else is 0
MOST_ENTRIES = 1000  # of variation and sources
VARIED, TIMING = 0.08, 0.2  # share by which notes differ where nothing else is said, and seconds for a share of 1
SPREAD = 2.5  # standard deviations beyond which no take differs

START = Description("", "s", "when it begins", at_least=0, at_most=LONGEST)
END = Description("", "s", "when it ends", more_than=0, at_most=LONGEST)
KEY = Description("", "", "whole number; 60 is middle C, 69 the A of 440 Hz", at_least=0, at_most=127)
VELOCITY = Description("", "", "how it is struck", at_least=0, at_most=1)
NOTE = {"start": START, "end": END, "key": KEY, "velocity": VELOCITY}


def _few(value: Any) -> Any:
    """An object with no more entries than anyone would write."""
    if isinstance(value, dict) and len(value) > MOST_ENTRIES:
        raise ValueError(f"has {len(value)} entries; at most {MOST_ENTRIES} are allowed")
    return value


def _notes(value: Any) -> tuple[Note, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_NOTES:
        raise ValueError(f"must be a list of 1 to {MOST_NOTES} notes [start, end, key, velocity]")
    return tuple(note if isinstance(note, Note) else _note(note, index) for index, note in enumerate(value))


def _note(value: Any, index: int) -> Note:
    if not isinstance(value, list | tuple) or len(value) != len(NOTE):
        raise ValueError(f"entry {index} is {shown(value)}; a note is [{', '.join(NOTE)}]")
    for (name, description), given in zip(NOTE.items(), value, strict=True):
        try:
            allowed = description.admits(real(given)) and (name != "key" or given == int(given))
        except ValueError:
            allowed = False
        if not allowed:
            whole = "a whole number, " if name == "key" else ""
            raise ValueError(f"entry {index} has {name} = {shown(given)}; it must be {whole}{description.allowed()}")
    start, end, key, velocity = value
    if start >= end:
        raise ValueError(f"entry {index} begins at {start:g} s and ends at {end:g} s; the end must be after the start")
    return Note(float(start), float(end), int(key), float(velocity))


WrittenNote = tuple[Annotated[float, START], Annotated[float, END], Annotated[float, KEY, MultipleOf(1)], Annotated[float, VELOCITY]]
WrittenNotes = Annotated[tuple[WrittenNote, ...], MinLen(1), MaxLen(MOST_NOTES)]
Text = Annotated[str, MaxLen(WORDS)]
Share = Annotated[Number, Interval(ge=0, le=1)]


class Instrument(Model):
    """A named sound. `render` plays it; `with_changes` turns its knobs; `varied` makes another take."""

    name: Annotated[str, MaxLen(LONGEST_NAME)]
    summary: Text = ""
    listen: Text = ""
    setup: Annotated[Setup, one_of(Setup)]
    gesture: Any = None
    notes: Annotated[tuple[Note, ...] | None, BeforeValidator(_notes, json_schema_input_type=WrittenNotes | None)] = None
    duration: Number = parameter("", "s", "length", default=4.0, more_than=0, at_most=LONGEST, range=(0.1, 60))
    fade: Number = parameter("", "s", "fade at the end, where it may still sound", default=0.03, at_least=0, at_most=60, range=(0, 1))
    output: Annotated[OutputChain, one_of(OutputChain)] = OutputChain()
    variation: Annotated[dict[Text, Share], BeforeValidator(_few), MaxLen(MOST_ENTRIES)] = {}
    sources: Annotated[dict[Text, Text], BeforeValidator(_few), MaxLen(MOST_ENTRIES)] = {}

    def check(self) -> None:
        """One way of playing it, with a gesture for each hand."""
        if (self.gesture is None) == (self.notes is None):
            raise ParameterError(f"{self.name}: give a gesture or notes, one of the two.")
        if self.gesture is not None:
            object.__setattr__(self, "gesture", self.gestures_of(self.gesture))

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
        import_module("rosin.setups")
        if not isinstance(data, dict):
            raise ParameterError(f"An instrument must be an object, not {type(data).__name__}.")
        if "contact" in data and "setup" not in data:
            raise ParameterError("This file describes a contact, not an instrument; rosin render plays it.")
        check_format(data, FORMAT, VERSION, "instrument")
        made = cls(**{name: value for name, value in data.items() if name not in ("format", "version")})
        made._check_variation()
        return made

    def _check_variation(self) -> None:
        setup = self.setup.to_dict()
        for path in self.variation:
            if path.startswith("gesture."):
                control = path.removeprefix("gesture.")
                if control not in CONTROLS:
                    raise unknown("variation: control", control, CONTROLS)
            elif path != "time":
                _place(setup, path)

    def to_dict(self) -> dict[str, Any]:
        """The instrument as plain data, for JSON."""
        data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "name": self.name, "summary": self.summary, "listen": self.listen}
        data["setup"] = self.setup.to_dict()
        if self.notes is not None:
            data["notes"] = [[note.start, note.end, note.key, note.velocity] for note in self.notes]
        else:
            written = {hand: gesture.to_dict() for hand, gesture in self.gesture.items()}
            data["gesture"] = written if len(written) > 1 else next(iter(written.values()))
        data |= {
            "duration": self.duration,
            "fade": self.fade,
            "output": self.output.to_dict(),
            "variation": dict(self.variation),
            "sources": dict(self.sources),
        }
        return data

    def to_json(self) -> str:
        """The instrument as JSON text."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False, ensure_ascii=False)

    def gestures_of(self, given: Any) -> dict[str, Gesture]:
        """A gesture for each hand: given as such, as one gesture for the only hand, or as plain data; hands that are not named rest."""
        hands = self.setup.hands()
        if isinstance(given, Gesture) or (isinstance(given, Mapping) and len(hands) == 1 and not set(given) <= set(hands)):
            if len(hands) > 1:
                raise ParameterError(f"{self.name} is played by several hands; give a gesture for each: {', '.join(hands)}.")
            given = {next(iter(hands)): given}
        if not isinstance(given, Mapping):
            raise ParameterError(f"{self.name}: the gesture must be an object of controls, not {type(given).__name__}.")
        if not given:
            raise ParameterError(f"{self.name}: the gesture is empty; give the controls of {', '.join(hands)}.")
        for name in given:
            if name not in hands:
                raise unknown(f"hand of {self.name}", name, hands)
        found = {}
        for name, controls in hands.items():
            if name not in given:
                found[name] = Gesture(**{control: RESTING.get(control, 0.0) for control in controls})
                continue
            gesture = given[name] if isinstance(given[name], Gesture) else Gesture.from_dict(given[name])
            for control in gesture.controls:
                if control not in controls:
                    raise unknown(f"control of {self.name}", control, controls)
            found[name] = gesture
        return found

    def with_changes(self, changes: Mapping[str, Any]) -> Self:
        """A copy with parameters changed by path: those of the setup, and `output.volume`, `output.ceiling`, ..."""
        known = {*type(self.setup).model_fields, "output", "type"}
        for first in (path.partition(".")[0] for path in changes):
            if first in {"gesture", *self.setup.hands()} - known:
                raise ParameterError(f"{shown(first)} is no parameter; a hand is moved by a gesture (--gesture FILE).")
            if first not in known:
                raise unknown(f"parameter of {self.name}", first, known)
        output = {path.removeprefix("output."): value for path, value in changes.items() if path.startswith("output.")}
        setup = {path: value for path, value in changes.items() if not path.startswith("output.")}
        return self.replace(setup=changed(self.setup, setup), output=changed(self.output, output))

    @property
    def reference(self) -> dict[str, float]:
        """How far each control goes in the default gesture."""
        return {name: gesture.largest(name, self.duration) for gesture in (self.gesture or {}).values() for name in gesture.controls}

    def played(self, gesture: Any = None, score: Score | None = None, sample_rate: float = 48_000) -> list[Played]:
        """The layers that sound, each under its gesture: the default one, another, or notes."""
        if score is not None and not isinstance(score, Score):
            raise ParameterError(f"score = {shown(score)} is not a Score; read a MIDI file with rosin.playing.midi.read_score.")
        if gesture is not None and score is not None:
            raise ParameterError("Give a gesture or notes, not both.")
        if gesture is not None:
            return self.setup.played(self.gestures_of(gesture))
        if score is None and self.notes is not None:
            score = Score(self.notes, self.duration)
        if score is not None:
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
        return _faded(self.output.apply(sound), self.fade)

    def varied_score(self, score: Score, seed: int) -> Score:
        """Another take of notes: strength and time of each differ a little, the same for the same seed."""
        random = np.random.default_rng([checked_seed(seed), 0x5C0E])
        loud, late = self.variation.get("gesture.velocity", VARIED), TIMING * self.variation.get("time", VARIED)
        notes = []
        for note in score.notes:
            shift = float(np.clip(random.standard_normal(), -SPREAD, SPREAD)) * late
            velocity = note.velocity * math.exp(loud * float(np.clip(random.standard_normal(), -SPREAD, SPREAD)))
            start = max(0.0, note.start + shift)
            notes.append(dataclasses.replace(note, start=start, end=max(note.end + shift, start + 1e-3), velocity=min(velocity, 1.0)))
        return dataclasses.replace(score, notes=tuple(notes))

    def varied(self, seed: int) -> Self:
        """Another take: numbers differ as `variation` says, the same for the same seed."""
        random = np.random.default_rng([checked_seed(seed), 0x7A4E])

        def factor(share: float) -> float:
            return float(math.exp(share * np.clip(random.standard_normal(), -SPREAD, SPREAD)))

        data = self.to_dict()
        gestures = {} if self.gesture is None else {hand: gesture.to_dict() for hand, gesture in self.gesture.items()}
        notes = data.get("notes", [])
        for path, share in self.variation.items():
            if path == "time":
                stretch = factor(share)
                gestures = {hand: {name: _stretched(curve, stretch) for name, curve in given.items()} for hand, given in gestures.items()}
                notes = [[stretch * start, stretch * end, key, velocity] for start, end, key, velocity in notes]
                data["duration"] = min(data["duration"] * stretch, LONGEST)
            elif path.startswith("gesture."):
                control = path.partition(".")[2]
                for given in gestures.values():
                    if control in given:
                        given[control] = _scaled(given[control], factor(share))
                if control == "velocity":
                    notes = [[start, end, key, min(velocity * factor(share), 1.0)] for start, end, key, velocity in notes]
            else:
                _scale_at(data["setup"], path, factor, share)
        if notes:
            data["notes"] = notes
        else:
            data["gesture"] = gestures if len(gestures) > 1 else next(iter(gestures.values()))
        return type(self).from_dict(data)


def _faded(sound: Sound, length: float) -> Sound:
    """The sound with its end faded as half a cosine."""
    samples = min(round(length * sound.sample_rate), sound.audio.shape[1])
    if samples == 0:
        return sound
    audio = sound.audio.copy()
    audio[:, -samples:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, samples + 1) / samples)
    return dataclasses.replace(sound, audio=audio)


def _scaled(curve: Any, factor: float) -> Any:
    """A control's values times a factor."""
    if isinstance(curve, dict):
        names = {"Stroke": ("amplitude",), "Press": ("level", "rest"), "Recorded": ("values",)}[curve["type"]]
        return curve | {name: _times(curve[name], factor) for name in names}
    if isinstance(curve, list):
        return [[time, value * factor] for time, value in curve]
    return curve * factor


def _stretched(curve: Any, factor: float) -> Any:
    """A control's times times a factor."""
    if isinstance(curve, dict):
        longer = ("begin", "end", "attack", "release")
        given = {name: _times(curve[name], factor) for name in longer if name in curve}
        return curve | given | ({"rate": curve["rate"] / factor} if "rate" in curve else {})
    return [[time * factor, value] for time, value in curve] if isinstance(curve, list) else curve


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, list):
        return [_times(item, factor) for item in value]
    return value * factor if isinstance(value, int | float) and not isinstance(value, bool) else value


def _place(data: Any, path: str) -> tuple[dict[str, Any], str]:
    """The object that holds the numbers at a path, and their name in it."""
    *above, last = path.split(".")
    for step in above:
        data = data.get(step) if isinstance(data, dict) else None
    if not isinstance(data, dict) or last not in data:
        raise ParameterError(f"variation: {shown(path)} is not a parameter of the setup.")
    if isinstance(data[last], dict | bool) or (isinstance(data[last], str) and data[last] != "inf"):
        raise ParameterError(f"variation: {shown(path)} is not a number, but {shown(data[last])}.")
    return data, last


def _scale_at(data: Any, path: str, factor: Callable[[float], float], share: float) -> None:
    """Scale the number at a path, or each number of a list by its own factor."""
    data, last = _place(data, path)
    value = data[last]
    if isinstance(value, list) and all(isinstance(item, int | float) for item in value):
        data[last] = [item * factor(share) for item in value]
    else:
        data[last] = _times(value, factor(share))

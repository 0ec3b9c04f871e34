"""What a study asks, as its file has it.

    {"format": "rosin-study", "version": 1, "title": ..., "text": ..., "parts": [PART, ...]}

Likert   {"type": "Likert", "title", "text", "points": 7, "ends": ["Strongly disagree", "Strongly agree"],
          "statements": [{"attribute", "statement"}, ...], "devices": ["Mouse", {"name": "Pad", "instrument": "rubbed_masses"}, ...]}
MUSHRA   {"type": "MUSHRA", "title", "text", "trials": [{"name", "reference": SOUND, "conditions": {NAME: SOUND, ...}}, ...]}
ABX      {"type": "ABX", "title", "text", "repeats": 8, "trials": [{"name", "a": SOUND, "b": SOUND}, ...]}
SOUND    a sound file beside the study, or {"instrument": NAME, "changes": {...}, "seconds": 3}

In a MUSHRA the reference is also among what is rated, unnamed. A device that is an instrument is played in the studio, beside the study.
"""

from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from rosin.instruments.catalogue import instrument_names
from rosin.model.errors import FileError, ParameterError, unknown
from rosin.model.fields import Checked, Lengths
from rosin.model.files import parse_json, read_json
from rosin.model.parameters import Model, parameter
from rosin.model.versions import up_to_date

FORMAT = "rosin-study"
HIDDEN = "hidden reference"
FILES = resources.files("rosin.studies") / "presets"

Words = Annotated[str, Lengths(0, 2000)]
Name = Annotated[str, Lengths(1, 80)]


class Rendered(Model):
    """A sound that an instrument makes."""

    instrument: Name
    changes: dict[str, Any] = {}
    seconds: float = parameter("", "s", "length", default=3.0, more_than=0, at_most=60)

    def check(self) -> None:
        """Of an instrument that there is."""
        if self.instrument not in instrument_names():
            raise unknown("instrument", self.instrument, instrument_names())


Sound = Rendered | Name


class Statement(Model):
    """What people agree or disagree with, and what it is about."""

    attribute: Name
    statement: Words


class Device(Model):
    """What is judged; an instrument of the studio, where it is one."""

    name: Name
    instrument: str = ""


class Likert(Model):
    """Statements about devices, from strong disagreement to strong agreement."""

    type: Literal["Likert"] = "Likert"
    title: Name
    text: Words = ""
    points: int = parameter("", "", "of the scale", default=7, at_least=3, at_most=11)
    ends: tuple[Name, Name] = ("Strongly disagree", "Strongly agree")
    statements: Annotated[tuple[Statement, ...], Lengths(1, 50)]
    devices: Annotated[tuple[Device | Name, ...], Lengths(1, 12)]

    def check(self) -> None:
        """Each device once."""
        _once("device", self.names)

    @property
    def names(self) -> list[str]:
        """Those of the devices."""
        return [device if isinstance(device, str) else device.name for device in self.devices]


class Compared(Model):
    """A reference, and what is held against it."""

    name: Name
    reference: Sound
    conditions: Annotated[dict[Name, Sound], Lengths(1, 12)]

    def check(self) -> None:
        """The reference hides among them under a name of its own."""
        if HIDDEN in self.conditions:
            raise ParameterError(f"A condition cannot be called {HIDDEN!r}: the reference is rated under that name.")


class Mushra(Model):
    """How good each of several sounds is, from 0 to 100, held against a reference (ITU-R BS.1534)."""

    type: Literal["MUSHRA"] = "MUSHRA"
    title: Name
    text: Words = ""
    trials: Annotated[tuple[Compared, ...], Lengths(1, 50)]

    def check(self) -> None:
        """Each trial once."""
        _once("trial", [trial.name for trial in self.trials])


class Pair(Model):
    """Two sounds."""

    name: Name
    a: Sound
    b: Sound


class Abx(Model):
    """Whether X is A or B, again and again."""

    type: Literal["ABX"] = "ABX"
    title: Name
    text: Words = ""
    repeats: int = parameter("", "", "of each trial", default=8, at_least=1, at_most=100)
    trials: Annotated[tuple[Pair, ...], Lengths(1, 50)]

    def check(self) -> None:
        """Each trial once."""
        _once("trial", [trial.name for trial in self.trials])


KINDS: dict[str, type[Model]] = {"Likert": Likert, "MUSHRA": Mushra, "ABX": Abx}


def _part(value: Any) -> Any:
    """A part, told by its type."""
    if isinstance(value, tuple(KINDS.values())):
        return value
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise ValueError(f"must be an object with a type, one of {', '.join(KINDS)}")
    if value["type"] not in KINDS:
        raise unknown("type", value["type"], KINDS)
    return KINDS[value["type"]].taken(value)


Part = Annotated[Likert | Mushra | Abx, Checked(_part)]


class Study(Model):
    """A study."""

    title: Name
    text: Words = ""
    parts: Annotated[tuple[Part, ...], Lengths(1, 20)]

    def check(self) -> None:
        """Each part once."""
        _once("part", [part.title for part in self.parts])


def preset_names() -> list[str]:
    """The studies that come with Rosin."""
    return sorted(path.name.removesuffix(".json") for path in FILES.iterdir() if path.name.endswith(".json"))


def open_study(name: str) -> tuple[Study, Path]:
    """The study of that name, or in that file; and the folder that its sounds lie in."""
    if name.endswith(".json"):
        data, folder = read_json(name, "study"), Path(name).parent
    elif name in preset_names():
        data, folder = parse_json((FILES / f"{name}.json").read_text(encoding="utf-8"), "study"), Path()
    else:
        raise unknown("study", name, preset_names())
    if not isinstance(data, dict):
        raise ParameterError("A study must be an object.")
    data = up_to_date(data, FORMAT, "study")
    study = Study(**{key: value for key, value in data.items() if key not in ("format", "version")})
    for path in {sound for sound in sounds_of(study) if isinstance(sound, str)}:
        if not (folder / path).is_file():
            raise FileError(f"The study names the sound {path}, and {folder / path} is not there.")
    return study, folder


def sounds_of(study: Study) -> list[Sound]:
    """Every sound that is heard in it."""
    found: list[Sound] = []
    for part in study.parts:
        for trial in part.trials if not isinstance(part, Likert) else ():
            found += [trial.reference, *trial.conditions.values()] if isinstance(trial, Compared) else [trial.a, trial.b]
    return found


def _once(what: str, names: list[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ParameterError(f"The {what} {twice!r} is there twice; each needs a name of its own.")

"""What is played, as a command line names it: an instrument, or a contact or scene in a file."""

from typing import Any, NamedTuple

from rosin.cli.description import is_description, read_description
from rosin.cli.ranges import parse_numbers, parse_range
from rosin.instruments.instrument import Instrument
from rosin.instruments.opening import instrument
from rosin.maps.asking import Rubbing, usually_rubbed
from rosin.maps.subject import Subject
from rosin.model.errors import ParameterError
from rosin.model.files import read_json
from rosin.playing.gesture import Gesture


class Varied(NamedTuple):
    """What is played, the numbers of it that differ with their ends, those that go by ratios, and what else a sweep is told."""

    source: Subject | Instrument
    ranges: dict[str, tuple[float, float]]
    logarithmic: list[str]
    options: dict[str, Any]


def varied_source(name: str, over: list[str], changes: list[str] | None, frequency: float | None, **options: Any) -> Varied:
    """What a command line varies of what it names."""
    asked = [parse_range(text) for text in over]
    ranges = {each.name: (each.low, each.high) for each in asked}
    by_ratio = [each.name for each in asked if each.logarithmic]
    source = named_source(name)
    if isinstance(source, Instrument):
        if frequency:
            raise ParameterError("frequency is for what is rubbed; a whole instrument knows its notes.")
        return Varied(source, ranges, by_ratio, {"fixed": parse_numbers(changes), **options})
    subject, usual, _, nominal = source
    fixed = {control: value for control, value in {**usual, **parse_numbers(changes)}.items() if control not in ranges}
    return Varied(subject, ranges, by_ratio, {"fixed": fixed, "frequency": frequency or nominal, **options})


def named_source(name: str) -> Rubbing | Instrument:
    """What a name or file says: an instrument as it is where nothing of it is rubbed, else what is rubbed and how it usually is.

    That of a contact or scene is taken from the middle of its gesture, of a scene by the first hand that moves.
    """
    if not name.endswith(".json") or not is_description(data := read_json(name, "description")):
        found = instrument(name)
        return found if found.setup.rubbed() is None else usually_rubbed(found)
    described = read_description(data, {})
    lasts, rate = float(described.settings["duration"]), int(described.settings["sample_rate"])
    gestures = {"": described.gesture} if isinstance(described.gesture, Gesture) else described.gesture
    for within, gesture in gestures.items():
        controls = gesture.block(round(0.5 * lasts * rate), 1, rate)
        usual = {control: float(value[0] if getattr(value, "ndim", 0) else value) for control, value in controls.items()}
        if usual.get("velocity"):
            return Rubbing(Subject(described.what, within), usual, lasts, None)
    raise ParameterError(f"{name}: no hand moves in the middle of its gesture, so nothing is rubbed; give what is, or an instrument.")

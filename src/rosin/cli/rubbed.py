"""What is rubbed, as a command line names it: an instrument, or a contact in a file."""

from typing import Any, NamedTuple

from rosin.cli.description import is_description, read_description
from rosin.cli.ranges import parse_numbers, parse_range
from rosin.instruments.opening import instrument
from rosin.maps.sweep import Rubbing, usually_rubbed
from rosin.model.errors import ParameterError
from rosin.model.files import read_json
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact


class Varied(NamedTuple):
    """A contact, the numbers of it that differ with their ends, those that go by ratios, and what else a sweep is told."""

    contact: Contact
    ranges: dict[str, tuple[float, float]]
    logarithmic: list[str]
    options: dict[str, Any]


def varied_source(name: str, over: list[str], changes: list[str] | None, frequency: float | None, **options: Any) -> Varied:
    """What a command line varies of what it names."""
    asked = [parse_range(text) for text in over]
    contact, usual, _, nominal = rubbed_source(name)
    ranges = {each.name: (each.low, each.high) for each in asked}
    fixed = {control: value for control, value in {**usual, **parse_numbers(changes)}.items() if control not in ranges}
    by_ratio = [each.name for each in asked if each.logarithmic]
    return Varied(contact, ranges, by_ratio, {"fixed": fixed, "frequency": frequency or nominal, **options})


def rubbed_source(name: str) -> Rubbing:
    """A contact and how it is usually rubbed; that of a file as in the middle of its gesture."""
    if not name.endswith(".json") or not is_description(data := read_json(name, "description")):
        return usually_rubbed(instrument(name))
    described = read_description(data, {})
    if not isinstance(described.what, Contact) or not isinstance(described.gesture, Gesture):
        raise ParameterError(f"{name} is a scene; give a contact or an instrument that is rubbed.")
    lasts, rate = float(described.settings["duration"]), int(described.settings["sample_rate"])
    controls = described.gesture.block(round(0.5 * lasts * rate), 1, rate)
    usual = {control: float(value[0] if getattr(value, "ndim", 0) else value) for control, value in controls.items()}
    return Rubbing(described.what, usual, lasts, None)

"""Axes and numbers as they are written on a command line: NAME=LOW:HIGH[:log|:linear], and NAME=NUMBER."""

from collections.abc import Iterable
from typing import NamedTuple

from rosin.model.errors import ParameterError

SCALES = ("log", "linear")


class Range(NamedTuple):
    """An axis: its name, its ends, and whether it goes by ratios."""

    name: str
    low: float
    high: float
    logarithmic: bool


def usual_range(name: str, low: float, high: float) -> Range:
    """An axis that goes by ratios where its ends are far apart."""
    from rosin.maps.picture import logarithmic

    return Range(name, low, high, logarithmic((low, high)))


def parse_range(text: str) -> Range:
    """An axis as it is written."""
    name, _, ends = text.partition("=")
    words = ends.split(":")
    try:
        low, high = float(words[0]), float(words[1])
    except (ValueError, IndexError):
        raise ParameterError(f"{text} is no axis; write NAME=LOW:HIGH, such as normal_force=0.1:10.") from None
    scale = words[2] if len(words) > 2 else ""
    if len(words) > 3 or (scale and scale not in SCALES) or not low < high:
        raise ParameterError(f"{text} is no axis; write NAME=LOW:HIGH, LOW less than HIGH, then :log or :linear if you like.")
    if scale == "log" and low <= 0:
        raise ParameterError(f"{text} cannot be logarithmic; its ends must be more than 0.")
    return Range(name, low, high, scale == "log") if scale else usual_range(name, low, high)


def parse_numbers(texts: Iterable[str] | None) -> dict[str, float]:
    """Numbers by their names."""
    found = {}
    for text in texts or ():
        name, _, value = text.partition("=")
        try:
            found[name] = float(value)
        except ValueError:
            raise ParameterError(f"--set {text} is not allowed; write NAME=NUMBER.") from None
    return found

"""Opening an instrument by its name or from its file."""

from pathlib import Path

from rosin.instruments.instrument import Instrument


def instrument(name: str | Path, preset: str = "") -> Instrument:
    """The instrument of that name, or a further preset of it (also NAME.PRESET), or the one in that JSON file."""
    for given in (preset, str(name)):
        if given.endswith(".json"):
            return Instrument.load(given)
    instrument, _, further = str(name).partition(".")
    return Instrument.preset(instrument, preset or further)

"""The instruments that come with Rosin, and those in files."""

from pathlib import Path

from rosin.instruments.instrument import Instrument


def instrument(name: str | Path) -> Instrument:
    """The instrument of that name, or in that JSON file."""
    return Instrument.load(name) if str(name).endswith(".json") else Instrument.preset(str(name))


def instrument_names() -> list[str]:
    """Names of the instruments that come with Rosin."""
    return Instrument.presets()

"""Opening an instrument by its name or from its file."""

from pathlib import Path

from rosin.instruments.instrument import Instrument


def instrument(name: str | Path, preset: str = "") -> Instrument:
    """The instrument of that name, or a further preset of it, or the one in that JSON file."""
    if str(name).endswith(".json"):
        return Instrument.load(name)
    return Instrument.load(preset) if preset.endswith(".json") else Instrument.preset(str(name), preset)

"""What instruments there are, read from their files without making them, so that it takes no time.

A preset file is NAME.json, a further preset of the same instrument NAME.PRESET.json.
"""

from rosin.model.errors import ParameterError, unknown
from rosin.model.files import parse_json
from rosin.model.presets import names, text_of

PACKAGE = "rosin.instruments"


def instrument_names() -> list[str]:
    """Names of the instruments that come with Rosin."""
    return [name for name in names(PACKAGE) if "." not in name]


def preset_names(instrument: str) -> list[str]:
    """Further presets of an instrument."""
    return [name.partition(".")[2] for name in names(PACKAGE) if name.startswith(f"{instrument}.")]


def preset_text(instrument: str, preset: str = "") -> str:
    """The JSON text of an instrument's preset."""
    instrument = str(instrument).replace(" ", "_")
    if instrument not in instrument_names():
        raise unknown("instrument", instrument, instrument_names())
    if preset and not preset_names(instrument):
        raise ParameterError(f"{instrument} has no further presets; leave --preset out, or name an instrument file.")
    if preset and preset not in preset_names(instrument):
        raise unknown(f"preset of {instrument}", preset, preset_names(instrument))
    return text_of(PACKAGE, f"{instrument}.{preset}" if preset else instrument)


def setup_of(name: str) -> str:
    """The type of setup that an instrument, or a further preset of it as NAME.PRESET, is."""
    instrument, _, preset = name.partition(".")
    return str(parse_json(preset_text(instrument, preset), "preset")["setup"]["type"])


def catalogue() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """(name, summary, [(preset, summary), ...]) of every instrument."""

    def summary(name: str, preset: str = "") -> str:
        return str(parse_json(preset_text(name, preset), "preset")["summary"])

    return [(name, summary(name), [(preset, summary(name, preset)) for preset in preset_names(name)]) for name in instrument_names()]

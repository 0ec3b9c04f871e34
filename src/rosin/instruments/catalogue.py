"""What instruments there are, read from their files without making them, so that it takes no time.

A preset file is NAME.json, a further preset of the same instrument NAME.PRESET.json.
"""

from typing import NamedTuple

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


def title_of(name: str) -> str:
    """What something is called whose file gives no title: its name as words."""
    words = name.replace("_", " ").replace(".", ", ")
    return words[:1].upper() + words[1:]


class Listed(NamedTuple):
    """What a preset's file says of it, and further presets of the same instrument."""

    name: str  # NAME, of a further preset NAME.PRESET
    title: str
    family: str
    invitation: str
    summary: str
    setup: str  # its type
    presets: list["Listed"]

    @property
    def preset(self) -> str:
        """The part of the name by which a further preset is asked for."""
        return self.name.partition(".")[2]


def catalogue() -> list[Listed]:
    """Every instrument, with its further presets."""

    def listed(name: str, presets: list[Listed]) -> Listed:
        data = parse_json(text_of(PACKAGE, name), "preset")
        words = {word: str(data[word]) for word in ("title", "family", "invitation", "summary")}
        return Listed(name=name, **words, setup=data["setup"]["type"], presets=presets)

    further = {name: [listed(f"{name}.{preset}", []) for preset in preset_names(name)] for name in instrument_names()}
    return [listed(name, presets) for name, presets in further.items()]

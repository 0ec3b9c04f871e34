"""What is rubbed, as a command line names it: an instrument, or a contact in a file."""

from rosin.cli.description import is_description, read_description
from rosin.instruments.opening import instrument
from rosin.maps.sweep import Rubbing, usually_rubbed
from rosin.model.errors import ParameterError
from rosin.model.files import read_json
from rosin.scenes.contact import Contact


def rubbed_source(name: str) -> Rubbing:
    """A contact and how it is usually rubbed; that of a file as in the middle of its gesture."""
    if not name.endswith(".json") or not is_description(data := read_json(name, "description")):
        return usually_rubbed(instrument(name))
    described = read_description(data, {})
    if not isinstance(described.what, Contact):
        raise ParameterError(f"{name} is a scene; give a contact or an instrument that is rubbed.")
    lasts, rate = float(described.settings["duration"]), int(described.settings["sample_rate"])
    controls = described.gesture.block(round(0.5 * lasts * rate), 1, rate)  # type: ignore[union-attr]
    usual = {control: float(value[0] if getattr(value, "ndim", 0) else value) for control, value in controls.items()}
    return Rubbing(described.what, usual, lasts, None)

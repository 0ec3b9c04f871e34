"""A contact described in a JSON file: "contact", "gesture" and, if wanted, "render" and "soundbox"."""

from typing import TYPE_CHECKING, Any

from rosin.cli.progress import progress_bar
from rosin.cli.writing import Writing
from rosin.model.errors import ParameterError, shown, unknown

if TYPE_CHECKING:
    from rosin.soundboxes.soundbox import Soundbox

FORMAT, VERSION = "rosin-contact", 1
KINDS = {float: "a number", int: "a whole number", str: "a word"}
ENTRIES = ("format", "version", "contact", "gesture", "render", "soundbox")
SETTINGS = {"duration": 2.0, "sample_rate": 48_000, "oversample": 1, "seed": 0, "output": "velocity"}


def render_contact_file(data: Any, given: dict[str, Any], soundbox: str | None, writing: Writing) -> None:
    """Render it; what is `given` goes before what the file says."""
    from rosin.playing.gesture import Gesture
    from rosin.scenes.contact import Contact
    from rosin.sound.rendering import render

    document = _document(data)
    settings = {**SETTINGS, **document.get("render", {}), **given}
    box = _soundbox(soundbox or document.get("soundbox"))
    if box is not None:
        settings["output"] = "bridge_force"
    contact, gesture = Contact.from_dict(document["contact"]), Gesture.from_dict(document["gesture"])
    writing.check()
    with progress_bar(f"rendering {writing.path.name}") as progress:
        sound = render(contact, gesture, **settings, record=writing.recorded(contact.interaction.observes), progress=progress)
    writing.write(sound if box is None else box.hear(sound))


def _document(data: Any) -> dict[str, Any]:
    """A description file with its entries checked."""
    from rosin.model.files import check_format

    if not isinstance(data, dict):
        raise ParameterError(f'The description must be an object with "contact" and "gesture", not {type(data).__name__}.')
    for key in data:
        if key not in ENTRIES:
            raise unknown("description entry", key, ENTRIES)
    check_format({"format": FORMAT, "version": VERSION} | data, FORMAT, VERSION, "description")
    for key in ("contact", "gesture"):
        if key not in data:
            raise ParameterError(f'The description has no "{key}".')
    settings = data.get("render", {})
    if not isinstance(settings, dict):
        raise ParameterError(f'"render" must be an object, not {type(settings).__name__}.')
    for key, value in settings.items():
        if key not in SETTINGS:
            raise unknown("render setting", key, SETTINGS)
        wanted = type(SETTINGS[key])
        if isinstance(value, bool) or not isinstance(value, int | float if wanted is float else wanted):
            raise ParameterError(f"render.{key} = {shown(value)} must be {KINDS[wanted]}.")
    return data


def _soundbox(given: Any) -> "Soundbox | None":
    """The soundbox of a preset's name, or of its parameters."""
    if given is None:
        return None
    from rosin.soundboxes.modal_box import ModalBox
    from rosin.soundboxes.soundbox import Soundbox

    if isinstance(given, str):
        return ModalBox.preset(given)
    made: Soundbox = Soundbox.from_dict(given)
    return made

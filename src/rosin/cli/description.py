"""A contact or a scene described in a JSON file, with the gestures that move it.

{"format": "rosin-contact", "version": 1, "contact": {...}, "gesture": {control: ..., ...}, "soundbox": ..., "render": {...}}
{"format": "rosin-scene", "version": 1, "bodies": {...}, "contacts": {...}, "joints": [...], "heard": {...},
 "gesture": {contact: {control: ..., ...}, ...}, "render": {...}}

"render" has duration, sample_rate, oversample, seed and, of a contact, output, as far as they are not the usual ones.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rosin.cli.progress import progress_bar
from rosin.cli.writing import Writing
from rosin.model.errors import ParameterError, shown, unknown

if TYPE_CHECKING:
    from rosin.playing.gesture import Gesture
    from rosin.scenes.contact import Contact
    from rosin.scenes.scene import Scene
    from rosin.soundboxes.soundbox import Soundbox

CONTACT, SCENE = "rosin-contact", "rosin-scene"
SETTINGS = {"duration": 2.0, "sample_rate": 48_000, "oversample": 1, "seed": 0}
KINDS = {float: "a number", int: "a whole number", str: "a word"}


class Form(NamedTuple):
    """What a file of a format holds: entries it must have and may have, and settings of `render`."""

    needed: tuple[str, ...]
    other: tuple[str, ...]
    settings: Mapping[str, Any]


FORMS = {
    CONTACT: Form(("contact", "gesture"), ("soundbox",), SETTINGS | {"output": "velocity"}),
    SCENE: Form(("bodies", "contacts", "heard"), ("joints", "gesture"), SETTINGS),
}


class Described(NamedTuple):
    """A contact or a scene, how it is moved, rendered and heard."""

    what: "Contact | Scene"
    gesture: "Gesture | dict[str, Gesture]"
    settings: dict[str, Any]
    soundbox: "Soundbox | None" = None

    def render(self, given: dict[str, Any], writing: Writing) -> None:
        """Render it; what is `given` goes before what the file says."""
        from rosin.sound.rendering import render

        settings = self.settings | given
        if self.soundbox is not None:
            settings["output"] = "bridge_force"
        writing.check()
        with progress_bar(f"rendering {writing.path.name}") as progress:
            sound = render(self.what, self.gesture, **settings, record=self._recorded(writing), progress=progress)
        writing.write(sound if self.soundbox is None else self.soundbox.hear(sound))

    def _recorded(self, writing: Writing) -> list[str]:
        """The traces that are needed, those of a scene by the names of its contacts."""
        contacts = getattr(self.what, "contacts", {"": self.what})
        return [
            f"{name}.{trace}" if name else trace
            for name, contact in contacts.items()
            for trace in writing.recorded(contact.interaction.observes)
        ]


def is_description(data: Any) -> bool:
    """Whether a file describes no instrument, but a contact or a scene."""
    return isinstance(data, dict) and "setup" not in data


def read_description(data: Any, changes: dict[str, Any], gesture: Any = None, soundbox: str | None = None) -> Described:
    """What a file describes, with the values at some paths changed, and another gesture or soundbox where one is given."""
    from rosin.model.paths import changed
    from rosin.playing.gesture import Gesture
    from rosin.scenes.contact import Contact
    from rosin.scenes.scene import Scene

    form, data = _checked(data)
    settings = {**FORMS[form].settings, **data.get("render", {})}
    played = data.get("gesture", {}) if gesture is None else gesture
    if form == CONTACT:
        contact = changed(Contact.from_dict(data["contact"]), changes)
        return Described(contact, Gesture.from_dict(played), settings, _soundbox(soundbox or data.get("soundbox")))
    if soundbox:
        raise ParameterError("--soundbox is for a contact in a file; a scene says itself what is heard of it.")
    entries = {name: data[name] for name in (*FORMS[SCENE].needed, "joints") if name in data}
    scene = changed(Scene.from_dict(entries), changes)
    return Described(scene, _gestures(played, scene), settings)


def _checked(data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The format of a file and its entries, up to date and checked; where no format is written, one with bodies is a scene."""
    from rosin.model.versions import FIRST, up_to_date

    form = data["format"] if data.get("format") in FORMS else SCENE if "bodies" in data else CONTACT
    what = "scene" if form == SCENE else "description"
    needed, other, settings = FORMS[form]
    data = up_to_date({"format": form, "version": FIRST} | data, form, what)
    for key in data:
        if key not in ("format", "version", *needed, *other, "render"):
            raise unknown(f"{what} entry", key, ("format", "version", *needed, *other, "render"))
    for key in needed:
        if key not in data:
            raise ParameterError(f'The {what} has no "{key}".')
    if not isinstance(data.get("render", {}), dict):
        raise ParameterError(f'"render" must be an object, not {type(data["render"]).__name__}.')
    for key, value in data.get("render", {}).items():
        if key not in settings:
            raise unknown("render setting", key, settings)
        wanted = type(settings[key])
        if isinstance(value, bool) or not isinstance(value, int | float if wanted is float else wanted):
            raise ParameterError(f"render.{key} = {shown(value)} must be {KINDS[wanted]}.")
    return form, data


def _gestures(data: Any, scene: "Scene") -> dict[str, "Gesture"]:
    """The gestures of a scene by the names of its contacts; an error names the contact."""
    from rosin.playing.gesture import Gesture

    if not isinstance(data, Mapping):
        raise ParameterError(f"The gesture of a scene must be an object with a gesture for each contact, not {type(data).__name__}.")
    found = {}
    for name, controls in data.items():
        if name not in scene.contacts:
            raise unknown("gesture: contact", name, scene.contacts)
        try:
            found[name] = Gesture.from_dict(controls)
        except ParameterError as error:
            raise ParameterError(f"gesture: {name}: {error}") from None
    return found


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

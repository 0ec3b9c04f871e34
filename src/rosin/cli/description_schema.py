"""The schemas of files that describe a contact or a scene: what it is, its gestures, and how it is rendered."""

from typing import Any

from rosin.cli.description import CONTACT, FORMS, SCENE
from rosin.model.schema import DRAFT, Definitions, Schema, head
from rosin.model.versions import PRESENT
from rosin.playing.schema import gesture_of
from rosin.scenes.contact import ROLES, Contact
from rosin.scenes.scene import Scene
from rosin.soundboxes.soundbox import Soundbox

NUMBERS = {float: "number", int: "integer", str: "string"}


def contact_schema() -> Schema:
    """The schema of a contact's file."""
    definitions = Definitions()
    contact = definitions.object_of(Contact)
    contact["properties"] |= {role: definitions.of(kind) for role, kind in ROLES.items()}
    entries = {"contact": contact, "gesture": gesture_of(definitions), "soundbox": definitions.of(Soundbox | str | None)}
    return _file(CONTACT, entries, definitions)


def scene_schema() -> Schema:
    """The schema of a scene's file."""
    definitions = Definitions()
    scene = definitions.object_of(Scene)
    by_contact = {
        "description": "a gesture for each contact, by its name",
        "type": "object",
        "additionalProperties": gesture_of(definitions),
    }
    return _file(SCENE, scene["properties"] | {"gesture": by_contact}, definitions)


def _file(form: str, entries: dict[str, Any], definitions: Definitions) -> Schema:
    """A file of a format: its entries, and how it is rendered."""
    needed, _, settings = FORMS[form]
    render = {name: {"type": NUMBERS[type(value)], "default": value} for name, value in settings.items()}
    return {
        "$schema": DRAFT,
        "title": form,
        "type": "object",
        "properties": head(form, PRESENT[form])
        | entries
        | {"render": {"type": "object", "properties": render, "additionalProperties": False}},
        "required": list(needed),
        "additionalProperties": False,
        "$defs": definitions.found,
    }

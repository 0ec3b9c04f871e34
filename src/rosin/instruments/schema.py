"""The schema of an instrument: its setup, and a gesture or notes, one of the two."""

from rosin.instruments.instrument import FORMAT, VERSION, Instrument
from rosin.model.schema import DRAFT, Definitions, Schema, head
from rosin.playing.schema import played


def instrument_schema() -> Schema:
    """The schema of an instrument's file."""
    definitions = Definitions()
    schema = definitions.object_of(Instrument)
    either = played(definitions)
    schema["properties"] = head(FORMAT, VERSION) | schema["properties"]
    schema["properties"]["gesture"] = {"anyOf": [*either["anyOf"], {"type": "null"}]}
    schema["required"] = ["format", "version", *schema["required"]]
    schema["oneOf"] = [_only("gesture", "notes"), _only("notes", "gesture")]
    return {"$schema": DRAFT, "title": FORMAT, **schema, "$defs": definitions.found}


def _only(given: str, other: str) -> Schema:
    """That one of two is given; null is as good as nothing."""
    return {"required": [given], "properties": {given: {"not": {"type": "null"}}, other: {"type": "null"}}}

"""The schema of a gesture: each control as a number, breakpoints or a curve by its name."""

import math

from rosin.model.schema import DRAFT, Definitions, Schema, head
from rosin.playing.controls import LIMITS, UNITS
from rosin.playing.curves import Curve
from rosin.playing.gesture import FORMAT, MEANINGS, MOST_BREAKPOINTS, VERSION, Gesture

HANDS = "a gesture for each hand, by its name"


def gesture_schema() -> Schema:
    """The schema of a gesture's file, which may hold the bare gesture too."""
    definitions = Definitions()
    either = played(definitions)
    file = {
        "type": "object",
        "properties": head(FORMAT, VERSION) | {"gesture": either},
        "required": ["format", "version", "gesture"],
        "additionalProperties": False,
    }
    return {"$schema": DRAFT, "title": FORMAT, "anyOf": [file, *either["anyOf"]], "$defs": definitions.found}


def gesture_of(definitions: Definitions) -> Schema:
    """A gesture of one hand."""
    if "Gesture" not in definitions.found:
        definitions.found["Gesture"] = {
            "description": (Gesture.__doc__ or "").partition("\n")[0],
            "type": "object",
            "properties": {name: _control(definitions, name, text) for name, text in MEANINGS.items()},
            "additionalProperties": False,
        }
    return {"$ref": "#/$defs/Gesture"}


def played(definitions: Definitions) -> Schema:
    """A gesture of one hand, or of several by their names."""
    one = gesture_of(definitions)
    hands = {"description": HANDS, "type": "object", "minProperties": 1, "additionalProperties": one}
    return {"anyOf": [one | {"minProperties": 1}, hands | {"propertyNames": {"not": {"enum": list(MEANINGS)}}}]}


def _control(definitions: Definitions, name: str, text: str) -> Schema:
    """A control: a number, breakpoints, or a curve by its name."""
    low, high = LIMITS.get(name, (-math.inf, math.inf))
    value = {"type": "number"} | {word: limit for word, limit in (("minimum", low), ("maximum", high)) if math.isfinite(limit)}
    point = {"type": "array", "prefixItems": [{"type": "number"}, value], "items": False, "minItems": 2}
    points = {"type": "array", "items": point, "minItems": 1, "maxItems": MOST_BREAKPOINTS}
    return {"description": text, "x-unit": UNITS[name], "anyOf": [value, points, definitions.of(Curve)]}

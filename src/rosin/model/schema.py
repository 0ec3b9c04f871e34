"""JSON Schemas (draft 2020-12) of files, written from the parameters themselves.

    number     its limits, and beside it "inf" where nothing limits it from above
    list       of numbers or of rows, with its shortest and longest length
    choice     its words
    part       one of the types of its kind, told apart by "type"; every type is an entry of "$defs"

Beside what the standard knows, a parameter has x-symbol, x-unit, x-range (where it is useful), x-curve and x-source. What a
schema cannot say are checks between parameters: those are made where the file is read.
"""

import math
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rosin.model.description import Description
from rosin.model.fields import Checked, Lengths, ModelField
from rosin.model.parameters import Model
from rosin.model.part import Part, plain, types_of

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def head(form: str, version: int) -> Schema:
    """How a file of this format begins."""
    return {"format": {"const": form}, "version": {"const": version}}


class Definitions:
    """The entries of "$defs", found as they are referred to."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}

    def reference(self, model: type[Model]) -> Schema:
        """A reference to a model, which is defined at the first."""
        name = model.__name__
        if name not in self.found:
            self.found[name] = {}
            self.found[name] |= self.object_of(model)
        return {"$ref": f"#/$defs/{name}"}

    def object_of(self, model: type[Model]) -> Schema:
        """A model: its parameters by name; a part has its type beside them."""
        properties = {name: self.field(field) for name, field in model.fields.items()}
        required = [name for name, field in model.fields.items() if field.required]
        if issubclass(model, Part):
            properties = {"type": {"const": model.__name__}} | properties
            required = ["type", *required]
        text = (model.__doc__ or "").strip().partition("\n")[0]
        return {"description": text, "type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def field(self, field: ModelField) -> Schema:
        """A parameter: what it may be, what it means, and its default."""
        default = {} if field.required else {"default": plain(field.default)}
        return self.of(field.kind, field.description) | (_words(field.description) if field.description else {}) | default

    def of(self, kind: Any, limits: Description | None = None) -> Schema:
        """A type, all of whose numbers have these limits."""
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.annotated(inner[0], inner[1:], limits)
        if origin in (Union, UnionType):
            return self.union(inner, limits)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin is tuple and inner[-1] is Ellipsis:
            return {"type": "array", "items": self.of(inner[0], limits)}
        if origin is tuple:
            return {"type": "array", "prefixItems": [self.of(item, limits) for item in inner], "items": False, "minItems": len(inner)}
        if origin is dict:
            return {"type": "object", "propertyNames": self.of(inner[0]), "additionalProperties": self.of(inner[1])}
        if kind in (float, int):
            return _number(limits, kind)
        if kind in (bool, str, NoneType):
            return {"type": {bool: "boolean", str: "string", NoneType: "null"}[kind]}
        if isinstance(kind, type) and issubclass(kind, Model):
            return self.union((kind,), limits) if issubclass(kind, Part) else self.reference(kind)
        return {}

    def union(self, kinds: tuple[Any, ...], limits: Description | None) -> Schema:
        """One of several types; parts among them are told apart by their "type"."""
        parts = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Part)]
        choices = [self.of(kind, limits) for kind in kinds if kind not in parts]
        if parts:
            types = [self.reference(part) for part in types_of(*parts).values()]
            choices.append({"oneOf": types, "type": "object", "discriminator": {"propertyName": "type"}})
        return choices[0] if len(choices) == 1 else {"anyOf": choices}

    def annotated(self, kind: Any, metadata: tuple[Any, ...], limits: Description | None) -> Schema:
        """A type with what is said about it: what a file may have in its place, limits, lengths."""
        lengths: Schema = {}
        names = {list: "Items", tuple: "Items", str: "Length", dict: "Properties"}
        what = names.get(get_origin(kind) or kind, "Items")
        for item in metadata:
            if isinstance(item, Checked) and item.given is not None:
                return self.of(item.given, limits)
            if isinstance(item, Description):
                limits = item
            elif isinstance(item, Lengths):
                lengths |= {f"min{what}": item.at_least} if item.at_least else {}
                lengths |= {f"max{what}": item.at_most} if item.at_most < math.inf else {}
        return self.of(kind, limits) | lengths


def _number(limits: Description | None, kind: type) -> Schema:
    """A number, and "inf" where nothing limits it from above."""
    schema: Schema = {"type": {float: "number", int: "integer"}[kind]}
    if limits is None:
        return schema
    names = {"exclusiveMinimum": "more_than", "minimum": "at_least", "exclusiveMaximum": "less_than", "maximum": "at_most"}
    schema |= {word: getattr(limits, name) for word, name in names.items() if getattr(limits, name) is not None}
    return schema if limits.bounded or kind is int else {"anyOf": [schema, {"const": "inf"}]}


def _words(description: Description) -> Schema:
    """What a description says beside the limits."""
    words = {
        "description": description.text,
        "x-symbol": description.symbol,
        "x-unit": description.unit,
        "x-range": list(description.range or ()),
        "x-curve": description.curve,
        "x-source": description.source,
    }
    return {name: word for name, word in words.items() if word}

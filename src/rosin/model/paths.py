"""Any parameter of anything, by its path: `interaction.static_friction`, `resonator.frequencies.0`, `bodies.plate.masses`."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from rosin.model.description import Description
from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.files import finite
from rosin.model.parameters import Model, choices


class Written(Protocol):
    """Something that is written as plain data and read from it, such as a part, a contact or a scene."""

    def to_dict(self) -> dict[str, Any]:
        """The plain data."""
        ...

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """What was written, checked."""
        ...


AnyWritten = TypeVar("AnyWritten", bound=Written)


class ParameterRow(NamedTuple):
    """A parameter: its path, what it is, its value, and the words it may be, where it is a choice."""

    path: str
    description: Description | None
    value: Any
    choices: tuple[str, ...]


def parameters_of(model: Model, prefix: str = "") -> Iterator[ParameterRow]:
    """Every parameter of a model and of the models in it; choices have no description."""
    for name, field in type(model).fields.items():
        value = getattr(model, name)
        inside = {name: value} if isinstance(value, Model) else _models(name, value)
        for place, inner in inside.items():
            yield from parameters_of(inner, f"{prefix}{place}.")
        if not inside:
            yield ParameterRow(f"{prefix}{name}", field.description, value, choices(field.kind))


def _models(name: str, value: Any) -> dict[str, Model]:
    """The models in a field that holds several, by their places in it."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
    return {f"{name}.{place}": inner for place, inner in entries if isinstance(inner, Model)}


def changed(part: AnyWritten, changes: dict[str, Any]) -> AnyWritten:
    """A copy of something with the values at some paths changed, checked anew."""
    data = part.to_dict()
    for path, value in changes.items():
        _set(data, path, value)
    return type(part).from_dict(data)


def parse_change(text: str) -> tuple[str, Any]:
    """`path=value` as path and value: numbers and lists as in JSON, "none" for nothing, anything else a word."""
    path, sign, word = text.partition("=")
    path = path.strip()
    if not sign or not path:
        raise ParameterError(f"{shown(text)} is not understood; write path=value, such as interaction.static_friction=0.9.")
    try:
        return path, None if word.strip().lower() == "none" else json.loads(word, parse_constant=str, parse_float=finite)
    except ParameterError as error:
        raise ParameterError(f"{shown(path)}: {error}") from None
    except (ValueError, RecursionError):
        return path, word.strip()


def parse_changes(texts: Iterable[str] | None) -> dict[str, Any]:
    """Several of them."""
    return dict(parse_change(text) for text in texts or ())


def _set(data: Any, path: str, value: Any) -> None:
    steps = path.split(".")
    for depth, step in enumerate(steps):
        last = depth == len(steps) - 1
        key = _key(data, step, path, ".".join(steps[:depth]))
        if last and key == "type":
            whole = f'{".".join(steps[:-1]) or "setup"}={{"type": ..., ...}}'
            raise ParameterError(f"{shown(path)} cannot be changed alone: each type has its own parameters; give the whole part, {whole}.")
        if last and key in ("name", "source") and "loss_factor" in data:
            raise ParameterError(f"{shown(path)} is only a label; to take another material, set {'.'.join(steps[:-1])} to its name.")
        if last:
            data[key] = value
        else:
            data = data[key]


def _key(data: Any, step: str, path: str, above: str) -> Any:
    """The entry of an object or list that a step of a path means."""
    if isinstance(data, dict):
        if step not in data:
            raise unknown(f"{shown(path)}: parameter{f' of {above}' if above else ''}", step, data)
        return step
    if isinstance(data, list):
        if step not in map(str, range(len(data))):
            raise ParameterError(f"{shown(path)}: {above} has the entries 0 to {len(data) - 1}, not {shown(step)}.")
        return int(step)
    raise ParameterError(f"{shown(path)}: {above} = {shown(data)} is a single value; there is nothing below it.")

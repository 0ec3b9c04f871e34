"""Presets: JSON files beside the code that reads them, each with a format, a version and the sources of its numbers."""

import functools
from collections.abc import Collection
from importlib import resources
from typing import Any

from rosin.model.errors import ParameterError, unknown
from rosin.model.files import parse_json
from rosin.model.versions import PRESENT, up_to_date


def names(package: str) -> list[str]:
    """Names of the presets in a package's folder `presets`."""
    return list(_names(package))


@functools.cache
def _names(package: str) -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".json") for file in _folder(package).iterdir() if file.name.endswith(".json")))


def text_of(package: str, name: str) -> str:
    """The text of a preset, whose name may be written with spaces."""
    name = name.replace(" ", "_") if isinstance(name, str) else name
    if name not in names(package):
        raise unknown(f"preset of {package}", name, names(package))
    return str(_folder(package).joinpath(f"{name}.json").read_text(encoding="utf-8"))


def parsed(text: str, form: str, entries: str, inner: set[str], beside: Collection[str] = ()) -> dict[str, Any]:
    """A preset's data: of this format, with a name, sources, and a list of `entries` that have these fields.

    `beside` are the fields that it may have besides.
    """
    data = parse_json(text, f"{form} preset")
    known = {"format", "version", "name", "sources", entries}
    if not isinstance(data, dict):
        raise ParameterError(f'A preset must be an object of format "{form}", version {PRESENT[form]}, with {", ".join(sorted(known))}.')
    data = up_to_date(data, form, "preset")
    if set(data) - set(beside) != known:
        raise ParameterError(f'A preset of format "{form}" must have {", ".join(sorted(known))}.')
    rows = data[entries]
    if not isinstance(rows, list) or not all(isinstance(row, dict) and set(row) == inner for row in rows):
        raise ParameterError(f"The {entries} of a preset must be a list of objects with {', '.join(sorted(inner))}.")
    return data


def _folder(package: str) -> Any:
    return resources.files(package) / "presets"

"""Versions of files. An earlier one is brought to the present one, step by step, so that it opens for ever; a later one is refused.

A new version of a format is its number in PRESENT, and in STEPS the function that makes of the data of the version before what it has now.
"""

from collections.abc import Callable
from typing import Any

from rosin.model.errors import ParameterError, shown

FIRST = 1  # also that of files which do not say it
PRESENT = {
    "rosin-instrument": 1,
    "rosin-contact": 1,
    "rosin-scene": 1,
    "rosin-gesture": 1,
    "rosin-study": 1,
    "rosin-take": 1,
    "rosin-studio-take": 1,
    "rosin-room": 1,
    "rosin-soundbox": 1,
    "rosin-strings": 1,
    "rosin-materials": 1,
}
STEPS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}  # by format, and the version from which it leads on


def up_to_date(data: dict[str, Any], form: str, what: str) -> dict[str, Any]:
    """The data of a file as the present version has them; ParameterError where it is of another format, or of a version that is unknown."""
    present, given, version = PRESENT[form], data.get("format"), data.get("version")
    known = isinstance(version, int | float) and not isinstance(version, bool) and version % 1 == 0 and version >= FIRST
    if given != form or not known:
        read = f"{FIRST}" if present == FIRST else f"{FIRST} to {present}"
        raise ParameterError(f"The {what} has format {shown(given)}, version {shown(version)}; format {form!r}, version {read}, is read.")
    assert isinstance(version, int | float)
    if version > present:
        raise ParameterError(
            f"The {what} has version {shown(version)}, and this Rosin reads {form!r} up to version {present}; "
            "it was written by a newer one: pip install --upgrade rosin."
        )
    for step in range(int(version), present):
        data = STEPS[form, step](data)
    return data | {"version": present}

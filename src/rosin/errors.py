"""What Rosin raises when it is asked for something that cannot be."""

import difflib
from collections.abc import Iterable


class RosinError(Exception):
    """Root of all errors that Rosin raises on purpose."""


class ParameterError(RosinError, ValueError):
    """A parameter, control or option has a value that is not allowed, or a name that does not exist."""


class FileError(RosinError, OSError):
    """A file could not be read or written."""


def unknown(what: str, name: object, known: Iterable[str]) -> ParameterError:
    """The error for a name that does not exist, with the nearest one that does."""
    names = sorted(known)
    near = difflib.get_close_matches(str(name), names, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return ParameterError(f"{what} {name!r} does not exist{hint} Known: {', '.join(names)}.")

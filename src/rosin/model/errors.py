"""What Rosin raises when it is asked for something that cannot be."""

import reprlib
from collections.abc import Iterable

LONGEST_SHOWN = 60  # letters of a value in a message
_brief = reprlib.Repr()
_brief.maxstring = _brief.maxother = _brief.maxlong = LONGEST_SHOWN
_brief.maxlevel = 3


class RosinError(Exception):
    """Root of all errors that Rosin raises on purpose."""


class ParameterError(RosinError, ValueError):
    """A parameter, control or option has a value that is not allowed, or a name that does not exist."""


class FileError(RosinError, OSError):
    """A file could not be read or written."""


def shown(value: object) -> str:
    """A value in a message: as it would be written, but short, however large or deep it is."""
    try:
        words = _brief.repr(value)
    except ValueError:
        return "a number of too many digits"
    return words if len(words) <= LONGEST_SHOWN else f"{words[: LONGEST_SHOWN - 3]}..."


def unknown(what: str, name: object, known: Iterable[str]) -> ParameterError:
    """The error for a name that does not exist, with the nearest one that does."""
    import difflib

    names = sorted(known)
    near = difflib.get_close_matches(str(name)[:LONGEST_SHOWN], names, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return ParameterError(f"{what} {shown(name)} does not exist{hint} Known: {', '.join(names)}.")

"""Files that users give and get: JSON that is checked as it is read, and files that appear only when they are complete."""

import contextlib
import math
import os
import stat
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from rosin.model.errors import FileError, ParameterError, shown

LARGEST_FILE = 8_000_000  # bytes


def parse_json(text: str, what: str) -> Any:
    """JSON text as data; anything wrong is a ParameterError that says where."""
    import json

    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=finite, object_pairs_hook=_refuse_twins)
    except json.JSONDecodeError as error:
        raise ParameterError(f"The {what} is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise ParameterError(f"The {what} is nested too deeply.") from None
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(f"The {what} has a number with too many digits.") from None


def finite(word: str) -> float:
    """A number of a JSON text that is not too large."""
    number = float(word)
    if math.isinf(number):
        raise ParameterError(f"{word[:20]} is too large for a number.")
    return number


def _refuse_constant(word: str) -> Any:
    raise ParameterError(f'{word} is not allowed in JSON; for an endless decay time write "inf".')


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ParameterError(f"{shown(name)} is given twice in one object.")
    return data


def read_json(path: str | Path, what: str) -> Any:
    """The data in a JSON file of reasonable size."""
    content = _content(Path(path))
    if not content:
        raise ParameterError(f"{path} is empty; it must hold the {what} as JSON.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParameterError(f"{path} is not a text file in UTF-8.") from None
    return parse_json(text, what)


def _content(path: Path) -> bytes:
    """The bytes of a file; pipes and devices, which may never end, are not opened."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileError(f"Cannot read {path}: it is a folder, a device or a pipe; give a file.")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"Cannot read {path}: {error.strerror}.") from None
    except ValueError as error:
        raise FileError(f"Cannot read {str(path)!r}: {error}.") from None
    if len(content) > LARGEST_FILE:
        raise ParameterError(f"{path} has more than {LARGEST_FILE} bytes, the most that are read.")
    return content


def check_writable(path: Path, overwrite: bool) -> None:
    """Raise where a file cannot be made, or exists and is to be kept."""
    try:
        if path.exists() and not overwrite:
            raise FileError(f"{path} exists already; choose another name, or allow overwriting (overwrite=True, --force).")
        if not path.parent.is_dir():
            raise FileError(f"Cannot write {path}: there is no folder {path.parent}.")
        if not os.access(path.parent, os.W_OK):
            raise FileError(f"Cannot write {path}: the folder {path.parent} is not writable.")
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(f"Cannot write {path}: {error.strerror}.") from None


@contextlib.contextmanager
def fresh_file(path: Path) -> Iterator[BinaryIO]:
    """A temporary file that becomes `path` only when it is complete."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rosin-", suffix=path.suffix)
        with os.fdopen(handle, "wb") as file:
            yield file
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(f"Cannot write {path}: {error.strerror or error}.") from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)

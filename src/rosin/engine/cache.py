"""Compiled kernels on disk: `$ROSIN_CACHE`, else `rosin` in the user's cache folder; lost without harm."""

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path


def folder() -> Path:
    """Where compiled kernels are kept."""
    named = os.environ.get("ROSIN_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rosin"


def remembered(name: str, make: Callable[[], bytes]) -> bytes:
    """The file of that name, made and kept if it is not there."""
    path = folder() / name
    with contextlib.suppress(OSError):
        return path.read_bytes()
    data = make()
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    return data

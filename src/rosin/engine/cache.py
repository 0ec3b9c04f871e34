"""Compiled kernels on disk: `$ROSIN_CACHE`, else `rosin` in the user's cache folder; lost or damaged without harm."""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

CHECKSUM = hashlib.sha256().digest_size  # bytes at the start of every file


def folder() -> Path:
    """Where compiled kernels are kept."""
    named = os.environ.get("ROSIN_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rosin"


def remembered(name: str, make: Callable[[], bytes]) -> bytes:
    """The content of that name, made and kept with its checksum if it is not there whole."""
    path = folder() / name
    with contextlib.suppress(OSError):
        content = path.read_bytes()
        if hashlib.sha256(content[CHECKSUM:]).digest() == content[:CHECKSUM]:
            return content[CHECKSUM:]
    data = make()
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(path, hashlib.sha256(data).digest() + data)
    return data


def _write(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)

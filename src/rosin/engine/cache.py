"""Compiled kernels on disk: `$ROSIN_CACHE`, else `rosin` in the user's cache folder; lost or damaged without harm.

It holds at most LARGEST bytes: what was not used for longest goes first. Files are written beside and then put in place, so a
process that dies, or two that write the same, leave nothing half done.
"""

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rosin.model.system import cache_folder

CHECKSUM = hashlib.sha256().digest_size  # bytes at the start of every file
LARGEST = 200_000_000  # bytes of all files together
FILES = "files"  # those that are loaded as they are
FRESH = 3600.0  # s: a file that was marked as used within this time is not marked again


def folder() -> Path:
    """Where compiled kernels are kept."""
    named = os.environ.get("ROSIN_CACHE")
    if named:
        return Path(named)
    return cache_folder() / "rosin"


def remembered(name: str, make: Callable[[], bytes]) -> bytes:
    """The content of that name, made and kept with its checksum if it is not there whole."""
    path = folder() / name
    with contextlib.suppress(OSError):
        content = path.read_bytes()
        if hashlib.sha256(content[CHECKSUM:]).digest() == content[:CHECKSUM]:
            if time.time() - path.stat().st_mtime > FRESH:
                os.utime(path)
            return content[CHECKSUM:]
    data = make()
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(path, hashlib.sha256(data).digest() + data)
        _evict(path)
    return data


def kept_file(name: str, content: bytes) -> Path:
    """A file that holds just this content, for what can only be loaded from a file of its own."""
    path = folder() / FILES / name
    try:
        if path.read_bytes() == content:
            return path
    except OSError:
        pass
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(path, content)
    except OSError:
        handle, temporary = tempfile.mkstemp(suffix=name)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        return Path(temporary)
    return path


def _evict(newest: Path) -> None:
    """Let the files go that were not used for longest, until the rest has room."""
    files = []
    for path in (*folder().glob("*"), *(folder() / FILES).glob("*")):
        with contextlib.suppress(OSError):
            if path.is_file():
                files.append((path.stat().st_mtime, path.stat().st_size, path))
    total = sum(size for _, size, _ in files)
    for _, size, path in sorted(files):
        if total <= LARGEST:
            break
        if path != newest:
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size


def _write(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)

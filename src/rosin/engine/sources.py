"""A name for what Python code finds out that changes whenever that code does: some modules, and all of Rosin's that they import.

Imports are read, not run, and those inside functions count; so the name is known at once, and rather changes too often than too seldom.
Presets beside a module belong to it, but for those of instruments: whoever plays one names it.
"""

import functools
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rosin
from rosin.model.parameters import Model

ROOT = Path(rosin.__file__).parent
NAMED = ROOT / "instruments"  # whose presets are
IMPORT = re.compile(r"from (rosin[\w.]*) import (\([^)]*\)|[^\n]*)|import (rosin[\w.]*)")


def sources(*origins: Any) -> str:
    """A digest of the source of modules, given by name or by something that is made in them, and of all that these import."""
    return _digest(tuple(sorted({module for origin in origins for module in _modules(origin)})))


@functools.cache
def _digest(modules: tuple[str, ...]) -> str:
    own, found = _own(), dict[Path, bytes]()
    left, seen = {*modules}, set[str]()
    while left:
        seen |= left
        paths = {path for module in left for path in own.get(module) or _elsewhere(module)} - found.keys()
        found |= {path: path.read_bytes() for path in paths}
        left = {module for path in paths if path.suffix == ".py" for module in _imported(found[path].decode("utf-8"))} - seen
    return hashlib.sha256(b"".join(found[path] for path in sorted(found))).hexdigest()


def _modules(origin: Any) -> Iterator[str]:
    """The modules in which something was made: a function, or a model and all that it holds."""
    if isinstance(origin, str):
        yield origin
    elif isinstance(origin, Model):
        yield type(origin).__module__
        for name in type(origin).fields:
            yield from _held(getattr(origin, name))
    else:
        yield origin.__module__


def _held(value: Any) -> Iterator[str]:
    if isinstance(value, Model):
        yield from _modules(value)
    elif isinstance(value, tuple | list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _held(each)


def _own() -> dict[str, list[Path]]:
    """Rosin's modules, each with its file and the presets beside it; the package itself, which only lists the others, is left out."""
    found = {}
    for path in ROOT.rglob("*.py"):
        inside = path.relative_to(ROOT).with_suffix("").parts
        module = ".".join((rosin.__name__, *(inside[:-1] if inside[-1] == "__init__" else inside)))
        presets = [] if path.parent == NAMED else [*(path.parent / "presets").glob("*.json")]
        found[module] = [path, *presets]
    return found | {rosin.__name__: []}


def _elsewhere(module: str) -> list[Path]:
    """The file of a module that is not Rosin's, as a law of one's own, where it has one."""
    file = None if module.startswith(rosin.__name__) else getattr(sys.modules.get(module), "__file__", None)
    return [Path(file)] if file and Path(file).is_file() else []


def _imported(text: str) -> Iterator[str]:
    """The modules of Rosin that a text names in its imports, and packages round them; what is taken from one might be a module too."""
    for package, names, module in IMPORT.findall(text):
        parts = (module or package).split(".")
        yield from (".".join(parts[: depth + 1]) for depth in range(len(parts)))
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names) if package)

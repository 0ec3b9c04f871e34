"""The classes of a kind of part by name, each read when it is first asked for.

A class lies in the module of its name: `ElastoPlastic` in `elasto_plastic`, `LuGre` in `lugre`. So a new one is one new file, and
one that is used costs nothing but itself; only whoever wants to know them all reads the whole folder.
"""

import functools
import pkgutil
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any


@functools.cache
def modules(folder: str) -> dict[str, str]:
    """The modules of a folder, by the names of the classes in them: in small letters, and without underscores."""
    found = pkgutil.iter_modules(import_module(folder).__path__)
    return {module.name.replace("_", ""): f"{folder}.{module.name}" for module in found}


class Registry(MutableMapping[str, Any]):
    """The classes of a folder, and those of the same kind that were defined anywhere else."""

    def __init__(self, base: str) -> None:
        self.folder = base.rpartition(".")[0]  # where the module lies that starts the kind
        self._defined: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._defined and (module := modules(self.folder).get(name.lower())):
            import_module(module)
        return self._defined[name]

    def __setitem__(self, name: str, part: Any) -> None:
        self._defined[name] = part

    def __delitem__(self, name: str) -> None:
        del self._defined[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._all()))

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Any]:
        for module in modules(self.folder).values():
            import_module(module)
        return self._defined

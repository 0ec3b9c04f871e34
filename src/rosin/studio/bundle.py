"""A module of the page with all that it imports as one file, so that a browser asks once and not a hundred times.

Each module becomes a function that is called where the first of those that import it stands, and gives back what it exports. Modules
import at their beginning, by name, `import { a, b as c } from "./b.js";`, or the one thing that is given by default; what they export
is a function, a class or a constant, none of which changes, or a default. Anything else is refused.
"""

import posixpath
import re
from collections.abc import Callable

IMPORT = re.compile(r'^import (?:\{([^}]*)\}|(\w+)) from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (default|(?:(?:async )?function\*?|class|const) (?:(\w+)|\[([\w, ]+)\]))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
DEFAULT = "byDefault"
HERE = "import.meta.url"

Read = Callable[[str], str]


class Bundle:
    """The modules that one module needs; `read` gives the text at a path."""

    def __init__(self, path: str, read: Read) -> None:
        self.path, self.read = path, read
        self.modules: dict[str, str] = {}
        self._open: list[str] = []
        main = self._module(path)
        self.text = "".join([*self.modules.values(), main])

    @property
    def parts(self) -> set[str]:
        """The paths of what is imported."""
        return set(self.modules)

    def _module(self, path: str) -> str:
        """The text of a module without imports and exports; what it imports is there before it."""
        if path in self._open:
            raise ValueError(f"{' imports '.join([*self._open[self._open.index(path) :], path])}: modules must not go in a circle.")
        self._open.append(path)
        text = self.read(path)
        imports = "".join(self._imported(path, *found.groups()) for found in IMPORT.finditer(text))
        self._open.pop()
        body = EXPORT.sub(lambda found: f"const {DEFAULT} =" if found[1] == "default" else found[1], IMPORT.sub("", text))
        if left := LEFT.search(body):
            raise ValueError(f"{path}: {left[0]!r} cannot be put into one file with others.")
        own = posixpath.relpath(path, posixpath.dirname(self.path) or ".")
        return f"// {path}\n{imports}{body.replace(HERE, f'new URL({own!r}, {HERE})')}"

    def _imported(self, importer: str, names: str | None, default: str | None, given: str) -> str:
        """What stands in place of an import."""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(importer), given))
        if path not in self.modules:
            body = self._module(path)
            exported = [found[2] or found[3] or DEFAULT for found in EXPORT.finditer(self.read(path))]
            self.modules[path] = f"const {_name(path)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
        taken = f"{DEFAULT}: {default}" if names is None else names.replace(" as ", ": ")
        return f"const {{{taken}}} = {_name(path)};\n"


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))

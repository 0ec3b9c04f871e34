"""Building plugins: the tables, the kernels and what speaks to the host, in one shared library that shows its entry alone.

A library for a host of plugins may have many of them, each an instrument; what they share of their kernels it has once. Each is called
the same there as it is alone.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rosin.export.library import Library, template, write_kernels
from rosin.export.platforms import Platform

VERSION = "0.1.0"
COLLECTION = "rosin"  # what many instruments in one library are called


def identity(library: Library) -> str:
    """What a plugin is called among all plugins, as LV2 has it."""
    return f"urn:rosin:{library.name}"


def dotted(library: Library) -> str:
    """The same, as CLAP and VST 3 have it."""
    return f"rosin.{library.name}"


class Plugins(NamedTuple):
    """Instruments, one or many, that go into one library."""

    libraries: list[Library]
    prefix: str  # of its files
    title: str

    @property
    def platform(self) -> Platform:
        """What it is built for."""
        return self.libraries[0].platform

    @property
    def name(self) -> str:
        """What it is called among all libraries."""
        return self.prefix.replace("_", ".", 1)


def one(library: Library) -> Plugins:
    """An instrument alone."""
    return Plugins([library], library.prefix, f"Rosin {library.title}")


def together(libraries: list[Library]) -> Plugins:
    """Instruments in one library."""
    return Plugins(libraries, COLLECTION, "Rosin")


def build_plugin(library: Library, folder: Path, shim: str, plugin: Path, name: str, *further: str, alone: bool = True) -> None:
    """The shared library of an instrument with a shim of the folder c, built in the folder; alone, or with functions that its host has."""
    objects = [*_compiled(library, folder, shim, name, *further), *write_kernels(library, folder)]
    plugin.parent.mkdir(parents=True, exist_ok=True)
    library.platform.link(objects, plugin, alone=alone)


def build_plugins(
    plugins: Plugins, folder: Path, form: str, plugin: Path, named: Callable[[Library], str], told: Callable[[Library], tuple[str, ...]]
) -> None:
    """The shared library of plugins, for a format whose files in the folder c are called so: each has a name, and is told something."""
    entry = f"{form}_entry.c"
    for file in (f"{form}_abi.h", entry):
        (folder / file).write_text(template(file), encoding="utf-8")
    objects, kernels = [folder / f"{form}_entry.part.o"], dict[Path, None]()
    for library in plugins.libraries:
        objects += _compiled(library, folder, f"{form}.c", named(library), *told(library))
        kernels |= dict.fromkeys(write_kernels(library, folder))
    listed = " ".join(f"EACH({library.prefix})" for library in plugins.libraries)
    plugins.platform.compile(folder / entry, objects[0], "-std=c11", f"-DROSIN_PLUGINS={listed}", f'-DROSIN_VERSION="{VERSION}"')
    plugin.parent.mkdir(parents=True, exist_ok=True)
    plugins.platform.link([*objects, *kernels], plugin)


def _compiled(library: Library, folder: Path, shim: str, name: str, *further: str) -> list[Path]:
    """The object code of an instrument's tables, and of what speaks to its host."""
    files = {**library.texts(), **{each: template(each) for each in (shim, "plugin.h", "entry.h")}}
    for file, content in files.items():
        (folder / file).write_text(content, encoding="utf-8")
    it = library.exported
    defined = {
        "ROSIN_HEADER": f'"{library.prefix}.h"',
        "ROSIN_PREFIX": library.prefix,
        "ROSIN_NOTES": int(it.notes is not None),
        "ROSIN_CHANNELS": it.heard,
        "ROSIN_CONTROLS": len(it.controls),
        "ROSIN_ID": f'"{name}"',
        "ROSIN_TITLE": f'"Rosin {library.title}"',
        "ROSIN_SUMMARY": f'"{library.summary}"',
        "ROSIN_VERSION": f'"{VERSION}"',
    }
    options = [*(f"-D{define}={value}" for define, value in defined.items()), *further]
    objects = []
    for source, more in ((f"{library.prefix}.c", ["-DROSIN_EXPORT="]), (shim, options)):
        objects.append(folder / f"{library.prefix}.{Path(source).stem}.part.o")
        library.platform.compile(folder / source, objects[-1], "-std=c11", *more)
    return objects


def write_bundle(plugins: Plugins, contents: Path) -> list[Path]:
    """What macOS wants to read in a bundle."""
    files = {
        "Info.plist": template("Info.plist", PLUGIN=plugins.prefix, ID=plugins.name, TITLE=plugins.title, VERSION=VERSION),
        "PkgInfo": "BNDL????",
    }
    for file, content in files.items():
        (contents / file).write_text(content, encoding="utf-8")
    return [contents / file for file in files]

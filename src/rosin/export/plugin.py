"""Building plugins: the tables, the kernels and what speaks to the host, in one shared library that shows its entry alone.

A library for a host of plugins may have many of them, each an instrument; what they share of their kernels it has once. Each is called
the same there as it is alone.
"""

from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from rosin.export.controls import Control
from rosin.export.library import Library, template, write_kernels
from rosin.export.platforms import Platform

VERSION = "0.1.0"


class Plugin(NamedTuple):
    """What hosts are told of a plugin, and what it is made of, apart from kernels."""

    prefix: str  # of its names in C
    title: str
    summary: str
    notes: bool  # whether it plays them
    channels: int
    controls: list[Control]
    texts: dict[str, str]  # files in C
    choices: tuple[Library, ...] = ()  # the instruments that its first control chooses among, if it does

    @property
    def name(self) -> str:
        """What it is called by programs."""
        return self.prefix.removeprefix("rosin_")

    @property
    def identity(self) -> str:
        """What it is called among all plugins, as LV2 has it."""
        return f"urn:rosin:{self.name}"

    @property
    def dotted(self) -> str:
        """The same, as CLAP and VST 3 have it."""
        return f"rosin.{self.name}"


def plugin_of(library: Library) -> Plugin:
    """An instrument as a plugin."""
    it = library.exported
    return Plugin(library.prefix, f"Rosin {library.title}", library.summary, it.notes is not None, it.heard, it.controls, library.texts())


class Plugins(NamedTuple):
    """Plugins, one or many, that go into one library, in the order in which a host lists them."""

    listed: list[Plugin]
    libraries: list[Library]  # of all their instruments
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
    plugin = plugin_of(library)
    return Plugins([plugin], [library], plugin.prefix, plugin.title)


def build_plugin(library: Library, folder: Path, shim: str, plugin: Path, name: str, *further: str, alone: bool = True) -> None:
    """The shared library of an instrument with a shim of the folder c, built in the folder; alone, or with functions that its host has."""
    objects = [*_compiled(plugin_of(library), library.platform, folder, shim, name, *further), *write_kernels(library, folder)]
    plugin.parent.mkdir(parents=True, exist_ok=True)
    library.platform.link(objects, plugin, alone=alone)


def build_plugins(
    plugins: Plugins, folder: Path, form: str, file: Path, named: Callable[[Plugin], str], told: Callable[[Plugin], tuple[str, ...]]
) -> None:
    """The shared library of plugins, for a format whose files in the folder c are called so: each has a name, and is told something."""
    for each in (resources.files("rosin.export") / "c").iterdir():
        if each.name.startswith(form):
            (folder / each.name).write_text(template(each.name), encoding="utf-8")
    objects, kernels = [folder / f"{form}_entry.part.o"], dict[Path, None]()
    for plugin in plugins.listed:
        objects += _compiled(plugin, plugins.platform, folder, f"{form}.c", named(plugin), *told(plugin))
    for library in plugins.libraries:
        kernels |= dict.fromkeys(write_kernels(library, folder))
    listed = " ".join(f"EACH({plugin.prefix})" for plugin in plugins.listed)
    defined = (f"-DROSIN_PLUGINS={listed}", f'-DROSIN_VERSION="{VERSION}"')
    plugins.platform.compile(folder / f"{form}_entry.c", objects[0], "-std=c11", *defined)
    file.parent.mkdir(parents=True, exist_ok=True)
    plugins.platform.link([*objects, *kernels], file)


def _compiled(plugin: Plugin, platform: Platform, folder: Path, shim: str, name: str, *further: str) -> list[Path]:
    """The object code of a plugin's tables, and of what speaks to its host."""
    files = {**plugin.texts, **{each: template(each) for each in (shim, "plugin.h", "entry.h")}}
    for file, content in files.items():
        (folder / file).write_text(content, encoding="utf-8")
    defined = {
        "ROSIN_HEADER": f'"{plugin.prefix}.h"',
        "ROSIN_PREFIX": plugin.prefix,
        "ROSIN_NOTES": int(plugin.notes),
        "ROSIN_CHANNELS": plugin.channels,
        "ROSIN_CONTROLS": len(plugin.controls),
        "ROSIN_CHOICES": len(plugin.choices),
        "ROSIN_ID": f'"{name}"',
        "ROSIN_TITLE": f'"{plugin.title}"',
        "ROSIN_SUMMARY": f'"{plugin.summary}"',
        "ROSIN_VERSION": f'"{VERSION}"',
    }
    options = [*(f"-D{define}={value}" for define, value in defined.items()), *further]
    objects = []
    for source, more in ((f"{plugin.prefix}.c", ["-DROSIN_EXPORT="]), (shim, options)):
        objects.append(folder / f"{plugin.prefix}.{Path(source).stem}.part.o")
        platform.compile(folder / source, objects[-1], "-std=c11", *more)
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

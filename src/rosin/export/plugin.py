"""Building a plugin: the tables, the kernels and what speaks to the host, in one shared library that shows its entry alone."""

from pathlib import Path

from rosin.export.library import Library, template, write_kernels

VERSION = "0.1.0"


def identity(library: Library) -> str:
    """What a plugin is called among all plugins."""
    return f"urn:rosin:{library.name}"


def build_plugin(
    library: Library, folder: Path, shim: str, headers: tuple[str, ...], plugin: Path, name: str, *further: str, alone: bool = True
) -> None:
    """The shared library of an instrument with a shim of the folder c, built in the folder; alone, or with functions that its host has."""
    files = {**library.texts(), shim: template(shim), "plugin.h": template("plugin.h"), **{each: template(each) for each in headers}}
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
        objects.append(folder / f"{Path(source).stem}.part.o")
        library.platform.compile(folder / source, objects[-1], "-std=c11", *more)
    plugin.parent.mkdir(parents=True, exist_ok=True)
    library.platform.link([*objects, *write_kernels(library, folder)], plugin, alone=alone)


def write_bundle(library: Library, contents: Path, name: str) -> list[Path]:
    """What macOS wants to read in a bundle."""
    files = {
        "Info.plist": template("Info.plist", PLUGIN=library.prefix, ID=name, TITLE=f"Rosin {library.title}", VERSION=VERSION),
        "PkgInfo": "BNDL????",
    }
    for file, content in files.items():
        (contents / file).write_text(content, encoding="utf-8")
    return [contents / file for file in files]

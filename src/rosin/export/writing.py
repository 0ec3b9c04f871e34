"""Exports by the name of their format, written whole or not at all, and over nothing that is there already."""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rosin.export.clap import write_clap
from rosin.export.library import Library, write_library, write_source
from rosin.export.lv2 import write_lv2
from rosin.export.patching import write_csound, write_pd
from rosin.export.plugin import Plugins, one
from rosin.export.supercollider import write_supercollider
from rosin.export.vst3 import write_vst3
from rosin.export.web import write_web
from rosin.model.errors import FileError, ParameterError, unknown

Writer = Callable[[Library, Path], list[Path]]
SINGLE: dict[str, tuple[Writer, str]] = {  # what writes it, and how its folder is called
    "c": (write_library, "{}"),
    "source": (write_source, "{}-source"),
    "pd": (write_pd, "{}-pd"),
    "csound": (write_csound, "{}-csound"),
    "supercollider": (write_supercollider, "{}-supercollider"),
    "web": (write_web, "{}-web"),
}
PLUGINS: dict[str, tuple[Callable[[Plugins, Path], list[Path]], str]] = {  # of which a library has one or many
    "lv2": (write_lv2, "{}.lv2"),
    "clap": (write_clap, "{}-clap"),
    "vst3": (write_vst3, "{}.vst3"),
}
FORMATS = {form: folder for form, (_, folder) in {**SINGLE, **PLUGINS}.items()}


def check_format(name: str) -> None:
    """Raise ParameterError where there is no such format."""
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)


def check_together(name: str) -> None:
    """Raise ParameterError where many instruments do not go into one file of this format."""
    if name not in PLUGINS:
        raise ParameterError(f"{name} is written for each instrument by itself; together go {', '.join(PLUGINS)}.")


def folder_of(prefix: str, form: str, folder: Path, *, overwrite: bool = False) -> Path:
    """Where an export goes; what is there already is kept, unless it may be overwritten."""
    check_format(form)
    target = folder / FORMATS[form].format(prefix)
    if target.exists() and not overwrite:
        raise FileError(f"{target} exists already; choose another folder (-o DIR), or allow overwriting (--force).")
    return target


def export(library: Library, form: str, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Write an instrument in a format, into a folder of its own below this one; the files."""
    if form in PLUGINS:
        return export_plugins(one(library), form, folder, overwrite=overwrite)
    target = folder_of(library.prefix, form, folder, overwrite=overwrite)
    return _written(partial(SINGLE[form][0], library), target)


def export_plugins(plugins: Plugins, form: str, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Write plugins, of one instrument or of many, into a folder of their own below this one; the files."""
    check_together(form)
    target = folder_of(plugins.prefix, form, folder, overwrite=overwrite)
    return _written(partial(PLUGINS[form][0], plugins), target)


def _written(write: Callable[[Path], list[Path]], target: Path) -> list[Path]:
    written = []
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".rosin-") as beside:
            for path in write(Path(beside)):
                final = target / path.relative_to(beside)
                final.parent.mkdir(parents=True, exist_ok=True)
                os.replace(path, final)
                written.append(final)
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(f"Cannot write {target}: {error.strerror or error}.") from None
    return written

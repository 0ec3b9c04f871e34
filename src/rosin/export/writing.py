"""Exports by the name of their format, written whole or not at all, and over nothing that is there already."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from rosin.export.clap import write_clap
from rosin.export.library import Library, prefix_of, write_library, write_source
from rosin.export.lv2 import write_lv2
from rosin.export.patching import write_csound, write_pd
from rosin.export.supercollider import write_supercollider
from rosin.export.vst3 import write_vst3
from rosin.export.web import write_web
from rosin.model.errors import FileError, unknown

Writer = Callable[[Library, Path], list[Path]]
FORMATS: dict[str, tuple[Writer, str]] = {  # what writes it, and how its folder is called
    "c": (write_library, "{}"),
    "source": (write_source, "{}-source"),
    "lv2": (write_lv2, "{}.lv2"),
    "clap": (write_clap, "{}-clap"),
    "vst3": (write_vst3, "{}.vst3"),
    "pd": (write_pd, "{}-pd"),
    "csound": (write_csound, "{}-csound"),
    "supercollider": (write_supercollider, "{}-supercollider"),
    "web": (write_web, "{}-web"),
}


def check_format(name: str) -> None:
    """Raise ParameterError where there is no such format."""
    if name not in FORMATS:
        raise unknown("format", name, FORMATS)


def folder_of(instrument: str, form: str, folder: Path, *, overwrite: bool = False) -> Path:
    """Where an export goes; what is there already is kept, unless it may be overwritten."""
    check_format(form)
    target = folder / FORMATS[form][1].format(prefix_of(instrument))
    if target.exists() and not overwrite:
        raise FileError(f"{target} exists already; choose another folder (-o DIR), or allow overwriting (--force).")
    return target


def export(library: Library, form: str, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Write an instrument in a format, into a folder of its own below this one; the files."""
    target = folder_of(library.exported.instrument.name, form, folder, overwrite=overwrite)
    written = []
    try:
        target.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".rosin-") as beside:
            for path in FORMATS[form][0](library, Path(beside)):
                final = target / path.relative_to(beside)
                final.parent.mkdir(parents=True, exist_ok=True)
                os.replace(path, final)
                written.append(final)
    except OSError as error:
        raise error if isinstance(error, FileError) else FileError(f"Cannot write {target}: {error.strerror or error}.") from None
    return written

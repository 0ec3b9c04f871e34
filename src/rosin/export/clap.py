"""An instrument as a CLAP plugin."""

from pathlib import Path

from rosin.export.library import Library
from rosin.export.plugin import build_plugin


def write_clap(library: Library, folder: Path) -> list[Path]:
    """The plugin, to be put where hosts look for it: ~/.clap."""
    plugin = folder / f"{library.prefix}.clap"
    build_plugin(library, folder, "clap.c", ("clap_abi.h",), plugin, f"rosin.{library.name}")
    return [plugin]

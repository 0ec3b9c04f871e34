"""An instrument as a CLAP plugin."""

from pathlib import Path

from rosin.export.library import Library
from rosin.export.plugin import build_plugin, write_bundle


def write_clap(library: Library, folder: Path) -> list[Path]:
    """The plugin, to be put where hosts look for it, as ~/.clap; on macOS a bundle."""
    plugin, name, bundled = folder / f"{library.prefix}.clap", f"rosin.{library.name}", library.platform.system == "macos"
    code = plugin / "Contents" / "MacOS" / library.prefix if bundled else plugin
    build_plugin(library, folder, "clap.c", ("clap_abi.h",), code, name)
    return [code, *(write_bundle(library, plugin / "Contents", name) if bundled else ())]

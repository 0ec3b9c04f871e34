"""Instruments as CLAP plugins."""

from pathlib import Path

from rosin.export.plugin import Plugins, build_plugins, write_bundle


def write_clap(plugins: Plugins, folder: Path) -> list[Path]:
    """The library of plugins, to be put where hosts look for it, as ~/.clap; on macOS a bundle."""
    plugin, bundled = folder / f"{plugins.prefix}.clap", plugins.platform.system == "macos"
    code = plugin / "Contents" / "MacOS" / plugins.prefix if bundled else plugin
    build_plugins(plugins, folder, "clap", code, lambda each: each.dotted, lambda _: ())
    return [code, *(write_bundle(plugins, plugin / "Contents") if bundled else ())]

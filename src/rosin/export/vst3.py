"""Instruments as a VST 3 bundle."""

import hashlib
from pathlib import Path

from rosin.export.plugin import Plugin, Plugins, build_plugins, write_bundle


def write_vst3(plugins: Plugins, folder: Path) -> list[Path]:
    """The bundle, as hosts of each system want it."""
    at = plugins.platform
    places = {
        "linux": (f"{at.architecture}-linux", f"{plugins.prefix}.so"),
        "windows": (f"{at.architecture}-win", f"{plugins.prefix}.vst3"),
        "macos": ("MacOS", plugins.prefix),
    }
    plugin = folder.joinpath("Contents", *places[at.system])
    build_plugins(plugins, folder, "vst3", plugin, lambda each: each.dotted, lambda each: (f"-DROSIN_UID=ID({_class_id(each)})",))
    return [plugin, *(write_bundle(plugins, folder / "Contents") if at.system == "macos" else ())]


def _class_id(plugin: Plugin) -> str:
    """The same for a name, whatever the version."""
    digest = hashlib.sha256(plugin.dotted.encode()).hexdigest()
    return ", ".join(f"0x{digest[place : place + 8]}u" for place in range(0, 32, 8))

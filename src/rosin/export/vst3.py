"""An instrument as a VST 3 bundle."""

import hashlib
from pathlib import Path

from rosin.export.library import Library
from rosin.export.plugin import build_plugin, write_bundle


def write_vst3(library: Library, folder: Path) -> list[Path]:
    """The bundle, as hosts of each system want it."""
    name, at = f"rosin.{library.name}", library.platform
    places = {
        "linux": (f"{at.architecture}-linux", f"{library.prefix}.so"),
        "windows": (f"{at.architecture}-win", f"{library.prefix}.vst3"),
        "macos": ("MacOS", library.prefix),
    }
    plugin = folder.joinpath("Contents", *places[at.system])
    digest = hashlib.sha256(name.encode()).hexdigest()
    identity = ", ".join(f"0x{digest[place : place + 8]}u" for place in range(0, 32, 8))  # the same for a name, whatever the version
    build_plugin(library, folder, "vst3.c", ("vst3_abi.h",), plugin, name, f"-DROSIN_UID=ID({identity})")
    return [plugin, *(write_bundle(library, folder / "Contents", name) if at.system == "macos" else ())]

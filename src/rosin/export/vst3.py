"""An instrument as a VST 3 bundle."""

import hashlib
import platform
from pathlib import Path

from rosin.export.library import Library
from rosin.export.plugin import build_plugin


def write_vst3(library: Library, folder: Path) -> list[Path]:
    """The bundle, as hosts on Linux want it."""
    plugin = folder / "Contents" / f"{platform.machine()}-linux" / f"{library.prefix}.so"
    name = f"rosin.{library.name}"
    digest = hashlib.sha256(name.encode()).hexdigest()
    identity = ", ".join(f"0x{digest[place : place + 8]}u" for place in range(0, 32, 8))  # the same for a name, whatever the version
    build_plugin(library, folder, "vst3.c", ("vst3_abi.h",), plugin, name, f"-DROSIN_UID=ID({identity})")
    return [plugin]

"""What differs from system to system: where caches lie, and what installs the tools of C."""

import os
import sys
from pathlib import Path

CC = {
    "darwin": "xcode-select --install",
    "win32": "it is there under WSL (wsl --install), or write source to be built elsewhere (--format source)",
}
CC_HERE = "apt-get install gcc libc6-dev"  # of Debian, or what another system calls them


def cache_folder() -> Path:
    """The folder in which a user's programs keep what they can make anew."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")


def to_get_cc() -> str:
    """What installs a C compiler here, in words."""
    return CC.get(sys.platform, CC_HERE)

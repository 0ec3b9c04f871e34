"""What a measurement was made on, and with."""

import os
import platform
import re
import subprocess
from pathlib import Path
from typing import Any


def machine() -> dict[str, Any]:
    """Processor, cores, system and the versions of what compiles and runs."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "gcc": version_of("gcc"),
        "node": version_of("node"),
    }


def load() -> list[float]:
    """Processes that wanted to run, on average, in the last 1, 5 and 15 minutes; empty where the system does not tell."""
    return [round(share, 2) for share in os.getloadavg()] if hasattr(os, "getloadavg") else []


def first_line(*command: str) -> str:
    """What a program says first; nothing if it is not there."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return next(iter((said.stdout or said.stderr).strip().splitlines()), "")


def version_of(program: str) -> str:
    """The number in what a program says of its version; nothing if it is not there."""
    found = re.search(r"\d+(\.\d+)+", first_line(program, "--version"))
    return found[0] if found else ""


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()

"""Peers that are Python packages: each plays in a process of an environment of its own, in Rosin's cache folder.

`rosin bench --install` makes the environment. A script beside this file answers each case asked for with the CPU time it took and
the largest sample.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib import resources
from pathlib import Path
from typing import Any

from rosin.bench.machine import first_line
from rosin.bench.peers.peer import sounding
from rosin.bench.worker import Worker
from rosin.engine.cache import folder
from rosin.model.errors import RosinError

INSTALL = "rosin bench --install"
PACKAGES = ("pysdt", "genny")


def environment() -> Path:
    """The folder of the environment."""
    return folder() / "peers"


def install() -> Path:
    """Make the environment and put the packages into it."""
    for command in ([sys.executable, "-m", "venv", str(environment())], [str(_python()), "-m", "pip", "install", "--upgrade", *PACKAGES]):
        if subprocess.run(command, check=False).returncode:
            raise RosinError(f"Could not install {' and '.join(PACKAGES)} into {environment()}; what failed: {' '.join(command)}")
    return environment()


def package_version(package: str) -> str:
    """Which version the environment has."""
    code = f"from importlib.metadata import distributions; print(*(found.version for found in distributions(name={package!r})))"
    return first_line(str(_python()), "-I", "-c", code)


def started(script: str, open_things: ExitStack) -> Worker:
    """A script in the environment, waiting for cases."""
    file = open_things.enter_context(resources.as_file(resources.files("rosin.bench.peers") / script))
    return open_things.enter_context(Worker([str(_python()), "-I", str(file)]))


def asking(name: str, worker: Worker, case: dict[str, Any]) -> Callable[[], float]:
    """Rounds of a case."""
    line = json.dumps(case)

    def play() -> float:
        took, peak = map(float, worker.ask(line).split())
        sounding(name, peak)
        return took

    return play


def _python() -> Path:
    return environment() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

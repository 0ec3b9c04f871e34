"""How long a start takes: what a new process (in_new_process.py) says of its CPU time.

Python's compiled files are kept for the run, in a folder of their own, and written by the round that warms up: whether this process
may write any makes no difference.
"""

import functools
import os
import subprocess
import sys
from contextlib import ExitStack
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from rosin.bench.timing import Task
from rosin.model.errors import RosinError

STARTS = {
    "import rosin": "import_rosin",
    "import of what a contact needs": "import_a_contact",
    "first second of a contact": "contact",
    "first second of an instrument": "instrument",
    "new combination of parts on disk": "combination",
    "new combination of parts in use": "combination_in_use",
    "front end, largest program": "front_end",
    "rosin --help": "help_page",
}
ALL_PARTS = "all parts, empty cache"


class Starts:
    """New processes, one after the other; what they share on disk goes with `open_things`."""

    def __init__(self, open_things: ExitStack) -> None:
        self.script: Path = open_things.enter_context(resources.as_file(resources.files("rosin.bench") / "in_new_process.py"))
        bytecode = open_things.enter_context(TemporaryDirectory())
        given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.environment = given | {"PYTHONPYCACHEPREFIX": bytecode}

    def tasks(self) -> list[Task]:
        """A task for each kind of start. What a start finds on disk was put there by the round that warms up."""
        return [Task(name, functools.partial(self.took, what)) for name, what in STARTS.items()]

    def slow_tasks(self) -> list[Task]:
        """Those that compile everything anew."""
        return [Task(ALL_PARTS, self._compiled_anew)]

    def took(self, what: str, **environment: str) -> float:
        """CPU seconds, as the process says."""
        command = [sys.executable, "-P", str(self.script), what]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment | environment)
        if done.returncode:
            raise RosinError(f"{what}: {(done.stderr.strip() or 'it said nothing').splitlines()[-1]}")
        return float(done.stdout.strip().splitlines()[-1])

    def _compiled_anew(self) -> float:
        with TemporaryDirectory() as empty:
            return self.took("all_parts", ROSIN_CACHE=empty)

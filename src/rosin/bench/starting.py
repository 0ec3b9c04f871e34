"""How long a start takes: a new process, from its call to its end, by the clock on the wall."""

import functools
import subprocess
import sys
import time

from rosin.bench.timing import Task

FIRST_SECOND = (
    "from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, render;"
    "render(Contact(Hand(), ElastoPlastic(), Modal([300, 470, 640], 0.3, 0.05)), Gesture(velocity=0.1, normal_force=1.0), duration=1.0)"
)
STARTS = {
    "warm start": ["-c", FIRST_SECOND],  # imports Rosin, loads its compiled kernels and renders a second of sound
    "rosin --help": ["-m", "rosin", "--help"],
}


def start_tasks() -> list[Task]:
    """A task for each kind of start."""
    return [Task(name, functools.partial(_took, [sys.executable, *words])) for name, words in STARTS.items()]


def _took(command: list[str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin

"""How benchmarks measure: two ways of doing the same are timed in turn, many times, and the best of each is kept."""

import ctypes
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def compiled_c() -> Any:
    """The C translation of the papers as a library, or None without a compiler."""
    library = Path(tempfile.mkdtemp()) / "papers.so"
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(Path(__file__).with_name("papers.c")), "-o", str(library), "-lm"]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return ctypes.CDLL(str(library))


def call_c(function: Any, *values: Any) -> int:
    """A C function of doubles, ints and arrays; it returns the iterations it took."""
    function.restype = ctypes.c_long
    return int(function(*(ctypes.c_double(value) if isinstance(value, float) else value for value in values)))


def in_turn(rounds: int, *tasks: Callable[[], Any]) -> list[tuple[float, float, Any]]:
    """(best time in s, median over best, result) of each task, all timed in turn after one round that does not count."""
    times: list[list[float]] = [[] for _ in tasks]
    results = [task() for task in tasks]
    for _ in range(rounds):
        for task, row in zip(tasks, times, strict=True):
            start = time.perf_counter()
            task()
            row.append(time.perf_counter() - start)
    return [(min(row), statistics.median(row) / min(row), result) for row, result in zip(times, results, strict=True)]

"""Peers in C and C++: compiled for this processor with gcc's fastest settings, and called in this process."""

import ctypes
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from rosin.bench.peers.peer import sounding
from rosin.bench.timing import cpu_time
from rosin.model.errors import RosinError

FASTEST = ("-Ofast", "-march=native")


def resource(name: str) -> str:
    """A source file beside this one."""
    return (resources.files("rosin.bench.peers") / name).read_text(encoding="utf-8")


def compiled(folder: Path, source: str, *libraries: str) -> ctypes.CDLL:
    """A source file, taken to a folder that may hold what it includes, as a loaded library."""
    compiler = "gcc" if source.endswith(".c") else "g++"
    (folder / source).write_text(resource(source), encoding="utf-8")
    objects, library = str(folder / f"{source}.o"), str(folder / f"{source}.so")
    run([compiler, *FASTEST, "-fPIC", "-c", str(folder / source), "-o", objects])
    run([compiler, "-shared", objects, "-o", library, *libraries, "-lm"])  # apart: fast settings would change how this process rounds
    return ctypes.CDLL(library)


def run(command: list[str]) -> None:
    """Run a compiler; what it complains about is raised."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        complaint = next((line for line in done.stderr.splitlines() if "error" in line.lower()), "it failed")
        raise RosinError(f"{command[0]}: {complaint}")


def includes(header: str) -> bool:
    """Whether the C++ compiler is there and finds a header."""
    asked = ["g++", "-E", "-x", "c++", "-", "-include", header]
    try:
        return subprocess.run(asked, input="", capture_output=True, text=True, check=False).returncode == 0
    except OSError:
        return False


class Playing:
    """Rounds of a C function (int samples, ..., out): each fills `out` and gives the CPU time that took."""

    def __init__(self, name: str, function: Any, samples: int, *values: Any, kind: type = np.float64) -> None:
        self.name, self.function = name, function
        self.out: np.ndarray = np.zeros(samples, kind)
        self.values = (samples, *values, self.out)  # kept, because the function is given their addresses
        self.arguments = [_argument(value) for value in self.values]

    def __call__(self) -> float:
        """Play a round."""
        took = cpu_time(lambda: self.function(*self.arguments))
        sounding(self.name, float(np.abs(self.out).max()))
        return took


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.ctypes.data_as(ctypes.c_void_p)
    return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int(value)

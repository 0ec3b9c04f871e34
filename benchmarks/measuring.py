"""How benchmarks measure: two ways of doing the same are timed in turn, many times, and the best of each is kept."""

import ctypes
import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from rosin import Contact, Voice
from rosin.engine.signatures import Span
from rosin.engine.wasm import STACK

BLOCK = 2048


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


def in_blocks(contact: Contact, controls: Mapping[str, float], rate: int, rounds: int) -> float:
    """Nanoseconds a sample of a native voice that has been playing for a second, block after block: the best block."""
    voice = Voice(contact, rate, block=BLOCK)
    voice.process(rate, controls)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        voice.process(BLOCK, controls)
        times.append(time.perf_counter() - start)
    return min(times) / BLOCK * 1e9


def in_v8(contact: Contact, controls: Mapping[str, float], rate: int, rounds: int) -> float | None:
    """The same for the WebAssembly module in Node, whose engine is that of Chrome; None without Node."""
    if not shutil.which("node"):
        return None
    voice = Voice(contact, rate, block=BLOCK, target="wasm")
    voice.process(rate // BLOCK * BLOCK, controls)
    folder = Path(tempfile.mkdtemp())
    (folder / "module.wasm").write_bytes(contact.wasm())
    (folder / "memory").write_bytes(np.concatenate([np.zeros(STACK), voice.machine.arena]).tobytes())
    buffers = (voice.spans[name] for name in ("options", "memory", "controls", "audio", "traces"))
    given = (BLOCK, BLOCK, 1 / rate, *voice._each("cs"), *buffers)
    arguments = json.dumps([8 * (STACK + value.offset) if isinstance(value, Span) else value for value in given])
    files = [str(Path(__file__).with_name("in_v8.mjs")), str(folder / "module.wasm"), str(folder / "memory")]
    ran = subprocess.run(["node", *files, arguments, str(BLOCK), str(rounds)], check=True, capture_output=True, text=True)
    return float(ran.stdout)

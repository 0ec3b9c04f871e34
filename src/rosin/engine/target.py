"""Where a voice or a soundbox runs: an arena of numbers, and kernels called on parts of it."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from rosin.engine.signatures import Program, Span
from rosin.model.errors import unknown


class Machine(Protocol):
    """An opened target: `arena` holds the arrays, `call` runs a kernel on spans of it and numbers."""

    arena: np.ndarray

    def call(self, name: str, *arguments: Any) -> None:
        """Run a kernel."""


class PythonMachine:
    """The kernels as they stand, run by Python: slow, and the reference for the others."""

    def __init__(self, program: Program, size: int) -> None:
        self.arena = np.zeros(size)
        self.program = program

    def call(self, name: str, *arguments: Any) -> None:
        """Run a kernel."""
        parts = (self.arena[a.offset : a.offset + a.length] if isinstance(a, Span) else a for a in arguments)
        with np.errstate(all="ignore"):
            getattr(self.program, name)(*parts)


def _native(program: Program, size: int) -> Machine:
    from rosin.engine.native import NativeMachine

    return NativeMachine(program, size)


def _wasm(program: Program, size: int) -> Machine:
    from rosin.engine.wasm import WasmMachine

    return WasmMachine(program, size)


Opener = Callable[[Program, int], Machine]
TARGETS: dict[str, Opener] = {"native": _native, "wasm": _wasm, "python": PythonMachine}


def open_target(name: str | Opener, program: Program, size: int) -> Machine:
    """A machine of that name, or of another make, with an arena of that size."""
    if callable(name):
        return name(program, size)
    if name not in TARGETS:
        raise unknown("target", name, TARGETS)
    return TARGETS[name](program, size)

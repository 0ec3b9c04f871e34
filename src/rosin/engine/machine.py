"""Where a program runs: a memory with three kernels. Python itself is one such machine; the others have compiled code."""

import ctypes
from typing import Any

import numpy as np

from rosin.engine.memory import Arena
from rosin.engine.program import Layout

LINE = 64  # bytes of a cache line, on which the reals begin
PROTOTYPES = {
    "prepare": ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p),
    "start": ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p),
    "process": ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32),
}


class Machine(Arena):
    """A memory with kernels."""

    def call(self, name: str, *arguments: int) -> None:
        """Run a kernel."""
        raise NotImplementedError

    def hurry(self) -> None:
        """Make faster code beside the sound, and go over to it between two calls, where that can be done."""


class PythonMachine(Machine):
    """The kernels as they stand, run by Python: slow, and the reference for the others."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, np.zeros(layout.size), np.zeros(layout.whole_count, np.int32))

    def call(self, name: str, *arguments: int) -> None:
        """Run a kernel."""
        with np.errstate(all="ignore"):
            self.layout.program.entries[name](self.reals, self.wholes, *arguments)


def aligned(size: int, dtype: Any = np.float64) -> np.ndarray:
    """Zeros that begin on a cache line."""
    room = np.zeros(size * np.dtype(dtype).itemsize + LINE, np.uint8)
    skip = -room.ctypes.data % LINE
    return room[skip : skip + size * np.dtype(dtype).itemsize].view(dtype)


class AddressMachine(Machine):
    """Compiled kernels on a memory of this process."""

    def __init__(self, layout: Layout, addresses: dict[str, int]) -> None:
        super().__init__(layout, aligned(layout.size), aligned(layout.whole_count, np.int32))
        self._where = self.reals.ctypes.data, self.wholes.ctypes.data
        self._take(addresses)

    def _take(self, addresses: dict[str, int]) -> None:
        self._functions = {name: PROTOTYPES[name](address) for name, address in addresses.items()}

    def call(self, name: str, *arguments: int) -> None:
        """Run a kernel, without the interpreter lock."""
        self._functions[name](*self._where, *arguments)

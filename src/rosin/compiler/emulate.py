"""A grid without a graphics card: the same text for this processor, thread numbers given, the threads of a voice at once.

It shows that a thread finds its voice, its sections and its numbers, and that threads that share a voice meet where they must.
"""

import ctypes
import itertools
import re
import threading
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from rosin.compiler.gpu import WARP, Gpu
from rosin.compiler.gpu_entry import SREG
from rosin.compiler.optimise import host, object_code

_numbers = itertools.count()


def interleaved(arenas: np.ndarray) -> np.ndarray:
    """Arenas, one a row, as a grid has them: groups of 32 voices, the voice fastest."""
    voices, size = arenas.shape
    groups = -(-voices // WARP)
    full = np.zeros((groups * WARP, size), arenas.dtype)
    full[:voices] = arenas
    return np.ascontiguousarray(full.reshape(groups, WARP, size).transpose(0, 2, 1))


def apart(memory: np.ndarray, voices: int) -> np.ndarray:
    """The arenas again, one a row."""
    groups, size, _ = memory.shape
    return memory.transpose(0, 2, 1).reshape(groups * WARP, size)[:voices]


class Emulated:
    """An entry of a grid, run thread by thread."""

    def __init__(self, gpu: Gpu, name: str) -> None:
        text = gpu.module().replace("ptx_kernel ", "").replace("external addrspace(3) global [0 x", "addrspace(3) global [0 x")
        text = text.replace(f"[0 x {gpu.real}], align", f"[{gpu.shared_bytes() // 4 + 1} x {gpu.real}] zeroinitializer, align")
        text = text.replace("i32 %voices)", "i32 %voices, i32 %thread, i32 %block)").replace("@llvm.nvvm.bar.warp.sync", "@meet")
        for register, given in (("tid", "%thread"), ("ctaid", "%block")):
            text = text.replace(f"call i32 @{SREG}.{register}.x()", f"add i32 {given}, 0")
        text = re.sub(r'"nvvm\.\w+"="\d+"', "", text)
        self.gpu, self.name, self._barrier = gpu, name, threading.Barrier(1)
        self._met = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda _: self._barrier.wait() and None)
        self._jit = llvm.create_lljit_compiler(host().machine(), use_jit_link=True, suppress_errors=True)
        library = llvm.JITLibraryBuilder().add_object_img(object_code(text, host())).export_symbol(name)
        if "@meet" in text:
            library = library.import_symbol("meet", ctypes.cast(self._met, ctypes.c_void_p).value)
        self._library = library.link(self._jit, f"emulated{next(_numbers)}")
        self._address = self._library[name]

    def __call__(self, reals: np.ndarray, wholes: np.ndarray, voices: int, *arguments: int) -> np.ndarray:
        """Run all threads of a grid over arenas as `interleaved` makes them; what `wholes_out` is afterwards."""
        out, size = wholes.copy(), reals.shape[1]
        kinds = [ctypes.c_void_p] * 3 + [ctypes.c_int] * (len(arguments) + 4)
        run: Any = ctypes.CFUNCTYPE(None, *kinds)(self._address)
        tables = reals.ctypes.data, wholes.ctypes.data, out.ctypes.data
        many = WARP // self.gpu.threads  # voices of a warp
        for block in range(-(-voices // self.gpu.voices)):
            for here in range(self.gpu.voices):
                first = here // many * WARP + here % many
                self._barrier = threading.Barrier(self.gpu.threads)
                team = [
                    threading.Thread(target=run, args=(*tables, *arguments, size, voices, first + k * many, block))
                    for k in range(self.gpu.threads)
                ]
                for thread in team:
                    thread.start()
                for thread in team:
                    thread.join()
        return out

"""The WebAssembly target: the same kernels as a module with one import, its memory, for the page and for tests.

LLVM writes a WebAssembly object file. It is already a module; what a linker would add is its export section. No kernel
keeps data or needs another module, so that is all there is to link.
"""

import ctypes
import functools
from importlib.metadata import version
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.signatures import Program, Span
from rosin.model.errors import RosinError

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint"
PAGE = 65_536  # bytes
STACK = 4_096  # doubles kept free at the bottom of the memory, for the stack and the unused results
CUSTOM, EXPORT, DATA = 0, 7, 11
SECTION_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)


def build(program: Program) -> bytes:
    """The module of a program, compiled on first use. It exports its kernels: prepare, start, process and, of a voice, glide.

    Each takes two addresses that kernels do not use (pass 0), then its arguments; arrays are byte addresses of doubles.
    """
    key = fingerprint(*program, version("numba"), version("llvmlite"), TRIPLE, FEATURES)
    return remembered(f"wasm-{key}.wasm", lambda: export_functions(_object_code(program), tuple(program.signatures)))


def _object_code(program: Program) -> bytes:
    from rosin.engine import lowering

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES, reloc="static")
    return bytes(machine.emit_object(lowering.optimised(program, machine, TRIPLE)))


class _Reader:
    """Reads the numbers and names of the WebAssembly binary format."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, length: int) -> bytes:
        self.at += length
        return self.data[self.at - length : self.at]

    def name(self) -> str:
        return self.take(self.number()).decode()

    def byte(self) -> int:
        return self.take(1)[0]


def _number(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def _name(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def export_functions(code: bytes, names: tuple[str, ...]) -> bytes:
    """An object file made a module that exports its functions of these names."""
    sections: dict[int, bytes] = {}
    symbols: dict[str, int] = {}
    reader = _Reader(code, 8)
    while reader.at < len(code):
        kind = reader.byte()
        content = reader.take(reader.number())
        if kind != CUSTOM:
            sections[kind] = content
        elif (custom := _Reader(content)).name() == "linking":
            symbols = _function_symbols(custom)
    if DATA in sections:
        raise RosinError("A kernel keeps constant data, which a module without a linker cannot place; write it as code.")
    entries = b"".join(_name(name) + b"\0" + _number(symbols[name]) for name in names)
    sections[EXPORT] = _number(len(names)) + entries
    return code[:8] + b"".join(bytes([kind]) + _number(len(sections[kind])) + sections[kind] for kind in SECTION_ORDER if kind in sections)


def _function_symbols(reader: _Reader) -> dict[str, int]:
    """Function indices by name, from the symbol table of the linking section (version 2)."""
    symbols: dict[str, int] = {}
    if reader.number() != 2:
        raise RosinError("This LLVM writes a linking section that is not understood; a version 2 is needed.")
    while reader.at < len(reader.data):
        kind = reader.byte()
        end = reader.number() + reader.at
        if kind == 8:
            for _ in range(reader.number()):
                what, flags = reader.byte(), reader.number()
                undefined = flags & 0x10
                if what == 1:  # data
                    reader.name()
                    if not undefined:
                        reader.number(), reader.number(), reader.number()
                elif what == 3:  # section
                    reader.number()
                else:
                    index = reader.number()
                    if not undefined or flags & 0x40:
                        name = reader.name()
                        if what == 0:
                            symbols[name] = index
        reader.at = end
    return symbols


@functools.cache
def _engine() -> Any:
    try:
        import wasmtime
    except ImportError:
        raise RosinError("Running WebAssembly in Python needs wasmtime: pip install wasmtime.") from None
    return wasmtime


class WasmMachine:
    """The module of a program, run by wasmtime on an arena in its linear memory."""

    def __init__(self, program: Program, size: int) -> None:
        wasmtime = _engine()
        self.store = wasmtime.Store()
        pages = wasmtime.Limits(-(-8 * (size + STACK) // PAGE), None)
        memory = wasmtime.Memory(self.store, wasmtime.MemoryType(pages))
        module = wasmtime.Module(self.store.engine, build(program))
        self.functions = self._instantiate(wasmtime, module, memory).exports(self.store)
        room = ctypes.cast(memory.data_ptr(self.store), ctypes.POINTER(ctypes.c_double))
        self.arena = np.ctypeslib.as_array(room, shape=(STACK + size,))[STACK:]
        self.arena[:] = 0.0

    def _instantiate(self, wasmtime: Any, module: Any, memory: Any) -> Any:
        given = []
        for wanted in module.imports:
            if wanted.name == "__linear_memory":
                given.append(memory)
            elif wanted.name == "__stack_pointer":
                kind = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
                given.append(wasmtime.Global(self.store, kind, wasmtime.Val.i32(8 * STACK)))
            else:
                raise RosinError(f"A kernel needs {wanted.name!r}, which no target provides; kernels call only each other.")
        return wasmtime.Instance(self.store, module, given)

    def call(self, name: str, *arguments: Any) -> None:
        """Run a kernel."""
        parts = (8 * (STACK + a.offset) if isinstance(a, Span) else a for a in arguments)
        self.functions[name](self.store, 0, 8, *parts)

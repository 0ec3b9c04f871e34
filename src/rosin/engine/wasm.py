"""The WebAssembly target: the same kernels as a module with one import, its memory, for the page and for tests.

LLVM writes a WebAssembly object file. It is already a module; what a linker would add is its export section. No kernel
keeps data or needs another module, so that is all there is to link.
"""

import ctypes
import functools
from typing import Any

import numpy as np

from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.machine import Machine
from rosin.engine.program import Layout, Program
from rosin.model.errors import RosinError

PAGE = 65_536  # bytes
STACK = 32_768  # bytes kept free at the bottom of the memory, for the stack
CUSTOM, EXPORT, DATA = 0, 7, 11
SECTION_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11)


def build(program: Program) -> bytes:
    """The module of a program, compiled on first use. It exports prepare(reals, wholes), start(reals, wholes), process(reals, wholes, n).

    `reals` and `wholes` are byte addresses of doubles and of integers of 32 bits, as `places` has them.
    """
    from rosin.compiler.optimise import VERSION, WEB, object_code

    key = fingerprint(program, VERSION, *WEB)

    def make() -> bytes:
        from rosin.engine.compiling import one_voice

        return export_functions(object_code(one_voice(program), WEB), tuple(program.entries))

    return remembered(f"wasm-{key}.wasm", make)


def places(layout: Layout) -> tuple[int, int, int]:
    """Byte addresses of the real and the whole numbers of a program, and pages of memory that it needs."""
    wholes = STACK + 8 * layout.size
    return STACK, wholes, -(-(wholes + 4 * layout.whole_count) // PAGE)


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


class WasmMachine(Machine):
    """The module of a program, run by wasmtime on its linear memory."""

    def __init__(self, layout: Layout) -> None:
        wasmtime = _engine()
        self.store = wasmtime.Store()
        *self._where, pages = places(layout)
        memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(pages, None)))
        module = wasmtime.Module(self.store.engine, build(layout.program))
        self.functions = self._instantiate(wasmtime, module, memory).exports(self.store)
        room = ctypes.cast(memory.data_ptr(self.store), ctypes.POINTER(ctypes.c_uint8))
        content = np.ctypeslib.as_array(room, shape=(pages * PAGE,))
        reals, wholes = self._where
        content[:] = 0
        super().__init__(
            layout, content[reals : reals + 8 * layout.size].view(np.float64), content[wholes:][: 4 * layout.whole_count].view(np.int32)
        )

    def _instantiate(self, wasmtime: Any, module: Any, memory: Any) -> Any:
        given = []
        for wanted in module.imports:
            if wanted.name == "__linear_memory":
                given.append(memory)
            elif wanted.name == "__stack_pointer":
                kind = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
                given.append(wasmtime.Global(self.store, kind, wasmtime.Val.i32(STACK)))
            else:
                raise RosinError(f"A kernel needs {wanted.name!r}, which no target provides; kernels call only each other.")
        return wasmtime.Instance(self.store, module, given)

    def call(self, name: str, *arguments: int) -> None:
        """Run a kernel."""
        self.functions[name](self.store, *self._where, *arguments)

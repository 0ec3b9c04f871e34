"""Native code: programs compiled in parts, which are kept and linked, or as a whole.

Each part (a body, a law, a texture, a filter) and each loop is an object file, kept on disk by what it is made of. Within a process
an object is loaded once; a new combination of parts is a loop that is loaded once more and bound to their addresses.
"""

import functools
import itertools
import threading
from typing import Any

import llvmlite.binding as llvm

from rosin.compiler.optimise import VERSION, host, object_code
from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint, maker_fingerprint
from rosin.engine.program import Program

ENTRIES = ("prepare", "start", "process")
Addresses = dict[str, int]
_one_at_a_time = threading.RLock()
_lanes_at_a_time = threading.Lock()  # held for seconds, while others may link
_numbers = itertools.count()
_loaded: list[Any] = []  # what keeps the code in memory


@functools.cache
def _linker() -> Any:
    return llvm.create_lljit_compiler(host().machine(), use_jit_link=True, suppress_errors=True)  # the older linker fails beside CUDA


def load(code: bytes, exports: tuple[str, ...], bound: Addresses | None = None) -> Addresses:
    """The addresses of what an object file exports, with what it needs from elsewhere bound."""
    with _one_at_a_time:
        builder = llvm.JITLibraryBuilder().add_object_img(code)
        for name in exports:
            builder.export_symbol(name)
        for name, address in (bound or {}).items():
            builder.import_symbol(name, address)
        tracker = builder.link(_linker(), f"rosin{next(_numbers)}")
        _loaded.append(tracker)
        return {name: tracker[name] for name in exports}


def _kept(name: str, key: str, writer: str, *given: Any) -> bytes:
    """Object code by its key; where it is not there, one of compiling.py's writers makes its text, which alone needs the compiler."""

    def make() -> bytes:
        from rosin.engine import compiling

        with _one_at_a_time:
            text = getattr(compiling, writer)(*given)
        return object_code(text, host())

    return remembered(f"{name}-{key}.o", make)


def seams(kernels: Any) -> tuple[str, ...]:
    """The names of the kernels of a part."""
    return tuple(name for name in kernels._fields if name != "memory")


@functools.cache
def part_addresses(kernels: Any) -> Addresses:
    """A part, loaded."""
    key = fingerprint(kernels, VERSION, *host())
    return load(_kept("part", key, "part_text", kernels), seams(kernels))


@functools.cache
def _loop_code(kinds: tuple[tuple[str, type], ...], compose: Any) -> bytes:
    key = maker_fingerprint(compose.__wrapped__, *(f"{name} {kind.__name__}" for name, kind in kinds), VERSION, *host())
    return _kept("loop", key, "loop_text", kinds, compose)


@functools.cache
def in_parts(program: Program) -> Addresses:
    """A program made of parts that are linked."""
    bound = {f"{name}_{seam}": address for name, kernels in program.parts for seam, address in part_addresses(kernels).items()}
    kinds = tuple((name, type(kernels)) for name, kernels in program.parts)
    return load(_loop_code(kinds, program.compose), ENTRIES, bound)


def in_lanes(program: Program, width: int, real: str) -> Addresses:
    """A program for several voices at once, one in each lane of a vector; of threads that want it, one compiles and the others wait."""
    with _lanes_at_a_time:
        return _in_lanes(program, width, real)


@functools.cache
def _in_lanes(program: Program, width: int, real: str) -> Addresses:
    key = fingerprint(program, VERSION, *host(), width, real)
    return load(_kept("lanes", key, "several_voices", program, width, real), ENTRIES)


@functools.cache
def as_a_whole(program: Program) -> Addresses:
    """A program compiled in one piece, which runs a little faster."""
    key = fingerprint(program, VERSION, *host())
    return load(_kept("whole", key, "one_voice", program), ENTRIES)

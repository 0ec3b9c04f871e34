"""Programs and their parts as LLVM text: what is compiled where the cache does not have it yet."""

import contextlib
import gc
from collections.abc import Iterator
from typing import Any

from rosin.compiler.front import Front
from rosin.compiler.lanes import Lanes
from rosin.compiler.llvm import Scalar
from rosin.compiler.tree import ARRAY, NOTHING, WHOLE, WHOLES
from rosin.engine.program import Program
from rosin.engine.seams import SEAMS, arguments, cold, result, stubs

ENTRIES = {"prepare": (ARRAY, WHOLES), "start": (ARRAY, WHOLES), "process": (ARRAY, WHOLES, WHOLE)}


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Python's search for garbage rests: while trees grow there is none, and it would go through all of them again and again."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()


@undisturbed()
def whole_text(program: Program, front: Front, writer: Scalar) -> str:
    """A program with all its parts, as LLVM text."""
    for name, kernel in program.entries.items():
        writer.function(front.instance(kernel, ENTRIES[name]), export=name)
    return writer.module()


def one_voice(program: Program) -> str:
    """A program for one voice."""
    return whole_text(program, Front(alone=True), Scalar(cold=cold(kernels for _, kernels in program.parts)))


def several_voices(program: Program, width: int, real: str) -> str:
    """A program for several voices, one in each lane of a vector."""
    writer = Lanes(width, real, cold=cold(kernels for _, kernels in program.parts))
    return whole_text(program, Front(lanes=True, alone=True, single=real == "float"), writer)


@undisturbed()
def part_text(kernels: Any) -> str:
    """A part by itself."""
    front, writer = Front(alone=True), Scalar(seams=True, cold=cold([kernels]))
    for name, (given, returned) in SEAMS[type(kernels)].items():
        expected = result(returned)
        function = front.instance(getattr(kernels, name), arguments(given, kernels.memory), None if expected == NOTHING else expected)
        writer.function(function, export=name)
    return writer.module()


def loop_text(kinds: tuple[tuple[str, type], ...], compose: Any) -> str:
    """The loop of programs with parts of these kinds, whatever they are."""
    parts = {name: stubs(kind) for name, kind in kinds}
    program = compose(*parts.values())
    results, symbols = {}, {}
    for name, kernels in parts.items():
        for seam, (_, returned) in SEAMS[type(kernels)].items():
            results[getattr(kernels, seam)] = result(returned)
            symbols[getattr(kernels, seam)] = f"{name}_{seam}"
    front = Front(alone=True, elsewhere=results)
    return whole_text(program, front, Scalar(elsewhere=symbols))

"""Object code of programs for a platform (platforms.py), and this process as a machine that runs what is exported for it."""

import functools
import re
from typing import Any

from rosin.compiler.optimise import VERSION, Target, optimised
from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.linking import load
from rosin.engine.machine import AddressMachine
from rosin.engine.program import Layout, Program
from rosin.export.platforms import fast_here, here

PREFIX = "rosin_kernel"  # of what kernels are called in object code
PROCESS, FAST = "process", "fast"  # the kernel that takes the time, and what it is called for faster processors


@functools.cache
def key_of(program: Program) -> str:
    """A short name for a program that changes with anything in it."""
    return fingerprint(program, VERSION, *here().target)[:12]


def symbols(program: Program) -> dict[str, str]:
    """What the kernels of a program are called in object code."""
    return {entry: f"{PREFIX}_{key_of(program)}_{entry}" for entry in program.entries}


def object_code(program: Program, target: Target) -> bytes:
    """A program's object file for a target; its three kernels are hidden from all but what they are linked with."""
    return _object_code(program, target, symbols(program))


def fast_code(program: Program, target: Target) -> bytes:
    """The kernel that takes the time, for a target of faster processors."""
    return _object_code(program, target, {PROCESS: f"{PREFIX}_{key_of(program)}_{FAST}"})


def split_code(program: Program, target: Target, hot: Target) -> tuple[bytes, bytes]:
    """Two object files of a program: of what takes little time, for one target, and of the kernel that takes the most, for another."""
    named = symbols(program)
    process = {PROCESS: named.pop(PROCESS)}
    return _object_code(program, target, named), _object_code(program, hot, process)


def _object_code(program: Program, target: Target, named: dict[str, str]) -> bytes:
    def make() -> bytes:
        from rosin.engine.compiling import one_voice

        text = one_voice(program)
        for left_out in program.entries.keys() - named:
            text = re.sub(rf"^define (?=\S+ @{left_out}\()", "define internal ", text, count=1, flags=re.MULTILINE)
        machine = target.machine()
        module: Any = optimised(text, target, machine)
        for entry, symbol in named.items():
            kernel = module.get_function(entry)
            kernel.name, kernel.visibility = symbol, "hidden"
        return bytes(machine.emit_object(module))

    return remembered(f"export-{fingerprint(program, VERSION, *target, *named.items())}.o", make)


@functools.cache
def _addresses(program: Program, fast: bool) -> dict[str, int]:
    named = symbols(program)
    found = load(object_code(program, here().target), tuple(named.values()))
    addresses = {entry: found[symbol] for entry, symbol in named.items()}
    target = here().fast
    if fast and target is not None:
        symbol = f"{PREFIX}_{key_of(program)}_{FAST}"
        addresses[PROCESS] = load(fast_code(program, target), (symbol,))[symbol]
    return addresses


class BaselineMachine(AddressMachine):
    """A program in this process as it is in an export for any processor: what exports are held against."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, _addresses(layout.program, False))


class FastMachine(AddressMachine):
    """The same of what takes the time, as this processor runs it."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, _addresses(layout.program, fast_here()))

"""Object code of programs for a platform (platforms.py), and this process as a machine that runs what is exported for it."""

import functools
from typing import Any

from rosin.compiler.optimise import VERSION, Target, optimised
from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.linking import load
from rosin.engine.machine import AddressMachine
from rosin.engine.program import Layout, Program
from rosin.export.platforms import here

PREFIX = "rosin_kernel"  # of what kernels are called in object code


def key_of(program: Program) -> str:
    """A short name for a program that changes with anything in it."""
    return fingerprint(program, VERSION, *here().target)[:12]


def symbols(program: Program) -> dict[str, str]:
    """What the kernels of a program are called in object code."""
    return {entry: f"{PREFIX}_{key_of(program)}_{entry}" for entry in program.entries}


def object_code(program: Program, target: Target) -> bytes:
    """A program's object file for a target; its three kernels are hidden from all but what they are linked with."""

    def make() -> bytes:
        from rosin.engine.compiling import one_voice

        machine = target.machine()
        module: Any = optimised(one_voice(program), target, machine)
        for entry, symbol in symbols(program).items():
            kernel = module.get_function(entry)
            kernel.name, kernel.visibility = symbol, "hidden"
        return bytes(machine.emit_object(module))

    return remembered(f"export-{fingerprint(program, VERSION, *target)}.o", make)


@functools.cache
def _addresses(program: Program) -> dict[str, int]:
    named = symbols(program)
    found = load(object_code(program, here().target), tuple(named.values()))
    return {entry: found[symbol] for entry, symbol in named.items()}


class BaselineMachine(AddressMachine):
    """A program in this process as it is in an export: what exports are held against."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, _addresses(layout.program))

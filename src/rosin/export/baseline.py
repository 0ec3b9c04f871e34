"""Code for any machine of this kind, not for this one alone: what is given away must run elsewhere.

A processor's own instructions, such as a fused multiply-add, change the last bit of a product, and stick-slip amplifies that. So one
target stands for all processors of an architecture: on x86 the one of 2009 (SSE 4.2, which rounds without a library), elsewhere LLVM's
generic one. Programs compiled for it are equal to the last bit here, in Python, and wherever they are taken.
"""

import functools
from typing import Any

import llvmlite.binding as llvm

from rosin.compiler.optimise import VERSION, Target, optimised
from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.linking import load
from rosin.engine.machine import AddressMachine
from rosin.engine.program import Layout, Program

X86 = "x86-64-v2"
PREFIX = "rosin_kernel"  # of what kernels are called in object code


@functools.cache
def baseline() -> Target:
    """Every processor of this machine's architecture."""
    triple = llvm.get_process_triple()
    return Target(triple, X86 if triple.startswith("x86_64") else "generic")


def key_of(program: Program) -> str:
    """A short name for a program that changes with anything in it."""
    return fingerprint(program, VERSION, *baseline())[:12]


def symbols(program: Program) -> dict[str, str]:
    """What the kernels of a program are called in object code."""
    return {entry: f"{PREFIX}_{key_of(program)}_{entry}" for entry in program.entries}


def object_code(program: Program) -> bytes:
    """A program's object file; its three kernels are hidden from all but what they are linked with."""

    def make() -> bytes:
        from rosin.engine.compiling import one_voice

        machine = baseline().machine()
        module: Any = optimised(one_voice(program), baseline(), machine)
        for entry, symbol in symbols(program).items():
            kernel = module.get_function(entry)
            kernel.name, kernel.visibility = symbol, "hidden"
        return bytes(machine.emit_object(module))

    return remembered(f"export-{fingerprint(program, VERSION, *baseline())}.o", make)


@functools.cache
def _addresses(program: Program) -> dict[str, int]:
    named = symbols(program)
    found = load(object_code(program), tuple(named.values()))
    return {entry: found[symbol] for entry, symbol in named.items()}


class BaselineMachine(AddressMachine):
    """A program in this process as it is in an export: what exports are held against."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, _addresses(layout.program))

"""The native target: kernels compiled for this processor, kept on disk, run without the interpreter lock."""

import ctypes
import functools
import platform
from importlib.metadata import version
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.signatures import Program, Span

_CTYPES: dict[str, Any] = {"whole": ctypes.c_int32, "real": ctypes.c_double, "array": ctypes.c_void_p}
_ALIGNMENT = 8  # doubles in a cache line, so that rows of modes start on one


@functools.cache
def _host() -> tuple[str, str, str]:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


def _target_machine() -> llvm.TargetMachine:
    triple, cpu, features = _host()
    return llvm.Target.from_triple(triple).create_target_machine(cpu=cpu, features=features, opt=3, reloc="pic", codemodel="small")


def _object_code(program: Program) -> bytes:
    from rosin.engine import lowering

    machine = _target_machine()
    module = lowering.optimised(program, machine, _host()[0])
    return bytes(machine.emit_object(module))


@functools.cache
def load(program: Program) -> dict[str, Any]:
    """The kernels as C functions, compiled on first use."""
    key = fingerprint(*program, version("numba"), version("llvmlite"), platform.python_version(), *_host())
    code = remembered(f"native-{key}.o", lambda: _object_code(program))
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    functions: dict[str, Any] = {"engine": engine}
    for name, kinds in program.signatures.items():
        prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *(_CTYPES[kind] for kind in kinds))
        functions[name] = prototype(engine.get_function_address(name))
    return functions


class NativeMachine:
    """Compiled kernels on an arena of this process."""

    def __init__(self, program: Program, size: int) -> None:
        self.functions = load(program)
        room = np.zeros(size + _ALIGNMENT)
        skip = -(room.ctypes.data // 8) % _ALIGNMENT
        self.arena = room[skip : skip + size]
        self.address = self.arena.ctypes.data
        self.unused = np.zeros(2)  # where Numba's convention puts a result and an error; kernels have neither

    def call(self, name: str, *arguments: Any) -> None:
        """Run a kernel."""
        nowhere = self.unused.ctypes.data
        parts = (self.address + 8 * a.offset if isinstance(a, Span) else a for a in arguments)
        self.functions[name](nowhere, nowhere, *parts)

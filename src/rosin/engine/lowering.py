"""From plain kernel functions to LLVM code for any machine: Numba types and lowers, LLVM optimises.

Numba is used as a front end only. Its unoptimised code is taken, every kernel is inlined into the entry
points, and LLVM's pipeline is run once, for the target that was asked for: this processor or WebAssembly.
"""

import functools
import re
import threading
import types as python_types
from typing import Any

import llvmlite.binding as llvm
import numba as nb
from llvmlite import ir
from numba.core import codegen, types
from numba.extending import intrinsic

from rosin.engine.signatures import Program
from rosin.kernels import maths
from rosin.kernels.dialect import flags

_ONE_AT_A_TIME = threading.Lock()
TYPES = {"whole": types.int32, "real": types.float64, "array": types.CPointer(types.float64)}
EXPONENT_SHIFT, EXPONENT_BIAS = 52, 1023


@intrinsic
def _power_of_two(typing_context: Any, k: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = builder.fptosi(arguments[0], ir.IntType(64))
        biased = builder.add(whole, ir.Constant(ir.IntType(64), EXPONENT_BIAS))
        return builder.bitcast(builder.shl(biased, ir.Constant(ir.IntType(64), EXPONENT_SHIFT)), ir.DoubleType())

    return types.float64(types.float64), generate


@intrinsic
def _binary_exponent(typing_context: Any, x: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.bitcast(arguments[0], ir.IntType(64))
        exponent = builder.lshr(bits, ir.Constant(ir.IntType(64), EXPONENT_SHIFT))
        return builder.sitofp(builder.sub(exponent, ir.Constant(ir.IntType(64), EXPONENT_BIAS)), ir.DoubleType())

    return types.float64(types.float64), generate


_LOWERED: dict[Any, Any] = {maths.power_of_two: _power_of_two, maths.binary_exponent: _binary_exponent}


def _lowered(value: Any) -> Any:
    """The compiled counterpart of a kernel; anything else as it is."""
    if not isinstance(value, python_types.FunctionType) or flags(value) is None:
        return value
    if value not in _LOWERED:
        _LOWERED[value] = _jit(value)
    return _LOWERED[value]


def _jit(function: Any) -> Any:
    names = {*_names(function.__code__), "__builtins__", "__name__"}
    scope = {name: _lowered(value) for name, value in function.__globals__.items() if name in names}
    cells = tuple(python_types.CellType(_lowered(cell.cell_contents)) for cell in function.__closure__ or ())
    rebuilt = python_types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    compile_: Any = nb.njit
    return compile_(_nrt=False, error_model="numpy", no_cpython_wrapper=True, fastmath=set(flags(function) or ()))(rebuilt)


def _names(code: python_types.CodeType) -> set[str]:
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, python_types.CodeType))
    return {*code.co_names}.union(*inner)


class _Unoptimised:
    """While active, Numba leaves its modules unoptimised: LLVM runs later, once, for the real target."""

    NAMES = ("_optimize_functions", "_optimize_final_module")

    def __enter__(self) -> None:
        self.kept = {name: getattr(codegen.CPUCodeLibrary, name) for name in self.NAMES}
        for name in self.NAMES:
            setattr(codegen.CPUCodeLibrary, name, lambda *_: None)

    def __exit__(self, *_: object) -> None:
        for name, method in self.kept.items():
            setattr(codegen.CPUCodeLibrary, name, method)


@functools.cache
def portable_code(program: Program) -> tuple[tuple[str, str, str], ...]:
    """(exported name, symbol, LLVM text) of each kernel of a program."""
    parts = []
    with _ONE_AT_A_TIME, _Unoptimised():
        for name, function in program._asdict().items():
            signature = tuple(TYPES[kind] for kind in program.signatures[name])
            dispatcher = _jit(function)
            dispatcher.compile(signature)
            result = dispatcher.overloads[signature]
            parts.append((name, result.fndesc.mangled_name, result.library.get_llvm_str()))
    return tuple(parts)


def optimised(program: Program, machine: llvm.TargetMachine, triple: str) -> llvm.ModuleRef:
    """One optimised module for a machine, in which only the exported names are visible."""
    whole = None
    for name, symbol, text in portable_code(program):
        text = re.sub(r'target datalayout = ".*"\n', "", text)
        text = re.sub(r'target triple = ".*"', f'target triple = "{triple}"\ntarget datalayout = "{machine.target_data}"', text)
        text = text.replace("@sqrt(", "@llvm.sqrt.f64(")
        text = re.sub(rf"(define [^@]*@{re.escape(symbol)}\(.*)", lambda line: line[0].replace("ptr %arg.", "ptr noalias %arg."), text)
        module = llvm.parse_assembly(text)
        entry = module.get_function(symbol)
        for item in [*module.functions, *module.global_variables]:
            if not item.is_declaration and item.name != symbol:
                item.linkage = "internal"
        for function in module.functions:
            if not function.is_declaration and function.name != symbol:
                function.add_function_attribute("alwaysinline")
        entry.name = name
        if whole is None:
            whole = module
        else:
            whole.link_in(module)
    assert whole is not None
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    tuning.slp_vectorization = False  # no vectors of unrelated scalars: what a sample stores piecewise the next one loads
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    return whole

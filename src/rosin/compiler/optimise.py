"""LLVM at work: text into optimised code for a machine, which is this one, WebAssembly or a graphics card."""

import functools
from typing import NamedTuple

import llvmlite
import llvmlite.binding as llvm

VERSION = f"llvmlite {llvmlite.__version__}"
WASM = "wasm32-unknown-unknown"
ONE_BY_ONE = ",+prefer-no-gather,+prefer-no-scatter"  # their microcode mended, many processors take four times as long for a gather
WASM_FEATURES = "+simd128,+bulk-memory,+nontrapping-fptoint"


class Target(NamedTuple):
    """A kind of machine."""

    triple: str
    cpu: str = ""
    features: str = ""

    def machine(self) -> llvm.TargetMachine:
        """What writes code for it."""
        _prepare(self == host())
        static = self.triple == WASM
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu, features=self.features, opt=3, reloc="static" if static else "pic", codemodel="default" if static else "small"
        )


@functools.cache
def _prepare(native: bool) -> None:
    llvm.set_option("rosin", "-enable-load-pre=false")  # loads of the last round are no use in vectors: a string's row runs a fifth faster
    llvm.set_option("rosin", "-disable-lsr")  # strength reduction: no loop of ours runs faster for it, and it takes half of all compiling
    for partly in ("-unroll-runtime=false", "-unroll-allow-partial=false"):
        llvm.set_option("rosin", partly)  # rounds are written out all or none: some are no faster, and take a quarter of all compiling
    if native:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
    else:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()


@functools.cache
def host() -> Target:
    """This processor."""
    features = llvm.get_host_cpu_features()
    gathers = ONE_BY_ONE if features.get("avx2") else ""
    return Target(llvm.get_process_triple(), llvm.get_host_cpu_name(), features.flatten() + gathers)


WEB = Target(WASM, features=WASM_FEATURES)


def optimised(text: str, target: Target, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """A module after LLVM's pipeline."""
    module = llvm.parse_assembly(f'target triple = "{target.triple}"\ntarget datalayout = "{machine.target_data}"\n{text}')
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    tuning.slp_vectorization = False  # no vectors of unrelated scalars: what a sample stores piecewise the next one loads
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return module


def object_code(text: str, target: Target) -> bytes:
    """An object file."""
    machine = target.machine()
    return bytes(machine.emit_object(optimised(text, target, machine)))

"""The kinds of machines that exports are for, and what builds for each: this one's own C compiler, or zig's for all others (rosin[export]).

What is given away must run elsewhere. So one processor stands for all of an architecture: on x86 the one of 2009 (SSE 4.2, which rounds
without a library), elsewhere LLVM's generic one. What takes most of the time on x86 is there a second time, for processors with vectors
of 512 bits (x86-64-v4), which are a quarter faster with it, and is chosen where it runs. A processor's own instructions, such as a fused
multiply-add, change the last bit of a product, and stick-slip amplifies that: programs are equal to the last bit in Python, here, and on
every machine of either kind.
"""

import functools
import hashlib
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import llvmlite.binding as llvm

from rosin.compiler.optimise import Target, host
from rosin.engine.cache import remembered
from rosin.model.errors import RosinError, unknown
from rosin.model.extras import need
from rosin.model.system import to_get_cc

X86, ARM = "x86-64-v2", "generic"
X86_FAST = "x86-64-v4"
FAST_FEATURES = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "fma", "bmi", "bmi2", "lzcnt", "movbe", "f16c")
HERE = "here"
FLAGS = ("-std=c99", "-O2", "-fvisibility=hidden", "-ffp-contract=off", "-Wall", "-Wextra")


class Platform(NamedTuple):
    """A kind of machine: its name, its system, its code, and how zig calls it where this machine's own compiler does not serve it."""

    name: str
    system: str  # linux, windows or macos
    target: Target
    zig: str = ""
    sole: Target | None = None  # what the one processor runs for which all is built; else it is built for every processor of its kind

    @property
    def fast(self) -> Target | None:
        """What the faster processors of its kind run, where there are some and it is built for all."""
        return _fast(self.target) if self.sole is None else None

    @property
    def architecture(self) -> str:
        """As folders of plugins are called."""
        return "x86_64" if self.target.triple.startswith("x86_64") else "arm64" if self.system == "macos" else "aarch64"

    @property
    def ending(self) -> str:
        """Of shared libraries."""
        return {"linux": ".so", "windows": ".dll", "macos": ".dylib"}[self.system]

    def shared(self, name: str) -> str:
        """A shared library's file."""
        return f"{'' if self.system == 'windows' else 'lib'}{name}{self.ending}"

    def compile(self, source: Path, output: Path, *options: str) -> None:
        """A C file into object code; what reads the same with all that it includes is compiled once and remembered."""
        anywhere = [] if self.system == "windows" else ["-fPIC"]  # all code is, there
        command = ("cc", *FLAGS, *anywhere, *options)

        def compiled() -> bytes:
            self._run(*command, "-c", str(source), "-o", str(output))
            return output.read_bytes()

        if self.zig:  # which remembers by itself
            compiled()
        else:
            read = hashlib.sha256("\0".join((_version(self), *command, self._run(*command, "-E", "-P", str(source)))).encode())
            output.write_bytes(remembered(f"export-{read.hexdigest()[:32]}.o", compiled))

    def link(self, objects: list[Path], output: Path, *, alone: bool = True) -> None:
        """Object code into a shared library that shows its entry points alone; alone, or with functions that its host has."""
        leave_out = {"linux": ["-Wl,--gc-sections", "-s"], "windows": ["-s"], "macos": ["-Wl,-dead_strip"]}[self.system]
        whole = ["-Wl,-z,defs"] if alone and self.system == "linux" else []
        self._run("cc", "-shared", *leave_out, *whole, "-o", str(output), *map(str, objects), "-lm")
        for beside in (output.with_suffix(".pdb"), output.with_suffix(".lib")):  # what a linker for Windows writes besides
            beside.unlink(missing_ok=True)

    def archive(self, objects: list[Path], output: Path) -> None:
        """Object code into a static library."""
        output.unlink(missing_ok=True)
        self._run("ar", "rcs", str(output), *map(str, objects))

    def join(self, objects: list[Path], output: Path) -> list[Path]:
        """Object code in one file of which nothing is seen but the entry points, where there are tools for that; else as it is."""
        if self.zig:
            return objects
        self._run("ld", "-r", "-o", str(output), *map(str, objects))
        self._run("objcopy", "--localize-hidden", str(output))
        return [output]

    def _run(self, tool: str, *arguments: str) -> str:
        """What a tool of a C compiler says, or an error that says what it said."""
        if self.zig:
            need("ziglang")
            command = [sys.executable, "-m", "ziglang", tool, *(["-target", self.zig] if tool == "cc" else [])]
        elif shutil.which(tool) is None:
            raise RosinError(f"An export needs a C compiler and GNU's binary tools, and {tool} is missing: {to_get_cc()}.")
        else:
            command = [tool]
        done = subprocess.run([*command, *arguments], capture_output=True, encoding="utf-8", errors="backslashreplace", check=False)
        if done.returncode:
            said = done.stderr.strip()
            raise RosinError(f"{tool} failed: {said[max(said.find('error'), 0) :][:400]}")
        return done.stdout


@functools.cache
def _version(platform: Platform) -> str:
    """Which C compiler it has."""
    return platform._run("cc", "--version")


@functools.cache
def here() -> Platform:
    """Machines like this one."""
    triple = llvm.get_process_triple()
    system = {"Linux": "linux", "Darwin": "macos", "Windows": "windows"}.get(platform.system(), "linux")
    return Platform(HERE, system, Target(triple, X86 if triple.startswith("x86_64") else ARM))


def _fast(target: Target) -> Target | None:
    return target._replace(cpu=X86_FAST) if target.cpu == X86 else None


@functools.cache
def fast_here() -> bool:
    """Whether this processor runs what the faster ones of its kind do."""
    known = set(host().features.split(","))
    return here().fast is not None and all(f"+{feature}" in known for feature in FAST_FEATURES)


def this_one() -> Platform:
    """This machine alone, for what is given to no other: of what takes most of the time, there is what this processor runs."""
    it = here()
    return it._replace(sole=it.fast if fast_here() else it.target)


ELSEWHERE = (
    Platform("linux", "linux", Target("x86_64-unknown-linux-gnu", X86), "x86_64-linux-gnu.2.17"),
    Platform("aarch64", "linux", Target("aarch64-unknown-linux-gnu", ARM), "aarch64-linux-gnu.2.17"),
    Platform("windows", "windows", Target("x86_64-w64-windows-gnu", X86), "x86_64-windows-gnu"),
    Platform("macos", "macos", Target("x86_64-apple-macosx11.0.0", X86), "x86_64-macos.11.0"),
    Platform("macos-arm", "macos", Target("arm64-apple-macosx11.0.0", ARM), "aarch64-macos.11.0"),
)
NAMES = (HERE, *(each.name for each in ELSEWHERE))


def platform_of(name: str) -> Platform:
    """A kind of machine by its name."""
    if name == HERE:
        return here()
    for each in ELSEWHERE:
        if each.name == name:
            return each
    raise unknown("target", name, NAMES)

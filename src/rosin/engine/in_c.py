"""The C target: a program as C99 source for any compiler, and the same compiled and run here by this machine's `cc`."""

import ctypes
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

from rosin.compiler.c import CText
from rosin.compiler.front import Front
from rosin.engine.cache import kept_file, remembered
from rosin.engine.compiling import ENTRIES
from rosin.engine.fingerprint import fingerprint
from rosin.engine.linking import Addresses
from rosin.engine.machine import AddressMachine
from rosin.engine.program import Layout, Program
from rosin.model.errors import RosinError
from rosin.model.system import to_get_cc

FLAGS = ("-std=c99", "-O3", "-march=native", "-ffp-contract=fast", "-fno-math-errno", "-fno-tree-slp-vectorize")


def c_source(program: Program, *, title: str = "A program of Rosin", prefix: str = "rosin_", precision: str = "double") -> str:
    """A program as one C99 file with three entries: prepare(reals, wholes), start(reals, wholes), process(reals, wholes, n)."""
    single = precision == "single"
    front, writer = Front(single=single, alone=True), CText("float" if single else "double", prefix)
    for name, kernel in program.entries.items():
        writer.function(front.instance(kernel, ENTRIES[name]), name)
    return writer.file(title)


def _library(source: str, compiler: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        code, library = Path(folder) / "program.c", Path(folder) / "program.so"
        code.write_text(source, encoding="utf-8")
        done = subprocess.run(
            [compiler, *FLAGS, "-shared", "-fPIC", str(code), "-o", str(library), "-lm"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RosinError(f"The C compiler refused the program: {done.stderr.strip()[:400]}")
        return library.read_bytes()


@functools.cache
def load(program: Program) -> Addresses:
    """The entries, compiled on first use."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise RosinError(f"The C target needs a C compiler: {to_get_cc()}.")
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout.splitlines()[0]
    name = f"c-{fingerprint(program, version, *FLAGS)}.so"
    content = remembered(name, lambda: _library(c_source(program), compiler))
    library = ctypes.CDLL(str(kept_file(name, content)))
    addresses = {entry: ctypes.cast(getattr(library, f"rosin_{entry}"), ctypes.c_void_p).value or 0 for entry in ENTRIES}
    _loaded.append(library)
    return addresses


_loaded: list[ctypes.CDLL] = []


class CMachine(AddressMachine):
    """A program that this machine's C compiler made."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, load(layout.program))

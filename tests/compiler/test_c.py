"""C for anybody: without warnings, and the same numbers."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest
from kernels_here import REALS, close, entry, in_python, process, process_lightly, voices

from rosin.compiler.c import CText

STEPS = 9
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-unused-parameter"]
pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc)")


def compiled(folder, kernel_, real, *options):
    """The entry out of a shared library made of C, with its header."""
    text = CText(real)
    text.function(entry(kernel_, real=real), "process")
    (folder / "voice.c").write_text('#include "voice.h"\n' + text.file("A voice"))
    (folder / "voice.h").write_text(text.header("A voice"))
    library = folder / "voice.so"
    subprocess.run(["cc", *STRICT, *options, "-fPIC", "-shared", "voice.c", "-o", library, "-lm"], cwd=folder, check=True)
    run = ctypes.CDLL(str(library)).rosin_process
    run.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    return run


@pytest.mark.parametrize("level", ["-O0", "-O2", "-Os"])
@pytest.mark.parametrize("kernel_", [process, process_lightly])
def test_same_numbers(tmp_path, kernel_, level):
    arenas, wholes = voices(8)
    wanted, counters = in_python(kernel_, arenas, wholes, STEPS)
    run = compiled(tmp_path, kernel_, "double", level)
    for arena in arenas:
        own = wholes.copy()
        run(arena.ctypes.data, own.ctypes.data, STEPS)
    close(arenas, wanted)
    assert own.tolist() == counters.tolist()


def test_single_precision(tmp_path):
    arenas, wholes = voices(8)
    arenas = arenas.astype(np.float32).astype(float)
    wanted, _ = in_python(process_lightly, arenas, wholes, STEPS)
    run = compiled(tmp_path, process_lightly, "float", "-O2", "-Wdouble-promotion")
    found = arenas.astype(REALS["float"])
    for arena in found:
        run(arena.ctypes.data, wholes.copy().ctypes.data, STEPS)
    close(found.astype(float), wanted, 1e-5)


def test_text_is_readable():
    """Docstrings, names of fields and of constants are there; nothing of double precision is in a single one."""
    text = CText("float", "voice_")
    text.function(entry(process_lightly, real="float"), "process")
    file = text.file("A voice")
    for wanted in ("/* A loop that each voice leaves at its own time. */", "KERNELS_HERE_STATE_COUNT", "KERNELS_HERE_HALF 0.5f"):
        assert wanted in file
    assert "void voice_process(real *restrict reals, int *wholes, int n)" in file
    assert "void voice_process(float *reals, int *wholes, int n);" in text.header("A voice")
    assert "double" not in file


def test_no_entry_but_what_is_asked_for(tmp_path):
    """Nothing is imported but square root and rounding."""
    compiled(tmp_path, process, "double", "-O2")
    symbols = subprocess.run(["nm", "-D", "--undefined-only", "voice.so"], cwd=tmp_path, capture_output=True, text=True, check=True)
    names = {line.split()[-1].split("@")[0] for line in symbols.stdout.splitlines() if " w " not in line}
    assert names <= {"sqrt", "floor", "ceil", "fabs", "__stack_chk_fail"}

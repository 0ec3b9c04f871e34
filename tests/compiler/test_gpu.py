"""A thread for each voice, without a graphics card: emulated, made into PTX, and assembled where there is an assembler."""

import shutil
import subprocess

import numpy as np
import pytest
from kernels_here import FORM, REALS, SIZE, WHOLES, State, close, entry, in_python, process, process_lightly, process_rows, voices

from rosin.compiler.emulate import Emulated, apart, interleaved
from rosin.compiler.gpu import Gpu, ptx
from rosin.compiler.gpu_entry import enter
from rosin.compiler.source import DialectError
from rosin.kernels.dialect import kernel, lane, lanes, meet, view
from rosin.kernels.record import reckoned

STEPS = 9
VOICES = 37
FIELDS = {name: reckoned(kind.terms(), FORM) for name, kind in State.fields.items() if name in State.offsets}
LAYOUT = {name: (reckoned(State.offsets[name], FORM), length) for name, length in FIELDS.items()}
PINNED = {State.whole_places[name]: value for name, value in FORM.items()}
PLACES = {
    "global": {},
    "private": {"a": "private", "b": "private", "found": "private", "result": "private", "random": "private"},
    "shared": {"a": "private", "result": "private", "row": "shared", "table": "shared"},
    "all shared": dict.fromkeys(LAYOUT, "shared"),
}


def grid(kernel_, real="double", *, places="global", **options):
    gpu = Gpu(real, wholes=WHOLES, sections=LAYOUT, places=PLACES[places], **options)
    enter(gpu, entry(kernel_, real=real), "process")
    return gpu


@pytest.mark.parametrize("kernel_", [process, process_rows])
@pytest.mark.parametrize(("places", "pinned"), [("global", {}), *((places, PINNED) for places in PLACES)])
def test_every_thread(kernel_, places, pinned):
    if kernel_ is process and places != "global":
        with pytest.raises(DialectError, match="several sections"):
            grid(kernel_, places=places, pinned=pinned)
        return
    arenas, wholes = voices(VOICES)
    wanted, counters = in_python(kernel_, arenas, wholes, STEPS)
    memory = interleaved(arenas)
    assert memory.shape == (2, SIZE, 32)
    out = Emulated(grid(kernel_, places=places, pinned=pinned), "process")(memory, wholes, VOICES, STEPS)
    close(apart(memory, VOICES), wanted)
    assert out.tolist() == counters.tolist()


def test_a_form_must_be_known():
    with pytest.raises(DialectError, match="pin the whole numbers"):
        grid(process_rows, places="shared")


def test_what_is_pinned_is_not_set():
    with pytest.raises(DialectError, match="pinned"):
        grid(process_rows, pinned={State.whole_places["count"]: 0})


@kernel
def smoothed(reals, wholes, n):
    """Rows shared out among the threads of a voice: each reads what another has written."""
    s = view(State, reals, wholes)
    share = (s.cells + lanes() - 1) // lanes()
    first = lane() * share
    for _ in range(n):
        for i in range(first, min(first + share, s.cells)):
            s.table[i] = 0.5 * s.row[i] + 0.25 * (s.row[max(i - 1, 0)] + s.row[min(i + 1, s.cells - 1)])
        meet()
        for i in range(first, min(first + share, s.cells)):
            s.row[i] = s.table[i] + s.a
        meet()


@pytest.mark.parametrize("places", ["global", "shared"])
@pytest.mark.parametrize(("threads", "block"), [(1, 64), (2, 32), (4, 64)])
def test_threads_share_a_voice(places, threads, block):
    arenas, wholes = voices(VOICES)
    wanted, _ = in_python(smoothed, arenas, wholes, STEPS)
    memory = interleaved(arenas)
    gpu = grid(smoothed, places=places, pinned=PINNED, threads=threads, block=block)
    Emulated(gpu, "process")(memory, wholes, VOICES, STEPS)
    close(apart(memory, VOICES), wanted)


@kernel
def tire(s):
    """What a processor would do."""
    s.a = s.a + 1.0


@kernel
def held_and_left_out(reals, wholes, n):
    """A row of which every number is the first, and a call that does nothing."""
    s = view(State, reals, wholes)
    for i in range(n):
        tire(s)
        s.b = s.b + s.table[i]


def test_a_row_is_held_and_a_kernel_left_out():
    arenas, wholes = voices(VOICES)
    at = {name: place for name, (place, _) in LAYOUT.items()}
    wanted = arenas.copy()
    for _ in range(4):
        wanted[:, at["b"]] += arenas[:, at["table"]]
    gpu = Gpu(wholes=WHOLES, sections=LAYOUT, places={"table": "held", "b": "private"}, pinned=PINNED, left_out=frozenset({tire}))
    enter(gpu, entry(held_and_left_out), "process")
    memory = interleaved(arenas)
    Emulated(gpu, "process")(memory, wholes, VOICES, 4)
    close(apart(memory, VOICES), wanted)


def test_what_other_threads_write_is_read_after_they_have_met():
    """LLVM moves what is read across a meeting if it is told that nobody else writes there."""
    for threads, told in ((1, True), (2, False)):
        text = grid(smoothed, places="all shared", pinned=PINNED, threads=threads).module()
        first = next(line for line in text.splitlines() if line.startswith("define") and "smoothed" in line)
        assert ("ptr noalias %s1," in first) is told


def test_single_precision():
    arenas, wholes = voices(VOICES)
    arenas = arenas.astype(np.float32).astype(float)
    wanted, _ = in_python(process_lightly, arenas, wholes, STEPS)
    memory = interleaved(arenas.astype(REALS["float"]))
    Emulated(grid(process_lightly, "float", places="private", pinned=PINNED), "process")(memory, wholes, VOICES, STEPS)
    close(apart(memory, VOICES).astype(float), wanted, 1e-5)


@pytest.mark.parametrize("real", ["double", "float"])
@pytest.mark.parametrize("places", PLACES)
def test_assembled(tmp_path, real, places):
    """PTX that the assembler takes; in single precision nothing of double precision is in it."""
    gpu = grid(process_lightly, real, places=places, pinned=PINNED, threads=2, registers=128)
    text = ptx(gpu.module())
    assert ".maxnreg 128" in text
    assert ".entry process" in text
    if real == "float":
        assert "double" not in gpu.module()
        assert "f64" not in text
    if shutil.which("ptxas"):
        (tmp_path / "grid.ptx").write_text(text)
        subprocess.run(["ptxas", "-arch=sm_90", "grid.ptx", "-o", "grid.cubin"], cwd=tmp_path, check=True)

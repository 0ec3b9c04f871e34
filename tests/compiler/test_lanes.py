"""Voices in vector lanes: each is what it would be alone."""

import numpy as np
import pytest
from kernels_here import REALS, Form, aligned, close, entry, in_python, linked, process, process_lightly, voices

from rosin.compiler.front import Front
from rosin.compiler.lanes import Lanes
from rosin.compiler.llvm import Scalar
from rosin.compiler.source import DialectError
from rosin.compiler.tree import ARRAY, WHOLE, record
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Real, Record, Whole

STEPS = 9


def in_lanes(kernel_, width, real="double", whole="i64"):
    """The entry over so many lanes."""
    module = Lanes(width, real, whole=whole)
    module.function(entry(kernel_, over_lanes=True, real=real), "process")
    return linked(module.module(), "process")[0]


def ran_in_lanes(kernel_, width, arenas, wholes, n, real="double", whole="i64"):
    together, own = aligned(arenas.T.astype(REALS[real])), wholes.copy()
    in_lanes(kernel_, width, real, whole)(together.ctypes.data, own.ctypes.data, n)
    return together.T.astype(float), own


@pytest.mark.parametrize("kernel_", [process, process_lightly])
def test_one_voice(kernel_):
    arenas, wholes = voices(8)
    wanted, counters = in_python(kernel_, arenas, wholes, STEPS)
    module = Scalar()
    module.function(entry(kernel_), "process")
    run = linked(module.module(), "process")[0]
    for arena in arenas:
        own = wholes.copy()
        run(arena.ctypes.data, own.ctypes.data, STEPS)
    close(arenas, wanted)
    assert own.tolist() == counters.tolist()


@pytest.mark.parametrize("width", [4, 8, 16])
@pytest.mark.parametrize("whole", ["i64", "i32"])
def test_every_lane(width, whole):
    arenas, wholes = voices(width)
    wanted, counters = in_python(process, arenas, wholes, STEPS)
    found, own = ran_in_lanes(process, width, arenas, wholes, STEPS, whole=whole)
    close(found, wanted)
    assert own.tolist() == counters.tolist()


@pytest.mark.parametrize("width", [8, 16])
def test_single_precision(width):
    arenas, wholes = voices(width)
    arenas = arenas.astype(np.float32).astype(float)
    wanted, _ = in_python(process_lightly, arenas, wholes, STEPS)
    found, _ = ran_in_lanes(process_lightly, width, arenas, wholes, STEPS, "float")
    close(found, wanted, 1e-5)


def test_single_precision_has_no_double():
    module = Lanes(16, "float")
    module.function(entry(process_lightly, over_lanes=True, real="float"), "process")
    assert "double" not in module.module()


class Counting(Record, form=Form):
    x = Real()
    count = Whole("steps")


@kernel
def counted(s):
    s.count = s.count + 1


@kernel
def counted_at_times(s):
    if s.x > 0.0:
        counted(s)


@kernel
def counted_after_some_left(s):
    if s.x > 0.0:
        return
    s.count = s.count + 1


@pytest.mark.parametrize("kernel_", [counted_at_times, counted_after_some_left])
def test_what_all_voices_share_is_not_set_by_some(kernel_):
    function = Front(lanes=True).instance(kernel_, (record(Counting),))
    with pytest.raises(DialectError, match="which all voices share"):
        Lanes().function(function, "process")


def test_rows_are_whole_vectors():
    """What lies at a place that all voices share is loaded as one vector, not gathered."""

    @kernel
    def smoothed(a, n):
        for i in range(1, n):
            a[i] = 0.5 * (a[i] + a[i - 1])

    module = Lanes()
    module.function(Front(lanes=True).instance(smoothed, (ARRAY, WHOLE)), "smoothed")
    assert "gather" not in module.module()
    assert "scatter" not in module.module()

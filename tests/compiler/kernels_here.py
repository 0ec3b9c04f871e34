"""Small kernels over records that use every construct of the dialect, and what runs them in Python and on each target."""

import ctypes
import itertools
import math

import llvmlite.binding as llvm
import numpy as np

from rosin.compiler.front import Front
from rosin.compiler.optimise import host, object_code
from rosin.compiler.tree import ARRAY, WHOLE
from rosin.compiler.tree import WHOLES as WHOLES_TYPE
from rosin.kernels.dialect import Constant, constant, kernel, lane, lanes, meet, numbers, part, single, size, view
from rosin.kernels.maths import atan, exp, log, power, sin_cos_turns
from rosin.kernels.random import unit_noise
from rosin.kernels.record import Inner, Real, Record, Row, Whole

NUMBERS, KEPT = itertools.count(), []  # of libraries that were linked, which live as long as their functions
HALF = 0.5
SMALL = Constant(1e-12, single=1e-6)


class Form(Record):
    """What shapes the memory."""

    cells = Whole("cells of a row")
    deep = Whole("rows")


class Pair(Record):
    """Two numbers."""

    first = Real("m", "one")
    second = Real("m", "another")


class State(Record, form=Form):
    """Numbers, pairs, rows and counters."""

    a = Real("", "a number")
    b = Real("", "a number")
    found = Real("", "what was found")
    result = Row(24, text="what was computed")
    random = Row(6, text="state of a generator")
    pair = Inner(Pair)
    pairs = Inner(Pair, 3)
    row = Row("cells", text="a row")
    table = Row("cells", "deep", text="rows one after the other")
    count = Whole("steps so far")
    phase = Whole("which row is now")


FORM = {"cells": 5, "deep": 3}
SIZE = State.size(FORM)
WHOLES = len(State.whole_places)


@kernel
def doubled(x):
    return 2.0 * x


@kernel
def squared(x):
    return x**2


@kernel
def applied(f, x):
    """A kernel given to a kernel."""
    return f(x) + f(0.25)


@kernel
def both_ways(x):
    """Several returns, some early, in tuples of tuples."""
    if x > 1.0:
        return (x, 1.0), 2
    if x < -1.0:
        return (-x, x * x), 1
    return (0.5 * x, x), 0


@kernel
def halvings(x):
    """A loop that each voice leaves at its own time."""
    count = 0
    while abs(x) > 0.3:
        x = HALF * x
        count = count + 1
        if count >= 12:
            break
    return x, count


@kernel
def first_above(a, n, limit):
    """An early return out of a loop."""
    for i in range(n):
        if a[i] > limit:
            return i
    return n


@kernel
def counted(s, x):
    """Writes, and says something: for `and` and `or`."""
    s.found = s.found + x
    return s.found > 2.0


@kernel
def bumped(s):
    """Writes, and returns what was before."""
    before = s.a
    s.a = before + 1.0
    return before


@kernel
def whole_numbers(x):
    """Division and remainder of numbers of both signs, and rounding."""
    n = math.floor(10.0 * x)
    m = math.ceil(3.0 * x)
    last = (n & 3) + abs(n) + min(n, m) * max(n, 2)
    return (n - 1 & 7) + n // 3 + 100 * (n % 3) + 10000 * (n // -3) + 7 * (n % -4) + int(-2.7 * x) + last


@kernel
def reused(n, x):
    """A parameter that becomes real, a counter that its loop assigns, and a counter that is read after it."""
    total = 0.0
    n = n + 0.5 * x
    for i in range(4):
        i = 2 * i + 1
        total = total + n * i
    for j in range(1, 8, 3):
        if j * x > 5.0:
            break
        total = total + j
    k = 0
    for k in range(3):
        total = total + 0.125 * k
    return total + k


@kernel
def mixed(x):
    """Tuples of whole numbers where others are real."""
    values = (1, 2)
    if x > 0.5:
        values = (x, 3.5)
    low, high = values
    low, high = high, low
    return low - 2.0 * high


@kernel(reassociate=True, separate=True)
def dotted(a, b, n):
    """A sum whose order is free."""
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


@kernel
def stirred(s, x):
    """Rows by the counters: the phase says which is now."""
    s.phase = (s.phase + 1) % s.deep
    now = part(s.table, s.phase * s.cells)
    before = part(s.table, ((s.phase + s.deep - 1) % s.deep) * s.cells)
    for i in range(s.cells):
        now[i] = 0.5 * before[i] + x * (i + 1)
        if now[i] > 1.0:
            now[i] = now[i] - 1.0
        elif now[i] < -1.0:
            now[i] += 1.0
        else:
            s.row[i] = now[i]


@kernel
def told(x, deep):
    """Ways that all voices share inside ways that they do not, with a loop inside."""
    y = 0.0
    if x > 0.0:
        if deep > 2:
            y = 1.0
        else:
            y = 2.0
        for i in range(deep):
            if i == 2:
                break
            y = y + x * i
    return y


@kernel
def stepped(s, x):
    """All of it once, into the results."""
    out = s.result
    sides, which = both_ways(4.0 * x)
    left, right = sides
    out[0] = left + 10.0 * right + 100.0 * which
    y, count = halvings(7.0 * x)
    out[1] = y + count
    out[2] = applied(doubled, x) + applied(squared, x)
    out[3] = whole_numbers(x)
    place = first_above(s.row, s.cells, 0.4 * x)
    out[4] = place
    out[5] = s.row[min(place, s.cells - 1)]
    s.row[place % s.cells] = 0.3 * x
    s.found = 0.0
    yes = x > 0.2 and counted(s, 3.0) and x < 0.9
    no = x > 0.5 or counted(s, 1.0) or counted(s, 1.5)
    out[6] = (1.0 if yes else 0.0) + (2.0 if no else 0.0) + 4.0 * s.found
    out[7] = bumped(s) + 10.0 * bumped(s) + 100.0 * s.a
    out[8] = 10.0 * s.a + bumped(s) if x > 0.0 else bumped(s) - s.a
    s.a = 0.25 * s.a
    out[9] = reused(3, x)
    out[10] = mixed(x)
    out[11] = dotted(s.row, s.table, s.cells)
    stirred(s, x)
    s.pair.first = x
    s.pair.second = s.pair.first + s.pairs[1].second
    for i in range(3):
        s.pairs[i].second = s.pairs[i].first * HALF + x
        s.pairs[i].first = s.pair.second - s.pairs[2 - i].second
    out[12] = exp(3.0 * x) + log(abs(x) + 0.1)
    out[13] = power(abs(x), 1.5) + atan(5.0 * x)
    out[14], out[15] = sin_cos_turns(3.3 * x)
    out[16] = told(x, s.deep)
    out[17] = math.sqrt(abs(x)) * x**3 - x**4 + (SMALL if abs(x) < SMALL else 0.0)
    out[18], out[19] = out[19] + 1.0, out[18]
    out[20] = s.count
    s.count = s.count + 1
    if -0.5 < x <= 0.5 and not x > 0.45:
        s.b = -x
    meet()
    if lane() == lanes() - 1:
        out[22] = x


@kernel
def total(s):
    """Of all numbers of a record, which may only be read."""
    all_of_it = constant(numbers(s))
    found = 0.0
    for i in range(size(s)):
        found = found + all_of_it[i]
    return found


@kernel
def process_rows(reals, wholes, n):
    """What an entry looks like: memory seen as a record, and a number of steps."""
    s = view(State, part(reals, 0), wholes)
    for i in range(n):
        stepped(s, s.b * math.sqrt(2.0) + 0.125 * i - 0.4)
        if not single():
            s.result[21] = unit_noise(s.random)


@kernel
def process(reals, wholes, n):
    """The same, and something over all numbers of a record."""
    process_rows(reals, wholes, n)
    s = view(State, reals, wholes)
    s.result[23] = total(s)


@kernel
def process_lightly(reals, wholes, n):
    """The same with little in it."""
    s = view(State, reals, wholes)
    for i in range(n):
        x = 0.125 * i - 0.4 + 0.01 * s.b
        y, count = halvings(7.0 * x)
        s.result[i % 8] = y + count * reused(2, x)
        s.count = s.count + 1
        stirred(s, x)


ENTRY = (ARRAY, WHOLES_TYPE, WHOLE)
REALS = {"double": np.float64, "float": np.float32}


def entry(kernel_, *, over_lanes=False, real="double"):
    """The typed tree of an entry."""
    return Front(lanes=over_lanes, single=real == "float").instance(kernel_, ENTRY)


def voices(many):
    """The memory of some voices, all different, and the whole numbers that they share."""
    arenas = np.random.default_rng(7).uniform(-1.0, 1.0, (many, SIZE))
    for arena, b in zip(arenas, np.linspace(-1.0, 1.0, many), strict=True):
        s = State(arena, np.array([FORM["cells"], FORM["deep"], 0, 0], np.int32))
        s.b = b
        s.random[:] = np.floor(1e6 + 1e5 * arena[:6])
    return arenas, np.array([FORM["cells"], FORM["deep"], 5, 2], np.int32)


def in_python(kernel_, arenas, wholes, n):
    """What Python makes of them."""
    arenas = arenas.copy()
    for arena in arenas:
        own = wholes.copy()
        kernel_(arena, own, n)
    return arenas, own


def linked(text, *names):
    """Functions of a module on this processor, by name."""
    jit = llvm.create_lljit_compiler(host().machine(), suppress_errors=True)
    library = llvm.JITLibraryBuilder().add_object_img(object_code(text, host()))
    for name in names:
        library = library.export_symbol(name)
    found = library.link(jit, f"here{next(NUMBERS)}")
    KEPT.append((jit, found))
    return [ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(found[name]) for name in names]


def aligned(numbers_):
    """The same numbers where an arena may begin."""
    room = np.zeros(numbers_.nbytes + 128, np.uint8)
    start = -room.ctypes.data % 128
    found = room[start : start + numbers_.nbytes].view(numbers_.dtype).reshape(numbers_.shape)
    found[:] = numbers_
    return found


def close(found, wanted, tolerance=1e-13):
    """Whether numbers agree."""
    scale = np.maximum(1.0, np.abs(wanted))
    worst = np.max(np.abs(found - wanted) / scale)
    assert worst <= tolerance, f"{worst} at {np.argwhere(np.abs(found - wanted) / scale > tolerance)[:5].tolist()}"

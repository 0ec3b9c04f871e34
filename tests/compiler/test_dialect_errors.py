"""What is not in the kernel dialect is refused: with the file, the line, and what to write instead."""

import importlib.util
import linecache
import math
import sys

import numpy as np
import pytest

from rosin import Contact, Gesture, Hand, InertialMass, Voice, render
from rosin.compiler.front import Front
from rosin.compiler.source import DialectError
from rosin.compiler.tree import ARRAY, REAL, WHOLES, record
from rosin.interactions.interaction import Interaction
from rosin.kernels.dialect import kernel, view
from rosin.kernels.record import Real, Record, Row, Whole


class Memory(Record):
    count = Whole("a counter")
    x = Real("m", "a number")
    row = Row(4)


def plain(x):
    return x


@kernel
def numpy_function(x, c):
    return np.sin(x)


@kernel
def library_function(x, c):
    return math.sin(x)


@kernel
def a_list(x, c):
    y = [x, x]
    return y[0]


@kernel
def real_index(x, c):
    return c[x]


@kernel
def two_kinds(x, c):
    y = x
    if x > 0.0:
        y = (x, x)
    return x


@kernel
def over_an_array(x, c):
    for i in c:
        x += i
    return x


@kernel
def odd_power(x, c):
    return x**2.5


@kernel
def unknown_name(x, c):
    return nowhere + x


@kernel
def text(x, c):
    return "name"


@kernel
def exceptions(x, c):
    try:
        x = 1.0
    finally:
        pass
    return x


@kernel
def recursion(x, c):
    return recursion(x, c)


@kernel
def too_many_values(x, c):
    a, b = x, x, x
    return a


@kernel
def stores_an_array(x, c):
    c[0] = c
    return x


@kernel
def returns_differ(x, c):
    if x > 0.0:
        return x
    return x, x


@kernel
def calls_a_plain_function(x, c):
    return plain(x)


@kernel
def on_some_ways(x, c):
    if x > 0.0:
        y = x
    return y


@kernel
def forgets_to_return(x, c):
    if x > 0.0:
        return x


@kernel
def goes_on(x, c):
    for i in range(3):
        if i > 1:
            continue
        x += 1.0
    return x


@kernel
def loop_else(x, c):
    for _ in range(3):
        x += 1.0
    else:
        x = 0.0
    return x


@kernel
def a_slice(x, c):
    return c[1:]


@pytest.mark.parametrize(
    ("wrong", "line", "said", "instead"),
    [
        (numpy_function, 1, "np.sin", "rosin.kernels.maths"),
        (library_function, 1, "math.sin", "rosin.kernels.maths"),
        (a_list, 1, "list", "tuple"),
        (real_index, 1, "whole number", "int("),
        (two_kinds, 3, "a tuple here and a real number elsewhere", "another name"),
        (over_an_array, 1, "range", "for i in range(n)"),
        (odd_power, 1, "exponents", "power"),
        (unknown_name, 1, "nowhere", "define it"),
        (text, 1, "text", "number"),
        (exceptions, 1, "try", "return a number"),
        (recursion, 0, "calls itself", "loop"),
        (too_many_values, 1, "2 values are needed here and 3", "as many"),
        (stores_an_array, 1, "cannot hold an array", "number"),
        (returns_differ, 3, "returns a tuple where a real number", "same kinds"),
        (calls_a_plain_function, 1, "plain function", "@kernel"),
        (on_some_ways, 3, "y may be read before it is assigned", "on every way"),
        (forgets_to_return, 0, "on some ways only", "end every way"),
        (goes_on, 3, "continue", "under an if"),
        (loop_else, 1, "else of a loop", "name"),
        (a_slice, 1, "slice", "part(a, offset)"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_an_error_says_where_and_what_to_write_instead(wrong, line, said, instead):
    with pytest.raises(DialectError) as error:
        Front().instance(wrong, (REAL, ARRAY))
    message, first = str(error.value), wrong.__code__.co_firstlineno + 1
    assert any(f"{__file__}:{place}:" in message for place in (first + line, first - 1 + line)), message
    assert said in message
    assert instead in message.split(said)[-1] or instead in message


@kernel
def writes_a_constant(m, x):
    m.x = x


@kernel
def counts_what_differs(m, x):
    m.count = int(x)


@kernel
def unknown_field(m, x):
    return m.y


def test_records_are_guarded():
    with pytest.raises(DialectError, match="may only be read here; what changes while it sounds belongs into the state"):
        Front().instance(writes_a_constant, (record(Memory, fixed=True), REAL))
    with pytest.raises(DialectError, match="the same for all voices"):
        Front(lanes=True).instance(counts_what_differs, (record(Memory), REAL._replace(varying=True)))
    with pytest.raises(DialectError, match=r"m has no y; it has count, row, x"):
        Front().instance(unknown_field, (record(Memory), REAL))
    with pytest.raises(TypeError, match="another name"):
        type("Wrong", (Record,), {"size": Real()})


@kernel
def tiny(x, c):
    return x + 1e-300


def test_a_number_that_single_precision_does_not_have_is_refused():
    Front().instance(tiny, (REAL, ARRAY))
    with pytest.raises(DialectError, match="single precision"):
        Front(single=True).instance(tiny, (REAL, ARRAY))


@kernel
def seen(reals, wholes):
    m = view(Memory, reals, wholes)
    m.x = m.row[2]


def test_source_that_was_edited_after_import_is_noticed(tmp_path):
    file = tmp_path / "edited_kernels.py"
    code = "from rosin.kernels.dialect import kernel\n\n\n@kernel\ndef double(x):\n    return 2.0 * x\n"
    file.write_text(code)
    spec = importlib.util.spec_from_file_location("edited_kernels", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules["edited_kernels"] = module
    spec.loader.exec_module(module)
    file.write_text(code.replace("2.0 * x", "3.0 * x"))
    with pytest.raises(DialectError, match="changed after it was imported; start Python anew"):
        Front().instance(module.double, (REAL,))
    Front().instance(seen, (ARRAY, WHOLES))


CELL = '''
from rosin.interactions import interaction
from rosin.interactions.interaction import Interaction, LawKernels, all_heat, nothing_kept, smooth_surface
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Nothing, Real, reals
from rosin.model.parameters import parameter

class Coefficients(interaction.Coefficients):
    drag = Real("N s/m")

@kernel
def prepare(p, fs, c):
    c.step = 1.0 / fs
    c.drag = p.drag

@kernel
def start(c, s):
    pass

@kernel
def solve(c, s, v_free, y, compression, normal_force):
    v = v_free / (1.0 + y * c.drag)
    return c.drag * v, v, 1

@kernel
def slope(c, s, f, v, normal_force):
    return c.drag

@kernel
def observe(c, s, j):
    return 0.0

class Oil(Interaction):
    """Oil."""
    drag: float = parameter("c", "N s/m", "drag", default=0.5, more_than=0, at_most=1e6, range=(0.01, 10))
    @property
    def kernels(self):
        memory = Memory(reals("drag"), Coefficients, Nothing)
        return LawKernels(MEMORY, prepare, start, solve, smooth_surface, nothing_kept, all_heat, observe, slope)

MEMORY = Memory(reals("drag"), Coefficients, Nothing)
'''


def test_a_law_written_in_a_notebook_compiles():
    """A cell has no file: its source is where notebooks put it, in the cache of lines."""
    name = "<ipython-input-7-rosin>"
    linecache.cache[name] = (len(CELL), None, CELL.splitlines(True), name)
    try:
        scope = {"__name__": "__main__"}
        exec(compile(CELL, name, "exec"), scope)
        contact = Contact(Hand(), scope["Oil"](2.0), InertialMass(1.0))
        sound = render(contact, Gesture(velocity=1.0, normal_force=1.0), duration=1.0, record="relative_velocity")
        assert sound.traces["relative_velocity"][-1] == pytest.approx(math.exp(-2), rel=1e-3)
        assert np.isfinite(Voice(contact, 48_000, target="whole").process(10, {"velocity": 1.0, "normal_force": 1.0})).all()
    finally:
        Interaction.registry.pop("Oil", None)
        linecache.cache.pop(name, None)

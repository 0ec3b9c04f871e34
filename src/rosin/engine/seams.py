"""Where a program is cut into parts that are compiled one by one: what crosses from its loop to the kernels of a part.

Records cross as two addresses, of their real and their whole numbers; numbers as they are. So the loop is the same code for any
parts, and a part the same code in any program.
"""

from collections.abc import Iterable
from typing import Any

from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.ports import PortKernels
from rosin.compiler.tree import ARRAY, NOTHING, REAL, TRUTH, WHOLE, Type, pack, record
from rosin.interactions.interaction import LawKernels
from rosin.kernels.dialect import kernel
from rosin.kernels.filtering import FilterKernels
from rosin.kernels.record import Memory
from rosin.textures.texture import TextureKernels

C, S = "coefficients", "state"
TWO = (REAL, REAL)
Signature = tuple[tuple[Any, ...], tuple[Type, ...]]  # what a kernel takes and what it returns

PREPARE: Signature = ("parameters", REAL, "coefficients to be made"), ()
START: Signature = (C, S), ()
SEAMS: dict[type, dict[str, Signature]] = {
    BodyKernels: {
        "prepare": PREPARE,
        "start": START,
        "free": ((C, S, REAL, REAL, REAL, REAL), TWO),
        "displacement": ((C, S), (REAL,)),
        "push": ((C, S, REAL), ()),
        "pickup": ((C, S, WHOLE, WHOLE), (REAL,)),
        "stored": ((C, S), (REAL,)),
        "spent": ((C, S), TWO),
        "lead": ((C, S, REAL, REAL, REAL), ()),
        "settle": ((C, S), ()),
        "drift": ((C, S, REAL, REAL, REAL), (TRUTH,)),
        "extent": ((C, S, REAL), TWO),
        "ring": ((C, S, ARRAY, WHOLE, WHOLE, ARRAY, WHOLE, WHOLE), (TRUTH,)),
    },
    PortKernels: {
        "prepare": PREPARE,
        "start": START,
        "place": ((C, S, ARRAY, REAL), (TRUTH,)),
        "advance": ((C, S, ARRAY, REAL, REAL, REAL, REAL), (TRUTH,)),
        "free": ((C, S, ARRAY), (REAL,)),
        "displacement": ((C, S, ARRAY), (REAL,)),
        "mutual": ((C, S, ARRAY, ARRAY), (REAL,)),
        "push": ((C, S, ARRAY, REAL), ()),
        "finish": ((C, S, ARRAY), ()),
        "pickup": ((C, S, WHOLE, WHOLE), (REAL,)),
        "stored": ((C, S), (REAL,)),
        "spent": ((C, S), TWO),
        "lead": ((C, S, REAL, REAL, REAL), ()),
        "settle": ((C, S), ()),
        "follow": ((C, S, ARRAY, REAL, REAL, REAL), ()),
        "rests": ((C, S, REAL, REAL), (TRUTH,)),
        "drift": ((C, S, REAL, REAL, REAL), (TRUTH,)),
        "extent": ((C, S, ARRAY, REAL), TWO),
        "ring": ((C, S, ARRAY, REAL, REAL, REAL, ARRAY, WHOLE, WHOLE, ARRAY, WHOLE, WHOLE), ()),
    },
    LawKernels: {
        "prepare": PREPARE,
        "start": START,
        "solve": ((C, S, REAL, REAL, REAL, REAL), (REAL, REAL, WHOLE)),
        "roughness": ((C,), (REAL,)),
        "stored": ((C, S), (REAL,)),
        "spent": ((C, S, REAL, REAL), TWO),
        "observe": ((C, S, WHOLE), (REAL,)),
        "slope": ((C, S, REAL, REAL, REAL), (REAL,)),
        "lean": ((C, S, REAL), ()),
        "rests": ((C, S), (TRUTH,)),
        "moved": ((C, S, REAL, REAL, REAL), (REAL,)),
    },
    TextureKernels: {"prepare": PREPARE, "start": START, "advance": ((C, S), (REAL,))},
    FilterKernels: {"prepare": PREPARE, "start": START, "process": ((C, S, WHOLE, WHOLE, ARRAY, ARRAY), ())},
}


SELDOM = ("prepare", "start", "settle", "stored", "spent", "observe", "rests", "drift", "extent")  # at most once a block


def cold(parts: Iterable[Any]) -> frozenset[Any]:
    """The kernels of some parts that seldom run."""
    return frozenset(getattr(kernels, name) for kernels in parts for name in SEAMS[type(kernels)] if name in SELDOM)


def arguments(given: tuple[Any, ...], memory: Memory) -> tuple[Type, ...]:
    """The types of what a kernel takes, over the records of a part."""
    records = {
        "parameters": record(memory.parameters, fixed=True),
        "coefficients": record(memory.coefficients, fixed=True),
        "coefficients to be made": record(memory.coefficients, wholes_fixed=True),
        "state": record(memory.state),
    }
    return tuple(records[each] if isinstance(each, str) else each for each in given)


def result(given: tuple[Type, ...]) -> Type:
    """The type of what a kernel returns."""
    return NOTHING if not given else given[0] if len(given) == 1 else pack(given)


def stubs(kind: type) -> Any:
    """Kernels that stand for those of any part of a kind, over records that nobody looks into."""
    return kind(Memory(), *(_stub() for _ in SEAMS[kind]))


def _stub() -> Any:
    @kernel
    def elsewhere():
        """A kernel of a part."""

    return elsewhere

"""The kernel dialect: the small part of Python that runs natively, in vector lanes, in WebAssembly, in C and on a GPU.

A kernel is a plain function of numbers, flat arrays indexed by `a[i]` and records read by name (record.py), with `math.sqrt`,
`math.floor`, loops and branches: no allocation, no exceptions, no NumPy, no strings, no global state.
Marking it with `@kernel` changes nothing for Python; the compiler finds the mark. docs/pages/code/dialect.md has the whole of it.
"""

import time
from collections.abc import Callable
from typing import Any, overload

Kernel = Callable[..., Any]
BEGAN = time.time()  # s: since when kernels are read

# What a compiler may do to every kernel: fuse multiply-add, ignore the sign of zero, divide by multiplying.
RELAXED = frozenset({"contract", "nsz", "arcp"})


@overload
def kernel(function: Kernel) -> Kernel: ...
@overload
def kernel(
    *, reassociate: bool = False, separate: bool = False, large: bool = False, seldom: bool = False, wide: bool = False
) -> Callable[[Kernel], Kernel]: ...
def kernel(
    function: Kernel | None = None,
    *,
    reassociate: bool = False,
    separate: bool = False,
    large: bool = False,
    seldom: bool = False,
    wide: bool = False,
) -> Any:
    """Mark a function as a kernel.

    reassociate   its sums may run in vector lanes
    separate      its arrays do not overlap
    large         it is compiled once and called, not written into all that call it
    seldom        the same, and since it seldom runs it is made small
    wide          it is called, too, and its loops take the widest vectors there are: for long ones that do nothing but reckon
    """

    def mark(plain: Kernel) -> Kernel:
        plain.__kernel_flags__ = RELAXED | {"reassoc"} if reassociate else RELAXED  # type: ignore[attr-defined]
        plain.__kernel_separate__ = separate  # type: ignore[attr-defined]
        plain.__kernel_large__ = large or wide  # type: ignore[attr-defined]
        plain.__kernel_seldom__ = seldom  # type: ignore[attr-defined]
        plain.__kernel_wide__ = wide  # type: ignore[attr-defined]
        return plain

    return mark if function is None else mark(function)


def flags(function: Any) -> frozenset[str] | None:
    """The freedoms a kernel grants its compiler, or None if it is not a kernel."""
    return getattr(function, "__kernel_flags__", None)


def word(function: Kernel) -> Kernel:
    """Mark a function that every compiler knows by its name; what stands in it is what it means to Python."""
    function.__kernel_flags__ = RELAXED  # type: ignore[attr-defined]
    function.__kernel_word__ = function.__name__  # type: ignore[attr-defined]
    return function


class Constant(float):
    """A number that must be another one in single precision: where a limit, a tolerance or a trick depends on the digits there are."""

    single: float

    def __new__(cls, double: float, single: float) -> "Constant":
        made = super().__new__(cls, double)
        made.single = single
        return made


@word
def part(a: Any, offset: int) -> Any:
    """The array from there on."""
    return a[offset:]


@word
def view(record: Any, reals: Any, wholes: Any) -> Any:
    """Memory seen as a record of a class: its real and its whole numbers."""
    return record(reals, wholes)


@word
def numbers(record: Any) -> Any:
    """All real numbers of a record, as an array."""
    return record.reals


@word
def size(record: Any) -> int:
    """How many they are."""
    return record.reckon(type(record).total)


@word
def constant(a: Any) -> Any:
    """An array that may only be read from here on."""
    return a


@word
def single() -> bool:
    """Whether numbers have single precision; known when compiled."""
    return False


@word
def abreast() -> bool:
    """Whether voices go side by side, in lanes or on a GPU, so that a choice that some make costs all of them; known when compiled."""
    return False


@word
def lane() -> int:
    """Which of the threads that share one voice this is: 0 but on a GPU."""
    return 0


@word
def lanes() -> int:
    """How many threads share one voice: 1 but on a GPU."""
    return 1


@word
def meet() -> None:
    """What the threads of a voice have written is seen by all of them from here on."""

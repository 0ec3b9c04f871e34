"""The kernel dialect: the small part of Python that runs natively, in WebAssembly and on a GPU.

A kernel is a plain function of scalars and flat float arrays indexed by `a[i]`, with `math.sqrt`,
`math.floor`, loops and branches: no allocation, no exceptions, no NumPy, no strings, no global state.
Marking it with `@kernel` changes nothing for Python; the engine finds the mark when it compiles.
"""

from collections.abc import Callable
from typing import Any, overload

Kernel = Callable[..., Any]

# What a compiler may do to every kernel: fuse multiply-add, ignore the sign of zero, divide by multiplying.
RELAXED = frozenset({"contract", "nsz", "arcp"})


@overload
def kernel(function: Kernel) -> Kernel: ...
@overload
def kernel(*, reassociate: bool = False) -> Callable[[Kernel], Kernel]: ...
def kernel(function: Kernel | None = None, *, reassociate: bool = False) -> Any:
    """Mark a function as a kernel; `reassociate` lets its sums run in vector lanes."""

    def mark(plain: Kernel) -> Kernel:
        plain.__kernel_flags__ = RELAXED | {"reassoc"} if reassociate else RELAXED  # type: ignore[attr-defined]
        return plain

    return mark if function is None else mark(function)


def flags(function: Any) -> frozenset[str] | None:
    """The freedoms a kernel grants its compiler, or None if it is not a kernel."""
    return getattr(function, "__kernel_flags__", None)

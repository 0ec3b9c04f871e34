"""How compiled kernels are called, the same on every target: kinds of arguments, and parts of an arena as arrays."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

SIGNATURES = {
    "prepare": ("real", *("array",) * 8),
    "start": ("array",) * 9,
    "process": ("whole", "whole", "real", *("array",) * 13),
    "glide": ("whole", "whole", "real", *("array",) * 3),
}
SOUNDBOX_SIGNATURES = {
    "prepare": ("array", "real", "array"),
    "start": ("array",) * 2,
    "process": ("whole", *("array",) * 4),
}
LINE = 8  # doubles in a cache line


class Program(Protocol):
    """Kernels that are compiled together: a named tuple of them that knows the kinds of their arguments."""

    @property
    def signatures(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds of arguments of each kernel: `whole`, `real` or `array`."""

    def _asdict(self) -> dict[str, Any]: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __hash__(self) -> int: ...


class Span(NamedTuple):
    """A part of an arena: an array argument."""

    offset: int
    length: int


def lay_out(sizes: Mapping[str, int]) -> tuple[dict[str, Span], int]:
    """Arrays of these lengths one after the other, each on a cache line of its own, and the length of the whole arena."""
    spans: dict[str, Span] = {}
    offset = 0
    for name, length in sizes.items():
        spans[name] = Span(offset, length)
        offset += -(-max(length, 1) // LINE) * LINE
    return spans, offset

"""How the kernels of a voice are called, the same on every target: kinds of arguments, and parts of an arena as arrays."""

from typing import NamedTuple

SIGNATURES = {
    "prepare": ("real", *("array",) * 8),
    "start": ("array",) * 9,
    "process": ("whole", "whole", "real", *("array",) * 13),
    "glide": ("whole", "whole", "real", *("array",) * 3),
}


class Span(NamedTuple):
    """A part of an arena: an array argument."""

    offset: int
    length: int

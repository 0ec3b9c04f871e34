"""What a filter is: something that turns the samples of some channels into others, a block at a time, and keeps a state."""

from typing import NamedTuple

from rosin.kernels.dialect import Kernel
from rosin.kernels.record import Memory


class FilterKernels(NamedTuple):
    """The kernels of a filter and its records: `p` parameters, `c` coefficients, constant while it sounds, `s` state.

    prepare(p, fs, c)                       physical parameters into coefficients
    start(c, s)                             the state at rest
    process(c, s, n, stride, sound, out)    n samples of every channel; those of a channel begin `stride` after those of the one before
    """

    memory: Memory
    prepare: Kernel
    start: Kernel
    process: Kernel

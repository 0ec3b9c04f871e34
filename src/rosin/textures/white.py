"""White texture: equal power at all frequencies."""

import math
from typing import ClassVar

from rosin.kernels.dialect import kernel
from rosin.kernels.random import unit_noise
from rosin.kernels.record import Memory, Nothing, Real, Record
from rosin.textures.texture import BAND, Seeds, Texture, TextureKernels


class Coefficients(Record):
    """Constants of white noise."""

    gain = Real("", "of noise of unit variance")


MEMORY = Memory(Nothing, Coefficients, Seeds)


@kernel
def prepare(p, fs, c):
    """Twice the rate, twice the variance: the same power per hertz."""
    c.gain = math.sqrt(0.5 * fs / BAND)


@kernel
def start(c, s):
    """The seeds are all the state."""


@kernel
def advance(c, s):
    """The next sample."""
    return c.gain * unit_noise(s.words)


class White(Texture):
    """White noise."""

    kernels: ClassVar[TextureKernels] = TextureKernels(MEMORY, prepare, start, advance)

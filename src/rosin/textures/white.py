"""White texture: equal power at all frequencies."""

import math
from typing import ClassVar

from rosin.kernels.dialect import kernel
from rosin.kernels.random import WORDS, unit_noise
from rosin.textures.texture import BAND, Texture, TextureKernels

GAIN = 0  # coefficient


@kernel
def prepare(p, fs, c):
    """Twice the rate, twice the variance: the same power per hertz."""
    c[GAIN] = math.sqrt(0.5 * fs / BAND)


@kernel
def start(c, s):
    """The seeds are all the state."""


@kernel
def advance(c, s):
    """The next sample."""
    return c[GAIN] * unit_noise(s)


class White(Texture):
    """White noise."""

    kernels: ClassVar[TextureKernels] = TextureKernels(prepare, start, advance)

    def pack(self) -> list[float]:
        return []

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 1, WORDS

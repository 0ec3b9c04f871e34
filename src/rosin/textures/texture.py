"""What a texture is: the random function w of time that friction turns into the noise s3 w sqrt(|v| f_N).

Its power per hertz does not depend on the sample rate; its variance is 1 at 48 kHz.
"""

from typing import ClassVar, NamedTuple

from rosin.kernels.dialect import Kernel
from rosin.kernels.random import WORDS
from rosin.kernels.record import Memory, Record, Row
from rosin.model.part import Part
from rosin.model.registry import Registry

BAND = 24_000.0  # Hz: the band in which w has unit variance


class Seeds(Record):
    """What the state of every texture begins with."""

    words = Row(WORDS, text="state of the random numbers, which the host seeds and `start` leaves alone")


class TextureKernels(NamedTuple):
    """prepare(p, fs, c), start(c, s) with the seeds `s.words` left alone, advance(c, s) -> w."""

    memory: Memory
    prepare: Kernel
    start: Kernel
    advance: Kernel


class Texture(Part):
    """Base of all textures. A texture is one file: docstring, parameters, kernels."""

    kind: ClassVar[str] = "texture"
    registry: ClassVar[Registry] = Registry(__name__)
    kernels: ClassVar[TextureKernels]

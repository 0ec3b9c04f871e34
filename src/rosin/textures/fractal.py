"""Fractal texture: power falling as 1/f^b above a lowest frequency (Avanzini et al. 2003, eq. 8.22 to 8.26, signs as in 8.25).

White noise through a cascade of first-order sections (1 + b_i / z) / (1 + a_i / z), h of them a decade,

    a_i = -exp(-2 pi f_pi T),   b_i = -exp(-2 pi f_0i T),   f_pi = f_p1 10^((i-1)/h),   f_0i = f_pi 10^(b/2h)

up to the last pole below half the sample rate. Scaled to unit variance up to 24 kHz.
"""

import math
from typing import ClassVar

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, log
from rosin.kernels.random import WORDS, unit_noise
from rosin.model.parameters import Number, parameter
from rosin.textures.texture import BAND, Texture, TextureKernels

GAIN, SECTIONS = 0, 1  # coefficients, then pairs a_i, b_i
MOST_SECTIONS = 128
POINTS = 600  # of the integral
LN10 = math.log(10.0)


@kernel
def power_in_band(c, lowest, lead, ratio):
    """The power of (8.22), 1 at f = 0, up to 24 kHz: the flat part below f_p1 / 100, then the trapezoid rule in log f."""
    begin = 0.01 * lowest
    stride = exp(log(BAND / begin) / POINTS)
    total = begin
    f = begin
    before = 1.0
    for _ in range(POINTS):
        f = f * stride
        now = 1.0
        pole = lowest
        for _ in range(int(c[SECTIONS])):
            zero = pole * lead
            now = now * (1.0 + f * f / (zero * zero)) / (1.0 + f * f / (pole * pole))
            pole = pole * ratio
        total += 0.5 * (before + now) * (f - f / stride)
        before = now
    return total


@kernel
def prepare(p, fs, c):
    """p = beta, poles per decade, lowest frequency (8.26)."""
    beta, density, lowest = p[0], p[1], p[2]
    ratio = exp(LN10 / density)
    lead = exp(0.5 * LN10 * beta / density)
    pole = lowest
    steady = 1.0
    count = 0
    while pole < 0.5 * fs and count < MOST_SECTIONS:
        a = -exp(-2.0 * math.pi * pole / fs)
        b = -exp(-2.0 * math.pi * pole * lead / fs)
        c[2 + 2 * count] = a
        c[3 + 2 * count] = b
        steady = steady * (1.0 + b) / (1.0 + a)
        pole = pole * ratio
        count = count + 1
    c[SECTIONS] = count
    c[GAIN] = math.sqrt(0.5 * fs / power_in_band(c, lowest, lead, ratio)) / steady


@kernel
def start(c, s):
    """Silent sections."""
    for i in range(int(c[SECTIONS])):
        s[WORDS + i] = 0.0


@kernel
def advance(c, s):
    """The next sample (8.25)."""
    x = c[GAIN] * unit_noise(s)
    for i in range(int(c[SECTIONS])):
        y = x + s[WORDS + i]
        s[WORDS + i] = c[3 + 2 * i] * x - c[2 + 2 * i] * y
        x = y
    return x


class Fractal(Texture):
    """Noise from hiss (beta 0) through pink (1) to a slow rumble (2)."""

    beta: Number = parameter("β", "", "slope of the power spectrum, 1/f^β", default=1.0, at_least=0, at_most=3, range=(0, 2))
    poles_per_decade: Number = parameter(
        "h", "", "sections a decade; more follow the slope better", default=2.0, at_least=0.5, at_most=12, range=(1, 6)
    )
    lowest_frequency: Number = parameter(
        "f_p1", "Hz", "frequency below which the spectrum is flat", default=20.0, at_least=1e-3, at_most=1e4, range=(0.1, 1e3), curve="log"
    )

    kernels: ClassVar[TextureKernels] = TextureKernels(prepare, start, advance)

    def pack(self) -> list[float]:
        return [self.beta, self.poles_per_decade, self.lowest_frequency]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return 2 + 2 * MOST_SECTIONS, WORDS + MOST_SECTIONS

    def check_rate(self, sample_rate: float) -> None:
        if self.lowest_frequency >= 0.25 * sample_rate:
            raise self.refuse(
                "lowest_frequency",
                f"{self.lowest_frequency:g} Hz",
                f"must be below a quarter of the sample rate, {0.25 * sample_rate:g} Hz.",
            )

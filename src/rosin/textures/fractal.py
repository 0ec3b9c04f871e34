"""Fractal texture: power falling as 1/f^b above a lowest frequency (Avanzini et al. 2003, eq. 8.22 to 8.26, signs as in 8.25).

White noise through a cascade of first-order sections (1 + b_i / z) / (1 + a_i / z), h of them a decade,

    a_i = -exp(-2 pi f_pi T),   b_i = -exp(-2 pi f_0i T),   f_pi = f_p1 10^((i-1)/h),   f_0i = f_pi 10^(b/2h)

up to the last pole below half the sample rate. Scaled to unit variance up to 24 kHz.
"""

import math
from typing import ClassVar

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, log
from rosin.kernels.random import unit_noise
from rosin.kernels.record import Memory, Real, Record, Row, reals
from rosin.model.parameters import parameter
from rosin.textures.texture import BAND, Seeds, Texture, TextureKernels

MOST_SECTIONS = 128
POINTS = 600  # of the integral
LN10 = math.log(10.0)


class Coefficients(Record):
    """The cascade."""

    gain = Real("", "to unit variance")
    sections = Real("", "how many there are")
    a = Row(MOST_SECTIONS, text="poles")
    b = Row(MOST_SECTIONS, text="zeros")


class State(Seeds):
    """The random numbers and the sections."""

    kept = Row(MOST_SECTIONS, text="what each section keeps")


MEMORY = Memory(reals("beta", "poles_per_decade", "lowest_frequency"), Coefficients, State)


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
        for _ in range(int(c.sections)):
            zero = pole * lead
            now = now * (1.0 + f * f / (zero * zero)) / (1.0 + f * f / (pole * pole))
            pole = pole * ratio
        total += 0.5 * (before + now) * (f - f / stride)
        before = now
    return total


@kernel
def prepare(p, fs, c):
    """(8.26)."""
    beta, density, lowest = p.beta, p.poles_per_decade, p.lowest_frequency
    ratio = exp(LN10 / density)
    lead = exp(0.5 * LN10 * beta / density)
    pole = lowest
    steady = 1.0
    count = 0
    while pole < 0.5 * fs and count < MOST_SECTIONS:
        a = -exp(-2.0 * math.pi * pole / fs)
        b = -exp(-2.0 * math.pi * pole * lead / fs)
        c.a[count] = a
        c.b[count] = b
        steady = steady * (1.0 + b) / (1.0 + a)
        pole = pole * ratio
        count = count + 1
    c.sections = count
    c.gain = math.sqrt(0.5 * fs / power_in_band(c, lowest, lead, ratio)) / steady


@kernel
def start(c, s):
    """Silent sections."""
    for i in range(int(c.sections)):
        s.kept[i] = 0.0


@kernel
def advance(c, s):
    """The next sample (8.25)."""
    x = c.gain * unit_noise(s.words)
    for i in range(int(c.sections)):
        y = x + s.kept[i]
        s.kept[i] = c.b[i] * x - c.a[i] * y
        x = y
    return x


class Fractal(Texture):
    """Noise from hiss (beta 0) through pink (1) to a slow rumble (2)."""

    beta: float = parameter("β", "", "slope of the power spectrum, 1/f^β", default=1.0, at_least=0, at_most=3, range=(0, 2))
    poles_per_decade: float = parameter(
        "h", "", "sections a decade; more follow the slope better", default=2.0, at_least=0.5, at_most=12, range=(1, 6)
    )
    lowest_frequency: float = parameter(
        "f_p1", "Hz", "frequency below which the spectrum is flat", default=20.0, at_least=1e-3, at_most=1e4, range=(0.1, 1e3), curve="log"
    )

    kernels: ClassVar[TextureKernels] = TextureKernels(MEMORY, prepare, start, advance)

    def check_rate(self, sample_rate: float) -> None:
        if self.lowest_frequency >= 0.25 * sample_rate:
            raise self.refuse(
                "lowest_frequency",
                f"{self.lowest_frequency:g} Hz",
                f"must be below a quarter of the sample rate, {0.25 * sample_rate:g} Hz.",
            )

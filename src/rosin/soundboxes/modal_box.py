"""A soundbox as a sum of resonances, driven by the force at the bridge and heard in proportion to their velocities.

    H(s) = sum over modes of  a (w / Q) s / (s^2 + (w / Q) s + w^2),     H = a at s = i w for a mode alone

Air and wood are modes alike (A0, CBR, B1-, B1+, those of the bridge hill, ...). What is heard is a pressure far away,
relative: the signed level a is the output of the mode alone for one newton at its frequency. The pressure that a
body radiates is near a fixed multiple of its velocity: measured on violins, pressure over mobility is level within
4 dB from 400 Hz to 1 kHz and 13 dB higher around A0 (Bissinger), which belongs into the level of A0.
So the peaks are those of measured curves of bridge force to pressure, the sum falls by 6 dB an octave or more on both
sides of its modes, and the signs decide what lies between two of them: modes of one sign leave a dip, modes of
opposite signs fill it. Below A0 the air in the holes moves against the wood: opposite signs, and the two cancel there.

The poles are exact, without warping: each mode takes one step of `Modal` with its `rates_exact`,

    v = T h1 x + h2 w + b f,   x += v,   w <- 2 v - w,   b = a (1 - e^{-w T / Q}) / 2,      heard: the sum of all v

Modes above 0.45 of the sample rate are left out; the others stay as they are.
"""

import math
from typing import TYPE_CHECKING, ClassVar, Self

from rosin.bodies.modal import OneOrRow, Row, rates_exact
from rosin.engine.composition import CALMING, calm
from rosin.kernels.dialect import kernel
from rosin.model import presets
from rosin.model.parameters import parameter
from rosin.soundboxes.soundbox import OpenSoundbox, Soundbox, SoundboxKernels, checked_rate

if TYPE_CHECKING:
    from rosin.engine.target import Opener

FORMAT, VERSION = "rosin-soundbox", 1
HIGHEST = 0.45  # of the sample rate: modes above are left out
# coefficients: this, then the rows T h1, h2, b; state: this, then the rows x, w; rows are padded to a multiple of four modes
QUADS = 0
CLOCK = 0
HEAD = 8


@kernel
def prepare(p, fs, c):
    """p = modes, then the rows frequency, quality, level."""
    T = 1.0 / fs
    modes = int(p[0])
    n = 4 * ((modes + 3) // 4)
    c[QUADS] = n // 4
    for i in range(modes):
        h1, h2, b = 0.0, 0.0, 0.0
        if p[1 + i] <= HIGHEST * fs:
            omega = 2.0 * math.pi * p[1 + i]
            decay = 0.5 * omega / p[1 + modes + i]
            h1, h2, b = rates_exact(omega, decay, T)
            b = 2.0 * decay * b
        c[HEAD + i] = T * h1
        c[HEAD + n + i] = h2
        c[HEAD + 2 * n + i] = p[1 + 2 * modes + i] * b


@kernel
def start(c, s):
    """At rest."""
    for i in range(HEAD + 8 * int(c[QUADS])):
        s[i] = 0.0


@kernel(reassociate=True)
def step(c, s, f):
    """One sample of every mode, and the sum of their velocities."""
    n = 4 * int(c[QUADS])
    total = 0.0
    for i in range(n):
        x = s[HEAD + i]
        w = s[HEAD + n + i]
        v = c[HEAD + i] * x + c[HEAD + n + i] * w + c[HEAD + 2 * n + i] * f
        s[HEAD + i] = x + v
        s[HEAD + n + i] = 2.0 * v - w
        total += v
    return total


@kernel
def process(n, c, s, force, out):
    """Samples of force into samples of sound; what has died away is calmed between stretches."""
    clock = int(s[CLOCK])
    begin = 0
    while begin < n:
        end = min(n, begin + CALMING - clock)
        for i in range(begin, end):
            out[i] = step(c, s, force[i])
        clock += end - begin
        begin = end
        if clock == CALMING:
            clock = 0
            calm(s, HEAD + 8 * int(c[QUADS]))
    s[CLOCK] = clock


class ModalBox(Soundbox):
    """Resonances with frequency, quality and signed level: the radiating body of a bowed instrument."""

    frequencies: Row = parameter("f", "Hz", "mode frequencies", more_than=0, at_most=1e6, range=(20, 10_000), curve="log")
    qualities: OneOrRow = parameter(
        "Q", "", "quality factors: frequency over half-power bandwidth", at_least=0.5, at_most=1e6, range=(3, 100), curve="log"
    )
    levels: OneOrRow = parameter(
        "a", "1/N", "signed output of each mode alone for 1 N at its frequency", at_least=-1e6, at_most=1e6, range=(-1, 1)
    )

    kernels: ClassVar[SoundboxKernels] = SoundboxKernels(prepare, start, process)

    def check(self) -> None:
        n = len(self.frequencies)
        for name in ("qualities", "levels"):
            given = getattr(self, name)
            if isinstance(given, tuple) and len(given) != n:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {n} frequencies; give one number or {n}.")
        if not any(self._row("levels")):
            raise self.refuse("levels", "all zeros", "is not allowed: nothing can be heard; give one non-zero level at least.")

    def _row(self, name: str) -> tuple[float, ...]:
        given = getattr(self, name)
        return given if isinstance(given, tuple) else (given,) * len(self.frequencies)

    def pack(self) -> list[float]:
        return [float(len(self.frequencies)), *self.frequencies, *self._row("qualities"), *self._row("levels")]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        n = 4 * ((len(self.frequencies) + 3) // 4)
        return HEAD + 3 * n, HEAD + 2 * n

    def check_rate(self, sample_rate: float) -> None:
        if min(self.frequencies) > HIGHEST * sample_rate:
            raise self.refuse(
                "frequencies",
                f"{min(self.frequencies):g} Hz and above",
                f"leaves nothing below {HIGHEST:g} of the sample rate, {HIGHEST * sample_rate:g} Hz; raise the sample rate.",
            )

    def open(self, sample_rate: float = 48_000, *, target: "str | Opener" = "native") -> OpenSoundbox:
        """The soundbox at a sample rate, at rest, for blocks of any size; `target` is "native", "wasm" or "python"."""
        from rosin.engine.compiled_soundbox import CompiledSoundbox

        rate = checked_rate(sample_rate)
        self.check_rate(rate)
        return CompiledSoundbox(self, self.kernels, rate, target)

    def wasm(self) -> bytes:
        """The WebAssembly module of this soundbox, for a page or any other host."""
        from rosin.engine.wasm import build

        return build(self.kernels)

    @classmethod
    def presets(cls) -> list[str]:
        """Names of the soundboxes that come with Rosin."""
        return presets.names("rosin.soundboxes")

    @classmethod
    def preset(cls, name: str) -> Self:
        """A soundbox that comes with Rosin; where each of its numbers comes from is said in its file."""
        return cls.from_preset(presets.text_of("rosin.soundboxes", name))

    @classmethod
    def from_preset(cls, text: str) -> Self:
        """The soundbox of a preset's JSON text: format, version, sources, and modes with frequency, quality, level and source."""
        modes = presets.parsed(text, FORMAT, VERSION, "modes", {"name", "frequency", "quality", "level", "source"})["modes"]
        return cls(*([mode[entry] for mode in modes] for entry in ("frequency", "quality", "level")))

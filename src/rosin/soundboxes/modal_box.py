"""A soundbox as a sum of resonances, driven by the force at the bridge and heard in proportion to their velocities.

    H(s) = sum over modes of  a (w / Q) s / (s^2 + (w / Q) s + w^2),     H = a at s = i w for a mode alone

Air and wood are modes alike (A0, CBR, B1-, B1+, those of the bridge hill, ...). What is heard is a pressure far away,
relative: the signed level a is the output of the mode alone for one newton at its frequency. The pressure that a
body radiates is near a fixed multiple of its velocity: measured on violins, pressure over mobility is level within
4 dB from 400 Hz to 1 kHz and 13 dB higher around A0 (Bissinger), which belongs into the level of A0.
So the peaks are those of measured curves of bridge force to pressure, the sum falls by 6 dB an octave or more on both
sides of its modes, and the signs decide what lies between two of them: modes of one sign leave a dip, modes of
opposite signs fill it. Below A0 the air in the holes moves against the wood: opposite signs, and the two cancel there.

Modes that are too dense to be told apart are described by their trend (`dense`, bodies/modal/dense_modes.py). With them the box is heard
from two directions, left and right: the modes are the same, each with a level for either.

The poles are exact, without warping: each mode takes one step of `Modal` with its `rates_exact`,

    v = T h1 x + h2 w + b f,   x += v,   w <- 2 v - w,   b = (1 - e^{-w T / Q}) / 2,      heard: the sum of all a v

Nobody asks a box for x and w. Without them the same step is, with d the last change of v and f'' the force two samples before,

    d <- (2 h2 - 1 - T h1) d + 2 T h1 v + b (f - f''),   v += d

Four samples go at once, so that a mode is fetched once for all of them; a four that is not yet complete is played again when it is, from
where it began. So blocks of any size give the same samples. Modes above 0.45 of the sample rate are left out; the others stay as they are.
"""

import functools
import math
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from rosin.bodies.modal.dense_modes import TrendOrNone
from rosin.engine.filter import BLOCK, OpenFilter, compose, filter_layout
from rosin.engine.targets import Opener
from rosin.engine.wasm import build
from rosin.kernels.clearing import CALMING, calm, clear
from rosin.kernels.dialect import kernel, numbers, part, size
from rosin.kernels.filtering import FilterKernels
from rosin.kernels.modes import rates_exact
from rosin.kernels.record import LINE, Memory, Record, Row, Whole
from rosin.model import presets
from rosin.model.parameters import parameter
from rosin.model.rows import Numbers, OneOrNumbers, each
from rosin.soundboxes.soundbox import OpenSoundbox, Soundbox, checked_rate

FORMAT = "rosin-soundbox"
HIGHEST = 0.45  # of the sample rate: modes above are left out
FOUR = 4  # samples that go at once


class Form(Record):
    """What shapes the memory of a box."""

    count = Whole("modes")
    modes = Whole("the same, padded to whole cache lines")
    channels = Whole("that are heard, one or two")


class Parameters(Record, form=Form):
    """Resonances as they are described."""

    frequencies = Row("count", unit="Hz")
    qualities = Row("count")
    levels = Row("channels", "count", unit="1/N")


class Coefficients(Record, form=Form):
    """The step of each mode."""

    kept = Row("modes", text="2 h2 - 1 - T h1")
    spring = Row("modes", text="2 T h1")
    b = Row("modes")
    left = Row("modes", unit="1/N", text="level in the first channel")
    right = Row("modes", unit="1/N", text="level in the last channel")


class State(Record, form=Form):
    """How the modes move, where a four begins and where it ends; which of the two is which changes with every four."""

    clock = Whole("samples since what has died away was last set to zero")
    begun = Whole("where the present four began: 0 in the first rows, 1 in the second")
    forces = Row(FOUR + 2, unit="N", text="of the present four, after the two before it")
    heard = Row(2, FOUR, text="of the present four, left and right")
    v = Row(2, "modes", text="velocity")
    d = Row(2, "modes", text="its change in the last sample")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def prepare(p, fs, c):
    """The step of each mode that is heard."""
    T = 1.0 / fs
    for i in range(c.count):
        kept, spring, b = 0.0, 0.0, 0.0
        if p.frequencies[i] <= HIGHEST * fs:
            omega = 2.0 * math.pi * p.frequencies[i]
            decay = 0.5 * omega / p.qualities[i]
            h1, h2, b = rates_exact(omega, decay, T)
            kept = 2.0 * h2 - 1.0 - T * h1
            spring = 2.0 * T * h1
            b = 2.0 * decay * b
        c.kept[i] = kept
        c.spring[i] = spring
        c.b[i] = b
        c.left[i] = p.levels[i]
        c.right[i] = p.levels[(c.channels - 1) * c.count + i]


@kernel
def start(c, s):
    """At rest."""
    clear(s)
    s.clock = 0
    s.begun = 0


@kernel
def step(kept, spring, b, v, d, f):
    """One sample of a mode: its velocity, and by how much that has changed."""
    d = (b * f + kept * d) + spring * v
    return v + d, d


@kernel(reassociate=True, separate=True, wide=True)
def four_steps(kept, spring, b, left, right, modes, v, d, v_after, d_after, f, heard):
    """Four samples of every mode, and the sums of their velocities as they are heard left and right."""
    f_1, f_2, f_3, f_4 = f[2] - f[0], f[3] - f[1], f[4] - f[2], f[5] - f[3]
    left_1, left_2, left_3, left_4 = 0.0, 0.0, 0.0, 0.0
    right_1, right_2, right_3, right_4 = 0.0, 0.0, 0.0, 0.0
    for i in range(modes):
        v_1, d_1 = step(kept[i], spring[i], b[i], v[i], d[i], f_1)
        v_2, d_2 = step(kept[i], spring[i], b[i], v_1, d_1, f_2)
        v_3, d_3 = step(kept[i], spring[i], b[i], v_2, d_2, f_3)
        v_4, d_4 = step(kept[i], spring[i], b[i], v_3, d_3, f_4)
        v_after[i] = v_4
        d_after[i] = d_4
        left_1 += left[i] * v_1
        left_2 += left[i] * v_2
        left_3 += left[i] * v_3
        left_4 += left[i] * v_4
        right_1 += right[i] * v_1
        right_2 += right[i] * v_2
        right_3 += right[i] * v_3
        right_4 += right[i] * v_4
    heard[0], heard[1], heard[2], heard[3] = left_1, left_2, left_3, left_4
    heard[4], heard[5], heard[6], heard[7] = right_1, right_2, right_3, right_4


@kernel
def play_four(c, s):
    """The present four, with the forces that have come."""
    here, there = s.begun * c.modes, (1 - s.begun) * c.modes
    v, d, v_after, d_after = part(s.v, here), part(s.d, here), part(s.v, there), part(s.d, there)
    four_steps(c.kept, c.spring, c.b, c.left, c.right, c.modes, v, d, v_after, d_after, s.forces, s.heard)


@kernel
def process(c, s, n, stride, sound, out):
    """Samples of force into samples of sound; what has died away is calmed between stretches."""
    clock = s.clock
    begin = 0
    while begin < n:
        first = clock % FOUR
        end = min(FOUR, first + n - begin)
        for i in range(first, end):
            s.forces[2 + i] = sound[begin + i - first]
        play_four(c, s)
        for i in range(first, end):
            out[(c.channels - 1) * stride + begin + i - first] = s.heard[FOUR + i]
            out[begin + i - first] = s.heard[i]
        begin += end - first
        clock += end - first
        if end == FOUR:
            s.begun = 1 - s.begun
            s.forces[0], s.forces[1] = s.forces[FOUR], s.forces[FOUR + 1]
        if clock == CALMING:
            clock = 0
            calm(numbers(s), size(s))
    s.clock = clock


class BoxModes(NamedTuple):
    """All modes of a box one by one: Hz, qualities, and levels with a row for each channel."""

    frequencies: np.ndarray
    qualities: np.ndarray
    levels: np.ndarray


class ModalBox(Soundbox):
    """Resonances with frequency, quality and signed level, and a trend of those above: the radiating body of a bowed instrument."""

    frequencies: Numbers = parameter("f", "Hz", "mode frequencies", more_than=0, at_most=1e6, range=(20, 10_000), curve="log")
    qualities: OneOrNumbers = parameter(
        "Q", "", "quality factors: frequency over half-power bandwidth", at_least=0.5, at_most=1e6, range=(3, 100), curve="log"
    )
    levels: OneOrNumbers = parameter(
        "a", "1/N", "signed output of each mode alone for 1 N at its frequency", at_least=-1e6, at_most=1e6, range=(-1, 1)
    )
    dense: TrendOrNone = None

    kernels: ClassVar[FilterKernels] = FilterKernels(MEMORY, prepare, start, process)

    def check(self) -> None:
        n = len(self.frequencies)
        for name in ("qualities", "levels"):
            given = getattr(self, name)
            if isinstance(given, tuple) and len(given) != n:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {n} frequencies; give one number or {n}.")
        if not any(each(self.levels, n)):
            raise self.refuse("levels", "all zeros", "is not allowed: nothing can be heard; give one non-zero level at least.")

    @property
    def channels(self) -> int:
        return 1 if self.dense is None else 2

    def modes(self) -> BoxModes:
        """Those that are given, and those that the trend stands for."""
        n = len(self.frequencies)
        frequencies, qualities, levels = (np.array(each(given, n)) for given in (self.frequencies, self.qualities, self.levels))
        if self.dense is None:
            return BoxModes(frequencies, qualities, levels[None])
        above = self.dense.expanded()
        return BoxModes(
            np.append(frequencies, above.frequencies),
            np.append(qualities, np.full(len(above.frequencies), self.dense.quality)),
            np.hstack([np.tile(levels, (2, 1)), above.levels]),
        )

    def magnitudes(self, frequencies: np.ndarray) -> np.ndarray:
        modes, qualities, levels = self.modes()
        ratio = np.asarray(frequencies) / modes[:, None]
        return np.abs(levels @ (1 / (1 + 1j * qualities[:, None] * (ratio - 1 / ratio))))

    def muted(self, load: float) -> Self:
        if self.dense is None:
            return super().muted(load)
        dense, n = self.dense.replace(load=load), len(self.frequencies)
        levels = np.array(each(self.levels, n)) * dense.muted(self.frequencies) / self.dense.muted(self.frequencies)
        return self.replace(levels=levels, dense=dense)

    def packed(self) -> dict[str, Any]:
        frequencies, qualities, levels = self.modes()
        return {"frequencies": frequencies, "qualities": qualities, "levels": levels.ravel()}

    def form(self, sample_rate: float) -> dict[str, int]:
        n = len(self.modes().frequencies)
        return {"count": n, "modes": -(-n // LINE) * LINE, "channels": self.channels}

    def check_rate(self, sample_rate: float) -> None:
        if min(self.frequencies) > HIGHEST * sample_rate:
            raise self.refuse(
                "frequencies",
                f"{min(self.frequencies):g} Hz and above",
                f"leaves nothing below {HIGHEST:g} of the sample rate, {HIGHEST * sample_rate:g} Hz; raise the sample rate.",
            )

    def open(self, sample_rate: float = 48_000, *, target: str | Opener = "native") -> OpenSoundbox:
        """The soundbox at a sample rate, at rest, for blocks of any size; `target` is one of those of `render`."""
        rate = checked_rate(sample_rate)
        self.check_rate(rate)
        return OpenBox(self, rate, target)

    def wasm(self) -> bytes:
        """The WebAssembly module of this soundbox, for a page or any other host."""
        return build(compose(self.kernels))

    @classmethod
    def presets(cls) -> list[str]:
        """Names of the soundboxes that come with Rosin."""
        return presets.names("rosin.soundboxes")

    @classmethod
    def preset(cls, name: str) -> Self:
        """A soundbox that comes with Rosin; where each of its numbers comes from is said in its file."""
        return cls.from_preset(presets.text_of("rosin.soundboxes", name))

    @classmethod
    @functools.lru_cache(maxsize=16)
    def from_preset(cls, text: str) -> Self:
        """The soundbox of a preset's JSON text: format, version, sources, modes with frequency, quality, level and source, dense ones."""
        data = presets.parsed(text, FORMAT, "modes", {"name", "frequency", "quality", "level", "source"}, beside={"dense"})
        listed = ([mode[entry] for mode in data["modes"]] for entry in ("frequency", "quality", "level"))
        return cls(*listed, dense=data.get("dense"))


class OpenBox(OpenFilter, OpenSoundbox):
    """A box at work, block after block."""

    def __init__(self, model: ModalBox, sample_rate: float, target: str | Opener, block: int = BLOCK) -> None:
        self.channels = model.channels
        super().__init__(model, filter_layout(model.kernels, model.form(sample_rate), 1, self.channels, block), sample_rate, target)

    def _answer(self, force: np.ndarray) -> np.ndarray:
        return self.filtered(force[None])

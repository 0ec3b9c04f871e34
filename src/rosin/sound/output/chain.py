"""The output chain: what every sound passes before a file or a loudspeaker.

    muting       a value that is not a finite number (or beyond 1e12) becomes zero, and is counted
    DC blocker   a high-pass at some 15 Hz                                     (dc_blocker.py)
    volume       in dB; a new one is reached smoothly, with a time constant of 10 ms
    limiter      no true peak above the ceiling, all channels together         (limiter.py)

It is the same block after block, of any size, and in one go. Between its ceiling and full scale there is room for what a
converter or a lossy format adds.
"""

import dataclasses
import math
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from rosin.engine.composition import ARRIVED, CALMING, calm
from rosin.kernels.dialect import Kernel, kernel
from rosin.kernels.maths import exp, expm1
from rosin.model.errors import ParameterError
from rosin.model.parameters import Number, parameter
from rosin.model.part import Part
from rosin.sound.levels import FULL_SCALE
from rosin.sound.output import dc_blocker, limiter
from rosin.sound.output.dc_blocker import high_pass
from rosin.sound.output.dc_blocker import prepare as prepare_blocker
from rosin.sound.output.dc_blocker import start as start_blocker
from rosin.sound.output.limiter import advance, gain, leaving, listen
from rosin.sound.output.limiter import prepare as prepare_limiter
from rosin.sound.output.limiter import start as start_limiter
from rosin.sound.sound import Sound
from rosin.soundboxes.soundbox import checked_rate

if TYPE_CHECKING:
    from rosin.engine.compiled_chain import CompiledChain

GLIDE = 0.01  # s: time constant of the volume
LARGEST = 1e12
MOST_CHANNELS = 16
HIGHEST_CORNER = 0.25  # of the sample rate
NEPER = math.log(10.0) / 20.0  # per dB
VOLUME, PACE, CHANNELS = range(3)  # coefficients
PRESENT, MUTED, SINCE_CALM = range(3)  # state: volume of now, values muted, samples since the last calming
COEFFICIENTS = STATES = 3


@kernel
def prepare(channels, fs, p, c, blocker_c, limiter_c):
    """p = volume, ceiling (dB), corner (Hz), release (s)."""
    c[VOLUME] = exp(NEPER * p[0])
    c[PACE] = -expm1(-1.0 / (GLIDE * fs))
    c[CHANNELS] = channels
    prepare_blocker(p[2], fs, blocker_c)
    prepare_limiter(exp(NEPER * p[1]), p[3], fs, limiter_c)


@kernel
def start(c, s, blocker_s, limiter_c, limiter_s):
    """Silence, at the volume that is set."""
    s[PRESENT] = c[VOLUME]
    s[MUTED] = 0.0
    s[SINCE_CALM] = 0.0
    start_blocker(int(c[CHANNELS]), blocker_s)
    start_limiter(int(c[CHANNELS]), limiter_c, limiter_s)


@kernel
def step(i, stride, c, s, blocker_c, blocker_s, limiter_c, limiter_s, sound, out):
    """One sample of every channel."""
    channels = int(c[CHANNELS])
    volume = s[PRESENT] + c[PACE] * (c[VOLUME] - s[PRESENT])
    if abs(c[VOLUME] - volume) < ARRIVED:
        volume = c[VOLUME]
    s[PRESENT] = volume
    peak = 0.0
    for k in range(channels):
        x = sound[k * stride + i]
        if not abs(x) <= LARGEST:
            x = 0.0
            s[MUTED] += 1.0
        peak = max(peak, listen(limiter_c, limiter_s, k, volume * high_pass(blocker_c, blocker_s, k, x)))
    present = gain(limiter_c, limiter_s, peak)
    for k in range(channels):
        out[k * stride + i] = present * leaving(limiter_c, limiter_s, k)
    advance(limiter_c, limiter_s)


@kernel
def process(n, stride, c, s, blocker_c, blocker_s, limiter_c, limiter_s, sound, out):
    """A block of n samples of every channel; each channel's begin `stride` after those of the one before."""
    clock = int(s[SINCE_CALM])
    begin = 0
    while begin < n:
        end = min(n, begin + CALMING - clock)
        for i in range(begin, end):
            step(i, stride, c, s, blocker_c, blocker_s, limiter_c, limiter_s, sound, out)
        clock += end - begin
        begin = end
        if clock == CALMING:
            clock = 0
            calm(blocker_s, dc_blocker.PER_CHANNEL * int(c[CHANNELS]))
    s[SINCE_CALM] = clock


class ChainKernels(NamedTuple):
    """The kernels of the output chain."""

    prepare: Kernel
    start: Kernel
    process: Kernel

    @property
    def signatures(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds of their arguments."""
        return {
            "prepare": ("whole", "real", *("array",) * 4),
            "start": ("array",) * 5,
            "process": ("whole", "whole", *("array",) * 8),
        }


class OutputChain(Part):
    """No direct current, a volume, and a ceiling that no peak exceeds."""

    volume: Number = parameter("G", "dB", "volume", default=0.0, at_least=-30, at_most=3, range=(-30, 3))
    ceiling: Number = parameter(
        "L",
        "dBTP",
        "largest true peak that leaves, relative to full scale",
        default=-1.0,
        at_least=-20,
        at_most=0,
        range=(-6, 0),
        source="EBU R 128: -1 dBTP",
    )
    dc_corner: Number = parameter(
        "f_c",
        "Hz",
        "corner of the high-pass; 0 switches it off",
        default=15.0,
        at_least=0,
        at_most=200,
        range=(5, 40),
    )
    release: Number = parameter(
        "tau",
        "s",
        "time constant with which the limiter lets go",
        default=0.1,
        at_least=0.001,
        at_most=10,
        range=(0.02, 1),
        curve="log",
    )

    kind: ClassVar[str] = "output chain"
    kernels: ClassVar[ChainKernels] = ChainKernels(prepare, start, process)

    def pack(self) -> list[float]:
        """The parameters as the flat array `p` of the kernels."""
        return [self.volume, self.ceiling, self.dc_corner, self.release]

    def check_rate(self, sample_rate: float) -> None:
        """Raise ParameterError where the chain cannot run at this sample rate."""
        if sample_rate > limiter.HIGHEST_RATE:
            raise ParameterError(
                f"sample_rate = {sample_rate:g} Hz is not allowed; an OutputChain runs at {limiter.HIGHEST_RATE:g} Hz at most."
            )
        if self.dc_corner > HIGHEST_CORNER * sample_rate:
            raise self.refuse(
                "dc_corner",
                f"{self.dc_corner:g} Hz",
                f"is too high for {sample_rate:g} Hz; it must be at most {HIGHEST_CORNER * sample_rate:g} Hz there.",
            )

    def open(self, sample_rate: float = 48_000, channels: int = 1, *, target: str = "native") -> "CompiledChain":
        """The chain at a sample rate, in silence, for blocks of any size; `target` is "native", "wasm" or "python"."""
        from rosin.engine.compiled_chain import CompiledChain

        if isinstance(channels, bool) or not isinstance(channels, int | np.integer) or not 1 <= channels <= MOST_CHANNELS:
            raise ParameterError(f"channels = {channels!r} is not allowed; it must be a whole number from 1 to {MOST_CHANNELS}.")
        rate = checked_rate(sample_rate)
        self.check_rate(rate)
        return CompiledChain(self, rate, int(channels), target)

    def apply(self, sound: Sound) -> Sound:
        """The sound as it leaves the chain, as long as it was and not later, in full scale."""
        if not isinstance(sound, Sound):
            raise ParameterError(f"apply needs a Sound, not {type(sound).__name__}.")
        opened = self.open(sound.sample_rate, sound.audio.shape[0])
        audio = opened.process(np.pad(sound.audio, ((0, 0), (0, opened.latency))))[:, opened.latency :]
        if opened.muted:
            warnings.warn(f"{opened.muted} values of the sound were not finite numbers; they are silent now.", stacklevel=2)
        return dataclasses.replace(sound, audio=audio, unit=FULL_SCALE)

    def wasm(self) -> bytes:
        """The WebAssembly module of the chain, for a page or any other host."""
        from rosin.engine.wasm import build

        return build(self.kernels)

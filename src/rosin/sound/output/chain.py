"""The output chain: what every sound passes before a file or a loudspeaker.

    room         where there is one: reflections and a late field, in stereo    (rosin.rooms)
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
from typing import Annotated, Any, ClassVar

import numpy as np

from rosin.engine import series
from rosin.engine.filter import BLOCK, OpenFilter, compose, filter_layout
from rosin.engine.program import Layout, Program
from rosin.engine.targets import Opener
from rosin.engine.wasm import build
from rosin.kernels.clearing import LARGEST, calm, clear
from rosin.kernels.dialect import Constant, kernel, numbers, part, size
from rosin.kernels.filtering import FilterKernels
from rosin.kernels.maths import exp, expm1
from rosin.kernels.record import Inner, Memory, Real, Row, reals
from rosin.model.errors import ParameterError
from rosin.model.fields import Checked
from rosin.model.parameters import parameter
from rosin.model.part import Part
from rosin.rooms.room import EARS, Room, named_room
from rosin.sound.levels import FULL_SCALE
from rosin.sound.output import dc_blocker, limiter
from rosin.sound.output.dc_blocker import high_pass
from rosin.sound.output.dc_blocker import prepare as prepare_blocker
from rosin.sound.output.limiter import STRETCH, keep, leave
from rosin.sound.output.limiter import prepare as prepare_limiter
from rosin.sound.sound import Sound
from rosin.soundboxes.soundbox import checked_rate

GLIDE = 0.01  # s: time constant of the volume
ARRIVED = Constant(1e-12, single=1e-6)  # distance at which the volume has arrived
MOST_CHANNELS = 16
HIGHEST_CORNER = 0.25  # of the sample rate
NEPER = math.log(10.0) / 20.0  # per dB


class Coefficients(limiter.Coefficients):
    """With those of volume and DC blocker."""

    volume = Real("", "factor")
    pace = Real("", "share of its distance that the volume closes in a sample")
    blocker = Inner(dc_blocker.Coefficients)


class State(limiter.State):
    """With those of volume and DC blocker."""

    present = Real("", "volume of now")
    muted = Real("", "values that were no finite numbers")
    volumes = Row(STRETCH, text="of a stretch")
    blocked = Inner(dc_blocker.State, "channels", text="DC blocker of each channel")


MEMORY = Memory(reals("volume", "ceiling", "dc_corner", "release", form=limiter.Form), Coefficients, State)


@kernel
def prepare(p, fs, c):
    """Decibels into factors, times into shares."""
    c.volume = exp(NEPER * p.volume)
    c.pace = -expm1(-1.0 / (GLIDE * fs))
    prepare_blocker(p.dc_corner, fs, c.blocker)
    prepare_limiter(exp(NEPER * p.ceiling), p.release, fs, c)


@kernel
def start(c, s):
    """Silence, at the volume that is set."""
    clear(s)
    s.present = c.volume
    s.place = 0
    s.box_place = 0


@kernel
def glide(c, s, n):
    """The volume at every sample of a stretch."""
    volume = s.present
    for i in range(n):
        if volume != c.volume:
            volume += c.pace * (c.volume - volume)
            if abs(c.volume - volume) < ARRIVED:
                volume = c.volume
        s.volumes[i] = volume
    s.present = volume


@kernel
def take(c, s, channel, n, sound):
    """A stretch of a channel comes in."""
    i1, i2 = s.blocked[channel].i1, s.blocked[channel].i2
    for i in range(n):
        x = sound[i]
        if not abs(x) <= LARGEST:
            x = 0.0
            s.muted += 1.0
        y, i1, i2 = high_pass(c.blocker, i1, i2, x)
        keep(s, channel, i, s.volumes[i] * y)
    s.blocked[channel].i1 = i1
    s.blocked[channel].i2 = i2


@kernel
def process(c, s, n, stride, sound, out):
    """A block of n samples of every channel; each channel's begin `stride` after those of the one before."""
    begin = 0
    while begin < n:
        count = min(n - begin, STRETCH - s.place % STRETCH)
        glide(c, s, count)
        for k in range(c.channels):
            take(c, s, k, count, part(sound, k * stride + begin))
        leave(c, s, count, stride, part(out, begin))
        begin += count
        if s.place % STRETCH == 0:
            for k in range(c.channels):
                calm(numbers(s.blocked[k]), size(s.blocked[k]))


class OutputChain(Part):
    """No direct current, a volume, and a ceiling that no peak exceeds."""

    volume: float = parameter("G", "dB", "volume", default=0.0, at_least=-30, at_most=3, range=(-30, 3))
    ceiling: float = parameter(
        "L",
        "dBTP",
        "largest true peak that leaves, relative to full scale",
        default=-1.0,
        at_least=-20,
        at_most=0,
        range=(-6, 0),
        source="EBU R 128: -1 dBTP",
    )
    dc_corner: float = parameter(
        "f_c",
        "Hz",
        "corner of the high-pass; 0 switches it off",
        default=15.0,
        at_least=0,
        at_most=200,
        range=(5, 40),
    )
    release: float = parameter(
        "tau",
        "s",
        "time constant with which the limiter lets go",
        default=0.1,
        at_least=0.001,
        at_most=10,
        range=(0.02, 1),
        curve="log",
    )
    room: Annotated[Room | None, Checked(named_room, given=Room | str | None)] = None
    room_amount: float = parameter(
        "",
        "",
        "how much of the room is heard; with 1 as much as at the place of its listener",
        default=0.5,
        at_least=0,
        at_most=1,
        range=(0, 1),
    )

    kind: ClassVar[str] = "output chain"
    kernels: ClassVar[FilterKernels] = FilterKernels(MEMORY, prepare, start, process)

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
        if self.room is not None:
            self.room.check_rate(sample_rate)

    @property
    def ringing(self) -> float:
        """Seconds for which its room goes on."""
        return self.room.ringing if self.room is not None else 0.0

    @property
    def program(self) -> Program:
        """Its kernels, behind those of the room."""
        return compose(self.kernels) if self.room is None else series.compose(self.room.kernels, self.kernels)

    def open(self, sample_rate: float = 48_000, channels: int = 1, *, target: str | Opener = "native") -> "OpenChain":
        """The chain at a sample rate, in silence, for blocks of any size; `target` is one of those of `render`."""
        if isinstance(channels, bool) or not isinstance(channels, int | np.integer) or not 1 <= channels <= MOST_CHANNELS:
            raise ParameterError(f"channels = {channels!r} is not allowed; it must be a whole number from 1 to {MOST_CHANNELS}.")
        if self.room is not None and channels > EARS:
            raise ParameterError(f"channels = {channels} is not allowed; a room takes 1 or {EARS}.")
        rate = checked_rate(sample_rate)
        self.check_rate(rate)
        return OpenChain(self, rate, int(channels), target)

    def apply(self, sound: Sound, *, in_place: bool = False) -> Sound:
        """The sound as it leaves the chain, as long as it was and not later, in full scale; from a room it comes in stereo.

        `in_place` says that nobody needs the audio that comes, so that what leaves may be written over it.
        """
        if not isinstance(sound, Sound):
            raise ParameterError(f"apply needs a Sound, not {type(sound).__name__}.")
        opened = self.open(sound.sample_rate, sound.audio.shape[0])
        over = sound.audio if in_place and len(sound.audio) == opened.heard and sound.audio.dtype == float else None
        audio = opened.filtered(opened.checked(sound.audio), opened.latency, over)
        if opened.muted:
            warnings.warn(f"{opened.muted} values of the sound were not finite numbers; they are silent now.", stacklevel=2)
        return dataclasses.replace(sound, audio=audio, unit=FULL_SCALE)

    def wasm(self) -> bytes:
        """The WebAssembly module of the chain, for a page or any other host."""
        return build(self.program)


class OpenChain(OpenFilter):
    """An output chain at work, block after block."""

    def __init__(self, model: OutputChain, sample_rate: float, channels: int, target: str | Opener, block: int = BLOCK) -> None:
        self.channels, self.block = channels, block
        self.heard = channels if model.room is None else EARS
        self._rate = sample_rate
        super().__init__(model, self._layout(model), sample_rate, target)

    def _layout(self, model: OutputChain) -> Layout:
        form = limiter.form(self.heard, self._rate)
        if model.room is None:
            return filter_layout(model.kernels, form, self.channels, self.channels, self.block)
        room = {"inputs": self.channels, **model.room.form(self._rate)}
        return series.series_layout(model.program, {"room": room, "filter": form}, self.channels, self.heard, self.block)

    def serves(self, model: OutputChain) -> bool:
        """Whether its memory is that of another chain too, so that it may become that one while it sounds."""
        return model.program == self.machine.layout.program and self._layout(model).same_shape(self.machine.layout)

    def fill(self, model: OutputChain) -> None:
        """Write what the kernels read of the chain and of its room."""
        if not self.serves(model):
            raise ParameterError("A chain at work keeps its room, but for amount and decay times; open a new one.")
        super().fill(model)
        if model.room is not None:
            self.machine.fill("room.p", {**model.room.packed(), "amount": model.room_amount})

    @property
    def latency(self) -> int:
        """Samples that pass between a sample's coming and its leaving."""
        return limiter.latency(self.sample_rate)

    @property
    def muted(self) -> int:
        """How many values were no finite numbers, and muted, since the start."""
        return int(self.machine.number("filter.s.muted"))

    def process(self, block: Any) -> np.ndarray:
        """The next samples that leave for the next n that come, (channels, n); of a room two leave; one channel may be (n,)."""
        return self.filtered(self.checked(block))

    def checked(self, block: Any) -> np.ndarray:
        """A block, if the chain can take it."""
        given = np.asarray(block)
        if given.dtype.kind not in "fiu" or given.ndim not in (1, 2) or np.atleast_2d(given).shape[0] != self.channels:
            raise ParameterError(
                f"The block must be real numbers ({self.channels}, n), one row per channel, not {given.dtype} {given.shape}."
            )
        return np.atleast_2d(given)

"""Voices of one form side by side, one in each lane of a vector: what one voice computes, they compute at once.

Where there are enough of them they take two vectors: a sample is one long chain, and while one vector waits the other goes on. Where
rows of two would not stay in the fastest cache, they take one.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import llvmlite.binding as llvm
import numpy as np

from rosin.engine import linking
from rosin.engine.composition import TRACES
from rosin.engine.contact_voice import PARTS, seed_words, voice_layout
from rosin.engine.machine import PROTOTYPES, Machine, aligned
from rosin.engine.observing import Observe
from rosin.engine.program import Layout
from rosin.model.errors import ParameterError, unknown
from rosin.playing.controls import CONTROLS
from rosin.scenes.contact import Contact

Precision = Literal["double", "single"]
REAL = {"double": ("double", np.float64), "single": ("float", np.float32)}
NARROWEST = 4  # lanes
VECTORS = 2  # that go side by side
FASTEST_CACHE = 32 * 1024  # bytes; some processors have more


@functools.cache
def vector_bytes() -> int:
    """The widest vector that this processor has."""
    features = llvm.get_host_cpu_features()
    return 64 if features.get("avx512f") else 32 if features.get("avx") else 16


def one_vector(precision: Precision) -> int:
    """How many voices one vector takes."""
    return max(NARROWEST, vector_bytes() // np.dtype(REAL[precision][1]).itemsize)


def lanes_of(precision: Precision, contact: Contact, sample_rate: float, voices: int | None = None) -> int:
    """How many voices like a contact go side by side, at most or of so many."""
    vector = one_vector(precision)
    swept = sum(part.swept(sample_rate) for part in contact.parts) * np.dtype(REAL[precision][1]).itemsize
    fewer = voices is not None and voices <= vector
    return vector if fewer or swept * VECTORS * vector > FASTEST_CACHE else VECTORS * vector


class LanesMachine(Machine):
    """A program for several voices on a memory in which their numbers lie side by side: `reals` is (size, lanes)."""

    def __init__(self, layout: Layout, lanes: int, precision: Precision = "double") -> None:
        real, kind = REAL[precision]
        self.lanes = lanes
        addresses = linking.in_lanes(layout.program, self.lanes, real)
        super().__init__(
            layout, aligned(layout.size * self.lanes, kind).reshape(layout.size, self.lanes), aligned(layout.whole_count, np.int32)
        )
        self._where = self.reals.ctypes.data, self.wholes.ctypes.data
        self._functions = {name: PROTOTYPES[name](address) for name, address in addresses.items()}

    def call(self, name: str, *arguments: int) -> None:
        """Run a kernel, without the interpreter lock."""
        self._functions[name](*self._where, *arguments)


def shape_key(contact: Contact, sample_rate: float) -> Any:
    """What contacts must have in common to go side by side: kinds of parts and the shape of their memory."""
    return contact.kernels, tuple(tuple(part.form(sample_rate).items()) for part in contact.parts)


class Abreast:
    """Voices of one form, each in its lane of a machine: controls in by name, sound and traces out."""

    machine: LanesMachine
    voices: int
    block: int
    channels: int
    trace_names: tuple[str, ...]
    rows: Mapping[str, int]  # of controls, by name
    textures: Sequence[str]  # parts that are random
    _single: bool

    def _begin(self) -> None:
        """Prepare and start."""
        self.machine.call("prepare")
        self.machine.call("start")
        self._controls = self.machine.view("head.controls").reshape(-1, self.block, self.machine.lanes)
        self._held: dict[str, tuple[float, ...] | None] = dict.fromkeys(self.rows)  # what a whole row holds, if numbers

    def sow(self, seeds: Sequence[int] = ()) -> None:
        """Seed the surface noise of each voice, with 0 where none is given; lanes that nobody asked for do as the last voice does."""
        given = dict(enumerate(seeds))
        whose = [given.get(min(lane, self.voices - 1), 0) for lane in range(self.machine.lanes)]
        for place, name in enumerate(self.textures):
            self.machine.view(f"{name}.s.words")[:] = np.transpose([seed_words(seed + place, single=self._single) for seed in whose])

    def usual(self, voice: int, name: str) -> float:
        """What a control of a voice is where nobody gives it."""
        return 0.0

    def process(self, samples: int, controls: Sequence[Mapping[str, Any]], out: np.ndarray | None = None) -> np.ndarray:
        """Sound of the next samples, (voices, channels, samples), under the checked controls of each voice; put into `out` if given."""
        sound = np.empty((self.voices, self.channels, samples)) if out is None else out
        heard = self.machine.view("head.audio").reshape(self.channels, self.block, self.machine.lanes)
        whose = [min(lane, self.voices - 1) for lane in range(self.machine.lanes)]
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            for name in self.rows:
                self._lead(name, [controls[voice].get(name, self.usual(voice, name)) for voice in whose], begin, n)
            self.machine.call("process", n)
            sound[:, :, begin : begin + n] = heard[:, :n, : self.voices].transpose(2, 0, 1)
        return sound

    def _lead(self, name: str, values: list[Any], begin: int, n: int) -> None:
        """Let a control of each lane be its number, or its array from a sample on; numbers that stay are not written again."""
        row = self._controls[self.rows[name]]
        if any(isinstance(value, np.ndarray) for value in values):
            self._held[name] = None
            for lane, value in enumerate(values):
                row[:n, lane] = value[begin : begin + n] if isinstance(value, np.ndarray) else value
        elif self._held[name] != tuple(values):
            self._held[name] = tuple(values)
            row[:] = values

    def trace(self, name: str, samples: int) -> np.ndarray:
        """A quantity of each voice over the last block of at most `block` samples, (voices, samples)."""
        rows = self.machine.view("head.traces").reshape(-1, self.block, self.machine.lanes)
        return rows[self.trace_names.index(name), :samples, : self.voices].T

    @property
    def evaluations(self) -> list[tuple[float, float]]:
        """Evaluations of the law so far by each voice: in all, and the most that one sample took."""
        pairs = (self.machine.view(f"head.{name}")[0, : self.voices] for name in ("evaluations", "most"))
        return [(float(total), float(most)) for total, most in zip(*pairs, strict=True)]


def checked_lanes(voices: int, lanes: int | None, precision: Precision) -> int:
    """How many lanes so many voices take, if they fit; where nobody says how many, one vector or two."""
    if precision not in REAL:
        raise unknown("precision", precision, REAL)
    vector = one_vector(precision)
    lanes = lanes or (vector if voices <= vector else VECTORS * vector)
    if not 1 <= voices <= lanes:
        raise ParameterError(f"A batch takes 1 to {lanes} voices, not {voices}.")
    return lanes


class Batch(Abreast):
    """Some contacts of one form, as many as there are lanes or fewer, each with its own parameters, controls and seed."""

    def __init__(
        self,
        contacts: Sequence[Contact],
        sample_rate: float = 48_000,
        *,
        seeds: Sequence[int] = (),
        output: str = "velocity",
        observe: Observe = False,
        precision: Precision = "double",
        block: int = 2048,
        lanes: int | None = None,
    ) -> None:
        lanes = checked_lanes(len(contacts), lanes, precision)
        first = contacts[0]
        for contact in contacts:
            contact.check_rate(sample_rate)
            if shape_key(contact, sample_rate) != shape_key(first, sample_rate):
                raise ParameterError("The contacts of a batch must have the same kinds of parts and numbers of modes or cells.")
        if output not in first.resonator.outputs:
            raise unknown(f"output of {type(first.resonator).__name__}", output, first.resonator.outputs)
        self.voices, self.block, self.rows = len(contacts), block, {name: row for row, name in enumerate(CONTROLS)}
        self.channels = first.resonator.channels(output)
        self.trace_names = (*TRACES, *first.interaction.observes)
        layout = voice_layout(first, float(sample_rate), output=output, observe=observe, block=block)
        self.machine = LanesMachine(layout, lanes, precision)
        self.machine.view("head.sample_rate")[:] = float(sample_rate)
        for lane in range(self.machine.lanes):  # lanes that nobody asked for do what the last one does
            number = min(lane, len(contacts) - 1)
            voice = self.machine.voice(lane)
            for name, part in zip(PARTS, contacts[number].parts, strict=True):
                voice.fill(f"{name}.p", part.packed())
        self.textures, self._single = ("texture",), precision == "single"
        self.sow(seeds)
        self._begin()

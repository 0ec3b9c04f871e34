"""Voices of one form on a graphics card, any number of them: what a `Batch` does in the lanes of a vector, a card does in its threads.

The processor prepares the voices, as a Batch, and the card runs them. Arenas lie there in groups of 32 voices (compiler/gpu.py), so
what goes to and fro are tables of (groups, rows, 32). A control that is one number for every voice of a call is held; one that has
moved once stays a row, so that a batch needs at most a few programs.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from rosin.compiler.gpu import WARP
from rosin.engine.batch import REAL, Batch, Precision, one_vector, shape_key
from rosin.engine.driver import CardMemory, Kernel, card
from rosin.engine.grids import Way, grid_of
from rosin.engine.observing import Observe
from rosin.engine.program import Layout
from rosin.model.errors import ParameterError, RosinError
from rosin.playing.controls import CONTROLS
from rosin.scenes.contact import Contact

SPARE = 0.95  # of the free memory that a batch may take


class Runner(Protocol):
    """Arenas of voices and what runs them: a card, or in tests this processor."""

    def put(self, first: int, table: np.ndarray) -> None:
        """Rows of all groups, from one on, take these numbers."""
        ...

    def put_group(self, group: int, arenas: np.ndarray) -> None:
        """The whole memory of 32 voices."""
        ...

    def begin(self, arenas: np.ndarray) -> None:
        """All groups take this memory of 32 voices, and whole numbers are as at first."""
        ...

    def copy(self, first: int, other: Any, other_first: int, rows: int) -> None:
        """Rows of all groups, from one on, take those of another device."""
        ...

    def take(self, first: int, rows: int) -> np.ndarray:
        """Rows of all groups: (groups, rows, 32)."""
        ...

    def run(self, way: Way, voices: int, samples: int) -> None:
        """Samples of all voices."""
        ...


class CudaDevice:
    """The memory of a batch on a CUDA card, the first where no number is given."""

    def __init__(self, layout: Layout, groups: int, dtype: Any, wholes: np.ndarray, number: int = 0) -> None:
        self.card, self.layout, self.groups, self.dtype = card(number), layout, groups, np.dtype(dtype)
        self.card.enter()
        self.line = WARP * self.dtype.itemsize  # bytes of one number of all voices of a group
        needed = groups * layout.size * self.line
        if needed > SPARE * self.card.free_bytes():
            free = self.card.free_bytes() / 1e9
            raise RosinError(
                f"{groups * WARP} voices need {needed / 1e9:.1f} GB and the card has {free:.1f}; take fewer, or shorter blocks."
            )
        self.reals = CardMemory(self.card, needed)
        self.first_wholes = wholes.copy()
        self.wholes = [CardMemory(self.card, wholes.nbytes) for _ in range(2)]
        for table in self.wholes:
            table.put(self.first_wholes)
        self._kernels: dict[Way, tuple[Kernel, int, int]] = {}

    def put(self, first: int, table: np.ndarray) -> None:
        """Rows of all groups, from one on, take these numbers."""
        self.card.enter()
        self.reals.put(np.asarray(table, self.dtype), first * self.line, self.layout.size * self.line)

    def put_group(self, group: int, arenas: np.ndarray) -> None:
        """The whole memory of 32 voices."""
        self.card.enter()
        self.reals.put(np.asarray(arenas, self.dtype), group * self.layout.size * self.line)

    def begin(self, arenas: np.ndarray) -> None:
        """All groups take this memory of 32 voices, and whole numbers are as at first."""
        self.put_group(0, arenas)
        self.reals.repeat(self.layout.size * self.line)
        for table in self.wholes:
            table.put(self.first_wholes)

    def copy(self, first: int, other: "CudaDevice", other_first: int, rows: int) -> None:
        """Rows of all groups, from one on, take those of another device."""
        pitches = [device.layout.size * self.line for device in (self, other)]
        self.card.enter()
        self.reals.copy(first * self.line, pitches[0], other.reals, other_first * self.line, pitches[1], rows * self.line, self.groups)

    def take(self, first: int, rows: int) -> np.ndarray:
        """Rows of all groups: (groups, rows, 32)."""
        self.card.enter()
        return self.reals.take(np.empty((self.groups, rows, WARP), self.dtype), first * self.line, self.layout.size * self.line)

    def run(self, way: Way, voices: int, samples: int) -> None:
        """Samples of all voices."""
        self.card.enter()
        if way not in self._kernels:
            grid = grid_of(self.layout, way, self.card.limits)
            self._kernels[way] = Kernel(self.card, grid.text, "process", grid.shared), grid.block, grid.block // grid.threads
        kernel, block, together = self._kernels[way]
        kernel.launch(-(-voices // together), block, [self.reals, *self.wholes, samples, self.layout.size, voices])
        self.wholes.reverse()


class CudaBatch:
    """Contacts of one form, each with its own parameters, controls and seed; used as a Batch is."""

    def __init__(
        self,
        contacts: Sequence[Contact],
        sample_rate: float = 48_000,
        *,
        seeds: Sequence[int] = (),
        output: str = "velocity",
        observe: Observe = False,
        precision: Precision = "double",
        block: int = 512,
        device: Any = CudaDevice,
    ) -> None:
        if not contacts:
            raise ParameterError("A batch takes at least one contact.")
        width, given = one_vector(precision), [*seeds, *[0] * (len(contacts) - len(seeds))]
        options = {"output": output, "observe": observe, "precision": precision, "block": block, "lanes": width}
        first = Batch(contacts[:1], sample_rate, seeds=given[:1], **options)  # type: ignore[arg-type]
        self.contacts, self.sample_rate, self.block = tuple(contacts), float(sample_rate), block
        self.channels, self.trace_names, self.observes = first.channels, first.trace_names, observe
        self.layout, shape = first.machine.layout, shape_key(contacts[0], sample_rate)
        self.groups = -(-len(contacts) // WARP)
        self.device: Runner = device(self.layout, self.groups, REAL[precision][1], first.machine.wholes)
        smooth = not any(getattr(contact.interaction, "noise", 0.0) for contact in contacts)
        self.way = Way(REAL[precision][0], frozenset(range(len(CONTROLS))), smooth)
        self._sent: list[Any] = [None] * len(CONTROLS)  # what the card has of each control, where that is one number a voice
        keys = list(zip(contacts, given, strict=True))
        made, self.image = None, np.zeros((self.layout.size, WARP), REAL[precision][1])
        self.alike = len({(id(contact), seed) for contact, seed in keys}) == 1
        for group in range(1 if self.alike else self.groups):
            if made != (made := keys[group * WARP : (group + 1) * WARP]):
                for at in range(0, len(made), width):
                    some = [contact for contact, _ in made[at : at + width]]
                    if any(shape_key(contact, sample_rate) != shape for contact in {id(one): one for one in some}.values()):
                        raise ParameterError("The contacts of a batch must have the same kinds of parts and numbers of modes or cells.")
                    batch = Batch(some, sample_rate, seeds=[seed for _, seed in made[at : at + width]], **options)  # type: ignore[arg-type]
                    self.image[:, at : at + width] = batch.machine.reals[:, : WARP - at]
            self.device.put_group(group, self.image)
        if self.alike:
            self.restart()

    def restart(self) -> None:
        """Voices that are all alike, back before their first sample."""
        self.device.begin(self.image)
        self._sent = [None] * len(CONTROLS)

    def process(self, samples: int, controls: Sequence[Mapping[str, Any]], out: np.ndarray | None = None) -> np.ndarray:
        """Sound of the next samples, (voices, channels, samples), under the checked controls of each voice; put into `out` if given."""
        sound = np.empty((len(self.contacts), self.channels, samples)) if out is None else out
        given = [[own.get(name, 0.0) for own in controls] for name in CONTROLS]
        rows = {k for k, values in enumerate(given) if any(isinstance(value, np.ndarray) for value in values)}
        self.way = self.way._replace(held=self.way.held - rows)
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            for k, values in enumerate(given):
                self._send(k, values, begin, n)
            self.device.run(self.way, len(self.contacts), n)
            heard = self._rows("head.audio", self.channels * self.block).reshape(-1, self.channels, self.block)
            sound[:, :, begin : begin + n] = heard[:, :, :n]
        return sound

    def _send(self, k: int, values: list[Any], begin: int, n: int) -> None:
        """A control of all voices, where the card does not have it."""
        moving = any(isinstance(value, np.ndarray) for value in values)
        held = k in self.way.held
        key = None if moving else (held, values)
        if key is not None and self._sent[k] == key:
            return
        self._sent[k] = key
        table = np.zeros((self.groups * WARP, 1 if held else n if moving else self.block))
        for voice, value in enumerate(values) if moving else ():
            table[voice] = value[begin : begin + n] if isinstance(value, np.ndarray) else value
        if not moving:
            table[: len(values)] = np.reshape(values, (-1, 1))
        table[len(values) :] = table[len(values) - 1]
        at = self.layout.reals["head.controls"].offset + k * self.block
        self.device.put(at, table.reshape(self.groups, WARP, -1).transpose(0, 2, 1))

    def _rows(self, name: str, rows: int, skip: int = 0) -> np.ndarray:
        """Rows of each voice, one after the other: (voices, rows)."""
        table = self.device.take(self.layout.reals[name].offset + skip, rows)
        return table.transpose(0, 2, 1).reshape(-1, rows)[: len(self.contacts)]

    def trace(self, name: str, samples: int) -> np.ndarray:
        """A quantity of each voice over the last block of at most `block` samples, (voices, samples)."""
        return self._rows("head.traces", self.block, self.trace_names.index(name) * self.block)[:, :samples]

    @property
    def evaluations(self) -> list[tuple[float, float]]:
        """Evaluations of the law so far by each voice: in all, and the most that one sample took."""
        pairs = (self._rows(f"head.{name}", 1)[:, 0] for name in ("evaluations", "most"))
        return [(float(total), float(most)) for total, most in zip(*pairs, strict=True)]

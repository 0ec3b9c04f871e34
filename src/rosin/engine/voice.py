"""A voice: a contact that sounds, block after block, and keeps its state in between."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rosin.bodies.body import OUTPUTS
from rosin.engine.composition import DISSIPATED, EVALUATIONS, EXCHANGED, MEMORY, MOST, OPTIONS, SUPPLIED, TRACES, compose
from rosin.engine.signatures import Span, lay_out
from rosin.engine.target import Opener, open_target
from rosin.kernels.random import M2, WORDS
from rosin.model.errors import ParameterError, unknown
from rosin.model.parameters import checked_seed
from rosin.playing.controls import CONTROLS, limited
from rosin.scenes.contact import Contact

PARTS = "elrt"  # exciter, law, resonator, texture
GLIDE = 0.005  # s: time constant of live controls


class Voice:
    """A contact at a sample rate. `process` takes controls as given; `play` follows a live hand smoothly."""

    def __init__(
        self,
        contact: Contact,
        sample_rate: float = 48_000,
        *,
        seed: int = 0,
        output: str = "velocity",
        observe: bool = False,
        target: str | Opener = "native",
        block: int = 4096,
    ) -> None:
        if not isinstance(contact, Contact):
            raise ParameterError(f"A Voice needs a Contact, not {type(contact).__name__}.")
        if isinstance(sample_rate, str) or isinstance(block, bool) or not isinstance(block, int) or block < 1:
            raise ParameterError(
                f"sample_rate = {sample_rate!r} must be a number of Hz and block = {block!r} a whole number of at least 1."
            )
        contact.check_rate(sample_rate)
        if output not in contact.resonator.outputs:
            raise unknown(f"output of {type(contact.resonator).__name__}", output, contact.resonator.outputs)
        self.contact = contact
        self.sample_rate = float(sample_rate)
        self.channels = contact.resonator.channels(output)
        self.block = block
        self.observes = observe
        self.quantities = contact.interaction.observes
        self.trace_names = (*TRACES, *self.quantities)
        self._kernels = contact.kernels
        self._held: list[float | None] = [None] * len(CONTROLS)  # what a control's whole row holds, where that is one number
        self._lay_out(observe)
        self.machine = open_target(target, compose(*self._kernels), self._size)
        lengths = [model.sizes(self.sample_rate)[1] for model in contact.parts[:3]]
        options = [self.channels, list(OUTPUTS).index(output), observe, len(self.quantities), *lengths]
        self._view("options")[:] = options
        self.update(contact)
        self.restart(seed)

    def _lay_out(self, observe: bool) -> None:
        sizes: dict[str, int] = {}
        for part, model in zip(PARTS, self.contact.parts, strict=True):
            coefficients, state = model.sizes(self.sample_rate)
            sizes |= {f"{part}p": len(model.pack()), f"{part}c": coefficients, f"{part}s": state}
        sizes |= {"options": OPTIONS, "memory": MEMORY, "goals": len(CONTROLS), "present": len(CONTROLS)}
        sizes |= {
            "controls": len(CONTROLS) * self.block,
            "audio": self.channels * self.block,
            "traces": len(self.trace_names) * self.block if observe else 0,
        }
        self.spans, self._size = lay_out(sizes)

    def _forms(self, contact: Contact) -> list[tuple[int, ...]]:
        return [model.form(self.sample_rate) for model in contact.parts]

    def _view(self, name: str) -> np.ndarray:
        span = self.spans[name]
        return self.machine.arena[span.offset : span.offset + span.length]

    def _each(self, kinds: str) -> list[Span]:
        return [self.spans[part + kind] for part in PARTS for kind in kinds]

    def update(self, contact: Contact) -> None:
        """Change parameters while sounding; the kinds of the parts and their numbers of modes or cells stay.

        What such a change itself adds to or takes from the stored energy is not in the energy account.
        """
        contact.check_rate(self.sample_rate)
        if contact.kernels != self._kernels or self._forms(contact) != self._forms(self.contact):
            raise ParameterError(
                "A sounding voice keeps its kinds of parts, its numbers of modes or cells, and the room of its lines; make a new Voice."
            )
        self.contact = contact
        for part, model in zip(PARTS, contact.parts, strict=True):
            self._view(f"{part}p")[:] = model.pack()
        self.machine.call("prepare", self.sample_rate, *self._each("pc"))

    def restart(self, seed: int = 0) -> None:
        """Back to the state before the first sample, live controls at zero."""
        words = np.random.SeedSequence(checked_seed(seed)).generate_state(WORDS, np.uint64)
        for name in ("goals", "present"):
            self._view(name)[:] = 0.0
        self._view("ts")[:WORDS] = 1 + words % int(M2 - 1)
        self.machine.call("start", *self._each("cs"), self.spans["memory"])

    def process(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """Sound of the next samples, (channels, samples), under controls that are numbers or arrays of that length."""
        return self.process_checked(samples, {name: self._control(name, value, samples) for name, value in controls.items()})

    def process_checked(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """The same for controls that are known to be right, as those of a Gesture are."""

        def fill(begin: int, n: int) -> None:
            rows = self._view("controls").reshape(len(CONTROLS), self.block)
            for row, name in enumerate(CONTROLS):
                value = controls.get(name, 0.0)
                if isinstance(value, np.ndarray):
                    rows[row, :n] = value[begin : begin + n]
                elif self._held[row] != value:
                    rows[row] = value
                self._held[row] = None if isinstance(value, np.ndarray) else value

        return self._blocks(samples, fill)

    def play(self, samples: int, **goals: float) -> np.ndarray:
        """Sound of the next samples while the controls glide, within a few milliseconds, to new goals."""
        for name, goal in goals.items():
            self._view("goals")[CONTROLS.index(name) if name in CONTROLS else 0] = self._control(name, goal, 0)
        self._held = [None] * len(CONTROLS)
        pace = -math.expm1(-1 / (GLIDE * self.sample_rate))
        hand = (self.spans["goals"], self.spans["present"], self.spans["controls"])
        return self._blocks(samples, lambda _, n: self.machine.call("glide", n, self.block, pace, *hand))

    def _control(self, name: str, value: Any, samples: int) -> Any:
        """A control that this contact follows: a number, or an array of as many samples as are asked for."""
        if name not in CONTROLS:
            raise unknown("control", name, CONTROLS)
        if name not in self.contact.controls:
            raise ParameterError(
                f"control {name} has no effect on this contact; it follows {', '.join(sorted(self.contact.controls)) or 'none'}."
            )
        array = np.asarray(value)
        if array.dtype.kind not in "fiu" or array.shape not in ((), (samples,)):
            raise ParameterError(
                f"control {name} must be a real number{f' or an array of {samples} samples' if samples else ''}, not {value!r:.60}."
            )
        checked = limited(name, np.atleast_1d(array).astype(float))
        return checked if array.ndim else float(checked[0])

    def _blocks(self, samples: int, fill: Callable[[int, int], None]) -> np.ndarray:
        if isinstance(samples, bool) or not isinstance(samples, int | np.integer) or samples < 1:
            raise ParameterError(f"samples = {samples!r} is not allowed; it must be a whole number of at least 1.")
        sound = np.empty((self.channels, samples))
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            fill(begin, n)
            sound[:, begin : begin + n] = self._run(n)
        return sound

    def _run(self, n: int) -> np.ndarray:
        spans = self.spans
        buffers = (spans["options"], spans["memory"], spans["controls"], spans["audio"], spans["traces"])
        self.machine.call("process", n, self.block, 1 / self.sample_rate, *self._each("cs"), *buffers)
        return self._view("audio").reshape(self.channels, self.block)[:, :n]

    def trace(self, name: str, samples: int) -> np.ndarray:
        """A quantity over the last block of at most `block` samples, where the voice observes."""
        if name not in self.trace_names:
            raise unknown("trace", name, self.trace_names)
        self._need_observing()
        return self._view("traces").reshape(len(self.trace_names), self.block)[self.trace_names.index(name), :samples]

    def _need_observing(self) -> None:
        if not self.observes:
            raise ParameterError("This voice keeps no traces and no energy account; make it with observe=True.")

    @property
    def evaluations(self) -> tuple[int, int]:
        """Evaluations of the law so far: in all, and the most that one sample took."""
        memory = self._view("memory")
        return int(memory[EVALUATIONS]), int(memory[MOST])

    @property
    def energy(self) -> dict[str, float]:
        """Work supplied, dissipated and exchanged so far (J), where the voice observes."""
        self._need_observing()
        memory = self._view("memory")
        return {"supplied": memory[SUPPLIED], "dissipated": memory[DISSIPATED], "exchanged": memory[EXCHANGED]}

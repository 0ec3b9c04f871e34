"""A contact that sounds, block after block, and keeps its state in between."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rosin.bodies.body_kernels import OUTPUTS
from rosin.engine.composition import TRACES, compose
from rosin.engine.observing import ALL, SLID, Observe, check_observed, depth
from rosin.engine.program import NONE, Forms, Layout
from rosin.engine.targets import Opener, open_target
from rosin.kernels.random import M2, SMALLEST_MODULUS, WORDS
from rosin.model.errors import ParameterError, unknown
from rosin.model.parameters import checked_seed
from rosin.playing.controls import CONTROLS, limited
from rosin.scenes.contact import Contact

PARTS = ("exciter", "law", "resonator", "texture")


def seed_words(seed: int, *, single: bool = False) -> np.ndarray:
    """The random numbers' first state, in double or in single precision."""
    return _words(checked_seed(seed), SMALLEST_MODULUS - 1 if single else int(M2 - 1))


@functools.lru_cache(4096)
def _words(seed: int, below: int) -> np.ndarray:
    """Numbers from 1 to `below`; not to be written to."""
    return 1 + np.random.SeedSequence(seed).generate_state(WORDS, np.uint64) % below


def voice_layout(contact: Contact, sample_rate: float, *, output: str, observe: Observe, block: int, kept: Forms = NONE) -> Layout:
    """The memory of a voice; of one that sounds, with the room that its parts have."""
    channels, quantities = contact.resonator.channels(output), len(contact.interaction.observes)
    forms = {name: part.form_in(kept.get(name, {}), sample_rate) for name, part in zip(PARTS, contact.parts, strict=True)}
    forms["exciter"]["observed"] = forms["resonator"]["observed"] = int(depth(observe) == ALL)
    form = {"block": block, "channels": channels, "output": list(OUTPUTS).index(output), "observed": depth(observe)}
    rows = (0, len(SLID), len(TRACES) + quantities, len(TRACES) + quantities)[depth(observe)]
    form |= {"kept": rows, "quantities": quantities, "pressed": int(not contact.interaction.friction)}
    return Layout.of(compose(*contact.kernels), {**form, "live": 0, "first": 1, "clock": 0}, forms)


def check_options(sample_rate: Any, block: Any) -> None:
    """Raise ParameterError where these cannot be the sample rate and the longest block of a voice."""
    if isinstance(sample_rate, str) or isinstance(block, bool) or not isinstance(block, int) or block < 1:
        raise ParameterError(f"sample_rate = {sample_rate!r} must be a number of Hz and block = {block!r} a whole number of at least 1.")


def checked_control(name: str, value: Any, samples: int) -> Any:
    """The value of a control, if it is one: a number, or an array of as many samples as are asked for."""
    array = np.asarray(value)
    if array.dtype.kind not in "fiu" or array.shape not in ((), (samples,)):
        raise ParameterError(
            f"control {name} must be a real number{f' or an array of {samples} samples' if samples else ''}, not {value!r:.60}."
        )
    checked = limited(name, np.atleast_1d(array).astype(float))
    return checked if array.ndim else float(checked[0])


class ContactVoice:
    """A contact at a sample rate. `process` takes controls as given; `play` follows a live hand smoothly."""

    def __init__(
        self,
        contact: Contact,
        sample_rate: float = 48_000,
        *,
        seed: int = 0,
        output: str = "velocity",
        observe: Observe = False,
        target: str | Opener = "native",
        block: int = 4096,
        room: bool = False,
    ) -> None:
        """With `room` its memory serves what its parts may become while it is played, as strings of more cells."""
        if not isinstance(contact, Contact):
            raise ParameterError(f"A Voice needs a Contact or a Scene, not {type(contact).__name__}.")
        check_options(sample_rate, block)
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
        self.output = output
        self._held: list[float | None] = [None] * len(CONTROLS)  # what a control's whole row holds, where that is one number
        roomy = {name: part.form_with_room(self.sample_rate) for name, part in zip(PARTS, contact.parts, strict=True)} if room else NONE
        self.machine = open_target(target, self._layout(contact, roomy))
        self.machine.view("head.sample_rate")[:] = self.sample_rate
        self._prepare(contact)
        self.restart(seed)

    def _layout(self, contact: Contact, kept: Forms = NONE) -> Layout:
        return voice_layout(contact, self.sample_rate, output=self.output, observe=self.observes, block=self.block, kept=kept)

    def _prepare(self, contact: Contact) -> None:
        self.contact = contact
        for name, part in zip(PARTS, contact.parts, strict=True):
            self.machine.fill(f"{name}.p", part.packed())
        self.machine.call("prepare")

    def update(self, contact: Contact, *, at_any_rate: bool = False) -> None:
        """Change parameters while sounding; the kinds of the parts and their numbers of modes or cells stay.

        What such a change itself adds to or takes from the stored energy is not in the energy account; where nothing changes, nothing does.
        `at_any_rate` says that somebody else keeps what is written from running too high.
        """
        if not at_any_rate:
            contact.check_rate(self.sample_rate)
        sounding = self.machine.layout
        if contact.kernels != self.contact.kernels or not self._layout(contact, sounding.forms).same_shape(sounding):
            raise ParameterError(
                "A sounding voice keeps its kinds of parts, its numbers of modes or cells, and the room of its lines; make a new Voice."
            )
        if contact != self.contact:
            self._prepare(contact)

    def restart(self, seed: int = 0) -> None:
        """Back to the state before the first sample, live controls at zero."""
        for name in ("head.goals", "head.present"):
            self.machine.view(name)[:] = 0.0
        self.machine.view("texture.s.words")[:] = seed_words(seed)
        self.machine.call("start")

    def process(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """Sound of the next samples, (channels, samples), under controls that are numbers or arrays of that length."""
        return self.process_checked(samples, {name: self._control(name, value, samples) for name, value in controls.items()})

    def process_checked(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """The same for controls that are known to be right, as those of a Gesture are."""
        rows = self.machine.view("head.controls").reshape(len(CONTROLS), self.block)

        def fill(begin: int, n: int) -> None:
            for row, name in enumerate(CONTROLS):
                value = controls.get(name, 0.0)
                if isinstance(value, np.ndarray):
                    rows[row, :n] = value[begin : begin + n]
                elif self._held[row] != value:
                    rows[row] = value
                self._held[row] = None if isinstance(value, np.ndarray) else value

        self.machine.whole("live", 0)
        return self._blocks(samples, fill)

    def play(self, samples: int, **goals: float) -> np.ndarray:
        """Sound of the next samples while the controls glide, within a few milliseconds, to new goals."""
        for name, goal in goals.items():
            self.machine.view("head.goals")[CONTROLS.index(name) if name in CONTROLS else 0] = self._control(name, goal, 0)
        self._held = [None] * len(CONTROLS)
        self.machine.whole("live", 1)
        return self._blocks(samples, lambda _, n: None)

    def hurry(self) -> None:
        """Compile the whole program beside the sound and go over to it, between two blocks, when it is there; by rounding another."""
        self.machine.hurry()

    def _control(self, name: str, value: Any, samples: int) -> Any:
        """A control that this contact follows: a number, or an array of as many samples as are asked for."""
        if name not in CONTROLS:
            raise unknown("control", name, CONTROLS)
        if name not in self.contact.controls:
            raise ParameterError(
                f"control {name} has no effect on this contact; it follows {', '.join(sorted(self.contact.controls)) or 'none'}."
            )
        return checked_control(name, value, samples)

    def _blocks(self, samples: int, fill: Callable[[int, int], None]) -> np.ndarray:
        if isinstance(samples, bool) or not isinstance(samples, int | np.integer) or samples < 1:
            raise ParameterError(f"samples = {samples!r} is not allowed; it must be a whole number of at least 1.")
        sound = np.empty((self.channels, samples))
        heard = self.machine.view("head.audio").reshape(self.channels, self.block)
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            fill(begin, n)
            self.machine.call("process", n)
            sound[:, begin : begin + n] = heard[:, :n]
        return sound

    def trace(self, name: str, samples: int) -> np.ndarray:
        """A quantity over the last block of at most `block` samples, where the voice observes."""
        if name not in self.trace_names:
            raise unknown("trace", name, self.trace_names)
        check_observed(name, self.observes)
        return self.machine.view("head.traces").reshape(-1, self.block)[self.trace_names.index(name), :samples]

    def wasm(self) -> bytes:
        """The WebAssembly module of this voice, for a page or any other host; its memory is laid out as `machine.layout` says."""
        from rosin.engine.wasm import build

        return build(self.machine.layout.program)

    @property
    def evaluations(self) -> tuple[int, int]:
        """Evaluations of the law so far: in all, and the most that one sample took."""
        return int(self.machine.number("head.evaluations")), int(self.machine.number("head.most"))

    @property
    def energy(self) -> dict[str, float]:
        """Work supplied, dissipated and exchanged so far (J), where the voice observes."""
        check_observed("supplied_energy", self.observes)
        return {name: self.machine.number(f"head.{name}") for name in ("supplied", "dissipated", "exchanged")}

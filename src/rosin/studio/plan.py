"""What a page needs to sound an instrument: modules, memories, calls, controls and parameters, as plain data.

An instrument is a set of programs: the voice of each layer, the soundbox it is heard through, and the output chain. Each is a
module with a memory, whose layout is given by name; a host calls prepare, start, and process for each block of 128 samples.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.fingerprint import fingerprint
from rosin.engine.machine import Machine
from rosin.engine.program import Layout
from rosin.engine.voice import Voice
from rosin.engine.wasm import build, places
from rosin.instruments.instrument import Instrument
from rosin.instruments.performance import APART
from rosin.instruments.setups.setup import Layer
from rosin.model.errors import ParameterError
from rosin.model.paths import parameters_of
from rosin.playing.controls import CONTROLS, LIMITS, UNITS
from rosin.sound.output.chain import OpenChain
from rosin.soundboxes.modal_box import ModalBox, OpenBox
from rosin.studio.shapes import shape_of

BLOCK = 128  # samples of a render quantum
SAMPLE_RATE = 48_000
REACH = 2.5  # how far a control goes beyond the default gesture
STEPS, BLOWS = 100, 1000  # values of a gesture each second: of what is led, and of what is thrown for 2 ms


class Modules:
    """The WebAssembly modules of some plans, by name."""

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}

    def name(self, program: Any) -> str:
        """The name of a program's module, which is built on first use."""
        name = f"{fingerprint(program)}.wasm"
        if name not in self.content:
            self.content[name] = build(program)
        return name


def instrument_plan(instrument: Instrument, modules: Modules, sample_rate: int = SAMPLE_RATE) -> dict[str, Any]:
    """The plan of an instrument at a sample rate."""
    if instrument.setup.not_live:
        raise ParameterError(f"{instrument.name}: {instrument.setup.not_live}")
    live = instrument.setup.live(sample_rate)
    layers = {name: _layer_plan(layer, modules, sample_rate, APART * index) for index, (name, layer) in enumerate(live.items())}
    channels = max(layer["channels"] for layer in layers.values())
    return {
        "name": instrument.name,
        "summary": instrument.summary,
        "listen": instrument.listen,
        "setup": type(instrument.setup).__name__,
        "object": type(getattr(instrument.setup, "resonator", None)).__name__,
        "sampleRate": sample_rate,
        "channels": channels,
        "layers": layers,
        "chain": _chain_plan(instrument, modules, sample_rate, channels),
        "hands": _hands(instrument, live),
        "links": [link._asdict() for link in instrument.setup.links()],
        "parameters": _parameters(instrument),
        "gesture": sampled_gesture(instrument, sample_rate=sample_rate),
    }


class PlannedMachine(Machine):
    """A memory whose kernels run elsewhere: what Python writes into it to set a program up is its plan."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, np.zeros(layout.size), np.zeros(layout.whole_count, np.int32))

    def call(self, name: str, *arguments: int) -> None:
        """The host calls: prepare and start at first, prepare after a change, process for each block."""

    def runs(self) -> list[tuple[int, list[float]]]:
        """What is not zero among the reals: (byte address, numbers) of each stretch."""
        at = np.flatnonzero(self.reals)
        stretches = (run for run in np.split(at, np.flatnonzero(np.diff(at) > 1) + 1) if len(run))
        return [(self.address(int(run[0])), self.reals[run].tolist()) for run in stretches]

    def address(self, place: int) -> int:
        """The byte address of a real number."""
        return places(self.layout)[0] + 8 * place

    def parameters(self) -> list[tuple[int, list[float]]]:
        """The parameters of every part, as `runs` has them."""
        spans = [self.layout.reals[f"{part}.p"] for part, _ in self.layout.program.parts]
        return [(self.address(span.offset), self.reals[span.offset : span.offset + span.size].tolist()) for span in spans]


def _program(machine: Any, modules: Modules) -> dict[str, Any]:
    """A machine that was set up: its module, its memory, and where what a page reads and writes lies."""
    layout = machine.layout
    reals, wholes, pages = places(layout)
    seen = {name: place for name, place in layout.reals.items() if not any(map(str.isdigit, name.split(".")))}
    return {
        "module": modules.name(layout.program),
        "pages": pages,
        "stack": reals,
        "reals": reals,
        "wholes": wholes,
        "memory": machine.runs(),
        "integers": machine.wholes.tolist(),
        "arrays": {name.removeprefix("head."): [machine.address(place.offset), place.size] for name, place in seen.items()},
        "counts": {name: wholes + 4 * place for name, place in layout.wholes.items()},
    }


def _voice(layer: Layer, sample_rate: int, seed: int = 0) -> Any:
    return Voice(layer.contact, sample_rate, seed=seed, output=layer.output, observe=True, target=PlannedMachine, block=BLOCK)


def _layer_plan(layer: Layer, modules: Modules, sample_rate: int, seed: int) -> dict[str, Any]:
    voice = _voice(layer, sample_rate, seed)
    plan = _program(voice.machine, modules)
    plan |= {"channels": min(2, voice.channels), "gain": layer.gain, "controls": CONTROLS, "traces": voice.trace_names}
    plan |= {part: type(getattr(layer.contact, part)).__name__ for part in ("exciter", "interaction", "resonator")}
    plan |= {"follows": sorted(layer.contact.controls), "marks": layer.marks, "pitch": layer.pitch, "soundbox": None}
    plan["rubbed"] = layer.contact.interaction.friction
    plan["shape"] = shape_of(layer.contact.resonator, voice.machine.layout)
    if layer.soundbox is not None:
        if not isinstance(layer.soundbox, ModalBox):
            raise ParameterError(f"A {type(layer.soundbox).__name__} is not heard live; take a ModalBox.")
        plan["soundbox"] = _program(OpenBox(layer.soundbox, sample_rate, PlannedMachine, BLOCK).machine, modules)
    return plan


def _chain_plan(instrument: Instrument, modules: Modules, sample_rate: int, channels: int) -> dict[str, Any]:
    chain = OpenChain(instrument.output, sample_rate, channels, PlannedMachine, BLOCK)
    return _program(chain.machine, modules) | {"latency": chain.latency, "channels": chain.heard}


def _hands(instrument: Instrument, layers: Mapping[str, Layer]) -> dict[str, dict[str, Any]]:
    """For each hand its controls: unit, range, and how far they go by default."""
    reference = instrument.reference
    found = {}
    for hand, controls in instrument.setup.hands().items():
        usual = dict(layers[hand].usual if hand in layers else {}) | reference
        found[hand] = {name: _control(name, usual.get(name)) for name in sorted(controls)}
    return found


def _control(name: str, usual: float | None) -> dict[str, Any]:
    low, high = LIMITS.get(name, (-np.inf, np.inf))
    reach = high if name == "bend" else REACH * usual if usual else 1.0  # keys bend by octaves
    return {
        "unit": UNITS[name],
        "usual": usual or 0.0,
        "low": float(max(low, -reach)) if name in ("velocity", "bend") else float(max(low, 0.0)),
        "high": float(min(high, reach)),
    }


def _parameters(instrument: Instrument) -> list[dict[str, Any]]:
    """Every parameter with what the command line says about it."""
    rows = [*parameters_of(instrument.setup), *parameters_of(instrument.output, "output.")]
    described = [row.description.__dict__ if row.description else {} for row in rows]
    return [{"path": row.path, "value": row.value, "choices": row.choices, **more} for row, more in zip(rows, described, strict=True)]


def sampled_gesture(instrument: Instrument, gesture: Any = None, sample_rate: int = SAMPLE_RATE) -> dict[str, Any]:
    """What the controls of each layer do, at an even rate, to be replayed: of a gesture, or of the instrument's own one or its notes."""
    played = instrument.played(gesture, sample_rate=sample_rate)
    if not {each.name for each in played} <= set(instrument.setup.live(sample_rate)):  # a copy for each key: one body is bent instead
        played = instrument.replace(setup=instrument.setup.replace(notes="bend")).played(gesture, sample_rate=sample_rate)
    rate = BLOWS if any(each.layer.contact.exciter.thrown for each in played) else STEPS
    times = np.arange(int(instrument.duration * rate) + 1) / rate
    rows = {each.name: {name: each.gesture.values(name, times).tolist() for name in each.gesture.controls} for each in played}
    return {"rows": rows, "rate": rate, "seconds": instrument.duration}


def changed_plan(before: Instrument, after: Instrument, sample_rate: int = SAMPLE_RATE) -> dict[str, Any] | None:
    """What turns a sounding instrument into a changed one: parameters for each program; None where it must be made anew."""
    old, new = before.setup.live(sample_rate), after.setup.live(sample_rate)
    found: dict[str, Any] = {"layers": {}, "parameters": _parameters(after)}
    for name, layer in old.items():
        if name not in new or new[name].soundbox != layer.soundbox or new[name].output != layer.output:
            return None
        voice = _voice(layer, sample_rate)
        try:
            voice.update(new[name].contact)
        except ParameterError:
            return None
        shape = shape_of(new[name].contact.resonator, voice.machine.layout)
        found["layers"][name] = {"memory": voice.machine.parameters(), "gain": new[name].gain, "shape": shape}
    channels = max(min(2, layer.contact.resonator.channels(layer.output)) for layer in new.values())
    chain: Any = OpenChain(before.output, sample_rate, channels, PlannedMachine, BLOCK)
    if not chain.serves(after.output):
        return None
    chain.update(after.output)
    found["chain"] = {"memory": chain.machine.parameters()}
    return found

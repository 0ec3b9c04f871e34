"""An instrument as what an export holds: programs, memories, and who moves what.

It has the layers that sound live, each under the controls of its hand; where notes are given to pairs of an exciter and a resonator,
those pairs as a further layer; soundboxes, each shared by all layers that are heard through it; and the output chain. Sounds go

    layer -> gain -> soundbox, if it has one -> sum -> output chain,

as `render` has it. An instrument that has to be tuned by listening, as bowed strings are, is made for the standard sample rates one by
one; any other runs at any rate. What is thrown is thrown by notes alone, where it plays notes: a hand that holds a velocity throws nothing.
"""

import warnings
from typing import Any, NamedTuple

from rosin.engine.observing import Observe
from rosin.engine.scenes.voice import SceneVoice
from rosin.engine.voice import Voice
from rosin.export.controls import Control, Knobs, Macros, controls_of
from rosin.export.memory import BLOCK, HIGHEST, LOWEST, STANDARD, Unit, carries_over, unit_of
from rosin.instruments.instrument import Instrument
from rosin.instruments.performance import APART
from rosin.instruments.setups.setup import Layer
from rosin.model.errors import ParameterError
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Scene
from rosin.sound.output.chain import OpenChain
from rosin.soundboxes.modal_box import ModalBox, OpenBox
from rosin.studio.keys import LAYER
from rosin.studio.notes import Notes, notes_of
from rosin.studio.plan import pool_of
from rosin.studio.planned import PlannedMachine

STEREO = 2
SILENT = "It plays no notes; its controls move it."


class LayerProgram(NamedTuple):
    """A layer: its program, how loud it is, how many channels of it are heard, the soundbox that hears it, or -1, if it keeps traces."""

    name: str
    unit: Unit
    gain: float
    channels: int
    box: int
    watched: bool


class Exported(NamedTuple):
    """All that an export holds. `exact` says that it is made for its rates alone, and that what is heard at others comes over a bridge."""

    instrument: Instrument
    rates: tuple[int, ...]
    lowest: float
    highest: float
    exact: bool
    layers: list[LayerProgram]
    boxes: list[Unit]
    box_channels: list[int]
    chain: Unit
    channels: int  # that come into the chain
    heard: int  # that leave it
    controls: list[Control]
    knobs: Knobs | None
    macros: Macros | None
    notes: Notes | None
    silent: str  # why it plays no notes, where it does not


def gather(instrument: Instrument, standard: tuple[int, ...] = STANDARD, *, watched: bool = False) -> Exported:
    """What an export of an instrument holds; made one by one, it is for these rates. Watched, it keeps force and velocity of what rubs."""
    exact, rates = _rates(instrument, standard)
    layers = [_live(instrument, rate) for rate in rates]
    voices = [
        [_voice(layer, rate, APART * index, watched=watched) for index, layer in enumerate(each.values())]
        for each, rate in zip(layers, rates, strict=True)
    ]
    soundboxes = _soundboxes(layers[0])
    first = layers[0]
    boxes = [unit_of([_machine(OpenBox(box, rate, PlannedMachine, BLOCK)) for rate in rates]) for box in soundboxes]
    sounding = [
        LayerProgram(
            name,
            unit_of([_machine(each[index]) for each in voices]),
            layer.gain,
            1 if layer.soundbox else min(STEREO, voices[0][index].channels),
            soundboxes.index(layer.soundbox) if layer.soundbox else -1,
            watched and _rubbed(layer),
        )
        for index, (name, layer) in enumerate(first.items())
    ]
    channels = max([each.channels for each in sounding if each.box < 0] + [box.channels for box in soundboxes])
    notes = notes_of(instrument, layers, voices[0])
    chains = [OpenChain(instrument.output, rate, channels, PlannedMachine, BLOCK) for rate in rates]
    return Exported(
        instrument,
        rates,
        LOWEST[0] if exact else _lowest(instrument, rates[0]),
        HIGHEST[-1],
        exact,
        sounding,
        boxes,
        [box.channels for box in soundboxes],
        unit_of([_machine(chain) for chain in chains]),
        channels,
        chains[0].heard,
        *controls_of(instrument, first, rates[0], len(rates)),
        notes,
        SILENT if notes is None else "",
    )


def _live(instrument: Instrument, rate: int) -> dict[str, Layer]:
    """The layers that hands play, and the one that notes do."""
    pool, hands = pool_of(instrument), instrument.setup.live(rate)
    if pool is None:
        return hands
    return {name: layer for name, layer in hands.items() if not _thrown(layer)} | {LAYER: pool}


def _thrown(layer: Layer) -> bool:
    return isinstance(layer.source, Contact) and layer.source.exciter.thrown


def _machine(opened: Any) -> Any:
    return opened.machine


def _rubbed(layer: Layer) -> bool:
    """Whether a layer is a single contact that rubs."""
    return isinstance(layer.source, Contact) and layer.source.interaction.friction


def _voice(layer: Layer, rate: int, seed: int = 0, *, watched: bool = False) -> Any:
    """The voice of a layer, whose controls glide to where its hand puts them; or are as a player gives them."""
    if isinstance(layer.source, Scene):
        voice: Any = SceneVoice(layer.source, rate, seed=seed, target=PlannedMachine, block=BLOCK, room=True)
    else:
        observe: Observe = "sliding" if watched and _rubbed(layer) else False
        options: dict[str, Any] = {"target": PlannedMachine, "block": BLOCK, "room": True}
        voice = Voice(layer.contact, rate, seed=seed, output=layer.output, observe=observe, **options)
    voice.machine.whole("live", int(layer.keyed is None))
    return voice


def _soundboxes(layers: dict[str, Layer]) -> list[Any]:
    """Each soundbox once."""
    found: list[ModalBox] = []
    for layer in layers.values():
        if layer.soundbox is not None and layer.soundbox not in found:
            if not isinstance(layer.soundbox, ModalBox):
                raise ParameterError(f"A {type(layer.soundbox).__name__} cannot be exported; take a ModalBox.")
            found.append(layer.soundbox)
    return found


def _rates(instrument: Instrument, standard: tuple[int, ...]) -> tuple[bool, tuple[int, ...]]:
    """Whether it runs at some rates alone, and the rates for which it is made."""
    if instrument.setup.measured_anew:
        return True, standard
    low, high = ([_voice(layer, rate).machine for layer in _live(instrument, rate).values()] for rate in STANDARD[:2])
    if all(carries_over(one, other) for one, other in zip(low, high, strict=True)):
        return False, HIGHEST
    return True, standard


def _lowest(instrument: Instrument, sure: int) -> float:
    """The lowest rate at which all its parts run."""
    for rate in LOWEST:
        try:
            with warnings.catch_warnings(action="ignore"):  # whoever runs it there is told
                for layer in _live(instrument, rate).values() if rate < sure else ():
                    layer.source.check_rate(rate)
                instrument.output.check_rate(rate)
        except ParameterError:
            continue
        return rate
    return sure

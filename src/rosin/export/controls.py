"""What can be moved of an exported instrument: the controls of its hands, and the parameters whose values the kernels read as they are."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from rosin.engine.scenes.layout import SceneLayout
from rosin.engine.wasm import places
from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.setup import Layer, Link
from rosin.playing.controls import CONTROLS
from rosin.scenes.scene import PLACES, Scene
from rosin.studio.changes import Sounding
from rosin.studio.knobs import knobs
from rosin.studio.plan import described_parameters, hands_of

CHAIN = -1


class Moves(NamedTuple):
    """A row of controls of a layer."""

    layer: int
    row: int


class Slot(NamedTuple):
    """A number among the parameters of a layer, or of the chain: which of its records, and where in it."""

    layer: int
    record: int
    place: int


class Control(NamedTuple):
    """Something with a name, a unit, a range and a value at first."""

    symbol: str
    label: str
    group: str
    unit: str
    low: float
    high: float
    value: float
    logarithmic: bool = False
    moves: tuple[Moves, ...] = ()
    slots: tuple[Slot, ...] = ()
    louder: tuple[int, ...] = ()  # layers to which it adds so many dB


def controls_of(instrument: Instrument, layers: Mapping[str, Layer], sample_rate: int) -> list[Control]:
    """Hands first, then parameters."""
    hands = _hands(instrument, layers, sample_rate)
    taken = {control.symbol for control in hands}
    turned = _knobs(instrument, list(layers), sample_rate)
    return [*hands, *(knob._replace(symbol=f"{knob.symbol}_parameter") if knob.symbol in taken else knob for knob in turned)]


def symbol_of(words: str) -> str:
    """Words as a name of C."""
    return re.sub(r"\W+", "_", words).strip("_")


def _hands(instrument: Instrument, layers: Mapping[str, Layer], sample_rate: int) -> list[Control]:
    names = list(layers)
    hands = {
        hand: controls
        for hand, controls in hands_of(instrument, instrument.setup.live(sample_rate)).items()
        if _links(instrument, hand, names)
    }
    found = []
    for hand, controls in hands.items():
        for control, row in controls.items():
            words = f"{hand} {control}" if len(hands) > 1 else control
            at_rest = min(max(row["usual"], row["low"]), row["high"]) if control in PLACES else 0.0
            moves = tuple(
                Moves(names.index(link.layer), _row(layers[link.layer], link.moves))
                for link in _links(instrument, hand, names)
                if link.control == control
            )
            label = words.replace("_", " ")
            found.append(Control(symbol_of(words), label, "hands", row["unit"], row["low"], row["high"], at_rest, moves=moves))
    return found


def _links(instrument: Instrument, hand: str, layers: list[str]) -> list[Link]:
    """What a hand moves of layers that are there."""
    return [link for link in instrument.setup.links() if link.hand == hand and link.layer in layers]


def _row(layer: Layer, control: str) -> int:
    """The row of a control among those that the kernels follow."""
    if isinstance(layer.source, Scene):
        return SceneLayout(layer.source, 48_000, observe=False, block=1).rows[control]
    return CONTROLS.index(control)


def _knobs(instrument: Instrument, names: list[str], sample_rate: int) -> list[Control]:
    described = described_parameters(instrument)
    turned = knobs(instrument, described, sample_rate)["paths"]
    layouts = Sounding(instrument, sample_rate).layouts
    where = {name: place for place, name in enumerate(names)} | {"chain": CHAIN}
    found = []
    for row in described:
        path = row["path"]
        if path not in turned:
            continue
        slots = [
            Slot(where[program], *_record(layouts[program], (address - places(layouts[program])[0]) // 8))
            for program, addresses in turned[path]["slots"].items()
            if program in where
            for address in addresses
        ]
        group, _, name = path.rpartition(".")
        low, high = min(row["range"][0], row["value"]), max(row["range"][1], row["value"])
        curved = row.get("curve") == "log" and low > 0
        louder = tuple(where[layer] for layer in turned[path]["louder"] if layer in where)
        described_as = symbol_of(path), name.replace("_", " "), group or "instrument", row.get("unit") or ""
        found.append(Control(*described_as, low, high, row["value"], curved, (), tuple(slots), louder))
    return found


def _record(layout: Any, place: int) -> tuple[int, int]:
    """Which of the records that parameters fill has a place, and where in it."""
    for number, name in enumerate(layout.given):
        offset, size = layout.reals[name][:2]
        if offset <= place < offset + size:
            return number, place - offset
    raise AssertionError(place)

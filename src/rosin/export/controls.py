"""What can be moved of an exported instrument: its macros, the controls of its hands, and the parameters that turn without Python."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rosin.engine.macros import MacroCurve, fill_macros, macros_layout
from rosin.engine.scenes.layout import SceneLayout
from rosin.engine.wasm import places
from rosin.export.memory import Unit, unit_of
from rosin.instruments.instrument import Instrument
from rosin.instruments.macros import KnobCurve, Macro, title_of
from rosin.instruments.setups.setup import Layer, Link
from rosin.playing.controls import CONTROLS
from rosin.scenes.scene import PLACES, Scene
from rosin.studio.changes import Sounding
from rosin.studio.knobs import FoundKnobs, find_knobs
from rosin.studio.plan import described_parameters, hands_of, turned_entries
from rosin.studio.planned import PlannedMachine

CHAIN, NOWHERE = -1, -2


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
    hand: str = ""  # whose control it is,
    control: str = ""  # and which
    path: str = ""  # of a parameter
    knob: int = -1  # of those with curves
    at_least: int = -1  # the control that it must not go below
    at_most: int = -1  # or above
    macro: int = -1  # of macros


class Macros(NamedTuple):
    """The program of macros, and the control that each of its curves turns."""

    unit: Unit
    turned: list[int]
    owners: list[int]  # the macro of each


class Knobs(NamedTuple):
    """The program of knobs with curves, where each of its numbers goes, and how many more are of a tuning."""

    unit: Unit
    outputs: list[Slot]
    row: int


class Moved(NamedTuple):
    """All controls, the knobs with curves, and the macros."""

    controls: list[Control]
    knobs: Knobs | None
    macros: Macros | None


def controls_of(instrument: Instrument, layers: Mapping[str, Layer], sample_rate: int, rates: int) -> Moved:
    """Macros first, those all of whose parameters turn; then hands, then parameters."""
    hands = _hands(instrument, layers, sample_rate)
    taken = {control.symbol for control in hands}
    found = find_knobs(instrument, described_parameters(instrument), sample_rate)
    layouts = Sounding(instrument, sample_rate).layouts
    turned = _knobs(instrument, found, list(layers), layouts)
    macros = {name: macro for name, macro in instrument.macros.items() if _turns(macro, turned, found)}
    leading = [
        Control(f"macro_{name}", title_of(name), "macros", "", 0.0, 1.0, macro.value, macro=i)
        for i, (name, macro) in enumerate(macros.items())
    ]
    before = len(leading) + len(hands)
    place = {path: before + index for index, path in enumerate(turned)}
    at_most = {high: low for low, high in found.at_least.items()}
    named = [
        control._replace(
            symbol=f"{control.symbol}_parameter" if control.symbol in taken else control.symbol,
            at_least=place.get(found.at_least.get(path, ""), -1),
            at_most=place.get(at_most.get(path, ""), -1),
        )
        for path, control in turned.items()
    ]
    return Moved([*leading, *hands, *named], _curved(found, list(layers), layouts, rates), _macros(macros, place, rates))


def _turns(macro: Macro, turned: Mapping[str, Control], found: FoundKnobs) -> bool:
    """Whether an export turns all that a macro does, and something of it."""
    reached = (path in found.idle or (path in turned and _reaches(turned[path], curve)) for path, curve in macro.curves.items())
    return all(reached) and any(path in turned for path in macro.curves)


def _reaches(control: Control, curve: KnobCurve) -> bool:
    return curve.scale != "steps" and all(control.low <= value <= control.high for _, value in curve.points)


def _macros(macros: Mapping[str, Macro], place: Mapping[str, int], rates: int) -> Macros | None:
    rows = [
        (MacroCurve(number, curve.scale == "log", curve.points), place[path])
        for number, macro in enumerate(macros.values())
        for path, curve in macro.curves.items()
        if path in place
    ]
    if not rows:
        return None
    curves = [curve for curve, _ in rows]
    machine: Any = PlannedMachine(macros_layout(len(macros), curves))
    fill_macros(machine, [macro.value for macro in macros.values()], curves)
    return Macros(unit_of([machine] * rates), [control for _, control in rows], [curve.macro for curve in curves])


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
            described = symbol_of(words), label, "hands", row["unit"], row["low"], row["high"], at_rest
            found.append(Control(*described, moves=moves, hand=hand, control=control))
    return found


def _links(instrument: Instrument, hand: str, layers: list[str]) -> list[Link]:
    """What a hand moves of layers that are there."""
    return [link for link in instrument.setup.links() if link.hand == hand and link.layer in layers]


def _row(layer: Layer, control: str) -> int:
    """The row of a control among those that the kernels follow."""
    if isinstance(layer.source, Scene):
        return SceneLayout(layer.source, 48_000, observe=False, block=1).rows[control]
    return CONTROLS.index(control)


def _knobs(instrument: Instrument, found: FoundKnobs, names: list[str], layouts: Mapping[str, Any]) -> dict[str, Control]:
    """Of each parameter that turns, and that something of the export follows."""
    where = {name: place for place, name in enumerate(names)} | {"chain": CHAIN}
    curved = list(found.curved)
    controls = {}
    for row in (*described_parameters(instrument), *turned_entries(instrument)):
        path = row["path"]
        group, _, name = path.rpartition(".")
        described_as = symbol_of(path), name.replace("_", " "), group or "instrument", row.get("unit") or ""
        if path in found.direct:
            knob = found.direct[path].knob
            slots = _slots(found, found.direct[path].places, where, layouts)
            louder = tuple(where[layer] for layer in found.direct[path].louder if layer in where)
            more: dict[str, Any] = {"slots": tuple(slots.values()), "louder": louder}
        elif path in found.curved:
            knob, more = found.curved[path], {"knob": curved.index(path)}
        else:
            continue
        if any(more.values()) or "knob" in more:
            controls[path] = Control(
                *described_as, knob.low, knob.high, knob.usual, row.get("curve") == "log" and knob.low > 0, path=path, **more
            )
    return controls


def _slots(found: FoundKnobs, numbers: Iterable[int], where: Mapping[str, int], layouts: Mapping[str, Any]) -> dict[int, Slot]:
    """Where numbers lie, of those that the export has."""
    slots = {}
    for number in numbers:
        program, address = found.places[number]
        if program in where:
            slots[number] = Slot(where[program], *record_of(layouts[program], (address - places(layouts[program])[0]) // 8))
    return slots


def _curved(found: FoundKnobs, names: list[str], layouts: Mapping[str, Any], rates: int) -> Knobs | None:
    if found.turning is None:
        return None
    machine: Any = PlannedMachine(found.turning.layout())
    found.turning.fill(machine)
    own = [number for number in found.turned if number < len(found.places)]
    slots = _slots(found, own, {name: place for place, name in enumerate(names)} | {"chain": CHAIN}, layouts)
    nowhere = Slot(NOWHERE, 0, 0)
    return Knobs(unit_of([machine] * rates), [slots.get(number, nowhere) for number in own], len(found.turned) - len(own))


def record_of(layout: Any, place: int) -> tuple[int, int]:
    """Which of the records that parameters fill has a place, and where in it."""
    for number, name in enumerate(layout.given):
        offset, size = layout.reals[name][:2]
        if offset <= place < offset + size:
            return number, place - offset
    raise AssertionError(place)

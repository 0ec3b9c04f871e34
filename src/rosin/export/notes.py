"""How an exported instrument plays notes: the player's program, the rows of controls that it moves, and how bodies are tuned to keys."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.engine.player import player_layout
from rosin.export.memory import BLOCK, Unit, unit_of
from rosin.instruments.instrument import Instrument
from rosin.instruments.percussion import row
from rosin.instruments.setups.pairs import resonator_of
from rosin.instruments.setups.setup import Keyed, Layer, Setup, Touching
from rosin.playing.controls import BEND, CONTROLS, FINGER, NORMAL_FORCE, VELOCITY
from rosin.playing.midi.score import A4, A4_KEY
from rosin.scenes.scene import DOT
from rosin.studio.keys import MOVED, tunings
from rosin.studio.planned import PlannedMachine


class Played(NamedTuple):
    """A body that notes are given to: its layer, its rows of controls, its parameters, and its number where it alone has changed."""

    layer: int
    rows: tuple[int, int, int]  # velocity, normal force, bend or finger; 0 where it does not follow, but for velocity
    record: int = 0
    changed: int = 0


class Notes(NamedTuple):
    """The player, the bodies that it plays, and the numbers that each tuning writes into a record of parameters, from a place on."""

    player: Unit
    controls: int  # rows of controls of a layer that it plays
    places: list[Played]
    tunings: np.ndarray  # (tunings, numbers)
    offset: int


def why_silent(instrument: Instrument) -> str:
    """Why an export plays no notes."""
    setup: Any = instrument.setup
    if type(setup).play is Setup.play or not getattr(setup, "plays_keys", True):
        return "It plays no notes; its controls move it."
    return "Its notes are not exported yet, since the hands that play them are Python's; its controls move it."


def notes_on_pairs(instrument: Instrument, keyed: Keyed, voice: Any, layer: int, rates: int) -> Notes:
    """Notes that are given to pairs, each tuned to its key; `voice` is that of the pairs."""
    touching = _touching(instrument)
    found = tunings(keyed, voice)
    firm = np.array([[each.get(name, 1.0) for each in found["firmer"]] for name in ("velocity", "normal_force")])
    bodies, given, layout = [piece.name for piece in voice.layout.bodies], voice.layout.given, voice.layout
    rows = [tuple(layout.rows.get(f"{pair}{DOT}{control}", 0) for control in MOVED) for pair in keyed.pairs]
    resonators = [resonator_of(pair) for pair in keyed.pairs]
    places = [
        Played(layer, (own[0], own[1], own[2]), given.index(f"{name}.p"), 1 + bodies.index(name))
        for own, name in zip(rows, resonators, strict=True)
    ]
    player = _player(instrument, touching, len(places), float(keyed.nearest[0]), firm, retuned=True)
    return Notes(unit_of([player] * rates), 1 + len(layout.rows), places, np.array(found["tunings"]), found["offset"] // 8)


def notes_by_bending(instrument: Instrument, layer: int, rates: int) -> Notes:
    """Notes that one body plays, bent from key to key."""
    touching = _touching(instrument)
    player = _player(instrument, touching, 1, key_of(touching.frequency), np.ones((2, 1)), retuned=False)
    places = [Played(layer, (VELOCITY, NORMAL_FORCE, BEND))]
    return Notes(unit_of([player] * rates), len(CONTROLS), places, np.empty((0, 0)), 0)


def strings_of(layers: Mapping[str, Layer]) -> dict[str, Layer]:
    """The strings among the layers, which fingers stop."""
    return {name: layer for name, layer in layers.items() if layer.pitch is not None and len(layer.marks) > 1}


def notes_on_strings(instrument: Instrument, layers: Sequence[Mapping[str, Layer]]) -> Notes:
    """Notes that are given to strings, of layers at some rates: their marks are not quite the same at each."""
    names = list(layers[0])
    places = [Played(names.index(name), (VELOCITY, NORMAL_FORCE, FINGER)) for name in strings_of(layers[0])]
    return Notes(unit_of([_string_player(instrument, strings_of(each)) for each in layers]), len(CONTROLS), places, np.empty((0, 0)), 0)


def _string_player(instrument: Instrument, strings: Mapping[str, Layer]) -> PlannedMachine:
    """Each string is bowed as usual at full strength; of marks all have as many as the longest, the last of the others again and again."""
    usual = np.array([[layer.usual[control] for layer in strings.values()] for control in ("velocity", "normal_force")])
    open_keys = [key_of(layer.pitch) for layer in strings.values() if layer.pitch is not None]
    marks = max(len(layer.marks) for layer in strings.values())
    fingers = [[*layer.marks, *[layer.marks[-1]] * (marks - len(layer.marks))] for layer in strings.values()]
    most = usual.max(axis=1)
    machine = _player(instrument, Touching(*most), len(strings), 0.0, usual / most[:, None], retuned=False, marks=marks)
    machine.fill("head", {"open_keys": open_keys, "fingers": np.ravel(fingers)})
    return machine


def key_of(frequency: float) -> float:
    """The key of a pitch (Hz)."""
    return A4_KEY + 12 * math.log2(frequency / A4)


def _touching(instrument: Instrument) -> Touching:
    found = instrument.setup.touching(instrument.reference)
    assert found is not None
    return found


def _player(
    instrument: Instrument, touching: Touching, places: int, first: float, firm: np.ndarray, *, retuned: bool, marks: int = 0
) -> PlannedMachine:
    form = {"thrown": touching.thrown, "spun": touching.spun, "retuned": retuned}
    machine = PlannedMachine(player_layout(places=places, tunings=firm.shape[1], block=BLOCK, marks=marks, **form))
    given = {"velocity": touching.velocity, "normal_force": touching.normal_force, "first": first}
    machine.fill("head", given | {"firm_velocities": firm[0], "firm_forces": firm[1], "percussion": row(instrument.percussion)})
    return machine

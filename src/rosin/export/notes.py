"""How an exported instrument plays notes: the player's program, the rows of controls that it moves, and how bodies are tuned to keys."""

from typing import Any, NamedTuple

import numpy as np

from rosin.engine.player import player_layout
from rosin.export.memory import BLOCK, Unit, unit_of
from rosin.instruments.instrument import Instrument
from rosin.instruments.percussion import row
from rosin.instruments.setups.pairs import resonator_of
from rosin.instruments.setups.setup import Keyed, Setup, Touching
from rosin.playing.controls import BEND, CONTROLS, NORMAL_FORCE, VELOCITY
from rosin.playing.midi.score import A4, A4_KEY
from rosin.scenes.scene import DOT
from rosin.studio.keys import MOVED, tunings
from rosin.studio.planned import PlannedMachine


class Played(NamedTuple):
    """A body that notes are given to: its rows of controls, its record of parameters, and its number where it alone has changed."""

    rows: tuple[int, int, int]  # velocity, normal force, bend; 0 where it does not follow, but for velocity
    record: int = 0
    changed: int = 0


class Notes(NamedTuple):
    """The player, the layer that it plays, and the numbers that each tuning writes into a record of parameters, from a place on."""

    player: Unit
    layer: int
    controls: int  # rows of controls of that layer
    places: list[Played]
    tunings: np.ndarray  # (tunings, numbers)
    offset: int


def why_silent(instrument: Instrument) -> str:
    """Why an export plays no notes, where it does not."""
    setup: Any = instrument.setup
    if setup.touching(instrument.reference) is not None:
        return ""
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
        Played((own[0], own[1], own[2]), given.index(f"{name}.p"), 1 + bodies.index(name))
        for own, name in zip(rows, resonators, strict=True)
    ]
    player = _player(instrument, touching, len(places), float(keyed.nearest[0]), firm, retuned=True)
    return Notes(unit_of([player] * rates), layer, 1 + len(layout.rows), places, np.array(found["tunings"]), found["offset"] // 8)


def notes_by_bending(instrument: Instrument, layer: int, rates: int) -> Notes:
    """Notes that one body plays, bent from key to key."""
    touching = _touching(instrument)
    own = A4_KEY + 12 * float(np.log2(touching.frequency / A4))
    player = _player(instrument, touching, 1, own, np.ones((2, 1)), retuned=False)
    places = [Played((VELOCITY, NORMAL_FORCE, BEND))]
    return Notes(unit_of([player] * rates), layer, len(CONTROLS), places, np.empty((0, 0)), 0)


def _touching(instrument: Instrument) -> Touching:
    found = instrument.setup.touching(instrument.reference)
    assert found is not None
    return found


def _player(instrument: Instrument, touching: Touching, places: int, first: float, firm: np.ndarray, *, retuned: bool) -> PlannedMachine:
    form = {"thrown": touching.thrown, "spun": touching.spun, "retuned": retuned}
    machine = PlannedMachine(player_layout(places=places, tunings=firm.shape[1], block=BLOCK, **form))
    given = {"velocity": touching.velocity, "normal_force": touching.normal_force, "first": first}
    machine.fill("head", given | {"firm_velocities": firm[0], "firm_forces": firm[1], "percussion": row(instrument.percussion)})
    return machine

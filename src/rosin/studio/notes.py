"""How an instrument plays notes where Python does not run: the player, the rows of controls that it moves, and how bodies are tuned."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.engine.player import player_layout
from rosin.instruments.instrument import Instrument
from rosin.instruments.percussion import row
from rosin.instruments.setups.pairs import resonator_of
from rosin.instruments.setups.setup import Keyed, Layer, Touching
from rosin.playing.controls import BEND, CONTROLS, FINGER, NORMAL_FORCE, POSITION, VELOCITY
from rosin.playing.midi.score import key_of_pitch
from rosin.scenes.scene import DOT
from rosin.studio.keys import LAYER, MOVED, tunings
from rosin.studio.planned import PlannedMachine

BLOCK = 128  # samples that rows hold
BENT = MOVED.index("bend") + 1  # what notes move of pairs


class LeadRow(NamedTuple):
    """A row of controls of a layer that follows one of the rows of the player."""

    layer: int
    row: int
    follows: int


class NoteBody(NamedTuple):
    """A body that notes are given to: its layer, and where notes tune it, its parameters, and its number where it alone has changed."""

    layer: int
    record: int = 0
    changed: int = 0


class Notes(NamedTuple):
    """The player at each rate, the bodies that it plays, and what each tuning writes into a record of parameters, from a place on."""

    player: list[PlannedMachine]
    controls: int  # rows of controls of a layer that it plays
    leads: list[LeadRow]
    places: list[NoteBody]
    tunings: np.ndarray = np.empty((0, 0))  # (tunings, numbers)
    offset: int = 0


def notes_of(instrument: Instrument, layers: Sequence[Mapping[str, Layer]], voices: Sequence[Any]) -> Notes | None:
    """Who plays notes, where somebody does: on the pairs of a pool, on the only layer, or on strings.

    Layers are given at each rate, their voices at the first.
    """
    first, rates = layers[0], len(layers)
    if instrument.setup.stopped():
        return _notes_on_scene(instrument, voices[0].layout.rows, rates)
    if instrument.setup.touching(instrument.reference) is None:
        return _notes_on_strings(instrument, layers) if strings_of(first) else None
    if LAYER not in first:
        return _notes_on_one_body(instrument, 0, rates)
    place, keyed = list(first).index(LAYER), first[LAYER].keyed
    assert keyed is not None
    return _notes_on_pairs(instrument, keyed, voices[place], place, rates)


def _notes_on_pairs(instrument: Instrument, keyed: Keyed, voice: Any, layer: int, rates: int) -> Notes:
    """Notes that are given to pairs, each tuned to its key; `voice` is that of the pairs."""
    touching = _touching(instrument)
    found = tunings(keyed, voice)
    firm = np.array([[each.get(name, 1.0) for each in found["firmer"]] for name in ("velocity", "normal_force")])
    bodies, given, layout = [piece.name for piece in voice.layout.bodies], voice.layout.given, voice.layout
    leads = [
        LeadRow(layer, layout.rows[path], len(MOVED) * place + moved)
        for place, pair in enumerate(keyed.pairs)
        for moved, control in enumerate(MOVED[:BENT])
        if (path := f"{pair}{DOT}{control}") in layout.rows
    ]
    places = [NoteBody(layer, given.index(f"{name}.p"), 1 + bodies.index(name)) for name in map(resonator_of, keyed.pairs)]
    player = _player(instrument, touching, len(places), float(keyed.nearest[0]), firm, retuned=True)
    return Notes([player] * rates, 1 + len(layout.rows), leads, places, np.array(found["tunings"]), found["offset"] // 8)


def _notes_on_one_body(instrument: Instrument, layer: int, rates: int) -> Notes:
    """Notes that one body plays, bent from key to key, or touched where each key is."""
    touching = _touching(instrument)
    spots = touching.spots
    first = float(min(spots)) if spots else key_of_pitch(touching.frequency)
    firm = np.array([[1.0] * len(spots), [spot.force for spot in spots.values()]]) if spots else np.ones((2, 1))
    player = _player(instrument, touching, 1, first, firm, retuned=False)
    if spots:
        player.fill("head", {"spots": [spot.position for spot in spots.values()]})
    rows = {VELOCITY: 0, NORMAL_FORCE: 1} | ({POSITION: 3} if spots else {BEND: 2})
    return Notes([player] * rates, len(CONTROLS), [LeadRow(layer, row, moved) for row, moved in rows.items()], [NoteBody(layer)])


def strings_of(layers: Mapping[str, Layer]) -> dict[str, Layer]:
    """The strings among the layers, which fingers stop."""
    return {name: layer for name, layer in layers.items() if layer.pitch is not None and len(layer.marks) > 1}


def _notes_on_strings(instrument: Instrument, layers: Sequence[Mapping[str, Layer]]) -> Notes:
    """Notes that are given to strings, of layers at some rates: their marks are not quite the same at each."""
    names = list(layers[0])
    places = [NoteBody(names.index(name)) for name in strings_of(layers[0])]
    leads = [
        LeadRow(place.layer, row, len(MOVED) * number + moved)
        for number, place in enumerate(places)
        for moved, row in enumerate((VELOCITY, NORMAL_FORCE, FINGER))
    ]
    return Notes([_string_player(instrument, strings_of(each)) for each in layers], len(CONTROLS), leads, places)


def _string_player(instrument: Instrument, strings: Mapping[str, Layer]) -> PlannedMachine:
    """Each string is bowed as usual at full strength; of marks all have as many as the longest, the last of the others again and again."""
    usual = np.array([[layer.usual[control] for layer in strings.values()] for control in ("velocity", "normal_force")])
    open_keys = [key_of_pitch(layer.pitch) for layer in strings.values() if layer.pitch is not None]
    marks = max(len(layer.marks) for layer in strings.values())
    fingers = [[*layer.marks, *[layer.marks[-1]] * (marks - len(layer.marks))] for layer in strings.values()]
    most = usual.max(axis=1)
    machine = _player(instrument, Touching(*most), len(strings), 0.0, usual / most[:, None], retuned=False, marks=marks)
    machine.fill("head", {"open_keys": open_keys, "fingers": np.ravel(fingers)})
    return machine


def _notes_on_scene(instrument: Instrument, rows: Mapping[str, int], rates: int) -> Notes:
    """Notes that are given to the strings of the only layer, a scene, by the hands that play them."""
    strings = instrument.setup.stopped()
    leads = [
        LeadRow(0, rows[link.moves], len(MOVED) * number + moved)
        for number, string in enumerate(strings)
        for moved, control in enumerate(("velocity", "normal_force", "finger", "position"))
        for link in instrument.setup.links()
        if (link.hand, link.control) == (string.hand, control) and (string.at is not None or control != "position")
    ]
    first, marks = strings[0], 1 + max(string.semitones for string in strings)
    touching = Touching(first.velocity, first.normal_force, thrown=first.thrown)
    kind = {"plucked": first.plucked, "wheel": first.wheel}
    player = _player(instrument, touching, len(strings), 0.0, np.ones((2, len(strings))), marks=marks, **kind)
    fingers = [1 - 2 ** (-min(semitone, string.semitones) / 12) for string in strings for semitone in range(marks)]
    player.fill("head", {"open_keys": [key_of_pitch(string.frequency) for string in strings], "fingers": fingers})
    player.fill("head", {"spots": [string.at or 0.0 for string in strings], "softest": first.softest, "jerk": first.jerk})
    return Notes([player] * rates, 1 + len(rows), leads, [NoteBody(0)] * len(strings))


def _touching(instrument: Instrument) -> Touching:
    found = instrument.setup.touching(instrument.reference)
    assert found is not None
    return found


def _player(
    instrument: Instrument,
    touching: Touching,
    places: int,
    first: float,
    firm: np.ndarray,
    *,
    retuned: bool = False,
    plucked: bool = False,
    wheel: bool = False,
    marks: int = 0,
) -> PlannedMachine:
    form = {"thrown": touching.thrown, "spun": touching.spun, "plucked": plucked, "wheel": wheel, "retuned": retuned}
    machine = PlannedMachine(player_layout(places=places, tunings=firm.shape[1], block=BLOCK, marks=marks, **form))
    given = {"velocity": touching.velocity, "normal_force": touching.normal_force, "first": first, "softest": touching.softest}
    machine.fill("head", given | {"firm_velocities": firm[0], "firm_forces": firm[1], "percussion": row(instrument.percussion)})
    return machine

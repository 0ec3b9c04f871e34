"""What a page needs to sound an instrument: modules, memories, calls, controls and parameters, as plain data.

An instrument is a set of programs: the voice of each layer, the soundbox it is heard through, and the output chain. Each is a
module with a memory, whose layout is given by name; a host calls prepare, start, and process for each block of 128 samples.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.scenes.voice import SceneVoice
from rosin.engine.voice import Voice
from rosin.instruments.instrument import Instrument
from rosin.instruments.macros import described_macros, spans
from rosin.instruments.performance import APART
from rosin.instruments.setups.beside_bow import BOW
from rosin.instruments.setups.pairs import key_of, pair_name
from rosin.instruments.setups.setup import Layer
from rosin.model.errors import ParameterError
from rosin.playing.controls import CONTROLS, LIMITS, UNITS
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.scenes.scene import DOT, PLACES, Scene
from rosin.sound.output.chain import OpenChain
from rosin.soundboxes.modal_box import ModalBox, OpenBox
from rosin.studio import keys
from rosin.studio.judging import judge_plan
from rosin.studio.listening import listener_plan, player_plan
from rosin.studio.planned import Modules, PlannedMachine, program_plan
from rosin.studio.shapes import shape_of

BLOCK = 128  # samples of a render quantum
SAMPLE_RATE = 48_000
REACH = 2.5  # how far a control goes beyond the default gesture
STEPS, BLOWS = 100, 1000  # values of a gesture each second: of what is led, and of what is thrown for 2 ms or let go as fast


def instrument_plan(instrument: Instrument, modules: Modules, sample_rate: int = SAMPLE_RATE) -> dict[str, Any]:
    """The plan of an instrument at a sample rate."""
    if instrument.setup.not_live:
        raise ParameterError(f"{instrument.name}: {instrument.setup.not_live}")
    live = instrument.setup.live(sample_rate)
    pool = pool_of(instrument)
    sounding = live | ({keys.LAYER: pool} if pool else {})
    voices = [voice_of(layer, sample_rate, APART * index) for index, layer in enumerate(sounding.values())]
    layers = {name: _layer_plan(layer, voice, modules, sample_rate) for (name, layer), voice in zip(sounding.items(), voices, strict=True)}
    channels = max(layer["channels"] for layer in layers.values())
    return {
        "name": instrument.name,
        "summary": instrument.summary,
        "title": instrument.title,
        "family": instrument.family,
        "invitation": instrument.invitation,
        "listen": instrument.listen,
        "setup": type(instrument.setup).__name__,
        "object": type(getattr(instrument.setup, "resonator", instrument.setup)).__name__,
        "sampleRate": sample_rate,
        "channels": channels,
        "layers": layers,
        "chain": _chain_plan(instrument, modules, sample_rate, channels),
        "hands": hands_of(instrument, live),
        "links": [link._asdict() for link in instrument.setup.links()],
        "places": places_of(instrument),
        "listener": listener_plan(instrument, modules),
        "player": player_plan(instrument, sounding, voices, modules, sample_rate),
        "judge": judge_plan(modules, sample_rate) if any(layer["marks"] for layer in layers.values()) else None,
        "parameters": described_parameters(instrument),
        "macros": described_macros(instrument.macros),
        "gesture": sampled_gesture(instrument, sample_rate=sample_rate),
    }


def places_of(instrument: Instrument) -> int:
    """At how many points from the middle to the edge a thing can be struck, after the usual one; 0 where that makes no difference."""
    return len(getattr(instrument.setup, "along", None) or ())


def pool_of(instrument: Instrument) -> Layer | None:
    """The pairs to which notes are given, enough for the instrument's own ones."""
    return instrument.setup.pool(len({note.key for note in instrument.notes or ()}))


def voice_of(layer: Layer, sample_rate: int, seed: int = 0, target: Any = PlannedMachine) -> Any:
    """The voice of a layer, set up to be changed; of a scene no traces are kept, since what is observed does not sleep."""
    if isinstance(layer.source, Scene):
        return SceneVoice(layer.source, sample_rate, seed=seed, target=target, block=BLOCK, room=True)
    return Voice(layer.contact, sample_rate, seed=seed, output=layer.output, observe="motion", target=target, block=BLOCK, room=True)


def _layer_plan(layer: Layer, voice: Any, modules: Modules, sample_rate: int) -> dict[str, Any]:
    plan = program_plan(voice.machine, modules)
    plan |= {"channels": min(2, voice.channels), "gain": layer.gain, "marks": layer.marks, "pitch": layer.pitch, "soundbox": None}
    plan |= _scene_plan(voice) if isinstance(layer.source, Scene) else _contact_plan(layer, voice)
    if layer.keyed is not None:
        plan["keys"] = keys.keys_plan(layer.keyed, voice)
    if layer.soundbox is not None:
        if not isinstance(layer.soundbox, ModalBox):
            raise ParameterError(f"A {type(layer.soundbox).__name__} is not heard live; take a ModalBox.")
        plan["channels"] = layer.soundbox.channels
        plan["soundbox"] = program_plan(OpenBox(layer.soundbox, sample_rate, PlannedMachine, BLOCK).machine, modules)
    return plan


def _contact_plan(layer: Layer, voice: Any) -> dict[str, Any]:
    """What a page knows of a single contact: its controls by row, its traces, what it is made of, and its picture."""
    parts = {part: type(getattr(layer.contact, part)).__name__ for part in ("exciter", "interaction", "resonator")}
    followed = {"controls": CONTROLS, "rest": [0.0] * len(CONTROLS), "follows": sorted(layer.contact.controls)}
    pictured = {"rubbed": layer.contact.interaction.friction, "shape": shape_of(layer.contact.resonator, voice.machine.layout)}
    return {**parts, **followed, **pictured, "traces": voice.trace_names}


def _scene_plan(voice: SceneVoice) -> dict[str, Any]:
    """What a page knows of a scene: its controls, named "contact.control", by row, and where they are at rest."""
    names = ["", *voice.layout.rows]
    rest = [0.0, *(voice.scene.usual(name) for name in voice.layout.rows)]
    return {"controls": names, "rest": rest, "follows": [], "rubbed": False, "shape": None, "traces": []}


def _chain_plan(instrument: Instrument, modules: Modules, sample_rate: int, channels: int) -> dict[str, Any]:
    chain = OpenChain(instrument.output, sample_rate, channels, PlannedMachine, BLOCK)
    return program_plan(chain.machine, modules) | {"latency": chain.latency, "channels": chain.heard}


def hands_of(instrument: Instrument, layers: Mapping[str, Layer]) -> dict[str, dict[str, Any]]:
    """For each hand its controls: unit, range, and how far they go by default."""
    usual: dict[str, dict[str, float]] = {hand: {} for hand in instrument.setup.hands()}
    for hand, control, name, moves in instrument.setup.links():
        source = layers[name].source
        if isinstance(source, Scene) and control in PLACES:
            usual[hand][control] = source.usual(moves)
        usual[hand] |= layers[name].usual
    reference = instrument.reference
    hands = instrument.setup.hands().items()
    signed = instrument.setup.both_ways
    return {
        hand: {name: _control(name, (usual[hand] | reference).get(name), name in signed) for name in sorted(controls)}
        for hand, controls in hands
    }


def _control(name: str, usual: float | None, signed: bool) -> dict[str, Any]:
    low, high = LIMITS.get(name, (-np.inf, np.inf))
    reach = high if name == "bend" else REACH * usual if usual else 1.0  # keys bend by octaves
    return {
        "unit": UNITS[name],
        "usual": usual or 0.0,
        "low": float(max(low, -reach if signed else 0.0)),
        "high": float(min(high, reach)),
    }


def turned_entries(instrument: Instrument) -> list[dict[str, Any]]:
    """Numbers of lists that macros turn, as parameters of their own."""
    rows = {row["path"]: row for row in described_parameters(instrument)}
    found = []
    for path, (low, high) in spans(instrument.macros).items():
        owner, _, place = path.rpartition(".")
        if path not in rows and isinstance(rows.get(owner, {}).get("value"), tuple):
            row = rows[owner]
            found.append(row | {"path": path, "value": row["value"][int(place)], "range": (low, high), "choices": ()})
    return found


def described_parameters(instrument: Instrument) -> list[dict[str, Any]]:
    """Every parameter with what the command line says about it."""
    rows = instrument.parameters()
    described = [row.description.__dict__ if row.description else {} for row in rows]
    return [{"path": row.path, "value": row.value, "choices": row.choices, **more} for row, more in zip(rows, described, strict=True)]


def sampled_gesture(instrument: Instrument, gesture: Any = None, sample_rate: int = SAMPLE_RATE) -> dict[str, Any]:
    """What the controls of each layer do, at an even rate, to be replayed: of a gesture, or of the instrument's own one or its notes.

    Notes are those of the pairs of a pool, in the order of their keys; where each key has a layer of its own, the one that is there
    plays them all. What touches a bowed string besides the bow is left out.
    """
    played = instrument.played(gesture, sample_rate=sample_rate)
    layers = instrument.setup.layers()
    contacts = {name for name, layer in layers.items() if isinstance(layer.source, Contact)}
    pool = instrument.setup.pool()
    rate = BLOWS if instrument.setup.sudden or any(_thrown(each.layer.source) for each in played) else STEPS
    times = np.arange(int(instrument.duration * rate) + 1) / rate
    rows: dict[str, dict[str, list[float]]] = {}
    struck: list[int] = []
    for name, _, moved, _ in played:
        if name == keys.LAYER and pool is not None:
            struck = [key_of(contact) for contact in moved]
            moved = {pair_name(place): each for place, each in enumerate(moved.values())}
        elif name in contacts and not isinstance(moved, Gesture):
            moved = moved[BOW]
        of_contacts = {"": moved} if isinstance(moved, Gesture) else {f"{contact}{DOT}": each for contact, each in moved.items()}
        moves = rows.setdefault(name if name in layers or name == keys.LAYER else next(iter(layers)), {})
        for whose, each in of_contacts.items():
            for control in each.controls:
                values = each.values(control, times)
                before = np.array(moves.get(f"{whose}{control}", np.zeros(len(times))))
                moves[f"{whose}{control}"] = np.where(np.abs(values) >= np.abs(before), values, before).tolist()
    return {"rows": rows, "keys": struck, "rate": rate, "seconds": instrument.duration}


def _thrown(source: Contact | Scene) -> bool:
    return source.exciter.thrown if isinstance(source, Contact) else any(body.thrown for body in source.bodies.values())

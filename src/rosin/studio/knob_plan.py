"""Knobs that turn without Python, as a page finds them in its plan."""

from typing import Any

from rosin.engine.turning import Knob
from rosin.studio.knobs import FoundKnobs
from rosin.studio.planned import Modules, PlannedMachine, program_plan


def knob_plan(found: FoundKnobs, modules: Modules) -> dict[str, Any]:
    """Where each knob's value goes.

    paths     of knobs that go all their way: places of programs (byte addresses) that hold the value, and layers that get louder;
              of idle ones neither
    limited   the same for those that go from `low` to `high` only, or not below another knob (`at_least`) or above it (`at_most`)
    turning   the program of curved knobs (engine/turning.py): write a knob's value at `controls` + 8 `control`, call prepare, and
              copy `out` to the places of `outputs`, one by one. Where `row` is not 0, the tuning of a key goes through it too: copy
              `number` from `tuned` on into `row`, lay the tuning over it at its offset, call process(row), and write all of `row`
              into the parameters of the pair.
    """
    at_most = {high: low for low, high in found.at_least.items()}
    paths: dict[str, Any] = {path: {"slots": {}, "louder": []} for path in found.idle}
    limited: dict[str, Any] = {}
    for path, direct in found.direct.items():
        slots: dict[str, list[int]] = {}
        for place in direct.places:
            program, address = found.places[place]
            slots.setdefault(program, []).append(address)
        told = {"slots": slots, "louder": list(direct.louder)}
        if path in found.short:
            held = {"at_least": found.at_least.get(path), "at_most": at_most.get(path)}
            limited[path] = told | _ends(direct.knob) | held
        else:
            paths[path] = told
    return {"paths": paths, "limited": limited, "turning": _turning(found, modules)}


def _ends(knob: Knob) -> dict[str, float]:
    return {"low": knob.low, "high": knob.high}


def _turning(found: FoundKnobs, modules: Modules) -> dict[str, Any] | None:
    if found.turning is None:
        return None
    machine: Any = PlannedMachine(found.turning.layout())
    found.turning.fill(machine)
    own = [place for place in found.turned if place < len(found.places)]
    return program_plan(machine, modules) | {
        "knobs": {path: {"control": control} | _ends(knob) for control, (path, knob) in enumerate(found.curved.items())},
        "outputs": [list(found.places[place]) for place in own],
        "tuned": len(own),
        "row": len(found.turned) - len(own),
    }

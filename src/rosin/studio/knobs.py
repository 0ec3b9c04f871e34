"""Which parameters a page can turn by itself, without a server that knows what they mean.

Most parameters of a law or of an output chain lie as they are in the memory that the kernels read their coefficients from. Where probes
over the whole range are allowed, and show that a parameter's value, and nothing else, appears there at the same places, its knob is a list
of places to write to, after which the host prepares the coefficients anew. A gain in decibels is the other case that a page can do: a
factor for some layers.
"""

import math
from typing import Any

from rosin.instruments.instrument import Instrument
from rosin.model.errors import ParameterError
from rosin.studio.changes import Sounding
from rosin.studio.plan import SAMPLE_RATE

PROBES = (0.0, 0.37, 0.61, 1.0)  # of the range: what is refused at an end depends on other parameters
EXACT = 1e-9  # dB

Places = dict[str, dict[int, float]]  # by program: address and value


def knobs(instrument: Instrument, parameters: list[dict[str, Any]], sample_rate: int = SAMPLE_RATE) -> dict[str, Any]:
    """For each parameter that a page can turn: where its value goes, or which layers it makes louder."""
    sounding = Sounding(instrument, sample_rate)
    base = sounding.changed(instrument)
    if base is None:
        return {"paths": {}}
    found = {}
    for row in parameters:
        slow = row["path"].partition(".")[0] in instrument.setup.measured_anew
        if isinstance(row["value"], float) and row.get("range") and not slow:
            knob = _knob(instrument, sounding, base, row)
            if knob is not None:
                found[row["path"]] = knob
    return {"paths": found}


def _knob(instrument: Instrument, sounding: Sounding, base: dict[str, Any], row: dict[str, Any]) -> dict[str, Any] | None:
    low, high = row["range"]
    seen = []
    for share in PROBES:
        value = low + share * (high - low)
        try:
            update = sounding.changed(instrument.with_changes({row["path"]: value}))
        except ParameterError:
            return None
        if update is None:
            return None
        places = _changed(base, update)
        louder = [name for name, layer in update["layers"].items() if layer["gain"] != base["layers"][name]["gain"]]
        if any(layer["shape"] != base["layers"][name]["shape"] for name, layer in update["layers"].items()):
            return None
        if any(number != value for found in places.values() for number in found.values()):
            return None
        if any(abs(_decibels(update, name) - _decibels(base, name) - (value - row["value"])) > EXACT for name in louder):
            return None
        seen.append(({program: sorted(found) for program, found in places.items() if found}, louder))
    slots, louder = seen[0]
    return {"slots": slots, "louder": louder} if all(each == seen[0] for each in seen) and (slots or louder) else None


def _decibels(plan: dict[str, Any], name: str) -> float:
    return 20 * math.log10(plan["layers"][name]["gain"])


def _changed(base: dict[str, Any], update: dict[str, Any]) -> Places:
    """Where the memory of an update differs from that of the instrument as it is."""
    programs = {name: layer["memory"] for name, layer in update["layers"].items()} | {"chain": update["chain"]["memory"]}
    before = {name: layer["memory"] for name, layer in base["layers"].items()} | {"chain": base["chain"]["memory"]}
    found: Places = {}
    for program, runs in programs.items():
        pairs = zip(before[program], runs, strict=True)
        found[program] = {
            address + 8 * i: new
            for (address, old_run), (_, run) in pairs
            for i, (old, new) in enumerate(zip(old_run, run, strict=True))
            if old != new
        }
    return found

"""Takes that differ: numbers of the setup, of gestures and of notes are scaled by chance, each by its own share.

A factor is exp(share x), with x of the standard normal distribution and no further from zero than `SPREAD`.
"""

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rosin.instruments.notes import LONGEST
from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.parameters import checked_seed
from rosin.playing.controls import CONTROLS
from rosin.playing.midi.score import Score

Variation = Mapping[str, float]
VARIED, TIMING = 0.08, 0.2  # share by which notes differ where nothing else is said, and seconds for a share of 1
VALUES = {"Stroke": ("amplitude",), "Press": ("level", "rest"), "Recorded": ("values",), "Glided": ("values", "start")}  # of curves
SPREAD = 2.5  # standard deviations beyond which no take differs


def check_variation(variation: Variation, setup: dict[str, Any]) -> None:
    """Raise ParameterError where something is to vary that the setup (as plain data) or a gesture does not have."""
    for path in variation:
        if path.startswith("gesture."):
            control = path.removeprefix("gesture.")
            if control not in CONTROLS:
                raise unknown("variation: control", control, CONTROLS)
        elif path != "time":
            _place(setup, path)


def varied_score(score: Score, variation: Variation, seed: int) -> Score:
    """Another take of notes: strength and time of each differ a little, the same for the same seed."""
    random = np.random.default_rng([checked_seed(seed), 0x5C0E])
    loud, late = variation.get("gesture.velocity", VARIED), TIMING * variation.get("time", VARIED)
    notes = []
    for note in score.notes:
        shift = float(np.clip(random.standard_normal(), -SPREAD, SPREAD)) * late
        velocity = note.velocity * math.exp(loud * float(np.clip(random.standard_normal(), -SPREAD, SPREAD)))
        start = max(0.0, note.start + shift)
        notes.append(dataclasses.replace(note, start=start, end=max(note.end + shift, start + 1e-3), velocity=min(velocity, 1.0)))
    return dataclasses.replace(score, notes=tuple(notes))


def varied_data(data: dict[str, Any], gestures: dict[str, dict[str, Any]], variation: Variation, seed: int) -> dict[str, Any]:
    """Another take of an instrument as plain data, with the gesture of each of its hands, the same for the same seed."""
    random = np.random.default_rng([checked_seed(seed), 0x7A4E])

    def factor(share: float) -> float:
        return float(math.exp(share * np.clip(random.standard_normal(), -SPREAD, SPREAD)))

    notes = data.get("notes", [])
    for path, share in variation.items():
        if path == "time":
            stretch = factor(share)
            gestures = {hand: {name: _stretched(curve, stretch) for name, curve in given.items()} for hand, given in gestures.items()}
            notes = [[stretch * start, stretch * end, *rest] for start, end, *rest in notes]
            data["duration"] = min(data["duration"] * stretch, LONGEST)
        elif path.startswith("gesture."):
            control = path.partition(".")[2]
            for given in gestures.values():
                if control in given:
                    given[control] = _scaled(given[control], factor(share))
            if control == "velocity":
                notes = [[start, end, key, min(velocity * factor(share), 1.0), *how] for start, end, key, velocity, *how in notes]
        else:
            _scale_at(data["setup"], path, factor, share)
    if notes:
        data["notes"] = notes
    else:
        data["gesture"] = gestures if len(gestures) > 1 else next(iter(gestures.values()))
    return data


def _scaled(curve: Any, factor: float) -> Any:
    """A control's values times a factor."""
    if isinstance(curve, dict):
        return curve | {name: _times(curve[name], factor) for name in VALUES[curve["type"]]}
    if isinstance(curve, list):
        return [[time, value * factor] for time, value in curve]
    return curve * factor


def _stretched(curve: Any, factor: float) -> Any:
    """A control's times times a factor."""
    if isinstance(curve, dict):
        longer = ("begin", "end", "attack", "release")
        given = {name: _times(curve[name], factor) for name in longer if name in curve}
        return curve | given | ({"rate": curve["rate"] / factor} if "rate" in curve else {})
    return [[time * factor, value] for time, value in curve] if isinstance(curve, list) else curve


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, list):
        return [_times(item, factor) for item in value]
    return value * factor if isinstance(value, int | float) and not isinstance(value, bool) else value


def _place(data: Any, path: str) -> tuple[dict[str, Any], str]:
    """The object that holds the numbers at a path, and their name in it."""
    *above, last = path.split(".")
    for step in above:
        data = data.get(step) if isinstance(data, dict) else None
    if not isinstance(data, dict) or last not in data:
        raise ParameterError(f"variation: {shown(path)} is not a parameter of the setup.")
    if isinstance(data[last], dict | bool) or (isinstance(data[last], str) and data[last] != "inf"):
        raise ParameterError(f"variation: {shown(path)} is not a number, but {shown(data[last])}.")
    return data, last


def _scale_at(data: Any, path: str, factor: Callable[[float], float], share: float) -> None:
    """Scale the number at a path, or each number of a list by its own factor."""
    data, last = _place(data, path)
    value = data[last]
    if isinstance(value, list) and all(isinstance(item, int | float) for item in value):
        data[last] = [item * factor(share) for item in value]
    else:
        data[last] = _times(value, factor(share))

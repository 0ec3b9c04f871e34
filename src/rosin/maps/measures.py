"""What is measured of a take, by name: what its meter finds, what its solver took, and what is told from the sound of its end."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from rosin.analysis.centroid import centroid
from rosin.meters.bowed_motion import BowedMotion
from rosin.model.errors import ParameterError, unknown

Ear = Callable[[np.ndarray, float], float]
ITERATIONS = "iterations"


class MapMeasure(NamedTuple):
    """Its unit, what it is, and what tells it from a sound and its sample rate, where no meter does."""

    unit: str
    text: str
    ear: Ear | None = None


def _metered() -> dict[str, MapMeasure]:
    fields = BowedMotion.kernels.memory.state.fields
    return {name: MapMeasure(fields[name].unit, fields[name].text) for name in BowedMotion.finds}


METERED: Mapping[str, MapMeasure] = {**_metered(), ITERATIONS: MapMeasure("", "evaluations of the law a sample")}
OF_SOUND: Mapping[str, MapMeasure] = {"centroid": MapMeasure("Hz", "mean frequency of the sound, weighted by power", centroid)}
MEASURES: Mapping[str, MapMeasure] = {**METERED, **OF_SOUND}


def level(sound: np.ndarray, sample_rate: float) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(sound**2)))


def peak(sound: np.ndarray, sample_rate: float) -> float:
    """Of the samples."""
    return float(np.abs(sound).max())


HEARD: Mapping[str, MapMeasure] = {
    **OF_SOUND,
    "level": MapMeasure("", "root mean square of the sound, of full scale", level),
    "peak": MapMeasure("", "highest sample, of full scale", peak),
}


def measures_of(asked: str | Ear | Sequence[str | Ear], known: Mapping[str, MapMeasure] = MEASURES) -> dict[str, MapMeasure]:
    """Measures by name; a function of a sound and its sample rate is one, too, under its own name."""
    found: dict[str, MapMeasure] = {}
    for one in [asked] if isinstance(asked, str) or callable(asked) else asked:
        if callable(one):
            name, told = getattr(one, "__name__", "measured"), (one.__doc__ or "").strip().partition("\n")[0]
            if not name.isidentifier() or name in known:
                raise ParameterError(f"A function that measures needs a name of its own, not {name}; write it with def.")
            found[name] = MapMeasure("", told or f"told by {name}", one)
        elif one in known:
            found[one] = known[one]
        else:
            raise unknown("measure", one, known)
    if not found:
        raise ParameterError(f"A sweep needs a measure: {', '.join(known)}.")
    return found

"""`sweep`: takes over any numbers of a contact or instrument, measured while they sound, as a labelled dataset."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rosin.instruments.instrument import Instrument
from rosin.maps.asking import takes_of
from rosin.maps.backends import Backend, opened
from rosin.maps.store import Store
from rosin.maps.study import MapStudy
from rosin.maps.subject import Source, Subject
from rosin.maps.takes import SOUND, Takes
from rosin.meters.bowed_motion import NEVER, REGIMES
from rosin.model.extras import need
from rosin.sound.many import tell_of_precision

if TYPE_CHECKING:
    import xarray

ABSENT = {"pitch": 0.0, "transient": NEVER}  # what a meter says where there is none


def sweep(
    source: Source | Instrument | Subject,
    axes: Mapping[str, Any],
    *,
    backend: str | Backend = "auto",
    store: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
    whole: bool | None = None,
    **study: Any,
) -> "xarray.Dataset":
    """Play a contact, a scene or an instrument at every point of some axes, and measure what it does.

    axes          controls ("velocity", "normal_force", "position" ...), parts of the attack ("rise", "acceleration", "pressing") and
                  parameters by path ("resonator.impedance", "interaction.noise", of a scene "bodies.plate.masses"), each with its values
    within        of a scene: the contact that is led and judged; all others rest
    fixed         the same names, with one value for all takes, or a function that tells it from the numbers that differ
    measure       some of regime, slips_per_period, pitch, transient, stick_share, slip_speed, periodicity, level, brightness, power,
                  swing, swings, iterations, centroid; or a function of the sound of the judged periods and the sample rate
    duration      of each take, s: its last 20 `periods` are judged
    sample_rate   Hz
    sound         keep the whole sound of every take, too
    frequency     Hz, nominal; that of the resonator where none is given
    precision     "double" or "single"
    spread        "grid", every crossing; "sobol", `count` points with a `seed`, on logarithmic axes where `logarithmic` names them; or
                  "listed", the first values of all axes, the second ones, and so on
    backend       "auto", "cores", "cuda", or "dask" for the cluster of this process's dask.distributed client
    store         a folder that results go to as they come (zarr); a sweep that was stopped goes on from there
    progress      called with the share that is done
    whole         of an instrument: play all of it, by a note or as it comes, and measure its sound; so it is where nothing is rubbed.
                  Then axes are its parameters by path, and key, strength and held of the note; measures are level, peak, centroid and
                  functions of the sound and the sample rate
    """
    need("xarray")
    asked = takes_of(source, axes, whole=whole, **study)
    if isinstance(asked, MapStudy):
        tell_of_precision(asked.precision, [asked.subject.source])
    kept = Store(asked, Path(store) if store is not None else None)
    worker = opened(backend, asked)
    left = kept.missing_points()
    if progress and left < len(asked.points):
        progress(1 - left / len(asked.points))
    for start, stop, found in worker.measured(kept.missing(worker.together)):
        kept.write(start, stop, found)
        left -= stop - start
        if progress:
            progress(1 - left / len(asked.points))
    return labelled(asked, kept, str(worker))


def labelled(study: Takes, kept: Store, computed: str) -> Any:
    """The results with their axes, units and how they were made."""
    import xarray

    from rosin import __version__

    points = study.points
    grid = points.spread == "grid"
    names = tuple(axis.name for axis in points.axes) if grid else ("point",)
    where = {axis.name: axis.values for axis in points.axes} if grid else points.between(0, len(points))
    coordinates: dict[str, Any] = {
        axis.name: ((axis.name if grid else "point",), where[axis.name], {"units": axis.unit, "long_name": axis.text})
        for axis in points.axes
    }
    variables = {}
    for name, measure in study.measures.items():
        values = kept.read(name).reshape(points.shape)
        described: dict[str, Any] = {"units": measure.unit, "long_name": measure.text}
        if name == "regime":
            values = values.astype(np.int8)
            described |= {
                "flag_values": np.arange(len(REGIMES), dtype=np.int8),
                "flag_meanings": " ".join(r.replace(" ", "_") for r in REGIMES),
            }
        elif name in ABSENT:
            values = np.where(values == ABSENT[name], np.nan, values)
        variables[name] = (names, values, described)
    if study.sound:
        variables[SOUND] = ((*names, "time"), kept.sounds().reshape(*points.shape, study.samples), {"long_name": study.heard_as})
        coordinates["time"] = ("time", np.arange(study.samples) / study.sample_rate, {"units": "s"})
    for name, value in study.fixed.items():
        if callable(value):
            told = study.value(points.between(0, len(points)), name, 0.0).reshape(points.shape)
            coordinates[name] = (names, told, {"units": study.axis(name, told.ravel()).unit})
    made = {"made_by": f"rosin {__version__}", "computed_on": computed, **study.described()}
    return xarray.Dataset(variables, coordinates, made)

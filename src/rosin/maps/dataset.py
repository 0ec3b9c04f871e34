"""Sounds with labels, for machine learning: shards that WebDataset reads, tables, and a card that says how they were made.

    shard-00000.tar       00000000.flac and 00000000.json for every sound
    shard-00000.parquet   a row for each: its numbers, what was measured, and how loud full scale is
    README.md             the card
    dataset.json          what it is made of, by which a dataset that was stopped goes on

A shard appears when it is complete, so whatever interrupts it, only open shards are made again.
"""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from rosin.engine.metering import metered
from rosin.engine.observing import SLID
from rosin.maps.asking import takes_of
from rosin.maps.axes import ATTACK
from rosin.maps.measures import MEASURES
from rosin.maps.study import MapStudy
from rosin.maps.takes import Found, Takes
from rosin.meters.bowed_motion import NEVER, REGIMES, BowedMotion
from rosin.model.errors import FileError, ParameterError
from rosin.model.extras import need
from rosin.model.files import fresh_file
from rosin.playing.gesture import Gesture
from rosin.sound.encoding import sound_bytes
from rosin.sound.many import render_many

SHARD = 256  # sounds
PEAK = 0.9  # of full scale
Labelled = tuple[np.ndarray, dict[str, Any]]  # a sound, (channels, samples), and what was measured of it
LED = ("rise", "acceleration", "pressing")  # what of an attack a dataset may vary


def make_dataset(
    source: Any,
    ranges: Mapping[str, tuple[float, float]],
    count: int,
    folder: str | Path,
    *,
    seed: int = 0,
    logarithmic: Sequence[str] = (),
    shard: int = SHARD,
    progress: Callable[[float], None] | None = None,
    **options: Any,
) -> Path:
    """Sounds of a contact, a scene or an instrument at points spread evenly at random between the ends of some of its numbers.

    ranges, logarithmic, options   as for `sweep`; the same seed makes the same dataset
    """
    need("pyarrow")
    study = takes_of(source, ranges, spread="sobol", count=count, seed=seed, logarithmic=logarithmic, **options)
    for name in study.given:
        if name in ATTACK and name not in LED:
            raise ParameterError(f"{name} is for maps; a dataset may vary {', '.join(LED)} of an attack.")
    folder = Path(folder)
    _claim(folder, study, count, shard)
    shards = -(-count // shard)
    for number in range(shards):
        table = folder / f"shard-{number:05d}.parquet"
        if not table.exists():
            _write(study, folder, number, number * shard, min(count, (number + 1) * shard), seed)
        if progress:
            progress((number + 1) / shards)
    return folder


def _claim(folder: Path, study: Takes, count: int, shard: int) -> None:
    """Make the folder of a dataset, or see that it holds this one."""
    axes = [[axis.name, axis.values.tolist(), axis.unit, axis.text] for axis in study.points.axes]
    made = {"format": "rosin-dataset", "version": 1, "count": count, "shard": shard, "axes": axes}
    made |= {"logarithmic": list(study.points.logarithmic), **study.described()}
    text = json.dumps(made, indent=1, sort_keys=True)
    mark = folder / "dataset.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        known = mark.read_text(encoding="utf-8") if mark.exists() else None
    except OSError as error:
        raise FileError(f"Cannot make the folder {folder}: {error.strerror}.") from None
    if known is not None and known != text:
        raise FileError(f"{folder} holds another dataset; give another folder, or remove it.")
    if known is not None:
        return
    if any(folder.iterdir()):
        raise FileError(f"{folder} is not empty and holds no dataset; give another folder.")
    with fresh_file(folder / "README.md") as file:
        file.write(_card(study, made).encode())
    with fresh_file(mark) as file:
        file.write(text.encode())


def _write(study: Takes, folder: Path, number: int, start: int, stop: int, seed: int) -> None:
    """The sounds of one shard, then its table."""
    import pyarrow
    import pyarrow.parquet

    values = study.points.between(start, stop)
    each = [{name: row[place : place + 1] for name, row in values.items()} for place in range(stop - start)]
    seeds = [seed + index for index in range(start, stop)]
    sounds = _rubbed(study, values, each, seeds) if isinstance(study, MapStudy) else _performed(study, each, seeds)
    rows = []
    with fresh_file(folder / f"shard-{number:05d}.tar") as file, tarfile.open(fileobj=file, mode="w") as shelf:
        for place, (own, (audio, measured)) in enumerate(zip(each, sounds, strict=True)):
            scale = float(np.abs(audio).max()) / PEAK or 1.0
            numbers = {name: float(value[0]) for name, value in own.items()}
            row = {"index": start + place, "seed": seeds[place], **numbers, **measured, "full_scale": scale}
            flac = sound_bytes(audio / scale, study.sample_rate, "FLAC", 24)
            for ending, content in (("flac", flac), ("json", json.dumps(row).encode())):
                entry = tarfile.TarInfo(f"{start + place:08d}.{ending}")
                entry.size = len(content)
                shelf.addfile(entry, io.BytesIO(content))
            rows.append(row)
    with fresh_file(folder / f"shard-{number:05d}.parquet") as file:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file)


def _rubbed(study: MapStudy, values: Found, each: list[Found], seeds: list[int]) -> Iterator[Labelled]:
    """Sounds of what is rubbed, several side by side, with what the meter finds in each."""
    within = study.subject.within
    gestures: list[Any] = [{within: _gesture(study, own)} if within else _gesture(study, own) for own in each]
    traces = [f"{within}.{name}" if within else name for name in SLID]
    lasting: dict[str, Any] = {"duration": study.duration, "sample_rate": study.sample_rate}
    sounds = render_many(study.sources(values), gestures, seeds=seeds, record=traces, **lasting)
    return ((sound.audio, _measured(study, own, sound)) for own, sound in zip(each, sounds, strict=True))


def _performed(study: Any, each: list[Found], seeds: list[int]) -> Iterator[Labelled]:
    """Sounds of a whole instrument, with what is heard in each."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for sound in pool.map(study.take, each, seeds):
            yield sound[None], study.told(sound)


def _gesture(study: MapStudy, own: dict[str, np.ndarray]) -> Gesture:
    """The hand of one sound."""
    controls: dict[str, Any] = {}
    for name, lead in study.leads(own).items():
        goal, rise = float(lead.goal[0]), float(lead.rise[0]) / study.sample_rate
        controls[name] = [(0.0, 0.0), (rise, goal)] if rise > 0 else goal
    return Gesture(**controls)


def _measured(study: MapStudy, own: dict[str, np.ndarray], sound: Any) -> dict[str, Any]:
    """What the meter finds in one sound: regimes as words, nothing where there is none."""
    velocity = study.leads(own)["velocity"].rows(0, study.samples)[:, 0]
    meter = BowedMotion(**{name: float(np.ravel(value)[0]) for name, value in study.heard(own).items()})
    of = f"{study.subject.within}." if study.subject.within else ""
    traces = {name: sound.traces[f"{of}{name}"] for name in SLID}
    found: dict[str, Any] = metered(meter, study.sample_rate, velocity=velocity, sound=sound.audio[0], **traces)
    found["regime"] = REGIMES[int(found["regime"])]
    found["pitch"] = found["pitch"] or None
    found["transient"] = None if found["transient"] == NEVER else found["transient"]
    return found


def _card(study: Takes, made: dict[str, Any]) -> str:
    """What the dataset is, in Markdown."""
    rows = [f"| `{name}` | {unit} | {min(ends):g} | {max(ends):g} | {text} |" for name, ends, unit, text in made["axes"]]
    fixed = ", ".join(f"`{name}` = {value:g}" for name, value in study.fixed.items() if not callable(value)) or "nothing"
    labels = {name: MEASURES[name] for name in BowedMotion.finds} if isinstance(study, MapStudy) else study.measures
    measures = ", ".join(f"`{name}`{f' ({measure.unit})' if measure.unit else ''}" for name, measure in labels.items())
    over = f"over the last {study.periods:g} periods" if isinstance(study, MapStudy) else "over all of each sound"
    digest = hashlib.sha256(made["source"].encode()).hexdigest()[:12]
    return "\n".join(
        [
            f"# {made['count']:,} sounds of {study.title}",
            "",
            f"Made by Rosin by physical simulation: {study.duration:g} s each at {study.sample_rate} Hz, seed {study.points.seed}, "
            f"source {digest}; the whole source is in `dataset.json`. No recording is in it.",
            "",
            "| number | unit | from | to | |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Fixed: {fixed}. Points are those of a scrambled Sobol sequence; logarithmic: {', '.join(made['logarithmic']) or 'none'}.",
            "",
            f"Measured {over}: {measures}. `full_scale` is what 1.0 of a FLAC file stands for, in the unit of the pickup.",
            "",
            f"Shards of {made['shard']} sounds are tar files for WebDataset; a parquet file beside each has the same numbers as a table.",
            "",
        ]
    )

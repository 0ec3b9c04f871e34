"""Results on disk, chunk by chunk as they come (zarr), so that a study of any size can be stopped, and resumed where it was.

All points lie in a row, in chunks of equal length; a chunk counts as done when all of its measures have been written, and
not before. So whatever interrupts a study, its open chunks are computed again and nothing else is.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rosin.maps.takes import SOUND, Takes
from rosin.model.errors import ParameterError, RosinError
from rosin.model.extras import need

CHUNK, LARGE_CHUNK, MANY = 1024, 8192, 200_000  # points of a chunk, of one where there are many, and what is many
SOUNDS = 2**23  # samples of sound in a chunk, at most, where sound is kept
DONE = "done"


def fingerprint(study: Takes) -> str:
    """What tells one study from another."""
    axes = [[axis.name, axis.values.tolist()] for axis in study.points.axes]
    text = json.dumps([study.described(), list(study.measures), axes, study.points.count, study.points.logarithmic], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class Store:
    """The results of a study in a folder, or in memory where there is none."""

    def __init__(self, study: Takes, folder: Path | None) -> None:
        self.study, self.folder = study, folder
        self.count = len(study.points)
        self.chunk = min(self.count, CHUNK if self.count <= MANY else LARGE_CHUNK)
        if study.sound:
            self.chunk = min(self.chunk, max(1, SOUNDS // study.samples))
        chunks = -(-self.count // self.chunk)
        if folder is None:
            self.done: Any = np.zeros(chunks, np.uint8)
            self.arrays: dict[str, Any] = study.empty(self.count)
            return
        need("zarr")
        import zarr

        try:
            group = zarr.open_group(folder, mode="a")
        except (OSError, ValueError, KeyError) as error:
            raise RosinError(f"{folder} cannot be opened as a store of results: {error}.") from None
        mark = fingerprint(study)
        if group.attrs.get("study", mark) != mark:
            raise ParameterError(f"{folder} holds the results of another study; give another folder, or remove it.")
        if DONE not in group:
            if any(True for _ in folder.iterdir() if _.name != "zarr.json"):
                raise ParameterError(f"{folder} is there and is no store of results; give another folder.")
            group.attrs["study"] = mark
            for name, room in study.empty(1).items():
                shape = room.shape[1:]
                group.create_array(name, shape=(self.count, *shape), chunks=(self.chunk, *shape), dtype=room.dtype, fill_value=np.nan)
            group.create_array(DONE, shape=(chunks,), chunks=(1,), dtype="u1", fill_value=0)
        self.done = group[DONE]
        self.arrays = {name: group[name] for name in study.empty(1)}
        self.chunk = next(iter(self.arrays.values())).chunks[0]

    def missing(self, together: int) -> Iterator[tuple[int, int]]:
        """Ranges of points that are not there yet, of at least so many points where that can be."""
        most = max(1, -(-together // self.chunk))
        open_chunks = np.flatnonzero(np.asarray(self.done[:]) == 0)
        begin = 0
        while begin < len(open_chunks):
            end = begin + 1
            while end < len(open_chunks) and end - begin < most and open_chunks[end] == open_chunks[end - 1] + 1:
                end += 1
            yield int(open_chunks[begin]) * self.chunk, min((int(open_chunks[end - 1]) + 1) * self.chunk, self.count)
            begin = end

    def missing_points(self) -> int:
        """How many points are not there yet."""
        return sum(stop - start for start, stop in self.missing(1))

    def write(self, start: int, stop: int, found: dict[str, np.ndarray]) -> None:
        """Results of a range that `missing` gave."""
        try:
            for name, array in self.arrays.items():
                array[start:stop] = found[name]
            self.done[start // self.chunk : -(-stop // self.chunk)] = 1
        except OSError as error:
            told = f"{self.folder} cannot be written: {error.strerror or error}."
            raise RosinError(f"{told} What was written before stays good: make room, and run it again.") from None

    def read(self, name: str) -> np.ndarray:
        """All results of a measure."""
        return np.asarray(self.arrays[name][:])

    def sounds(self) -> Any:
        """All sounds, (points, samples), where they are kept: those of a folder are read when they are asked for (dask)."""
        if self.folder is None:
            return self.arrays[SOUND]
        import dask.array

        return dask.array.from_zarr(self.arrays[SOUND])

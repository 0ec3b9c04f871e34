"""Takes on this machine's cores: as many voices side by side as a vector holds, on as many threads as there are cores."""

import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from rosin.engine.metered_lanes import MeteredBatch
from rosin.maps.study import MapStudy
from rosin.maps.subject import Source
from rosin.maps.takes import Found
from rosin.meters.bowed_motion import BowedMotion

Measured = Iterator[tuple[int, int, Found]]
BATCHES = 8  # of each thread between two reports
BLOCK, LONGEST_BLOCK = 512, 4096  # samples for each thread: the more threads share the interpreter, the longer they must leave it alone


class Cores:
    """What computes takes of a study on this machine."""

    def __init__(self, study: MapStudy, threads: int | None = None, why: str = "") -> None:
        self.study, self.threads, self.why = study, threads or os.cpu_count() or 1, why
        self.lanes = study.subject.side_by_side(study.precision, study.sample_rate, len(study.points))
        self.together = BATCHES * self.lanes * self.threads  # points that one report covers, at least
        self.block = min(BLOCK * self.threads, LONGEST_BLOCK)
        self._own = threading.local()

    def __str__(self) -> str:
        reason = f" ({self.why})" if self.why else ""
        return f"{self.threads} thread{'s' * (self.threads > 1)} of this machine, {self.lanes} voices side by side on each{reason}"

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to."""
        with ThreadPoolExecutor(self.threads) as pool:
            for start, stop in ranges:
                values = self.study.points.between(start, stop)
                sources = self.study.sources(values)
                batches = [
                    places[first : first + self.lanes]
                    for places in self.study.subject.forms(sources, self.study.sample_rate)
                    for first in range(0, len(places), self.lanes)
                ]
                found = self.study.empty(stop - start)
                for places, part in zip(batches, pool.map(partial(self._played, values, sources), batches), strict=True):
                    for name in found:
                        found[name][places] = part[name]
                yield start, stop, found

    def _played(self, values: dict[str, np.ndarray], sources: list[Source], places: np.ndarray) -> Found:
        """As many points as go side by side, or fewer: then the last one is played more than once."""
        filled = np.concatenate([places, np.full(self.lanes - len(places), places[-1])])
        own = {name: row[filled] for name, row in values.items()}
        batch = self._open([sources[place] for place in filled])
        study = self.study
        found = batch.play(study.samples, study.leads(own), study.heard(own), kept=study.kept(own))
        asked = {name: row[: len(places)] for name, row in found.items()}
        return study.told({name: row[places] for name, row in values.items()}, asked)

    def _open(self, sources: list[Source]) -> MeteredBatch:
        """Voices of these: those of the last time, where only hands differ."""
        alike = all(source is sources[0] for source in sources)
        known = getattr(self._own, "known", None)
        if alike and known is not None and known[0] is sources[0]:
            return known[1]
        study = self.study
        batch = study.subject.voices(sources, BowedMotion, study.sample_rate, study.precision, self.block)
        self._own.known = (sources[0], batch) if alike else None
        return batch

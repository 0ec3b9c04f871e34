"""Takes on this machine's cores: as many voices side by side as a vector holds, on as many threads as there are cores."""

import os
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from rosin.engine.batch import lanes_of
from rosin.engine.metered_lanes import MeteredBatch
from rosin.maps.study import Study
from rosin.meters.bowed_motion import BowedMotion
from rosin.scenes.contact import Contact

Found = dict[str, np.ndarray]
Measured = Iterator[tuple[int, int, Found]]
BATCHES = 8  # of each thread between two reports


class Cores:
    """What computes takes of a study on this machine."""

    def __init__(self, study: Study, threads: int | None = None, why: str = "") -> None:
        self.study, self.threads, self.why = study, threads or os.cpu_count() or 1, why
        self.lanes = lanes_of(study.precision, len(study.points))
        self.together = BATCHES * self.lanes * self.threads  # points that one report covers, at least
        self._own = threading.local()

    def __str__(self) -> str:
        reason = f" ({self.why})" if self.why else ""
        return f"{self.threads} thread{'s' * (self.threads > 1)} of this machine, {self.lanes} voices side by side on each{reason}"

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to."""
        with ThreadPoolExecutor(self.threads) as pool:
            for start, stop in ranges:
                values = self.study.points.between(start, stop)
                contacts = self.study.contacts(values)
                batches = [
                    places[first : first + self.lanes]
                    for places in self.study.forms(contacts)
                    for first in range(0, len(places), self.lanes)
                ]
                found = {name: np.empty(stop - start) for name in self.study.measures}
                for places, part in zip(batches, pool.map(partial(self._played, values, contacts), batches), strict=True):
                    for name in found:
                        found[name][places] = part[name]
                yield start, stop, found

    def _played(self, values: dict[str, np.ndarray], contacts: list[Contact], places: np.ndarray) -> Found:
        """As many points as go side by side, or fewer: then the last one is played more than once."""
        filled = np.concatenate([places, np.full(self.lanes - len(places), places[-1])])
        own = {name: row[filled] for name, row in values.items()}
        batch = self._open([contacts[place] for place in filled])
        found = batch.play(self.study.samples, self.study.leads(own), self.study.heard(own))
        return {name: found[name][: len(places)] for name in self.study.measures}

    def _open(self, contacts: list[Contact]) -> MeteredBatch:
        """Voices of these contacts: those of the last time, where only hands differ."""
        alike = all(contact is contacts[0] for contact in contacts)
        known = getattr(self._own, "known", None)
        if alike and known is not None and known[0] is contacts[0]:
            return known[1]
        batch = MeteredBatch(contacts, BowedMotion, self.study.sample_rate, precision=self.study.precision)
        self._own.known = (contacts[0], batch) if alike else None
        return batch

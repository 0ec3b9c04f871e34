"""Takes of whole instruments on this machine: one after the other, on as many threads as there are cores."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from rosin.maps.cores import Measured
from rosin.maps.performances import Performances
from rosin.maps.takes import SOUND, Found

TOGETHER = 64  # takes of a report


class Renders:
    """What computes takes of a whole instrument on this machine."""

    def __init__(self, study: Performances, threads: int | None = None, why: str = "") -> None:
        self.study, self.threads, self.why, self.together = study, threads or os.cpu_count() or 1, why, TOGETHER

    def __str__(self) -> str:
        reason = f" ({self.why})" if self.why else ""
        return f"{self.threads} thread{'s' * (self.threads > 1)} of this machine, an instrument on each{reason}"

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to."""
        with ThreadPoolExecutor(self.threads) as pool:
            for start, stop in ranges:
                values, found = self.study.points.between(start, stop), self.study.empty(stop - start)
                for place, told in enumerate(pool.map(partial(self._told, values), range(stop - start))):
                    for name in found:
                        found[name][place] = told[name]
                yield start, stop, found

    def _told(self, values: Found, place: int) -> dict[str, Any]:
        sound = self.study.take({name: row[place : place + 1] for name, row in values.items()})
        return self.study.told(sound) | ({SOUND: sound} if self.study.sound else {})

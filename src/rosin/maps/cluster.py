"""Takes on a cluster: that of the dask.distributed client of this process, whatever started it.

Each range of points is a task of one thread; a task whose worker is lost goes to another one.
"""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any

from rosin.maps.cores import Measured
from rosin.maps.local import on_cores
from rosin.maps.takes import Found, Takes
from rosin.model.errors import RosinError
from rosin.model.extras import need

TOGETHER = 1024  # points of a task
AHEAD = 4  # tasks that wait for each thread of the cluster
RETRIES = 10


def computed(study: Takes, start: int, stop: int) -> Found:
    """What some points came to, on one thread."""
    [(_, _, found)] = on_cores(study, threads=1).measured([(start, stop)])
    return found


class Cluster:
    """What computes takes of a study on a cluster."""

    def __init__(self, study: Takes) -> None:
        need("distributed")
        import distributed

        try:
            self.client = distributed.get_client()
        except ValueError:
            raise RosinError("No cluster: open one with dask.distributed.Client(...) before, in this process.") from None
        self.study, self.together = study, TOGETHER

    def __str__(self) -> str:
        threads = sum(self.client.nthreads().values())
        return f"a dask cluster of {threads} thread{'s' * (threads != 1)}"

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to, as they come; no more is handed out than the cluster can start on soon."""
        import distributed

        left, coming = iter(ranges), distributed.as_completed()
        waiting: dict[Any, tuple[int, int]] = {}
        tried: Counter[int] = Counter()

        def hand_out(some: Iterable[tuple[int, int]]) -> None:
            for start, stop in some:
                task = self.client.submit(computed, self.study, start, stop, retries=RETRIES, pure=False)
                waiting[task.key] = start, stop
                coming.add(task)

        hand_out(islice(left, AHEAD * max(1, sum(self.client.nthreads().values()))))
        for task in coming:
            start, stop = waiting.pop(task.key)
            try:
                found = task.result()
            except (CancelledError, distributed.KilledWorker):  # what it came to was lost with its worker
                tried[start] += 1
                if tried[start] > RETRIES:
                    raise RosinError(f"Points {start} to {stop} lost their worker {tried[start]} times; is it out of memory?") from None
                hand_out([(start, stop)])
                continue
            task.release()
            hand_out(islice(left, 1))
            yield start, stop, found

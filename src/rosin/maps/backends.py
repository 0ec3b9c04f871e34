"""Where takes are computed: on this machine's cores, on its cards, or on a cluster."""

from collections.abc import Iterable
from typing import Protocol

from rosin.maps.cores import Measured
from rosin.maps.local import on_cores
from rosin.maps.takes import Takes
from rosin.model.errors import RosinError, unknown

NAMES = ("auto", "cores", "cuda", "dask")
WORTH = 5_000  # takes from which on a card pays


class Backend(Protocol):
    """What computes takes of a study."""

    together: int  # points that it wants to be given at once

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to, in any order of the ranges."""
        ...


def opened(backend: str | Backend, study: Takes) -> Backend:
    """A backend by its name, at work on a study; "auto" takes a card where there is one and enough to do."""
    if not isinstance(backend, str):
        return backend
    if backend not in NAMES:
        raise unknown("backend", backend, NAMES)
    if backend == "dask":
        from rosin.maps.cluster import Cluster

        return Cluster(study)
    if backend == "cores":
        return on_cores(study)
    if backend == "auto" and len(study.points) < WORTH:
        return on_cores(study, why=f"a card pays from {WORTH:,} takes on")
    from rosin.maps.cards import Cards

    try:
        return Cards(study)
    except RosinError as error:
        reason = str(error).partition(". ")[0]
        if backend == "cuda":
            raise RosinError(f'{reason}. Take backend="cores", or "dask".') from None
        return on_cores(study, why=reason)

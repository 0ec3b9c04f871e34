"""What computes takes on this machine's cores, by what they are takes of."""

from typing import Any

from rosin.maps.cores import Cores
from rosin.maps.performances import Performances, Renders
from rosin.maps.study import Study
from rosin.maps.takes import Takes


def on_cores(study: Takes, threads: int | None = None, why: str = "") -> Any:
    """Voices side by side where one contact is led, else whole instruments."""
    if isinstance(study, Performances):
        return Renders(study, threads, why)
    assert isinstance(study, Study)
    return Cores(study, threads, why)

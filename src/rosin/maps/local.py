"""What computes takes on this machine's cores, by what they are takes of."""

from typing import Any

from rosin.maps.cores import Cores
from rosin.maps.performances import Performances
from rosin.maps.renders import Renders
from rosin.maps.study import MapStudy
from rosin.maps.takes import Takes

WORKERS: dict[type[Takes], Any] = {MapStudy: Cores, Performances: Renders}


def on_cores(study: Takes, threads: int | None = None, why: str = "") -> Any:
    """Voices side by side where one contact is led, else whole instruments."""
    return WORKERS[type(study)](study, threads, why)

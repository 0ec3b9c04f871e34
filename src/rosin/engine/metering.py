"""Meters at work on rows that are given."""

from typing import Any

import numpy as np

from rosin.engine.filter import OpenFilter, filter_layout
from rosin.engine.program import Layout
from rosin.meters.meter import ROWS, Meter

BLOCK = 4096


def meter_layout(meter: type[Meter] | Meter, block: int = BLOCK) -> Layout:
    """The memory of a meter."""
    return filter_layout(meter.kernels, {}, len(ROWS), 0, block)


def metered(meter: Meter, sample_rate: float, **rows: Any) -> dict[str, float]:
    """What a meter finds in rows, each an array or a number that stays; a row that is not given is still."""
    given = np.array(np.broadcast_arrays(*(np.asarray(rows.get(name, 0.0), float) for name in ROWS)))
    at_work = OpenFilter(meter, meter_layout(meter), sample_rate, "native")
    at_work.filtered(np.atleast_2d(given))
    return {name: at_work.machine.number(f"filter.s.{name}") for name in meter.finds}

"""The range in which a parameter is of use in one instrument, where that is narrower than what the part is of use for anywhere.

    "ranges": {"resonator.thickness": [0.0015, 0.01], ...}

A plate may be of rubber or of steel, a steel plate to be struck may not; what else is allowed can still be set. Knobs go over the range.
"""

import dataclasses
from collections.abc import Mapping, Sequence

from rosin.model.errors import ParameterError, shown
from rosin.model.paths import ParameterRow

Ranges = dict[str, tuple[float, float]]  # [lowest, highest]


def narrowed(rows: Sequence[ParameterRow], ranges: Mapping[str, tuple[float, float]]) -> list[ParameterRow]:
    """Parameters with these ranges; ParameterError where there is no such number, or where a range is none or leaves its limits."""
    known = {row.path: row for row in rows}
    for path, (low, high) in ranges.items():
        description = known[path].description if path in known else None
        if description is None:
            raise ParameterError(f"ranges: {shown(path)} is no number of the instrument; rosin show has them all.")
        if not low < high or not (description.admits(low) and description.admits(high)):
            raise ParameterError(
                f"ranges: {shown(path)} = [{low:g}, {high:g}] is not allowed; the first must be below the second, "
                f"and both must be {description.allowed()}."
            )
        known[path] = known[path]._replace(description=dataclasses.replace(description, range=(low, high)))
    return list(known.values())

"""The memory of a running program, by the names of its layout."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.program import Layout


class Arena:
    """Real and whole numbers of a program; `reals` may have an axis more, for the voices of a batch."""

    def __init__(self, layout: Layout, reals: np.ndarray, wholes: np.ndarray) -> None:
        self.layout, self.reals, self.wholes = layout, reals, wholes
        wholes[:] = layout.start_wholes()

    def view(self, name: str) -> np.ndarray:
        """The real numbers of a name, to read and write."""
        place = self.layout.reals[name]
        return self.reals[place.offset : place.offset + place.size]

    def voice(self, lane: int) -> "Arena":
        """The memory of one voice of a batch."""
        one = object.__new__(Arena)
        one.layout, one.reals, one.wholes = self.layout, self.reals[:, lane], self.wholes
        return one

    def number(self, name: str) -> float:
        """One real number."""
        return float(self.reals[self.layout.reals[name].offset])

    def whole(self, name: str, value: int | None = None) -> int:
        """A whole number, after setting it if a value is given."""
        if value is not None:
            self.wholes[self.layout.wholes[name]] = value
        return int(self.wholes[self.layout.wholes[name]])

    def fill(self, prefix: str, values: Mapping[str, Any]) -> None:
        """Give what is below a name its values: numbers, rows, or the fields of records inside."""
        for name, value in values.items():
            if isinstance(value, Mapping):
                self.fill(f"{prefix}.{name}", value)
            else:
                self.view(f"{prefix}.{name}").T[:] = value

"""What is said about a parameter, once, for its check, its documentation, JSON, the command line and the page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any


@dataclass(frozen=True)
class Description:
    """What a parameter is: symbol of the papers, SI unit, allowed limits, useful range and where it comes from."""

    symbol: str
    unit: str
    text: str
    more_than: float | None = None
    at_least: float | None = None
    less_than: float | None = None
    at_most: float | None = None
    range: tuple[float, float] | None = None
    curve: str = "linear"
    source: str = ""

    def allowed(self) -> str:
        """The limits in words, with the unit."""
        words = {"more than": self.more_than, "at least": self.at_least, "less than": self.less_than, "at most": self.at_most}
        limits = " and ".join(f"{word} {limit:g}" for word, limit in words.items() if limit is not None)
        return f"{limits or 'a finite number'}{self.unit and ' ' + self.unit}"

    def line(self, required: bool, default: Any) -> str:
        """The description in one line."""
        unit = f" {self.unit}" if self.unit else ""
        values = ", ".join(f"{value:g}" for value in numbers_in(default))
        given = "must be given" if required else f"default {values}{unit}" if values else "may be left out"
        useful = f"; useful {self.range[0]:g} to {self.range[1]:g}" if self.range else ""
        source = f"; {self.source}" if self.source else ""
        return f"{self.symbol:4} {self.text}; {given}; allowed {self.allowed()}{useful}{source}"

    @property
    def bounded(self) -> bool:
        """Whether there is an upper limit; where there is none, infinity is allowed."""
        return self.at_most is not None or self.less_than is not None

    def admits(self, value: float) -> bool:
        """Whether a value is inside the limits; infinity only where no upper limit is set."""
        return not (
            math.isnan(value)
            or (self.more_than is not None and value <= self.more_than)
            or (self.at_least is not None and value < self.at_least)
            or (self.less_than is not None and value >= self.less_than)
            or (self.at_most is not None and value > self.at_most)
        )

    def refused(self, values: Sequence[float]) -> int | None:
        """The index of the first value that is not allowed."""
        if not values or (self.admits(min(values)) and self.admits(max(values)) and all(map(math.isfinite, values))):
            return None
        wrong = (index for index, value in enumerate(values) if not self.admits(value) or (math.isinf(value) and self.bounded))
        return next(wrong, None)


SHARE = Description("", "", "", at_least=0, at_most=1)


def numbers_in(value: Any) -> Sequence[float]:
    """Every number of a value, those in nested rows included."""
    if isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
        return (value,)
    if not isinstance(value, tuple):
        return ()
    return value if set(map(type, value)) == {float} else [*chain.from_iterable(map(numbers_in, value))]

"""A claim: a quantity, what the paper prints for it, what was measured, and between which values it holds.

Where the paper is wrong, `erratum` says why, and the limits are those of the corrected value. A claim of a paper whose measured value
lies outside its limits is not confirmed, and says so.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """`what` was measured as `ours`; it holds from `low` to `high`; `paper` is what is printed, where something is."""

    what: str
    ours: float
    low: float
    high: float
    unit: str = ""
    paper: str = ""
    erratum: str = ""

    def __post_init__(self) -> None:
        for name in ("ours", "low", "high"):
            object.__setattr__(self, name, float(getattr(self, name)))

    @classmethod
    def near(cls, what: str, ours: float, value: float, within: float, unit: str = "", **words: str) -> "Claim":
        """A claim that holds within a distance of a value, which is what the paper prints unless `paper` says otherwise."""
        words = {"paper": f"{value:g} {unit}".strip()} | words
        return cls(what, ours, value - within, value + within, unit, **words)

    @property
    def holds(self) -> bool:
        """Whether the measured value lies between the limits."""
        return self.low <= self.ours <= self.high

    @property
    def verdict(self) -> str:
        """In a word or two."""
        return "not confirmed" if not self.holds else "erratum" if self.erratum else "confirmed"

    @property
    def allowed(self) -> str:
        """The limits in words."""
        if math.isinf(self.low):
            return f"at most {self.high:.4g}"
        if math.isinf(self.high):
            return f"at least {self.low:.4g}"
        return f"{self.low:.4g} to {self.high:.4g}"

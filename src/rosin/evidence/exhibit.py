"""An exhibit: a picture, claims, and where it helps a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rosin.evidence.claim import Claim


@dataclass(frozen=True)
class TableExhibit:
    """Rows of words and numbers under a header."""

    header: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def words(self) -> list[list[str]]:
        """The rows as they are shown."""
        return [[f"{value:.4g}" if isinstance(value, float) else str(value) for value in row] for row in self.rows]


@dataclass(frozen=True)
class Exhibit:
    """What a script shows: a Matplotlib figure, claims, and a table."""

    claims: Sequence[Claim]
    figure: Any = None
    table: TableExhibit | None = None


@dataclass(frozen=True)
class Shown:
    """An exhibit that was made: its name, the words of its script, and the picture as PNG."""

    name: str
    title: str
    text: str
    claims: Sequence[Claim]
    table: TableExhibit | None
    picture: bytes | None
    seconds: float

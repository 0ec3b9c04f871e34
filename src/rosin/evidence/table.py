"""A table of words for a terminal and for Markdown."""

from typing import NamedTuple


class Table(NamedTuple):
    """Names of the columns, the first of which says what the table is about, and the cells of each row."""

    columns: list[str]
    rows: list[list[str]]
    note: str = ""

    def markdown(self) -> list[str]:
        """As lines of Markdown."""
        first, *rows = (f"| {' | '.join(cells)} |" for cells in (self.columns, *self.rows))
        return [first, f"|---|{'---:|' * (len(self.columns) - 1)}", *rows]

    def text(self) -> list[str]:
        """As lines of a terminal, with the first column to the left and the others to the right."""
        lines = [self.columns, *([f"  {first}", *cells] for first, *cells in self.rows)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        cells_in_line = ["   ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]) for cells in lines]
        return [*cells_in_line, *([f"  {self.note}"] * bool(self.note))]

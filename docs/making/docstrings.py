"""Docstrings as the reference shows them: rows of a name and its meaning become a list (an extension of griffe, which reads them).

    velocity     of the bow, m/s,
                 of either sign
    position     along the string

stands as such in a docstring, and would run together as Markdown.
"""

import re
from typing import Any

import griffe

ROW = re.compile(r"(?P<names>\w[\w., ]*?)  +(?P<words>\S.*)")


def listed(text: str) -> str:
    """A docstring with its rows as a list; all other paragraphs as they are."""
    return "\n\n".join(_paragraph(paragraph) for paragraph in text.split("\n\n"))


def _paragraph(paragraph: str) -> str:
    rows: list[list[str]] = []
    for line in paragraph.strip("\n").splitlines():
        row = ROW.fullmatch(line)
        if row:
            rows.append([row["names"], row["words"]])
        elif rows and line.startswith("  "):
            rows[-1][1] += f" {line.strip()}"
        else:
            return paragraph
    return "\n".join(f"- `{names}`: {words}" for names, words in rows)


class Rows(griffe.Extension):
    """Every docstring, once it is read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put lists in the place of rows."""
        if obj.docstring is not None:
            obj.docstring.value = listed(obj.docstring.value)

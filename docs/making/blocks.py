"""The code blocks of a page.

    ```python                       runs, in the tests and when the site is built; blocks of a page share their names
    ```{.python .build}             runs only when the site is built, since it takes longer
    ```python title="mine.py"       is written to a file of that name, beside the page's other files; so is JSON
    ```sh                           commands: the tests ask the command line whether it understands them
    ```{.sh .run}                   are run as well; with .build only when the site is built

Other languages are only shown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = re.compile(r"^```(?P<head>[^\n`]*)\n(?P<code>.*?)^```[ ]*$", re.DOTALL | re.MULTILINE)
TITLE = re.compile(r'title="([^"]*)"')


@dataclass(frozen=True)
class Block:
    """A block: its language, its marks, the file it is, and where it ends in the page."""

    language: str
    marks: frozenset[str]
    title: str
    code: str
    end: int

    @property
    def commands(self) -> list[str]:
        """The lines of a shell block, those that a backslash continues as one."""
        return [line.strip() for line in self.code.replace("\\\n", " ").splitlines() if line.strip() and not line.lstrip().startswith("#")]

    def runs(self, building: bool) -> bool:
        """Whether it is executed, in the tests or, where `building`, for the site."""
        if "build" in self.marks and not building:
            return False
        return "run" in self.marks if self.language == "sh" else self.language == "python" and not self.title


def blocks(page: str) -> Iterator[Block]:
    """Every block of a page, in order."""
    for found in FENCE.finditer(page):
        head = found["head"]
        classes = re.findall(r"\.([\w-]+)", head.partition("title=")[0]) if head.startswith("{") else [head.partition(" ")[0]]
        title = TITLE.search(head)
        language, *marks = classes or [""]
        yield Block(language, frozenset(marks), title[1] if title else "", found["code"], found.end())

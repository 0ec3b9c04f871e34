"""The page of the command line, written from what `rosin --help` and the help of every command say."""

import re
from pathlib import Path

TOP = """# The command line

This page is what the commands themselves say: `rosin --help`, and `rosin COMMAND --help`. Exit codes: 0 done, 2 a wrong call or
description, 1 anything that failed, 130 stopped. What is written is written whole or not at all, and replaces nothing unless `--force`
allows it.
"""


def write_commands(path: Path) -> None:
    """Every command with its parameters."""
    from rosin.cli.commands import app

    told = app.generate_docs("markdown", heading_level=1, flatten_commands=True)
    sections = re.split(r"^(?=#+ rosin )", told, flags=re.MULTILINE)[1:]
    names = [name for name in app if not name.startswith("-")]
    if len(sections) != len(names):
        raise RuntimeError(f"the command line has {len(names)} commands, but told of {len(sections)}")
    path.write_text("\n".join([TOP, *(_section(text) for text in sections)]), encoding="utf-8")


def _section(text: str) -> str:
    """A command below the page's own heading."""
    plain = re.sub(r' \*\[default: (False|"")\]\*', "", text.strip())
    return re.sub(r"^#+ ", "## ", plain, count=1) + "\n"

"""The code of a page, run block by block in a folder, with what each block printed, wrote and showed."""

import ast
import contextlib
import io
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from making.blocks import Block, blocks

EXAMPLES = Path(__file__).parents[2] / "examples"
LONGEST = 600  # s that a command may take


class BlockError(RuntimeError):
    """A block that did not run, with the block and what went wrong."""

    def __init__(self, block: Block, why: str) -> None:
        super().__init__(f"this block does not run:\n\n{block.code}\n{why}")


@dataclass
class Shown:
    """What a block gave: text that it printed, files that it wrote, the value of its last line."""

    text: str = ""
    files: list[Path] = field(default_factory=list)
    value: Any = None


class Notebook:
    """A folder and the names that the blocks of a page share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.scope: dict[str, Any] = {"__name__": "page"}
        self.sources = 0
        if not (self.folder / "examples").exists():
            (self.folder / "examples").symlink_to(EXAMPLES)

    def run(self, page: str, building: bool) -> Iterator[tuple[Block, Shown]]:
        """Every block in order, those with a title written, those that run run."""
        for block in blocks(page):
            if block.title:
                (self.folder / block.title).write_text(block.code, encoding="utf-8")
            yield block, self._run(block) if block.runs(building) else Shown()

    def _run(self, block: Block) -> Shown:
        before = self._files()
        shown = self._commands(block) if block.language == "sh" else self._python(block)
        after = self._files()
        shown.files = sorted((path for path, when in after.items() if before.get(path) != when), key=lambda path: (after[path], path))
        return shown

    def _files(self) -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in self.folder.iterdir() if path.is_file()}

    def _python(self, block: Block) -> Shown:
        """As in a notebook: the last line is shown, where it is an expression."""
        printed = io.StringIO()
        try:
            tree = ast.parse(block.code)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            with contextlib.redirect_stdout(printed), contextlib.chdir(self.folder):
                exec(compile(tree, self._source(block), "exec"), self.scope)
                value = None if last is None else eval(compile(ast.Expression(last.value), "<page>", "eval"), self.scope)
        except Exception:
            raise BlockError(block, traceback.format_exc()) from None
        return Shown(printed.getvalue(), value=value)

    def _source(self, block: Block) -> str:
        """A file with the block's text, which kernels are compiled from."""
        self.sources += 1
        path = self.folder / f"page_{self.sources}.py"
        path.write_text(block.code, encoding="utf-8")
        return str(path)

    def _commands(self, block: Block) -> Shown:
        told = []
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        plain = os.environ | {"PATH": path, "COLUMNS": "110", "NO_COLOR": "1", "TERM": "dumb"}
        for line in block.commands:
            done = subprocess.run(
                ["bash", "-c", line], cwd=self.folder, env=plain, capture_output=True, text=True, timeout=LONGEST, check=False
            )
            if done.returncode:
                raise BlockError(block, f"{line}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
            told.append(done.stdout)
        return Shown("".join(told))

"""Where the source of a kernel stands, whether it is still what was imported, and errors that say where they are."""

import ast
import contextlib
import functools
import linecache
import threading
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rosin
from rosin.kernels.dialect import BEGAN
from rosin.model.errors import RosinError


class DialectError(RosinError):
    """Code that is not in the kernel dialect: file, line, and what to write instead."""


_one_at_a_time = threading.Lock()
OURS = str(Path(rosin.__file__).parent)
LONG = 60.0  # s before kernels were first read: a file of ours that was written earlier than that is what was imported


class _Source:
    """A file, or a cell of a notebook, as it is now."""

    def __init__(self, path: str) -> None:
        linecache.checkcache(path)
        self.path, self.lines = path, linecache.getlines(path)  # which knows the cells of notebooks, too
        self.old = path.startswith(OURS) and Path(path).stat().st_mtime < BEGAN - LONG

    @functools.cached_property
    def tree(self) -> ast.Module:
        """All of it."""
        return _parsed("".join(self.lines), self.path)

    @functools.cached_property
    def trees(self) -> dict[int, ast.FunctionDef]:
        """Its functions, by their first lines."""
        return {_first_line(node): node for node in _functions(self.tree)}

    def alone(self, first: int) -> ast.FunctionDef | None:
        """The function that begins in a line, read without the rest of the file."""
        head = self.lines[first - 1] if first <= len(self.lines) else ""
        depth = len(head) - len(head.lstrip())
        before = "\n" * (first - 2) + ("if True:\n" if depth else "\n")  # so that its lines keep their numbers
        within = False
        for end in range(first - 1, len(self.lines) + 1):
            line = self.lines[end] if end < len(self.lines) else "end"
            dedented = line.strip() and not line[: depth + 1].isspace() and not line.lstrip().startswith("#")
            if within and dedented:  # the end, or a bracket or text of its own that is less indented
                with contextlib.suppress(SyntaxError):
                    node = _parsed(before[first == 1 :] + "".join(self.lines[first - 1 : end]), self.path).body[0]
                    found = node.body[0] if isinstance(node, ast.If) else node
                    return found if isinstance(found, ast.FunctionDef) else None
            within = within or line.lstrip().startswith("def ")
        return None

    @functools.cached_property
    def codes(self) -> dict[tuple[int, str], types.CodeType]:
        """What Python makes of it, by first line and name."""
        found, waiting = {}, [compile(self.tree, self.path, "exec", dont_inherit=True)]
        while waiting:
            code = waiting.pop()
            found[code.co_firstlineno, code.co_name] = code
            waiting += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        return found


_read = functools.cache(_Source)


def _parsed(text: str, path: str) -> ast.Module:
    with _one_at_a_time:  # Python's parser counts its depth for all threads together
        return ast.parse(text, path)


def _functions(tree: Any) -> Iterator[ast.FunctionDef]:
    """The functions that a file defines, and those inside them."""
    if isinstance(tree, ast.FunctionDef):
        yield tree
    for block in ("body", "orelse", "handlers", "finalbody", "cases"):
        for statement in getattr(tree, block, ()):
            yield from _functions(statement)


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def place(kernel: Any, node: Any = None) -> str:
    """File and line of a kernel, or of something in it."""
    return f"{kernel.__code__.co_filename}:{node.lineno if node is not None else kernel.__code__.co_firstlineno}"


def definition(kernel: Any) -> ast.FunctionDef:
    """The syntax tree of a kernel, which must be that of the code that Python runs."""
    code = kernel.__code__
    source = _read(code.co_filename)
    if source.old and (tree := source.alone(code.co_firstlineno)) is not None:
        return tree
    try:
        tree, now = source.trees.get(code.co_firstlineno), source.codes.get((code.co_firstlineno, code.co_name))
        if not source.trees and now is None:
            raise DialectError(
                f"{place(kernel)}: the source of {code.co_name} is not there; write kernels with def in a file or a notebook's cell."
            )
    except SyntaxError:
        tree = now = None
    if tree is None or now is None or not _same(now, code):
        raise DialectError(f"{place(kernel)}: {code.co_name} was changed after it was imported; start Python anew.")
    return tree


def _same(a: types.CodeType, b: types.CodeType) -> bool:
    """Whether two pieces of code do the same, docstrings apart."""
    return a.co_code == b.co_code and a.co_names == b.co_names and _constants(a) == _constants(b)


def _constants(code: types.CodeType) -> list[Any]:
    return [(type(value), value) for value in code.co_consts if not isinstance(value, str | types.CodeType)]

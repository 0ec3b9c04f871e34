"""One mutant after the other, each in a copy of the tree: nothing of the checkout itself is touched."""

import ast
import os
import random
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

from mutation.groups import Group

COPIED = ("src", "tests", "fuzz", "soak", "examples", "pyproject.toml", "README.md")
SENSELESS = (  # that the dialect of kernels has not, so that any test would notice
    "RemoveDecorator",
    "ReplaceUnaryOperator_USub_Invert",
    "ExceptionReplacer",
    *("FloorDiv", "Mod", "Pow", "RShift", "LShift", "BitOr", "BitAnd", "BitXor", "MatMul", "_Is", "IsNot"),
)
LAW = re.compile(r"^class (\w+)\(Interaction\)", re.MULTILINE)
PATIENCE = 1200.0  # s, in which the tests of a mutant must end


class Tried(NamedTuple):
    """A mutant, and whether a test noticed."""

    file: str
    line: int
    operator: str
    killed: bool
    diff: str


def kernels(path: Path) -> set[int]:
    """The lines of a file that are compiled: what is solved, without what describes parameters to people."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and any("kernel" in ast.unparse(each) for each in node.decorator_list):
            found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def mutants(group: Group, count: int, seed: int) -> tuple[list[MutationSpec], int]:
    """Some of the mutants of the kernels of a group, chosen by chance, and how many there are."""
    lines = {str(path): kernels(path) for path in group.paths}
    with use_db(":memory:", WorkDB.Mode.create) as database:
        init([path for path in group.paths if path.stem != "__init__"], database, {})
        found = [item.mutations[0] for item in database.work_items]
    solving = [mutant for mutant in found if mutant.start_pos[0] in lines[str(mutant.module_path)]]
    sensible = [mutant for mutant in solving if not any(word in mutant.operator_name for word in SENSELESS)]
    sensible.sort(key=lambda mutant: (str(mutant.module_path), mutant.start_pos, mutant.operator_name, mutant.occurrence))
    return random.Random(seed).sample(sensible, min(count, len(sensible))), len(sensible)


def copied(folder: Path) -> Path:
    """A copy of the tree to change, which is where this process then stands."""
    if not folder.exists():
        folder.mkdir(parents=True)
        for name in COPIED:
            copy = shutil.copytree if Path(name).is_dir() else shutil.copy
            copy(name, folder / name)
    os.chdir(folder)
    os.environ.update(PYTHONPATH=f"{folder / 'src'}:{folder}", ROSIN_CACHE=str(folder / "cache"), PYTHONDONTWRITEBYTECODE="1")
    return folder


def command(group: Group, *words: str) -> str:
    """The tests of a group, or those that have one of these words, up to the first that fails."""
    some = f"-k '{' or '.join(words)}'" if words else ""
    return f"{sys.executable} -m pytest -x -q -p no:cacheprovider -n0 {some} {' '.join(group.tests)}"


def tried(mutant: MutationSpec, group: Group) -> Tried:
    """A mutant and its tests, where this process stands: at first those that name a law of its file, then all."""
    laws = LAW.findall(Path(mutant.module_path).read_text(encoding="utf-8"))
    result = mutate_and_test([mutant], command(group, *laws), PATIENCE)
    if laws and result.test_outcome == TestOutcome.SURVIVED:
        result = mutate_and_test([mutant], command(group), PATIENCE)
    killed = result.test_outcome != TestOutcome.SURVIVED
    return Tried(str(mutant.module_path), mutant.start_pos[0], mutant.operator_name.split("/")[-1], killed, "" if killed else result.diff)

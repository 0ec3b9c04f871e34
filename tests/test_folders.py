"""The folders of the package build on each other: none imports one that comes later."""

import ast
from pathlib import Path

import rosin

PACKAGE = Path(rosin.__file__).parent
ORDER = (
    *("kernels", "model", "bodies", "interactions", "textures", "meters", "shapes", "scenes", "playing", "compiler", "engine"),
    *(
        "soundboxes",
        "rooms",
        "sound",
        "analysis",
        "instruments",
        "fitting",
        "maps",
        "evidence",
        "compare",
        "bench",
        "studio",
        "studies",
        "export",
        "live",
        "haptics",
        "cli",
    ),
)


def imported(file):
    """The folders that a file names in its imports, those inside functions and for types too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rosin":
            yield [*node.module.split("."), node.names[0].name][1]


def test_every_folder_has_its_place():
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))} == set(ORDER)
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_no_folder_imports_a_later_one():
    found = {
        (folder, other)
        for folder in ORDER
        for file in (PACKAGE / folder).rglob("*.py")
        for other in imported(file)
        if other in ORDER and ORDER.index(other) > ORDER.index(folder)
    }
    assert not found


ROLES = {"Form", "Parameters", "Coefficients", "State", "Head"}  # of the records of a kernel, which are always named by their file


def test_two_classes_never_share_a_name():
    homes = {}
    for file in PACKAGE.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name not in ROLES:
                homes.setdefault(node.name, []).append(file.name)
    assert not {name: files for name, files in homes.items() if len(files) > 1}

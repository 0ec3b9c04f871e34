"""The scripts that make exhibits: one file a figure or table, in one folder a paper.

A script opens with its reference, and has a function `exhibit()`. Files whose names begin with an underscore are shared by the scripts
of their folder. In a checkout they lie in examples/papers, in an installed package beside this file.
"""

import importlib.util
import io
import sys
import time
from importlib import resources
from pathlib import Path
from types import ModuleType

from rosin.evidence.exhibit import Shown
from rosin.model.errors import FileError, unknown

CHECKOUT = Path(__file__).parents[3] / "examples" / "papers"
RESOLUTION = 110  # dots per inch of a picture


def folder() -> Path:
    """Where the scripts lie."""
    for place in (Path(str(resources.files("rosin.evidence") / "papers")), CHECKOUT):
        if place.is_dir():
            return place
    raise FileError("The scripts of the papers are not installed; they come with the source, in examples/papers.")


def script_names() -> list[str]:
    """Every exhibit as PAPER/SCRIPT."""
    root = folder()
    return sorted(f"{path.parent.name}/{path.stem}" for path in root.glob("*/*.py") if not path.name.startswith("_"))


def chosen(wanted: tuple[str, ...]) -> list[str]:
    """The exhibits that some words name: a script, or a paper for all of its scripts; everything for no words."""
    everything = script_names()
    found: list[str] = []
    for word in wanted:
        matching = [name for name in everything if word == name or name.startswith(f"{word.rstrip('/')}/")]
        if not matching:
            raise unknown("figure", word, [*everything, *{name.partition("/")[0] for name in everything}])
        found += [name for name in matching if name not in found]
    return found if wanted else everything


def script(name: str) -> ModuleType:
    """The script of an exhibit, read anew."""
    path = folder() / f"{name}.py"
    sys.path.insert(0, str(path.parent))
    try:
        specification = importlib.util.spec_from_file_location(f"rosin_papers.{name.replace('/', '.')}", path)
        if specification is None or specification.loader is None:
            raise FileError(f"{path} cannot be read as Python.")
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def shown(name: str) -> Shown:
    """Run a script: its exhibit with the words it opens with."""
    module = script(name)
    begin = time.perf_counter()
    exhibit = module.exhibit()
    picture = None
    if exhibit.figure is not None:
        file = io.BytesIO()
        exhibit.figure.savefig(file, format="png", dpi=RESOLUTION)
        picture = file.getvalue()
    title, _, text = (module.__doc__ or name).strip().partition("\n")
    return Shown(name, title.strip(), text.strip(), exhibit.claims, exhibit.table, picture, time.perf_counter() - begin)

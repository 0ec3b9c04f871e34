"""What is found out by Python code is kept under a name that changes with any of that code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rosin
from rosin.engine import sources as named
from rosin.engine.sources import sources

FINGERS = """
from rosin.instruments.strings.data import StringData
from rosin.instruments.strings.fingerboard import Fingerboard
Fingerboard.kept(StringData.preset("violin A"), "waveguide", semitones=0, sample_rate=22050)
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A package of three modules of which each imports the next, each in another way."""
    for module, text in {
        "first": "from rosin.second import (\n    one,\n    two,\n)\n",
        "second": "def later():\n    from rosin.folder import third\n",
        "folder/__init__": "",
        "folder/third": "WORD = 1\n",
        "other": "import rosin.first\n",
    }.items():
        path = tmp_path / f"{module}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(named, "ROOT", tmp_path)
    named._digest.cache_clear()
    yield tmp_path
    named._digest.cache_clear()


@pytest.mark.parametrize(("changed", "matters"), [("first", True), ("second", True), ("folder/third", True), ("other", False)])
def test_a_change_of_any_module_that_is_imported_matters_and_of_no_other(own, changed, matters):
    before = sources("rosin.first")
    with (own / f"{changed}.py").open("a") as file:
        file.write("# changed\n")
    named._digest.cache_clear()
    assert (sources("rosin.first") != before) == matters


def test_what_an_instrument_is_made_of_belongs_to_it():
    """The module of a resonator, which only the instrument names."""
    found = set(named._modules(rosin.instrument("drum")))
    assert {"rosin.shapes.membrane", "rosin.bodies.hammer", "rosin.interactions.hunt_crossley"} <= found


@pytest.mark.thorough
def test_a_fingerboard_is_measured_anew_where_its_code_is_another(tmp_path):
    """Once for each of two copies of Rosin that differ in how a pitch is heard; a second time of neither."""
    copies = []
    for name in ("one", "two"):
        copies.append(tmp_path / name)
        shutil.copytree(Path(rosin.__file__).parent, copies[-1] / "rosin", ignore=shutil.ignore_patterns("page", "__pycache__"))
    with (copies[1] / "rosin/analysis/pitch.py").open("a") as file:
        file.write("\nHEARD_OTHERWISE = True\n")
    cache = tmp_path / "cache"
    for copy in (*copies, *copies):
        given = os.environ | {"PYTHONPATH": str(copy), "ROSIN_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([sys.executable, "-c", FINGERS], env=given, check=True)
    assert len(list(cache.glob("fingers-*"))) == 2

"""The examples of scenes load, and say what they show."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "scenes").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_loads_and_is_explained(path):
    scope = runpy.run_path(str(path))
    assert callable(scope["exhibit"])
    assert len(scope["__doc__"]) > 100


def test_there_are_some():
    assert {path.stem for path in EXAMPLES} >= {"two_bows", "finite_bow", "wolf_note"}

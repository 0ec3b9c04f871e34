"""A run that left tests out says so at its end, and notes it for whoever runs several; of sweeps it takes as many cases as it is told."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

ALONE = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # none of which is needed, and all of which take their time

TESTS = """
import pytest

def test_one():
    pytest.skip("no chromium (apt-get install chromium): the studio is not played")

@pytest.mark.parametrize("many", range(3))
@pytest.mark.skipif(True, reason="no C compiler (apt-get install gcc)")
def test_three(many):
    pass

def test_that_passes():
    pass
"""


SWEEPS = """
import pytest

@pytest.mark.sweep
@pytest.mark.parametrize("which", range(20))
def test_a_sweep(which):
    pass

@pytest.mark.sweep
@pytest.mark.parametrize("which", range(2))
def test_a_short_one(which):
    pass

@pytest.mark.parametrize("which", range(4))
def test_all_of_these(which):
    pass

@pytest.mark.thorough
def test_what_takes_long():
    pass
"""


def test_of_a_sweep_some_cases_are_taken_evenly(tmp_path):
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_some.py").write_text(SWEEPS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path, "--collect-only"]
    for cases, many in (([], (20, 2, 4)), (["--cases", "4"], (4, 2, 4)), (["--cases", "1"], (1, 1, 4))):
        told = subprocess.run([*command, *cases], env=ALONE, capture_output=True, text=True, check=True).stdout
        taken = [[int(which) for which in re.findall(rf"{name}\[(\d+)\]", told)] for name in ("a_sweep", "a_short_one", "all_of_these")]
        assert tuple(map(len, taken)) == many
        assert set(np.diff(taken[0])) <= {20 // many[0]}
        assert ("test_what_takes_long" in told) == (not cases)


def test_what_was_not_tested_is_told_loudly_with_what_to_install(tmp_path):
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_some.py").write_text(TESTS)
    noted = tmp_path / "noted"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path]
    told = subprocess.run(command, env=ALONE | {"ROSIN_UNTESTED": str(noted)}, capture_output=True, text=True, check=True).stdout
    lines = [
        "    3 tests: no C compiler (apt-get install gcc)",
        "    1 test: no chromium (apt-get install chromium): the studio is not played",
    ]
    assert told.index("NOT TESTED HERE") < told.index(lines[0]) < told.index(lines[1])
    assert noted.read_text().splitlines() == lines

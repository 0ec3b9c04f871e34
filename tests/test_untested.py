"""A run that left tests out says so at its end, and notes it for whoever runs several."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

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


def test_what_was_not_tested_is_told_loudly_with_what_to_install(tmp_path):
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_some.py").write_text(TESTS)
    noted = tmp_path / "noted"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path]
    told = subprocess.run(command, env=os.environ | {"ROSIN_UNTESTED": str(noted)}, capture_output=True, text=True, check=True).stdout
    lines = [
        "    3 tests: no C compiler (apt-get install gcc)",
        "    1 test: no chromium (apt-get install chromium): the studio is not played",
    ]
    assert told.index("NOT TESTED HERE") < told.index(lines[0]) < told.index(lines[1])
    assert noted.read_text().splitlines() == lines

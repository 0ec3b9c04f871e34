"""Fuzzing: random and damaged input for all that Rosin reads, until somebody stops it. `python -m fuzz --list` has its targets.

A target is one file. What tests have already is taken from there: random contacts and scenes, each law's equation a second time, a host of
plugins.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path += [str(folder) for folder in (TESTS, TESTS / "scenes", TESTS / "export") if str(folder) not in sys.path]

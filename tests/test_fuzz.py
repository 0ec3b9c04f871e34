"""Every target of fuzzing, for a handful of cases; and that a failure is found, told and shrunk."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fuzz import running
from fuzz.damage import damaged_bytes, damaged_data
from fuzz.target import Bytes, Data
from soak import server, voices

ROOT = Path(__file__).parents[1]
CASES = {"contacts": 64, "scenes": 8, "presets": 25, "plugin_states": 50, "requests": 60}
NEEDED = {"plugin_states": "cc"}


@pytest.mark.sweep
@pytest.mark.parametrize("name", running.targets())
def test_a_handful_of_cases_find_nothing(name):
    if name in NEEDED and shutil.which(NEEDED[name]) is None:
        pytest.skip("no C compiler (apt-get install gcc): no plugin is built")
    result = running.run(name, seed=1, count=CASES.get(name, 200), tell=False)
    assert not result.failures, result.failures[0]
    assert result.count >= CASES.get(name, 200)


FOUND = {  # cases that went wrong once
    "requests": [
        (21, 47787),  # a redirection
        (21, 62203),  # an answer to somebody who was told already that it is no HTTP
    ],
    "contacts": [
        (11, 1186),  # a step of Newton's that was shorter by luck was taken for the last
        (11, 1213),
        (21, 6965),
        (21, 11951),  # an energy that has no digits left was held against itself
    ],
}


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "seed", "index"), [(name, *place) for name, places in FOUND.items() for place in places])
def test_what_was_found_once_is_mended(name, seed, index):
    with running.targets()[name]() as target:
        target.check(target.case(np.random.default_rng([seed, index])))


class Eights(Data):
    """Fails for what has an eight anywhere."""

    about = "eights"

    def case(self, random):
        return {"a": [1, 2, {"b": int(random.integers(10)), "c": "word"}], "d": [3] * 5}

    def check(self, case):
        assert "8" not in json.dumps(case)


class Marks(Bytes):
    """Fails for what has two marks."""

    about = "marks"

    def case(self, random):
        return bytes(random.integers(32, 127, 200, dtype=np.uint8)) + b"!" * int(random.integers(3))

    def check(self, case):
        assert case.count(b"!") < 2


@pytest.mark.parametrize(("kind", "core"), [(Eights, '{"a": [{"b": 8}]}'), (Marks, "b'!!'")])
def test_a_failure_is_found_told_and_shrunk_to_its_core(monkeypatch, kind, core):
    monkeypatch.setattr(running, "targets", lambda: {"made up": kind})
    result = running.run("made up", count=40, tell=False)
    assert 1 <= len(result.failures) <= running.MOST_FAILURES
    assert result.failures[0].case == core
    assert result.failures[0].error.startswith("AssertionError")


def test_a_case_is_the_same_for_the_same_seed():
    valid = {"a": [1, 2, {"b": 3.5}], "c": "word"}
    for seed in range(50):
        one, two = (damaged_data(valid, np.random.default_rng(seed)) for _ in range(2))
        assert json.dumps(one) == json.dumps(two)
        assert damaged_bytes(b"valid" * 9, np.random.default_rng(seed)) == damaged_bytes(b"valid" * 9, np.random.default_rng(seed))
    assert valid == {"a": [1, 2, {"b": 3.5}], "c": "word"}


def test_the_command_writes_a_summary_and_adds_to_it(tmp_path):
    for seed in (1, 2):
        words = ["-m", "fuzz", "gestures", "midi", "--count", "20", "--seed", str(seed), "--results", str(tmp_path / "found.json")]
        subprocess.run([sys.executable, *words], cwd=ROOT, check=True, capture_output=True)
    noted = json.loads((tmp_path / "found.json").read_text())
    assert [(each["target"], each["seed"], each["count"], each["failures"]) for each in noted] == [
        ("gestures", 1, 20, []),
        ("midi", 1, 20, []),
        ("gestures", 2, 20, []),
        ("midi", 2, 20, []),
    ]


def test_a_voice_that_soaks_keeps_its_account(monkeypatch):
    monkeypatch.setattr(voices, "LEARNING", 1)
    monkeypatch.setattr(voices, "RESTING", 20)
    found = voices.soak("slider", 0.0, 1, lambda *_: None)
    assert not found.failures
    assert found.total_hours > 0
    assert 0 < found.energy_gap < 1e-10


@pytest.mark.thorough
def test_a_server_that_soaks_answers_whoever_asks(monkeypatch):
    monkeypatch.setattr(server, "SLOWLY", 0.05)
    found = server.soak(40, 2.0, 1, lambda *_: None)
    assert not found.failures
    assert found.answered > 20
    assert found.slow_readers >= 12
    assert found.half_sent >= 12

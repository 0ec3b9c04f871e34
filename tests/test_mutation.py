"""Mutation testing: what it changes and the tests it runs are there, and a mutant that a test notices is told from one that none does."""

import os

import pytest

from mutation.groups import GROUPS, Group

KERNELS = """kernel = lambda function: function


@kernel
def noticed(a, b):
    return a + b


@kernel
def unseen(a, b):
    return a + b


def no_kernel(a, b):
    return a + b
"""


@pytest.mark.parametrize("name", GROUPS)
def test_every_group_has_files_and_tests(name, request):
    root = request.config.rootpath
    assert GROUPS[name].paths
    assert all((root / test).exists() for test in GROUPS[name].tests)


def test_a_mutant_that_a_test_notices_is_told_from_one_that_none_does(tmp_path, monkeypatch):
    pytest.importorskip("cosmic_ray", reason="no cosmic-ray (make mutation installs it): no mutant is tried")
    from mutation import trying

    (tmp_path / "src/rosin").mkdir(parents=True)
    (tmp_path / "src/rosin/sums.py").write_text(KERNELS)
    (tmp_path / "test_sums.py").write_text("from sums import noticed\n\ndef test_noticed():\n    assert noticed(2, 3) == 5\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(os.environ, "PYTHONPATH", str(tmp_path / "src/rosin"))
    monkeypatch.setitem(os.environ, "PYTHONDONTWRITEBYTECODE", "1")
    group = Group(("sums.py",), ("test_sums.py",))
    mutants, known = trying.mutants(group, 100, 0)
    found = [trying.tried(mutant, group) for mutant in mutants]
    assert len(found) == known
    assert {each.line for each in found if each.killed} == {6}
    assert {each.line for each in found if not each.killed} == {11}
    assert "-    return a + b" in next(each.diff for each in found if not each.killed)
    assert (tmp_path / "src/rosin/sums.py").read_text().count("a + b") == 3

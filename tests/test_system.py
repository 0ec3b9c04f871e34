"""Other systems: where caches lie, what installs a compiler, terminals that know few letters."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rosin.engine.cache import folder
from rosin.export import platforms
from rosin.model import system
from rosin.model.errors import RosinError

HOME = Path("/home/someone")


@pytest.mark.parametrize(
    ("platform", "given", "expected"),
    [
        ("linux", {}, HOME / ".cache/rosin"),
        ("linux", {"XDG_CACHE_HOME": "/var/caches"}, Path("/var/caches/rosin")),
        ("darwin", {"XDG_CACHE_HOME": "/var/caches"}, HOME / "Library/Caches/rosin"),
        ("win32", {}, HOME / "AppData/Local/rosin"),
        ("win32", {"LOCALAPPDATA": "/data/local"}, Path("/data/local/rosin")),
        ("win32", {"LOCALAPPDATA": "/data/local", "ROSIN_CACHE": "/mine"}, Path("/mine")),
    ],
)
def test_the_cache_lies_where_each_system_has_its_own(monkeypatch, platform, given, expected):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "ROSIN_CACHE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Path, "home", lambda: HOME)
    monkeypatch.setattr(system.sys, "platform", platform)
    assert folder() == expected


@pytest.mark.parametrize(("platform", "words"), [("linux", "apt-get install gcc"), ("darwin", "xcode-select --install"), ("win32", "WSL")])
def test_a_missing_compiler_is_told_with_what_installs_it_here(monkeypatch, platform, words):
    monkeypatch.setattr(system.sys, "platform", platform)
    monkeypatch.setattr(platforms.shutil, "which", lambda _: None)
    with pytest.raises(RosinError, match=f"cc is missing: .*{words}"):
        platforms.here().compile(Path("it.c"), Path("it.o"))


def test_a_terminal_without_greek_letters_shows_what_it_can():
    given = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    rosin = Path(sys.executable).with_name("rosin")
    found = subprocess.run([rosin, "models", "ElastoPlastic"], env=given, capture_output=True, check=False)
    assert found.returncode == 0, found.stderr
    assert b"?0" in found.stdout  # the stiffness, a sigma with an index
    assert b"bristle_stiffness" in found.stdout


def test_threads_of_numpy_sleep_when_they_have_nothing_to_do_unless_somebody_says_otherwise():
    script = "import os, rosin; print(os.environ['OPENBLAS_THREAD_TIMEOUT'])"
    bare = {name: value for name, value in os.environ.items() if name != "OPENBLAS_THREAD_TIMEOUT"}
    for own, expected in (({}, "10"), ({"OPENBLAS_THREAD_TIMEOUT": "26"}, "26")):
        found = subprocess.run([sys.executable, "-c", script], env=bare | own, capture_output=True, text=True, check=True)
        assert found.stdout.strip() == expected

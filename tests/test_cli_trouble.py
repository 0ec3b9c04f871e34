"""Trouble from outside: full disks, and being stopped at the wrong moment. One line says so, and nothing half done stays."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from rosin.model.errors import FileError
from rosin.studio import site
from test_cli import RUB

ROSIN = Path(sys.executable).with_name("rosin")
ROOM = 20_000  # bytes that a file may have
ONE_SECOND = RUB | {"render": {"duration": 1.0, "sample_rate": 48_000}}


def little_room():
    """No file grows beyond that, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.mark.parametrize(
    ("words", "unwritten"),
    [
        (["-o", "rub.wav"], "rub.wav"),
        (["-o", "rub.flac"], "rub.flac"),
        (["-o", "rub.wav", "--duration", "0.05", "--traces", "rub.npz"], "rub.npz"),
        (["-o", "rub.wav", "--duration", "0.05", "--plot"], "rub.png"),
    ],
)
def test_a_full_disk_is_told_in_one_line_and_leaves_nothing_half_written(tmp_path, words, unwritten):
    (tmp_path / "rub.json").write_text(json.dumps(ONE_SECOND))
    untraced = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}  # which would write, too
    found = subprocess.run(
        [ROSIN, "render", "rub.json", *words],
        cwd=tmp_path,
        env=untraced,
        preexec_fn=little_room,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr == f"rosin: Cannot write {unwritten}: File too large.\n"
    whole = {"rub.json", "rub.wav"} if unwritten in ("rub.npz", "rub.png") else {"rub.json"}
    assert {path.name for path in tmp_path.iterdir()} == whole


def test_what_cannot_be_printed_is_told():
    with Path("/dev/full").open("w") as full:
        found = subprocess.run([ROSIN, "models"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr == "rosin: what is printed: No space left on device.\n"


INTERRUPTED = """
import importlib.abc, os, signal, sys

class Stopping(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
sys.meta_path.insert(0, Stopping())
sys.argv = ["rosin", *{words!r}]
from rosin.cli import main
main()
"""


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("cyclopts", ["--help"]),
        ("rosin.cli.commands", ["--help"]),
        ("rosin.cli.render", ["render", "wineglass"]),
        ("rosin.instruments.opening", ["render", "wineglass"]),
        ("numpy", ["render", "wineglass"]),
        ("llvmlite", ["render", "wineglass"]),
        ("soundfile", ["render", "wineglass", "--duration", "0.1"]),
    ],
)
def test_stopping_it_while_it_loads_is_told_in_one_line(tmp_path, module, words):
    script = INTERRUPTED.format(module=module, words=words)
    found = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (130, "rosin: stopped\n")
    assert not list(tmp_path.iterdir())


def test_a_site_that_cannot_be_written_is_refused_before_it_is_made(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "files_of", None)
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(FileError, match=r"index\.html exists already"):
        site.export(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        site.export(tmp_path / "file")
    assert (tmp_path / "index.html").read_text() == "mine"

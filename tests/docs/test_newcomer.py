"""A newcomer's five minutes: a clone, and then only what the page "First sound" prints, in its order."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import soundfile

from making.blocks import blocks
from pages import README, ROOT, blocks_of, text

STEPS = ROOT / "docs/pages/first_sound.md"
SHOWN = "wineglass chalk"  # by the demo; all others are played by the tests of instruments


@pytest.fixture
def clone(tmp_path):
    """A clone, with what is not committed yet; its environment is the one that runs the tests, which `make` makes likewise."""
    if not (ROOT / ".git").exists() or not shutil.which("git") or not shutil.which("make"):
        pytest.skip("this is no checkout of git, or there is no make")
    folder = tmp_path / "rosin"
    cloned = subprocess.run(["git", "clone", "--quiet", ROOT, folder], capture_output=True, text=True, check=False)
    if cloned.returncode:
        pytest.skip(f"git does not clone this checkout: {cloned.stderr.strip()[:200]}")
    changed = subprocess.run(["git", "ls-files", "-mo", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for file in changed.stdout.splitlines():
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)
    (folder / ".venv").mkdir()
    for part in Path(sys.prefix).iterdir():
        if part.name not in ("ready", "docs"):
            (folder / ".venv" / part.name).symlink_to(part)
    (folder / ".venv/ready").touch()
    return folder


def test_five_minutes(clone):
    for block in blocks(text(STEPS)):
        if block.title:
            (clone / block.title).write_text(block.code)
    lines = [line for block in blocks_of(STEPS, "sh") for line in block.commands]
    assert lines[:3] == ["make demo", "source .venv/bin/activate", "rosin render wineglass"]
    (clone / "steps").write_text("\n".join(["set -e", *lines]))
    known = os.environ | {"INSTRUMENTS": SHOWN, "PYTHONPATH": str(clone / "src")}
    done = subprocess.run(["bash", "steps"], cwd=clone, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (clone / "out/index.html").read_text().count("<audio") == len(SHOWN.split())
    for name in ("wineglass", "mine", "glass", "oil", "rub"):
        audio, rate = soundfile.read(clone / f"{name}.wav")
        assert rate == 48_000
        assert abs(audio).max() > 0.01, name
    for name in ("mine", "glass", "rub"):
        assert (clone / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert "Sound(2 x" in done.stdout


def test_the_readme_prints_the_same_first_steps():
    printed = [line.partition("#")[0].strip() for block in blocks_of(README, "sh") for line in block.commands]
    assert printed[0] == "make demo"
    assert "rosin render wineglass" in printed
    assert "source .venv/bin/activate" in text(README)
    (shown,) = blocks_of(README, "python")
    glass = next(block for block in blocks(text(STEPS)) if block.title == "glass.py")
    assert glass.code.startswith(shown.code)

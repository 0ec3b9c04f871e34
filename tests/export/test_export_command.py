"""`rosin export`, run as a user runs it."""

import shutil

import pytest

from commands import rosin
from rosin import ParameterError
from rosin.cli.export import export
from rosin.instruments.opening import instrument

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")


def test_an_instrument_is_written_once_and_not_over_another(tmp_path):
    done = rosin("export", "chalk", "-o", tmp_path, "--format", "c", "source")
    assert done.returncode == 0, done.stderr
    assert "It plays no notes; its controls move it." in done.stdout
    library = {path.name for path in (tmp_path / "rosin_chalk").iterdir()}
    assert library == {"rosin_chalk.h", "rosin_chalk.o", "librosin_chalk.a", "librosin_chalk.so", "CMakeLists.txt", "example.c"}
    assert {"rosin_chalk.h", "rosin_chalk.c", "rosin_runtime.h"} <= {path.name for path in (tmp_path / "rosin_chalk-source").iterdir()}
    before = (tmp_path / "rosin_chalk" / "rosin_chalk.o").stat().st_mtime_ns
    again = rosin("export", "chalk", "-o", tmp_path)
    assert again.returncode == 1
    assert "exists already" in again.stderr
    assert (tmp_path / "rosin_chalk" / "rosin_chalk.o").stat().st_mtime_ns == before
    assert rosin("export", "chalk", "-o", tmp_path, "--force").returncode == 0
    assert not list(tmp_path.glob(".rosin-*"))


def test_what_failed_leaves_nothing_in_the_way(tmp_path, monkeypatch):
    with monkeypatch.context() as without:
        without.setenv("PATH", str(tmp_path))
        failed = rosin("export", "chalk", "--format", "clap", "-o", tmp_path / "out")
    assert failed.returncode == 1
    assert "cc is missing" in failed.stderr
    assert not any((tmp_path / "out").iterdir())
    again = rosin("export", "chalk", "--format", "clap", "-o", tmp_path / "out")
    assert again.returncode == 0, again.stderr


def test_a_file_with_changes_is_exported_under_its_own_name(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(instrument("chalk").replace(name="My chalk*").to_json())
    export(str(file), output=tmp_path, changes=["interaction.noise=0.5"], formats=["source"])
    assert "0 to 1 (N s/m)^1/2, at first 0.5" in (tmp_path / "rosin_my_chalk-source" / "rosin_my_chalk.h").read_text()


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("chalks", {}, "did you mean 'chalk'"),
        ("chalk", {"formats": ["vst"]}, "format 'vst' does not exist"),
        ("violin", {"rates": [10]}, "--rates 10 is not allowed"),
        ("all", {"preset": "x"}, "for one instrument"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, name, options, said):
    with pytest.raises(ParameterError, match=said):
        export(name, output=tmp_path, **options)
    assert not list(tmp_path.iterdir())

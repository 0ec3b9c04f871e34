"""Datasets: sounds that are what their labels say, made once, and the same again."""

import io
import json
import tarfile

import numpy as np
import pyarrow.parquet
import pytest
import soundfile

from rosin import RosinError, instrument
from rosin.analysis import cents, pitch
from rosin.cli.commands import app

WORDS = ["cello", "--over", "normal_force=0.3:2", "position=0.08:0.14", "--count", "6", "--shard", "4", "--duration", "0.3", "--seed", "5"]


def run(*words):
    app(list(words), exit_on_error=False, print_error=False, result_action="return_value")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "cello"
    run("dataset", *WORDS, "-o", str(folder))
    return folder


def sounds(folder):
    found = {}
    for shard in sorted(folder.glob("*.tar")):
        with tarfile.open(shard) as shelf:
            for entry in shelf:
                found[entry.name] = shelf.extractfile(entry).read()
    return found


def test_every_sound_has_its_labels(made):
    files = sounds(made)
    assert sorted(files) == [f"{index:08d}.{ending}" for index in range(6) for ending in ("flac", "json")]
    rows = [row for table in sorted(made.glob("*.parquet")) for row in pyarrow.parquet.read_table(table).to_pylist()]
    nominal = instrument("cello").setup.rubbed().frequency
    for index, row in enumerate(rows):
        audio, rate = soundfile.read(io.BytesIO(files[f"{index:08d}.flac"]))
        assert (rate, len(audio)) == (44_100, 13_230)
        assert np.abs(audio).max() == pytest.approx(0.9, abs=0.01)
        assert json.loads(files[f"{index:08d}.json"]) == row
        assert 0.3 <= row["normal_force"] <= 2
        assert row["level"] == pytest.approx(row["full_scale"] * np.sqrt(np.mean(audio[-round(20 * rate / nominal) :] ** 2)), rel=0.01)
        if row["regime"] == "Helmholtz":
            assert abs(cents(pitch(audio[-6000:], rate, nominal), row["pitch"])) < 10
    assert any(row["regime"] == "Helmholtz" for row in rows)


def test_a_stopped_dataset_goes_on_and_is_the_same(made, tmp_path):
    before = sounds(made)
    times = {path.name: path.stat().st_mtime_ns for path in made.iterdir()}
    run("dataset", *WORDS, "-o", str(made))
    assert {path.name: path.stat().st_mtime_ns for path in made.iterdir()} == times
    (made / "shard-00001.parquet").unlink()
    run("dataset", *WORDS, "-o", str(made))
    assert sounds(made) == before
    assert (made / "shard-00000.tar").stat().st_mtime_ns == times["shard-00000.tar"]


def test_the_card_says_how_it_was_made(made):
    card = (made / "README.md").read_text()
    for words in ("6 sounds", "`normal_force` | N | 0.3 | 2", "seed 5", "44100 Hz", "WebDataset"):
        assert words in card


def test_another_dataset_and_other_files_are_left_alone(made, tmp_path):
    with pytest.raises(RosinError, match="another dataset"):
        run("dataset", *WORDS[:-1], "6", "-o", str(made))
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(RosinError, match="not empty"):
        run("dataset", *WORDS, "-o", str(tmp_path))


@pytest.mark.thorough
def test_what_matters_is_printed(capsys, tmp_path):
    words = ["sensitivity", "cello", "--over", "normal_force=0.1:3", "velocity=0.05:0.2", "--count", "8", "--duration", "0.2"]
    run(*words, "--measure", "level", "-o", str(tmp_path / "s.png"))
    said = capsys.readouterr().out
    assert "32 takes" in said
    assert "velocity" in said
    assert (tmp_path / "s.png").exists()

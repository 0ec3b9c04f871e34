"""Whole instruments in sweeps: each take is one note, or what the instrument plays by itself, measured by its sound."""

import io
import tarfile

import numpy as np
import pyarrow.parquet
import pytest
import soundfile

from rosin import ParameterError, RosinError, instrument, sweep
from rosin.analysis import centroid
from rosin.cli.commands import app
from rosin.maps.sensitivity import sensitivity
from rosin.playing.midi.score import Note, Score

OPTIONS = {"duration": 0.3, "sample_rate": 44_100, "backend": "cores"}


def test_a_point_is_the_note_that_the_instrument_plays():
    bars = instrument("marimba")
    found = sweep(bars, {"key": [60, 67], "strength": [0.3, 0.9]}, sound=True, **OPTIONS)
    wanted = bars.render(score=Score((Note(0.0, 0.3, 67, 0.9),), 0.3), duration=0.3, sample_rate=44_100).audio.mean(axis=0)
    point = found.sel(key=67, strength=0.9)
    np.testing.assert_allclose(point.sound, wanted, atol=1e-6)
    assert float(point.level) == pytest.approx(np.sqrt(np.mean(wanted**2)), rel=1e-6)
    assert float(point.centroid) == pytest.approx(centroid(wanted, 44_100), rel=1e-6)
    assert (found.level[:, 1] > 1.5 * found.level[:, 0]).all()
    assert found.key.long_name
    assert "marimba" in found.source


def test_a_harder_mallet_is_brighter_on_a_bar_that_rings_longer():
    axes = {"interaction.stiffness": [1e7, 1e10], "resonator.loss_factor": [0.001, 0.004]}
    found = sweep(instrument("marimba"), axes, fixed={"key": 48}, measure="centroid", **OPTIONS)
    assert found["interaction.stiffness"].units == "N/m^α"
    assert (found.centroid[1] > found.centroid[0] + 10).all()
    assert (found.centroid[:, 0] > found.centroid[:, 1]).all()


def test_what_nobody_says_is_played_as_it_comes():
    ball = instrument("bouncing_ball")
    found = sweep(ball, {"output.volume": [-6.0, 0.0]}, **OPTIONS)
    assert float(found.level[1] / found.level[0]) == pytest.approx(2, rel=0.05)


def test_what_is_rubbed_can_be_played_whole():
    found = sweep(instrument("violin"), {"key": [69]}, whole=True, measure=["centroid"], **OPTIONS)
    assert 440 < float(found.centroid[0]) < 6000


def test_sensitivities_of_whole_instruments():
    told = sensitivity(instrument("marimba"), {"strength": (0.2, 1.0), "held": (0.1, 0.3)}, measure="level", count=8, **OPTIONS)
    assert told.total[0] > 0.9 > 0.1 > told.total[1]


def test_a_map_of_its_notes_is_drawn(tmp_path):
    words = ["map", "marimba", "--points", "2x2", "--duration", "0.2", "-o", str(tmp_path / "m")]
    app(words, exit_on_error=False, print_error=False, result_action="return_value")
    assert (tmp_path / "m.png").exists()
    assert '"voice": null' in (tmp_path / "m.html").read_text()


@pytest.mark.parametrize(
    ("axes", "more", "words"),
    [
        ({"key": [60.5]}, {}, ["key", "whole"]),
        ({"key": [128]}, {}, ["key", "127"]),
        ({"strength": [2.0]}, {}, ["strength", "at most 1"]),
        ({"colour": [1.0]}, {}, ["marimba", "colour", "strength"]),
        ({"resonator.loss_factor": [-1.0]}, {}, ["loss_factor"]),
        ({"key": [60]}, {"measure": ["regime"]}, ["measure", "regime", "centroid"]),
        ({"key": [60]}, {"fixed": {"key": 61}}, ["key", "fixed"]),
        ({"key": [60]}, {"duration": 1e4}, ["duration"]),
    ],
)
def test_wrong_sweeps_of_instruments_are_refused(axes, more, words):
    with pytest.raises(ParameterError) as caught:
        sweep(instrument("marimba"), axes, **OPTIONS | more)
    for word in words:
        assert word in str(caught.value)


def test_they_run_on_cores():
    with pytest.raises(RosinError, match="Whole instruments run on cores"):
        sweep(instrument("marimba"), {"key": [60]}, **OPTIONS | {"backend": "cuda"})


def test_a_dataset_of_notes_has_whole_keys_and_the_sounds_that_its_labels_say(tmp_path):
    words = ["dataset", "marimba", "--over", "key=60:62", "strength=0.2:1", "--count", "8", "--duration", "0.2", "-o", str(tmp_path / "d")]
    app(words, exit_on_error=False, print_error=False, result_action="return_value")
    rows = pyarrow.parquet.read_table(tmp_path / "d" / "shard-00000.parquet").to_pylist()
    assert {row["key"] for row in rows} == {60.0, 61.0, 62.0}
    with tarfile.open(tmp_path / "d" / "shard-00000.tar") as shelf:
        sound, rate = soundfile.read(io.BytesIO(shelf.extractfile("00000003.flac").read()))
    row = rows[3]
    wanted = instrument("marimba").render(
        score=Score((Note(0.0, 0.2, int(row["key"]), row["strength"]),), 0.2), duration=0.2, sample_rate=rate, seed=row["seed"]
    )
    np.testing.assert_allclose(sound * row["full_scale"], wanted.audio.mean(axis=0), atol=1e-5)
    assert row["level"] == pytest.approx(np.sqrt(np.mean(sound**2)) * row["full_scale"], rel=1e-4)
    assert "over all of each sound" in (tmp_path / "d" / "README.md").read_text()

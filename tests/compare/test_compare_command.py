"""`rosin compare`, on sound libraries as small as can be, and on those of Debian where they are installed."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile
from library_files import patch, soundfont

from commands import rosin
from rosin.analysis.pitch import cents, pitch
from rosin.cli.compare import compare
from rosin.compare import sources
from rosin.compare.comparing import Comparison
from rosin.compare.kinds import KINDS, Kind
from rosin.compare.matching import gap_between, recordings
from rosin.compare.report import reasons, verdict
from rosin.compare.rows import MeasureRow
from rosin.compare.take import RATE
from rosin.model.errors import FileError

ROSIN = Path(sys.executable).with_name("rosin")
TIME = np.arange(20_000) / 32_000


def bar(frequency, ratios=(1, 3, 6)):
    return 0.5 * sum(np.sin(2 * np.pi * k * frequency * TIME) * np.exp(-10 * k * TIME) / k for k in ratios)


@pytest.fixture
def library(tmp_path, monkeypatch):
    font, patches = tmp_path / "sounds" / "sf2" / "FluidR3_GM.sf2", tmp_path / "midi" / "freepats" / "Tone_000"
    font.parent.mkdir(parents=True)
    patches.mkdir(parents=True)
    soundfont(font, {(0, 13): [("C5", bar(523.25), 32_000, 72, 0, 1)]})
    patch(patches / "013_Xylophone.pat", [(bar(587.33, ratios=(1, 4, 10)), 32_000, 587.33)])
    monkeypatch.setattr(sources, "SHARED", tmp_path)
    return tmp_path


def test_a_page_with_sounds_and_nothing_from_elsewhere(library, capsys):
    compare("xylophone", "brake", output=library / "page")
    said = capsys.readouterr().out
    assert "xylophone" in said
    assert "no recording of one in these packages" in said
    page = (library / "page" / "index.html").read_text()
    assert "http" not in page
    for name in ("xylophone-1-real", "xylophone-1-rosin", "xylophone-1-other"):
        assert f'src="{name}.flac"' in page
        assert (library / "page" / f"{name}.flac").stat().st_size > 1000
        assert (library / "page" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(FileError, match="exists already"):
        compare("xylophone", output=library / "page")


def test_json_and_what_is_missing(library, capsys):
    compare("xylophone", "bell", quick=True, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["missing_packages"] == ["scratch", "tuxmath-data"]
    xylophone, bell = found["instruments"]
    assert xylophone["real_pairs"] == 2
    assert xylophone["ratio"] > 0
    assert {"name", "unit", "rosin", "real", "inside"} == set(xylophone["measures"][0])
    assert bell["ratio"] is None
    assert bell["remark"] == "its recordings are not installed"


def test_what_installs_the_recordings_is_said(library, capsys):
    with pytest.raises(FileError, match="sudo apt-get install scratch tuxmath-data"):
        compare("bell")
    compare(list_=True)
    said = capsys.readouterr().out
    assert "Scratch (not installed)" in said
    lacking = "crossfire-client freepats hydrogen-drumkits lmms-common minetest-data musescore-general-soundfont-lossless scratch"
    assert f"avldrums.lv2-soundfont {lacking} sonic-pi-samples tuxmath-data" in said


def test_a_file_with_one_note_has_its_pitch_and_not_its_end(library):
    place = library / "lmms" / "samples" / "instruments"
    place.mkdir(parents=True)
    time = np.arange(2 * RATE) / RATE
    note = np.sin(2 * np.pi * 72.71 * time) * np.where(time < 1.5, 0.5, 0.5 * np.exp(-20 * (time - 1.5)))
    soundfile.write(place / "cello01.ogg", note, RATE)
    (take,) = KINDS["cello"].sources[2].takes()
    assert (take.source, take.frequency) == ("LMMS", 72.71)
    assert take.duration == pytest.approx(1.45)
    assert np.abs(take.samples[-RATE // 10 :]).max() > 0.45


def test_a_wrong_name_ends_with_two():
    done = rosin("compare", "violn")
    assert done.returncode == 2
    assert "violin" in done.stderr


def installed(name):
    lacking = sources.missing(KINDS[name].sources)
    return pytest.mark.skipif(bool(lacking), reason=f"no recordings: {sources.install_command(lacking)}")


@installed("violin")
def test_real_violins_are_in_tune_with_their_files_and_near_each_other():
    takes = recordings(KINDS["violin"])
    chosen = [next(take for take in takes if take.source == name and take.key > 64) for name in ("FluidR3", "FreePats")]
    for take in chosen:
        assert abs(cents(pitch(take.samples[RATE // 4 :], RATE, take.frequency), take.frequency)) < 40
    first, second = chosen
    bars = recordings(KINDS["xylophone"])
    struck = min(bars, key=lambda take: abs(take.frequency - first.frequency))
    near = gap_between(KINDS["violin"], first, second.transposed(first.frequency / second.frequency))
    assert gap_between(KINDS["violin"], first, struck.transposed(first.frequency / struck.frequency)).over(near) > 1.5


def test_what_lies_outside_and_is_known_to_has_a_reason():
    rows = (
        MeasureRow("flatness", "dB", (-60.0,), (-50.0, -40.0)),
        MeasureRow("rise time", "ms", (5.0,), (50.0,)),
        MeasureRow("centroid", "Hz", (5.0,), (7.0, 9.0)),
    )
    known = Kind("bell", (), why={"flatness": "it hisses.", "rise time": "never told."})
    assert reasons(Comparison(known, rows=rows)) == ["flatness, below: it hisses."]
    assert [verdict(row) for row in rows] == ["below", "one real one", "below"]

"""Readers of sound libraries, on files that the tests write themselves."""

import numpy as np
import pytest
from library_files import patch, soundfont

from rosin.compare.patch import read_patch
from rosin.compare.soundfont import SoundFont
from rosin.model.errors import FileError, ParameterError

RATE = 22_050
TONE = 0.5 * np.sin(2 * np.pi * 440 * np.arange(2000) / RATE)


def test_a_sample_of_a_soundfont_comes_back_with_its_pitch(tmp_path):
    soundfont(
        tmp_path / "a.sf2",
        {(0, 40): [("A4", TONE, RATE, 69, 0, 1), ("flat", -TONE, 44_100, 57, 50, 1)], (0, 41): [("x", TONE[:50], RATE, 60, 0, 1)]},
    )
    first, second = SoundFont(tmp_path / "a.sf2").samples(0, 40)
    assert (first.name, first.sample_rate, second.name, second.sample_rate) == ("A4", RATE, "flat", 44_100)
    assert first.values == pytest.approx(TONE, abs=1e-4)
    assert second.values == pytest.approx(-TONE, abs=1e-4)
    assert first.frequency == pytest.approx(440)
    assert second.frequency == pytest.approx(220 * 2 ** (-50 / 1200))  # it is raised by 50 cents to sound at its key
    (other,) = SoundFont(tmp_path / "a.sf2").samples(0, 41)
    assert len(other.values) == 50


def test_of_two_ears_the_left_one_is_read(tmp_path):
    soundfont(tmp_path / "a.sf2", {(128, 0): [("tom(L)", TONE, RATE, 60, 0, 4), ("tom(R)", -TONE, RATE, 60, 0, 2)]})
    assert [sample.name for sample in SoundFont(tmp_path / "a.sf2").samples(128, 0)] == ["tom(L)"]
    assert SoundFont(tmp_path / "a.sf2").presets() == {(128, 0): "preset 0"}


def test_what_is_no_soundfont_is_told(tmp_path):
    soundfont(tmp_path / "a.sf2", {(0, 0): [("a", TONE, RATE, 60, 0, 1)]})
    with pytest.raises(ParameterError, match="no program 7 in bank 0"):
        SoundFont(tmp_path / "a.sf2").samples(0, 7)
    (tmp_path / "half.sf2").write_bytes((tmp_path / "a.sf2").read_bytes()[:3000])
    (tmp_path / "other.sf2").write_bytes(b"RIFF\4\0\0\0WAVE")
    for name, words in (("half", "no SoundFont 2"), ("other", "no SoundFont 2"), ("none", "Cannot read")):
        with pytest.raises(FileError, match=words):
            SoundFont(tmp_path / f"{name}.sf2")


@pytest.mark.parametrize(("form", "error"), [("<i2", 1e-4), ("<u2", 1e-4), ("i1", 0.01), ("u1", 0.01)])
def test_a_patch_comes_back_in_every_form(tmp_path, form, error):
    patch(tmp_path / "a.pat", [(TONE, RATE, 440.0), (-TONE[:600], 32_000, 523.25)], form)
    first, second = read_patch(tmp_path / "a.pat")
    assert first.values == pytest.approx(TONE, abs=error)
    assert second.values == pytest.approx(-TONE[:600], abs=error)
    assert (first.sample_rate, first.frequency, second.sample_rate, second.frequency) == (RATE, 440.0, 32_000, 523.25)


def test_what_is_no_patch_is_told(tmp_path):
    patch(tmp_path / "a.pat", [(TONE, RATE, 440.0)])
    content = (tmp_path / "a.pat").read_bytes()
    (tmp_path / "half.pat").write_bytes(content[:1000])
    (tmp_path / "head.pat").write_bytes(content[:250])
    (tmp_path / "other.pat").write_bytes(b"something else")
    for name, words in (
        ("half", "within its sample 1 of 1"),
        ("head", "before its sample 1"),
        ("other", "no GUS patch"),
        ("none", "Cannot read"),
    ):
        with pytest.raises(FileError, match=words):
            read_patch(tmp_path / f"{name}.pat")

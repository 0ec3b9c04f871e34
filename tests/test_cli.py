"""The command line, run as a user runs it."""

import json
import subprocess
import sys

import numpy as np
import pytest
import soundfile

from commands import rosin

RUB = {
    "format": "rosin-contact",
    "version": 1,
    "contact": {
        "exciter": {"type": "Hand"},
        "interaction": {"type": "ElastoPlastic", "bristle_stiffness": 1e5, "noise": 0.1},
        "resonator": {"type": "Modal", "frequencies": [440, 1210], "decay_times": [0.8, "inf"], "masses": 0.05},
        "texture": {"type": "Fractal", "beta": 1.2},
    },
    "gesture": {"velocity": 0.1, "normal_force": [[0, 0], [0.1, 1.0]]},
    "render": {"duration": 0.5, "sample_rate": 44_100},
}


@pytest.fixture
def description(tmp_path):
    path = tmp_path / "rub.json"
    path.write_text(json.dumps(RUB))
    return path


def test_help_and_models_need_no_compiler_and_no_plots():
    for words in (("--help",), ("render", "--help"), ("list",), ("models",)):
        script = f"import sys; sys.argv = ['rosin', *{words!r}]\nfrom rosin.cli import main\ntry:\n    main()\nexcept SystemExit: pass\n"
        heavy = "print([m for m in ('matplotlib', 'llvmlite', 'soundfile') if m in sys.modules], file=sys.stderr)"
        result = subprocess.run([sys.executable, "-c", script + heavy], capture_output=True, text=True, check=True)
        assert result.stderr.strip() == "[]", words
        assert any(word in result.stdout for word in ("render", "ElastoPlastic", "wineglass"))


def test_models_are_listed_and_explained():
    listing = rosin("models").stdout
    for name in ("Hand", "Modal", "ElastoPlastic", "Stulov", "Fractal", "ModalBox"):
        assert name in listing
    page = rosin("models", "ElastoPlastic").stdout
    for word in ("bristle_stiffness", "σ0", "N/m", "default 10000", "z' = v (1 - a(v, z) z / z_ss(v))", "implicit | linear"):
        assert word in page
    wrong = rosin("models", "ElastoPlastik")
    assert wrong.returncode == 2
    assert "did you mean 'ElastoPlastic'" in wrong.stderr


def test_a_description_becomes_a_sound(description, tmp_path):
    done = rosin("render", description, "--plot")
    assert done.returncode == 0, done.stderr
    audio, rate = soundfile.read(tmp_path / "rub.wav")
    assert rate == 44_100
    assert len(audio) == 22_050
    assert np.abs(audio).max() == pytest.approx(10 ** (-1 / 20), rel=1e-3)
    assert (tmp_path / "rub.png").stat().st_size > 10_000
    again = rosin("render", description)
    assert again.returncode == 1
    assert "--force" in again.stderr
    assert (
        rosin(
            "render", description, "--force", "--duration", "0.1", "--sample-rate", "48000", "--oversample", "2", "--seed", "4"
        ).returncode
        == 0
    )
    audio, rate = soundfile.read(tmp_path / "rub.wav")
    assert (rate, len(audio)) == (48_000, 4800)


def test_output_formats(description, tmp_path):
    for name, bits, subtype in (("a.flac", 16, "PCM_16"), ("b.wav", 32, "FLOAT"), ("c.wav", 24, "PCM_24")):
        assert rosin("render", description, "-o", tmp_path / name, "--bits", bits).returncode == 0
        assert soundfile.info(tmp_path / name).subtype == subtype


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (
            {"contact": {**RUB["contact"], "resonator": {"type": "Modal", "frequencies": [-1], "decay_times": 1, "masses": 1}}},
            2,
            ["frequencies[0] (f)", "-1 Hz"],
        ),
        ({"gesture": {"velocity": 0.1}}, 2, ["normal_force"]),
        ({"gesture": {"speed": 0.1}}, 2, ["speed"]),
        ({"render": {"duration": "long"}}, 2, ["duration", "long"]),
        ({"render": {"durration": 1}}, 2, ["did you mean 'duration'"]),
        ({"version": 9}, 2, ["version 9"]),
        ({"extra": 1}, 2, ["extra"]),
    ],
)
def test_a_wrong_description_is_explained(change, code, words, tmp_path):
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(RUB | change))
    result = rosin("render", path)
    assert result.returncode == code
    for word in words:
        assert word in result.stderr, result.stderr
    assert "Traceback" not in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["wrong.json"]


def test_files_that_are_not_there_or_not_text(tmp_path):
    missing = rosin("render", tmp_path / "none.json")
    assert missing.returncode == 1
    assert "none.json" in missing.stderr
    binary = tmp_path / "noise.json"
    binary.write_bytes(bytes(range(256)))
    assert rosin("render", binary).returncode == 2
    good = tmp_path / "rub.json"
    good.write_text(json.dumps(RUB))
    nowhere = rosin("render", good, "-o", tmp_path / "no" / "where.wav")
    assert nowhere.returncode == 1
    assert "where.wav" in nowhere.stderr


def test_wrong_calls_exit_with_2():
    assert rosin("sing").returncode == 2
    assert rosin("render").returncode == 2
    assert rosin("render", "x.json", "--loud").returncode == 2


def test_a_string_is_heard_through_a_soundbox(tmp_path):
    string = {"type": "WaveguideString", "frequency": 196, "impedance": 0.35}
    contact = {"exciter": {"type": "Bow"}, "interaction": {"type": "ElastoPlastic", "bristle_stiffness": 2e4}, "resonator": string}
    gesture = {"velocity": [[0, 0], [0.05, 0.1]], "normal_force": 0.7, "position": 0.1, "finger": [[0, 0.0], [0.3, 0.2]]}
    path = tmp_path / "violin.json"
    path.write_text(json.dumps({"contact": contact, "gesture": gesture, "render": {"duration": 0.5}, "soundbox": "violin"}))
    audio = {}
    for name, words in (("violin", ()), ("cello", ("--soundbox", "cello"))):
        done = rosin("render", path, "-o", tmp_path / f"{name}.wav", *words)
        assert done.returncode == 0, done.stderr
        audio[name], _ = soundfile.read(tmp_path / f"{name}.wav")
    assert np.abs(audio["violin"] - audio["cello"]).max() > 0.1
    wrong = rosin("render", path, "-o", tmp_path / "wrong.wav", "--soundbox", "violn")
    assert wrong.returncode == 2
    assert "violin" in wrong.stderr

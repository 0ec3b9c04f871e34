"""Instruments on the command line, as a sound designer uses them."""

import json

import mido
import numpy as np
import pytest
import soundfile

import rosin
from commands import rosin as run


def refused(code, *words):
    """What a call that must fail says."""
    result = run(*words)
    assert result.returncode == code, result.stdout + result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr


def test_every_instrument_is_listed_with_what_it_is():
    listing = run("list").stdout
    for name in rosin.instrument_names():
        assert f"  {name} " in listing
        assert rosin.instrument(name).summary in listing


def test_show_explains_parameters_and_draws_the_window(tmp_path):
    shown = run("show", "chalk", "--plot", tmp_path / "window.png")
    assert shown.returncode == 0, shown.stderr
    for word in (
        "interaction.static_friction",
        "useful 0.05 to 2",
        "resonator.frequencies",
        "Hz",
        "output.volume",
        "Listen for",
        "Sources",
    ):
        assert word in shown.stdout
    assert "velocity (m/s)" in shown.stdout
    assert "on the mode" in shown.stdout
    assert shown.stdout.count("█") > 20
    assert (tmp_path / "window.png").stat().st_size > 10_000
    assert "exists already" in refused(1, "show", "chalk", "--plot", tmp_path / "window.png")
    assert "not rubbed" in run("show", "bell").stdout


def test_a_name_is_all_that_is_needed(tmp_path):
    done = run("render", "chalk", "--plot", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    audio, rate = soundfile.read(tmp_path / "chalk.wav")
    assert rate == 48_000
    assert -30 < 20 * np.log10(np.abs(audio).max()) < -1
    assert (tmp_path / "chalk.png").stat().st_size > 10_000
    again = run("render", "chalk", cwd=tmp_path)
    assert again.returncode == 1
    assert "--force" in again.stderr
    assert run("render", "chalk", "--force", "--duration", "0.5", cwd=tmp_path).returncode == 0
    assert soundfile.info(tmp_path / "chalk.wav").frames == 24_000


def test_options_reach_the_sound(tmp_path):
    quiet, loud = tmp_path / "quiet.flac", tmp_path / "loud.wav"
    assert run("render", "chalk", "-o", quiet, "--duration", 0.6, "--volume", -20, "--bits", 16).returncode == 0
    assert run("render", "chalk", "-o", loud, "--duration", 0.6, "--bits", 32, "--sample-rate", 96_000, "--oversample", 2).returncode == 0
    assert soundfile.info(quiet).subtype == "PCM_16"
    assert soundfile.info(loud).subtype == "FLOAT"
    assert soundfile.info(loud).samplerate == 96_000
    levels = [np.sqrt((soundfile.read(path)[0] ** 2).mean()) for path in (quiet, loud)]
    assert 20 * np.log10(levels[1] / levels[0]) == pytest.approx(20, abs=0.5)


def test_traces_are_written(tmp_path):
    path = tmp_path / "traces.npz"
    assert run("render", "door", "-o", tmp_path / "door.wav", "--duration", 0.5, "--traces", path).returncode == 0
    traces = np.load(path)
    assert {"left.force", "right.bristle", "sample_rate"} <= set(traces)
    assert len(traces["left.force"]) == 24_000


def test_any_parameter_is_set_by_its_path(tmp_path):
    path = tmp_path / "chalk.wav"
    changes = ("interaction.static_friction=0.9", "resonator.frequencies.0=1200", "resonator.masses=[0.003, 0.004]", "output.volume=-6")
    assert run("render", "chalk", "--set", *changes, "-o", path, "--duration", 0.6).returncode == 0
    spectrum = np.abs(np.fft.rfft(soundfile.read(path)[0][4800:24_000, 0]))
    assert np.argmax(spectrum) * 48_000 / 19_200 == pytest.approx(1200, rel=0.04)
    both = run("render", "wineglass", "--set", "resonator.material=steel", "--set", "resonator.radius=0.05", "-o", tmp_path / "steel.wav")
    assert both.returncode == 0, both.stderr


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("render", "wineglas"), ["did you mean 'wineglass'"]),
        (("render", "chalk", "--set", "interaction.static_frictoin=1"), ["did you mean 'static_friction'"]),
        (("render", "chalk", "--set", "interacton.noise=1"), ["did you mean 'interaction'"]),
        (
            ("render", "chalk", "--set", "interaction.stribeck_velocity=-1"),
            ["stribeck_velocity (vs) = -1 m/s", "more than 0 and at most 100 m/s"],
        ),
        (("render", "chalk", "--set", "interaction.noise=loud"), ["noise", "loud", "number"]),
        (("render", "chalk", "--set", "interaction.solver=magic"), ["solver", "magic", "implicit"]),
        (("render", "chalk", "--set", "resonator.frequencies.7=100"), ["entries 0 to 1"]),
        (("render", "chalk", "--set", "interaction.noise.more=1"), ["nothing below it"]),
        (("render", "chalk", "--set", "interaction"), ["path=value"]),
        (("render", "chalk", "--set", "output.volume=20"), ["volume", "20 dB", "at most 3 dB"]),
        (("render", "chalk", "--preset", "loud"), ["no further presets"]),
        (("render", "chalk", "--variations", "0"), ["at least 1"]),
        (("render", "chalk", "--variations", "2", "--seed", "-1"), ["seed = -1", "at least 0"]),
        (("demo", "--workers", "-2"), ["--workers -2", "at least 1"]),
        (("render", "chalk", "--duration", "-1"), ["duration", "more than 0"]),
        (("render", "chalk", "--format", "mp3"), ["wav"]),
        (("render", "door", "--midi", "none.mid"), ["none.mid"]),
        (("studio", "--port", "99999"), ["--port 99999", "65535"]),
        (("show", "wineglas"), ["did you mean 'wineglass'"]),
    ],
)
def test_what_is_wrong_is_named(words, expected, tmp_path):
    result = run(*words, cwd=tmp_path)
    assert result.returncode == (1 if "none.mid" in words else 2), result.stderr
    for word in expected:
        assert word in result.stderr + result.stdout
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_variations_differ_and_repeat(tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        done = run("render", "shoe", "--variations", 3, "--seed", 5, "-o", tmp_path / folder / "squeak.wav")
        assert done.returncode == 0, done.stderr
        assert sorted(file.name for file in (tmp_path / folder).iterdir()) == [f"squeak-0{take}.wav" for take in (1, 2, 3)]
    takes = [soundfile.read(tmp_path / "a" / f"squeak-0{take}.wav")[0] for take in (1, 2, 3)]
    assert len({len(take) for take in takes}) == 3
    for take in (1, 2, 3):
        first, second = ((tmp_path / folder / f"squeak-0{take}.wav").read_bytes() for folder in ("a", "b"))
        assert first == second


def test_a_gesture_file_takes_the_hand(tmp_path):
    gesture = {"velocity": {"type": "Stroke", "amplitude": 0.12, "rate": 1.0}, "normal_force": {"type": "Press", "level": 1.0, "end": 0.8}}
    path = tmp_path / "strokes.json"
    path.write_text(json.dumps({"format": "rosin-gesture", "version": 1, "gesture": gesture}))
    assert run("render", "chalk", "--gesture", path, "--duration", 1.2, "-o", tmp_path / "out.wav").returncode == 0
    audio = soundfile.read(tmp_path / "out.wav")[0]
    assert np.abs(audio[4800:38_000]).max() > 100 * np.abs(audio[-4800:]).max()
    path.write_text(json.dumps({"speed": 1.0}))
    assert "speed" in refused(2, "render", "chalk", "--gesture", path, "-o", tmp_path / "other.wav")


def test_an_instrument_is_saved_loaded_and_rendered(tmp_path):
    mine = rosin.instrument("chalk").with_changes({"resonator.frequencies": [1800, 2600]})
    path = tmp_path / "mine.json"
    path.write_text(mine.to_json())
    done = run("render", path, "--duration", 0.4)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "mine.wav").exists()
    assert "1800" in run("show", path, "--no-window").stdout


def test_midi_is_played_by_what_can_play_it(tmp_path):
    path = tmp_path / "tune.mid"
    track = mido.MidiTrack()
    for key in (69, 72):
        track += [mido.Message("note_on", note=key, velocity=90, time=0), mido.Message("note_off", note=key, time=480)]
    mido.MidiFile(tracks=[track]).save(path)
    for name in ("musical_saw", "glass_harmonica", "struck_bar"):
        done = run("render", name, "--midi", path, "-o", tmp_path / f"{name}.wav")
        assert done.returncode == 0, done.stderr
        assert soundfile.info(tmp_path / f"{name}.wav").duration >= 2.0
    assert "plays no notes" in refused(2, "render", "door", "--midi", path, "-o", tmp_path / "door.wav")
    assert "not both" in refused(2, "render", "musical_saw", "--midi", path, "--gesture", path, "-o", tmp_path / "x.wav")
    assert "not on a double bass" in refused(2, "render", "double_bass", "--midi", _high(tmp_path), "-o", tmp_path / "x.wav")


def _high(folder):
    path = folder / "high.mid"
    mido.MidiFile(tracks=[[mido.Message("note_on", note=120), mido.Message("note_off", note=120, time=480)]]).save(path)
    return path


def test_the_doctor_finds_everything():
    result = run("doctor")
    assert result.returncode == 0, result.stdout
    assert "broken" not in result.stdout
    for word in ("llvmlite", "cache", "FLAC", "wasmtime"):
        assert word in result.stdout


def test_the_schema_is_exported(tmp_path):
    schema = json.loads(run("schema").stdout)
    assert "ElastoPlastic" in json.dumps(schema)
    assert run("schema", "gesture", "-o", tmp_path / "gesture.schema.json").returncode == 0
    assert "Stroke" in (tmp_path / "gesture.schema.json").read_text()


def test_the_demo_is_a_page_with_players(tmp_path):
    names = ("chalk", "wineglass")
    done = run("demo", *names, "--output", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out" / "index.html").read_text()
    for name in names:
        assert f'src="{name}.wav"' in page
        assert (tmp_path / "out" / f"{name}.wav").stat().st_size > 10_000
        assert (tmp_path / "out" / f"{name}.png").stat().st_size > 1000


def test_a_demo_of_what_there_is_not_is_refused(tmp_path):
    refused = run("demo", "chalc", "--output", tmp_path / "out")
    assert refused.returncode == 2
    assert "chalk" in refused.stderr


def test_a_room_is_asked_for_by_name_and_amount(tmp_path):
    heard = tmp_path / "hall.wav"
    done = run("render", "chalk", "-o", heard, "--duration", 0.3, "--room", "hall", "--room-amount", 0.4)
    assert done.returncode == 0
    assert "stereo" in done.stdout
    for options, words in (
        (("--room", "hal"), ["hal", "hall"]),
        (("--room", "hall", "--room-amount", 2), ["room_amount", "at most 1"]),
        (("--dry", "--room", "hall"), ["--dry or --room"]),
    ):
        refused = run("render", "chalk", "-o", tmp_path / "x.wav", *options)
        assert refused.returncode == 2
        assert all(word in refused.stderr for word in words)

"""`rosin fit`, run as a user runs it."""

import numpy as np
import pytest
import soundfile

from commands import rosin
from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, render
from rosin.fitting.damped import poles_of, synthesised

RATE = 16_000


@pytest.fixture
def strike(tmp_path):
    poles = poles_of([440.0, 1210.0], [5.0, 9.0], RATE)
    sound = 0.3 * np.concatenate([np.zeros(RATE // 10), synthesised(poles, np.array([1.0, 0.5]), RATE)])
    sound += 1e-4 * np.random.default_rng(1).normal(size=len(sound))
    soundfile.write(tmp_path / "strike.wav", sound, RATE)
    return tmp_path / "strike.wav"


def test_a_recording_becomes_an_instrument_and_a_page(strike, tmp_path):
    made = rosin("fit", strike, "-o", tmp_path / "mine.json")
    assert made.returncode == 0, made.stderr
    assert "440.0" in made.stdout
    page = (tmp_path / "mine.html").read_text()
    assert page.count("data:audio/wav;base64,") == page.count("data:image/png;base64,") == 3
    assert "440.00" in page
    assert "http" not in page
    played = rosin("render", tmp_path / "mine.json", "-o", tmp_path / "mine.wav")
    assert played.returncode == 0, played.stderr
    assert np.abs(soundfile.read(tmp_path / "mine.wav")[0]).max() > 0.1
    again = rosin("fit", strike, "-o", tmp_path / "mine.json")
    assert again.returncode == 1
    assert "exists already" in again.stderr


def test_wrong_calls_are_told(strike, tmp_path):
    soundfile.write(tmp_path / "silence.wav", np.zeros(RATE), RATE)
    for words, answer in (
        (("fit",), "needs a recording"),
        (("fit", tmp_path / "silence.wav"), "silent"),
        (("fit", strike, "-o", "x.wav"), ".json"),
    ):
        done = rosin(*words)
        assert done.returncode == 2
        assert answer in done.stderr


def test_what_is_rubbed_becomes_an_instrument_and_a_page(tmp_path):
    rubbed = Contact(Hand(), ElastoPlastic(noise=0.05), Modal(frequencies=[900.0], decay_times=0.05, masses=0.01))
    render(rubbed, Gesture(velocity=0.15, normal_force=1.0), duration=0.6, sample_rate=22_050).save(tmp_path / "rub.wav")
    made = rosin("fit", tmp_path / "rub.wav", "--rubbed", "--renders", 400, "-o", tmp_path / "mine.json")
    assert made.returncode == 0, made.stderr
    assert "steady tone" in made.stdout
    page = (tmp_path / "mine.html").read_text()
    assert page.count("data:audio/wav;base64,") == 2
    assert "not told by the sound" in page
    played = rosin("render", tmp_path / "mine.json", "-o", tmp_path / "mine.wav")
    assert played.returncode == 0, played.stderr
    two = rosin("fit", tmp_path / "rub.wav", tmp_path / "rub.wav", "--rubbed", "-o", tmp_path / "two.json")
    assert two.returncode == 2
    assert "one recording" in two.stderr

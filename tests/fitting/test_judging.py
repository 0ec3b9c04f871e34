"""What is no strike is refused in words; what is a poor recording of one is fitted, with a remark."""

import numpy as np
import pytest

import rosin
from rosin import ParameterError, fit
from rosin.fitting.damped import poles_of, synthesised
from rosin.fitting.judging import remarks, strikes_that_count
from rosin.fitting.recording import read_recording, recording_of
from rosin.fitting.strikes import strikes_of
from rosin.model.errors import FileError

RATE = 44_100


def ringing(seconds=0.8, rate=RATE, frequencies=(330.0, 911.0), decays=(0.2, 0.1)):
    poles = poles_of(frequencies, 1 / np.array(decays), rate)
    return 0.4 * np.concatenate([np.zeros(rate // 10), synthesised(poles, np.array([1.0, 0.6]), round(seconds * rate))])


def judged(samples, rate=RATE):
    recording = recording_of(samples, rate, "it.wav")
    return recording, strikes_that_count(recording, strikes_of(recording))


def noise(seconds):
    return np.random.default_rng(1).normal(size=round(seconds * RATE))


def speech():
    """Syllables of a gliding voice: each swells and dies over a fifth of a second."""
    time = np.arange(round(0.25 * RATE)) / RATE
    syllables = [
        sum(np.sin(2 * np.pi * k * (pitch * time + 40 * time**2)) / k for k in range(1, 12)) * np.sin(np.pi * time / 0.25) ** 2
        for pitch in (110, 160, 130, 95)
    ]
    return 0.1 * np.concatenate(syllables)


def test_silence_is_refused():
    with pytest.raises(ParameterError, match="silent"):
        recording_of(np.zeros(RATE), RATE)
    with pytest.raises(ParameterError, match="too short"):
        recording_of(np.ones(100), RATE)
    with pytest.raises(ParameterError, match="not finite"):
        recording_of(np.full(RATE, np.nan), RATE)


@pytest.mark.parametrize(
    ("samples", "words"),
    [
        (0.1 * noise(1.0), "no strike: it does not die away"),
        (speech(), "no strike|not alike|no ringing|a blow every"),
        (0.3 * np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE), "no strike: it does not die away"),
        (np.clip(20 * ringing(), -0.5, 0.5), "clipped until"),
    ],
    ids=["noise", "speech", "tone", "clipping"],
)
def test_what_is_no_strike_is_refused(samples, words):
    with pytest.raises(ParameterError, match=words):
        fit(recording_of(samples, RATE, "it.wav"))


@pytest.mark.parametrize("name", ["violin", "creaking_wood", "door"])
def test_what_is_rubbed_is_refused(name):
    sound = rosin.instrument(name).render(duration=2.5, sample_rate=RATE)
    with pytest.raises(ParameterError, match=r"no strike|not alike|no ringing|a blow every"):
        fit(recording_of(sound.audio[:1], RATE, name))


def test_different_things_are_refused():
    takes = [ringing(0.4), ringing(0.4, frequencies=(3100.0, 7000.0)), 0.3 * noise(0.4) * np.exp(-np.arange(round(0.4 * RATE)) / 900)]
    with pytest.raises(ParameterError, match="not alike"):
        judged(np.concatenate(takes))


def test_beats_are_no_reason_to_refuse():
    """A pair of equal modes dies entirely between two beats, and grows again."""
    beating = ringing(1.5, frequencies=(500.0, 502.0), decays=(1.0, 1.0))
    found = fit(recording_of(beating + 1e-4 * noise(len(beating) / RATE), RATE))
    assert found.modes.frequencies == pytest.approx([500.0, 502.0], abs=0.01)


def test_a_poor_recording_is_taken_with_a_remark():
    assert any("above its noise" in words for words in remarks(*judged(ringing() + 0.05 * noise(0.9))))
    assert any("clipped" in words for words in remarks(*judged(np.clip(ringing(), -0.4, 0.4))))
    assert any("nothing above" in words for words in remarks(*judged(ringing(rate=8000), 8000)))


def test_8_khz_will_do():
    found = fit(recording_of(ringing(rate=8000) + 1e-4 * noise(0.9 * 8000 / RATE)[:7200], 8000))
    assert found.modes.frequencies == pytest.approx([330.0, 911.0], abs=0.05)


def test_channels_and_rates_are_made_ready():
    both = recording_of(np.array([ringing(), ringing()]), RATE)
    assert both.samples.shape[0] == 1
    many = recording_of(np.array([ringing(), 0.1 * noise(0.9), 0.3 * noise(0.9)]), RATE)
    assert many.samples.shape[0] == 2
    assert "two loudest" in many.notes[0]
    fast = recording_of(ringing(rate=96_000), 96_000)
    assert fast.sample_rate == 48_000


def test_files_that_are_none(tmp_path):
    with pytest.raises(FileError, match="no such file"):
        read_recording(tmp_path / "none.wav")
    (tmp_path / "words.wav").write_text("no sound")
    with pytest.raises(FileError, match="not a sound file"):
        read_recording(tmp_path / "words.wav")


def test_of_a_long_file_the_first_minute_is_read(tmp_path):
    import soundfile

    soundfile.write(tmp_path / "hour.wav", np.tile(ringing(rate=4000), 80), 4000)
    recording = read_recording(tmp_path / "hour.wav")
    assert recording.samples.shape[1] == 60 * 4000
    assert "first 60 s" in recording.notes[0]

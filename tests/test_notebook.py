"""A sound in a notebook: the player plays it, the picture is one, and no name breaks the page."""

import base64
import io
from html.parser import HTMLParser

import numpy as np
import pytest
import soundfile
from matplotlib.image import imread

from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, Sound, render
from rosin.sound.notebook import page

RATE = 48_000


class Page(HTMLParser):
    """Tags with their attributes, the text between them, and whether all that were opened are closed."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.open = [], "", []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in ("img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data

    def named(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


def embedded(source, kind):
    head, data = source.split(",", 1)
    assert head == f"data:{kind};base64"
    return io.BytesIO(base64.b64decode(data, validate=True))


def noise(channels=1, seconds=0.5, peak=1.0):
    audio = np.random.default_rng(0).normal(size=(channels, round(seconds * RATE)))
    return peak * audio / np.abs(audio).max()


def shown(sound):
    parsed = Page(sound._repr_html_())
    assert not parsed.open
    return parsed


@pytest.mark.parametrize(
    ("sound", "expected"),
    [
        (Sound(noise(peak=0.003), RATE), noise(peak=10 ** (-1 / 20))),
        (Sound(noise(2, peak=40.0), 44_100, unit="N"), noise(2, peak=10 ** (-1 / 20))),
        (Sound(noise(2, peak=0.25), RATE, unit="full scale"), noise(2, peak=0.25)),
        (Sound(noise(peak=1.5), RATE, unit="full scale"), noise(peak=10 ** (-1 / 20))),
        (Sound(np.zeros((1, 4000)), RATE), np.zeros((1, 4000))),
    ],
    ids=["quiet", "stereo", "full scale", "too loud", "silent"],
)
def test_the_player_plays_the_sound_and_the_picture_is_one(sound, expected):
    parsed = shown(sound)
    (player,), (picture,) = parsed.named("audio"), parsed.named("img")
    assert "controls" in player
    audio, rate = soundfile.read(embedded(player["src"], "audio/wav"), always_2d=True)
    assert rate == sound.sample_rate
    np.testing.assert_allclose(audio.T, expected, atol=1.01 / 32768)
    pixels = imread(embedded(picture["src"], "image/png"))
    assert 400 < pixels.shape[1] < 800
    assert pixels[..., :3].std() > 0.05
    assert picture["alt"].startswith("Waveform and spectrogram of sound")
    assert f"{sound.sample_rate} Hz" in parsed.text


def test_a_long_sound_has_a_picture_and_a_sentence():
    parsed = shown(Sound(np.sin(np.arange(61 * 8000))[None], 8000))
    assert not parsed.named("audio")
    assert len(parsed.named("img")) == 1
    assert "61 s" in parsed.text
    assert "first 60 s" in parsed.text
    assert ".save(" in parsed.text


@pytest.mark.parametrize(("audio", "words"), [([[0.0, np.nan]], "not finite"), (np.zeros((1, 0)), "empty")])
def test_what_cannot_be_played_is_said(audio, words):
    parsed = shown(Sound(np.array(audio), RATE))
    assert not parsed.named("audio")
    assert not parsed.named("img")
    assert words in parsed.text


def test_names_do_not_break_the_page():
    name = "<script>alert(\"1\")</script> & 'more'"
    parsed = Page(page(noise(), RATE, '"><b>', name))
    assert {tag for tag, _ in parsed.tags} == {"figure", "audio", "img", "br", "figcaption"}
    assert name in parsed.text
    assert name in parsed.named("img")[0]["alt"]
    assert '"><b>' in parsed.named("audio")[0]["aria-label"]


def test_a_rendered_sound_says_what_it_is():
    contact = Contact(Hand(), ElastoPlastic(), Modal([300, 470], 0.3, 0.05))
    sound = render(contact, Gesture(velocity=0.1, normal_force=1.0), duration=0.1, record="force")
    assert "Hand, ElastoPlastic, Modal, 0.1 s, 1 channel at 48000 Hz" in shown(sound).text

"""What an instrument's file says to people: title, family and invitation; the studio's list of instruments, and a second of each."""

import io
import json

import numpy as np
import pytest
import soundfile

import rosin
from rosin import Instrument, instrument
from rosin.instruments.catalogue import catalogue
from rosin.instruments.families import HEADINGS, OWN
from rosin.model.errors import ParameterError
from rosin.studio import site
from rosin.studio.plan import instrument_plan
from rosin.studio.planned import Modules
from rosin.studio.preview import FADE_IN, FADE_OUT, SECONDS, telling

RATE = 48_000
PLAIN = {key: value for key, value in instrument("chalk").to_dict().items() if key not in ("title", "family", "invitation")}
SHORTEST, LONGEST = 3, 44  # letters of an invitation: it stands under a picture


def test_every_file_says_what_it_is_called_where_it_stands_and_what_to_do():
    listed = [each for entry in catalogue() for each in (entry, *entry.presets)]
    assert {entry.name for entry in catalogue()} == set(rosin.instrument_names())
    assert len({each.title for each in listed}) == len(listed)
    for each in listed:
        made = instrument(each.name)
        assert (made.title, made.family, made.invitation, made.summary) == (each.title, each.family, each.invitation, each.summary)
        assert each.family in HEADINGS
        assert each.family != OWN
        assert SHORTEST < len(each.invitation) <= LONGEST
        assert not each.invitation.endswith(".")


def test_a_file_without_them_is_called_by_its_name_and_is_ones_own():
    made = Instrument.from_dict(PLAIN | {"name": "my_board.wet"})
    assert (made.title, made.family, made.invitation) == ("My board, wet", "your own", "")
    assert Instrument.from_dict(json.loads(made.to_json())) == made


def test_they_are_kept():
    words = {"title": "Crayon", "family": "rubbed", "invitation": "Draw"}
    kept = json.loads(Instrument.from_dict(PLAIN | words).to_json())
    assert {key: kept[key] for key in words} == words


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"family": "drums"}, "'squeaks'"), ({"title": 3}, "title = 3"), ({"title": "x" * 101}, "100"), ({"invitation": ["a"]}, "invitation")],
)
def test_wrong_ones_are_refused_in_words(wrong, said):
    with pytest.raises(ParameterError, match=said):
        Instrument.from_dict(PLAIN | wrong)


def test_the_studio_lists_what_it_plays_with_its_presets_and_families():
    index = json.loads(site.index())
    listed = {each["name"]: each for each in index["instruments"]}
    assert sorted(listed) == site.names()
    assert index["families"] == HEADINGS
    assert listed["wineglass"]["presets"] == ["wineglass.crystal", "wineglass.forgiving"]
    assert listed["wineglass.crystal"]["title"] == "Crystal wineglass"
    assert listed["violin"] == {
        "name": "violin",
        "title": "Violin",
        "family": "bowed",
        "invitation": "Draw the bow across a string",
        "summary": "A violin that plays a scale.",
        "presets": [],
    }


def test_a_plan_says_the_same():
    plan = instrument_plan(instrument("chalk"), Modules())
    assert (plan["title"], plan["family"], plan["invitation"]) == ("Chalk", "squeaks", "Press and draw a line")


def test_of_blows_the_first_loud_one_is_heard_from_its_start():
    """Silence, a soft blow, a loud one, and one as loud: the first loud one begins where the fade in ends."""
    time = np.arange(8 * RATE) / RATE
    audio = sum(
        level * np.where(time >= at, np.exp(-5 * np.clip(time - at, 0, None)) * np.sin(2 * np.pi * 400 * (time - at)), 0)
        for at, level in ((1.0, 0.1), (3.0, 1.0), (6.0, 1.0))
    )
    cut = telling(audio, RATE)
    assert len(cut) == round(SECONDS * RATE)
    begin = round(3.0 * RATE) - round(FADE_IN * RATE)
    steady = slice(round(FADE_IN * RATE) + 48, -round(FADE_OUT * RATE))
    found = min(range(begin - 5, begin + 20), key=lambda start: np.abs(cut[steady] - audio[start : start + len(cut)][steady]).max())
    assert np.abs(cut[steady] - audio[found : found + len(cut)][steady]).max() == 0
    assert abs(found - begin) <= 5


def test_a_loud_blow_comes_early_though_a_soft_one_still_rings():
    time = np.arange(6 * RATE) / RATE
    audio = sum(
        level * np.where(time >= at, np.exp(-decay * np.clip(time - at, 0, None)) * np.sin(2 * np.pi * 400 * (time - at)), 0)
        for at, level, decay in ((0.5, 0.2, 0.2), (3.0, 1.0, 3.0))
    )
    cut = np.abs(telling(audio, RATE))
    assert cut.max() > 0.9
    assert np.argmax(cut) < 0.2 * SECONDS * RATE


def test_what_grows_is_heard_when_it_has_grown():
    time = np.arange(10 * RATE) / RATE
    envelope = np.minimum(np.exp(2 * (time - 5)), 1.0)
    cut = telling(envelope * np.sin(2 * np.pi * 300 * time), RATE)
    assert np.abs(cut).max() > 0.9


@pytest.mark.parametrize("seconds", [0.0, 0.4])
def test_a_sound_that_is_shorter_or_silent_is_filled_with_silence(seconds):
    cut = telling(np.ones(round(seconds * RATE)), RATE)
    assert len(cut) == round(SECONDS * RATE)
    assert np.isfinite(cut).all()
    assert cut[0] == cut[-1] == 0


@pytest.mark.parametrize("name", ["bell", "chalk", "wineglass.crystal"])
def test_a_preview_is_a_second_of_the_performance_itself(name):
    audio, rate = soundfile.read(io.BytesIO(site.content(f"previews/{name}.flac")))
    played = max(instrument(name).render().audio, key=lambda channel: np.sum(channel**2))
    assert (rate, audio.shape) == (RATE, (round(SECONDS * RATE),))
    assert audio[0] == audio[-1] == 0
    part = audio[RATE // 10 : RATE // 2]
    found = _place(played, part)
    assert np.abs(played[found : found + len(part)] - part).max() < 2 / 2**15


def _place(whole, part):
    """Where a part lies in a sound: the least sum of squares of the difference, by the Fourier transform."""
    size = len(whole) + len(part)
    product = np.fft.irfft(np.fft.rfft(whole, size) * np.conj(np.fft.rfft(part, size)), size)
    energy = np.concatenate([[0.0], np.cumsum(whole**2)])
    starts = np.arange(len(whole) - len(part))
    return int(np.argmin(energy[starts + len(part)] - energy[starts] - 2 * product[starts]))


def test_there_is_no_preview_of_what_is_not_there():
    assert site.content("previews/nothing.flac") is None
    assert site.content("previews/chalk.json") is None
    assert site.content("previews/tanpura.flac") is None

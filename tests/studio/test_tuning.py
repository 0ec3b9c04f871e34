"""Scales and tunings: which keys sound, and how high; measured in what is heard."""

import math

import numpy as np
import pytest
from hands import RATE, until
from keyboards import off, on, send, sounding
from test_bars import WATCH, strike

from rosin.analysis import cents
from rosin.playing.midi.score import pitch_of_key

pytestmark = pytest.mark.realtime

READ = """async (text) => {
  const {readScala} = await import("/hands/scala.js");
  try { return readScala(text, "a.scl"); } catch (error) { return error.message; }
}"""
PITCHES = """async ([choice, keys]) => {
  const {Tuning} = await import("/hands/tuning.js");
  const tuning = new Tuning(choice);
  return keys.map((key) => tuning.pitch(key));
}"""
MEANTONE = """! meanquar.scl
!
1/4-comma meantone scale
 12
!
 76.04900
 193.15686 cents
 310.26471
 5/4
 503.42157
 579.47057
 696.57843
 25/16 ! and a remark
 889.73529
 1006.84314
 1082.89214
 2/1
"""


@pytest.fixture
def blank(page, address):
    page.goto(f"{address}/icon.svg")
    return page


def frequency(sound, near):
    """The partial next to a frequency: the turn of its phase from one half of the sound to the other, closer than 0.1 cents."""
    half = len(sound) // 2
    window, turns = np.hanning(half), np.exp(-2j * np.pi * near * np.arange(half) / RATE)
    first, second = (np.sum(part * window * turns) for part in (sound[:half], sound[half : 2 * half]))
    turned = np.angle(second / first * np.exp(-2j * np.pi * near * half / RATE))
    return near + turned * RATE / (2 * np.pi * half)


def choose(page, **given):
    if not page.is_visible("#drawer"):
        page.click("#openDrawer")
    if page.locator("#tuning[open]").count() == 0:
        page.click("#tuning summary")
    for field, value in given.items():
        page.select_option(f"#{field}", value)
    page.click("#closeDrawer")


class TestPitches:
    def test_just_intervals(self, blank):
        found = blank.evaluate(PITCHES, [{"tuning": "just (5-limit)"}, [60, 63, 64, 67, 72, 48, 52]])
        wanted = [1, 6 / 5, 5 / 4, 3 / 2, 2, 1 / 2, 5 / 8]
        assert found == pytest.approx([60 + 12 * math.log2(ratio) for ratio in wanted])

    def test_meantone_has_pure_thirds_and_its_wolf_and_pythagorean_pure_fifths(self, blank):
        pitch = blank.evaluate(PITCHES, [{"tuning": "quarter-comma meantone"}, list(range(60, 80))])
        pure = 12 * math.log2(5 / 4)
        for low in (0, 2, 3, 5, 7, 9, 10):  # the major thirds of C, D, E flat, F, G, A, B flat
            assert pitch[low + 4] - pitch[low] == pytest.approx(pure)
        assert pitch[8 + 7] - pitch[8] == pytest.approx(12 * math.log2(2**7 / 5 ** (11 / 4)))  # G sharp to E flat
        pitch = blank.evaluate(PITCHES, [{"tuning": "Pythagorean", "root": 2}, list(range(62, 82))])
        assert [pitch[low + 7] - pitch[low] for low in (0, 2, 5, 7, 10)] == pytest.approx([12 * math.log2(3 / 2)] * 5)
        assert pitch[0] == 62

    def test_keys_go_to_the_nearest_note_of_the_scale(self, blank):
        assert blank.evaluate(PITCHES, [{"scale": "major", "root": 2}, [62, 63, 65, 68, 70, 72]]) == [62, 62, 64, 67, 69, 71]
        assert blank.evaluate(PITCHES, [{"scale": "minor pentatonic", "root": 9}, [69, 70, 71, 73, 75]]) == [69, 69, 72, 72, 74]
        assert blank.evaluate(PITCHES, [{}, list(range(128))]) == pytest.approx(range(128))

    def test_what_was_kept_and_is_damaged_is_as_at_first(self, blank):
        for damaged in (
            None,
            3,
            {"scale": "constructor", "root": "x", "tuning": "toString"},
            {"tuning": "a", "file": {"name": "a", "cents": [0]}},
        ):
            assert blank.evaluate(PITCHES, [damaged, [61, 64]]) == pytest.approx([61, 64])


class TestScalaFiles:
    def test_cents_and_ratios_comments_and_remarks(self, blank):
        found = blank.evaluate(READ, MEANTONE)
        assert found["description"] == "1/4-comma meantone scale"
        assert len(found["cents"]) == 12
        assert found["cents"][:4] == pytest.approx([76.049, 193.15686, 310.26471, 1200 * math.log2(5 / 4)])
        assert found["cents"][-1] == 1200

    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("\n1\n2\n", [1200]),  # no description, and a whole number is a ratio
            ("! x\r\nd\r\n 2 \r\n\t3/2\r\n2/1 octave\r\n", [1200 * math.log2(1.5), 1200]),
            ("d\n3\n-5.0\n100.\n2147483647/1073741823", [-5, 100, 1200 * math.log2(2147483647 / 1073741823)]),
            ("d\n2\n!between\n.5\n2/1\n!after\nanything", [0.5, 1200]),
        ],
    )
    def test_what_the_format_allows(self, blank, text, wanted):
        assert blank.evaluate(READ, text)["cents"] == pytest.approx(wanted)

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "how many notes"),
            ("d\nmany\n2/1", "how many notes"),
            ("d\n0\n", "1 to 1200"),
            ("d\n3\n3/2\n2/1", "3 notes follow, and has 2"),
            ("d\n1\n-3/2", "neither cents"),
            ("d\n1\n0/2", "neither cents"),
            ("d\n2\nfifth\n2/1", "note 1, “fifth”"),
            ("d\n2\n3/2\n0.0", "last note"),
            ("d\n1\n2/1" + " " * 100_000, "100000 bytes"),
        ],
    )
    def test_what_is_wrong_is_said(self, blank, text, words):
        assert words in blank.evaluate(READ, text)

    def test_a_file_of_nineteen_notes_gives_one_to_each_key(self, blank):
        file = {"name": "19.scl", "cents": [1200 * k / 19 for k in range(1, 20)]}
        found = blank.evaluate(PITCHES, [{"tuning": "19.scl", "scale": "major", "file": file}, [60, 61, 66, 79, 41]])
        assert found == pytest.approx([60 + 12 / 19 * k for k in (0, 1, 6, 19, -19)])


class TestHeard:
    def heard(self, page, key, near):
        sound = sounding(page, 0.6, on(key), off(key))
        return frequency(sound[-RATE // 2 :], near)

    @pytest.mark.thorough
    def test_a_just_third_by_midi_is_that_far_above_its_root(self, keyboard):
        page = keyboard("marimba")
        root = self.heard(page, 60, 261.63)
        assert cents(self.heard(page, 64, 329.63), root) == pytest.approx(400, abs=2)
        choose(page, temperament="just (5-limit)")
        page.evaluate("studio.engine.restart()")
        assert cents(self.heard(page, 60, 261.63), root) == pytest.approx(0, abs=1)
        assert cents(self.heard(page, 64, 1.25 * root), root) == pytest.approx(386.3, abs=2)

    def test_a_scala_file_is_opened_kept_and_heard(self, keyboard):
        page = keyboard("marimba")
        root = self.heard(page, 60, 261.63)
        page.click("#openDrawer")
        page.set_input_files("#scala", {"name": "mean.scl", "mimeType": "text/plain", "buffer": MEANTONE.encode()})
        until(page, "document.getElementById('temperament').value === 'mean.scl'")
        page.reload()
        page = keyboard("marimba")
        assert cents(self.heard(page, 67, 391), root) == pytest.approx(696.6, abs=2)

    def test_a_file_that_is_none_is_refused_in_words(self, studio):
        page = studio("marimba")
        page.click("#openDrawer")
        page.set_input_files("#scala", {"name": "no.scl", "mimeType": "text/plain", "buffer": b"d\n2\nhello\n2/1\n"})
        until(page, "document.getElementById('message').textContent.includes('no.scl is no Scala scale')")
        assert page.input_value("#temperament") == "equal"

    def test_letters_bars_and_midi_are_locked_to_the_scale(self, keyboard):
        page = keyboard("marimba")
        choose(page, scale="major")
        page.evaluate(WATCH)
        page.focus("#stage")
        page.keyboard.press("w")  # C sharp
        strike(page, 51)
        assert page.evaluate("blows.map(({key}) => key)") == [48, 50]
        sound = sounding(page, 0.4, on(61), off(61))[2400:]
        assert cents(frequency(sound, pitch_of_key(60)), pitch_of_key(60)) == pytest.approx(0, abs=5)

    def test_strings_follow_the_tuning_by_midi_and_by_letters(self, keyboard):
        page = keyboard("violin")
        choose(page, temperament="just (5-limit)", root="9")
        marks = np.array(page.evaluate("studio.engine.plan.layers.A.marks"))
        third, minor = np.interp([12 * math.log2(5 / 4), 12 * math.log2(6 / 5)], range(len(marks)), marks)
        assert marks[4] - third > 0.005
        send(page, on(73))
        until(page, f"Math.abs(studio.engine.hands.A.finger - {third}) < 1e-9")
        send(page, off(73))
        page.focus("#stage")
        page.keyboard.down("k")  # a third above A, in the octave that the letters have at first
        until(page, f"Math.abs(studio.engine.hands.A.finger - {minor}) < 1e-9")
        page.keyboard.up("k")

    def test_notes_are_offered_only_where_there_are_any(self, studio):
        page = studio("chalk")
        page.click("#openDrawer")
        assert not page.is_visible("#tuning")

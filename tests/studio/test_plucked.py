"""What is plucked, shaken, or struck by a hammer of felt, on its stage: hands, keys and notes make it sound, and how they move is heard."""

import numpy as np
import pytest
from browsing import plan_of, told
from hands import RATE, control, hear, led, level, pointer, until

from rosin.analysis import cents, pitch

pytestmark = pytest.mark.realtime

STAGE = "async (plan) => (await import('/stages/index.js')).stageFor(plan).name"
A2, F_SHARP_3 = 110.0, 185.0


@pytest.mark.parametrize(("name", "stage"), [("fretted", "Pluck"), ("sitar", "Pluck"), ("rattle", "Shake"), ("piano_note", "Hammered")])
def test_each_has_its_stage(studio, name, stage):
    page = studio("fretted")
    assert told(page, STAGE, plan_of(page, name)) == stage


@pytest.mark.parametrize("name", ["fretted", "piano_note", "rattle", "sitar"])
def test_it_shows_how_it_is_played(studio, name):
    page = studio(name)
    page.get_by_role("button", name="Listen").click()
    until(page, "studio.engine.replayed")
    assert level(hear(page, 1.5)) > 1e-4


def centroid(sound):
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)))) ** 2
    return float((power * np.fft.rfftfreq(len(sound), 1 / RATE)).sum() / power.sum())


class TestPluck:
    def click(self, page, x=0.75, y=0.5):
        pointer(page, "down", x, y)
        pointer(page, "up", x, y)

    def touched(self, page, x):
        """A finger comes down, which plucks, and the string comes to rest: or else it is gripped where it happens to be."""
        pointer(page, "down", x, 0.5)
        hear(page, 0.1)
        page.evaluate("studio.engine.restart()")

    def test_a_click_sounds_at_the_pitch_of_the_string(self, studio):
        page = studio("fretted")
        self.click(page)
        sound = hear(page, 1.0)
        assert level(sound) > 1e-3
        assert cents(pitch(sound[RATE // 2 :], RATE, A2), A2) == pytest.approx(0, abs=25)
        assert control(page, "pluck", "normal_force") == 0

    def test_it_is_pulled_by_hand_and_sounds_when_it_is_let_go_the_further_the_louder(self, studio):
        page = studio("fretted")
        levels = []
        for reach in (0.03, 0.2):  # the larger one throws it against the frets, which take much of it
            self.touched(page, 0.75)
            led(page, {1: f"(t, w, h) => [0.75*w, (0.5 + {reach}*Math.min(1, 4*t))*h]"}, 0.5)
            assert control(page, "pluck", "normal_force") > 0
            pointer(page, "up", 0.75, 0.5 + reach)
            assert control(page, "pluck", "normal_force") == 0
            levels.append(level(hear(page, 0.6)))
        assert levels[1] > 1.5 * levels[0]

    @pytest.mark.thorough
    def test_by_the_bridge_it_is_brighter(self, studio):
        """Pulled so little that it does not touch the frets."""
        page = studio("fretted")
        centroids = []
        for x in (0.55, 0.93):
            self.touched(page, x)
            led(page, {1: f"(t, w, h) => [{x}*w, 0.54*h]"}, 0.5)
            pointer(page, "up", x, 0.54)
            centroids.append(centroid(hear(page, 0.5)))
        assert centroids[1] > 1.3 * centroids[0]

    def test_letters_pluck_an_open_string_the_further_right_the_harder(self, studio):
        page = studio("fretted")
        assert page.is_hidden("#keys")  # it has one note
        page.focus("#stage")
        levels = []
        for letter in ("a", "k"):
            page.evaluate("studio.engine.restart()")
            page.keyboard.press(letter)
            levels.append(level(hear(page, 0.5)))
        assert levels[1] > 1.5 * levels[0] > 0

    def test_letters_and_notes_stop_the_string(self, studio):
        page = studio("sitar")
        page.focus("#stage")
        for letter in ("g", "k"):
            page.keyboard.press(letter)
            sound = hear(page, 1.0)
            finger = control(page, "pluck", "finger")
            wanted = F_SHARP_3 / (1 - finger)
            assert finger > 0
            assert cents(pitch(sound[RATE // 2 :], RATE, wanted), wanted) == pytest.approx(0, abs=40)


class TestShake:
    @pytest.mark.thorough
    def test_a_hand_that_moves_to_and_fro_is_heard_and_one_that_rests_is_not(self, studio):
        page = studio("rattle")
        hear(page, 1.0)  # the seeds come to rest
        pointer(page, "down", 0.5, 0.5)
        still, _ = led(page, {1: "(t, w, h) => [0.5*w, 0.5*h]"}, 0.5)
        shaken, _ = led(page, {1: "(t, w, h) => [0.5*w, (0.5 + 0.12*Math.sin(25*t))*h]"}, 1.5)
        assert level(shaken) > 10 * level(still)
        assert level(shaken) > 1e-3

    @pytest.mark.thorough
    def test_a_click_and_keys_shake_it_softly_or_hard(self, studio):
        page = studio("rattle")
        hear(page, 1.0)
        levels = []
        for key in ("a", "k"):
            page.focus("#stage")
            page.keyboard.press(key)
            levels.append(level(hear(page, 0.8)))
        assert levels[1] > 2 * levels[0]
        pointer(page, "down", 0.5, 0.5)
        pointer(page, "up", 0.5, 0.5)
        assert level(hear(page, 0.6)) > 1e-4


class TestHammered:
    def test_a_click_strikes_all_its_strings_and_a_hard_blow_is_brighter(self, studio):
        page = studio("piano_note")
        pointer(page, "down", 0.5, 0.5)
        pointer(page, "up", 0.5, 0.5)
        sound = hear(page, 1.0)
        assert cents(pitch(sound[RATE // 2 :], RATE, 261.63), 261.63) == pytest.approx(0, abs=10)
        found = []
        for key in ("a", "k"):
            page.evaluate("studio.engine.restart()")
            page.focus("#stage")
            page.keyboard.press(key)
            sound = hear(page, 0.5)
            found.append((level(sound), centroid(sound)))
        assert found[1][0] > 2 * found[0][0]
        assert found[1][1] > found[0][1]

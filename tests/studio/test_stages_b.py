"""Doors, wheels, brakes, struck, rolling, scraping and bouncing things on their stages: what hands and keys make sound."""

import numpy as np
import pytest
from browsing import plan_of, told
from hands import PICTURE, RATE, control, hear, led, level, moves, pointer, stroke, strongest, until

from rosin.instruments.opening import instrument
from rosin.playing.midi.score import pitch_of_key

pytestmark = pytest.mark.realtime

STAGE = "async (plan) => (await import('/stages/index.js')).stageFor(plan).name"


def wait(page, hand, name, condition):
    """Until a control is as wanted."""
    until(page, f"(studio.engine.hands.{hand}.{name} ?? 0) {condition}")


def usual(page, hand, name):
    return page.evaluate("([hand, name]) => studio.engine.plan.hands[hand][name].usual", [hand, name])


def held(page, key, seconds):
    """What sounds while a key is held."""
    page.focus("#stage")
    page.keyboard.down(key)
    sound = hear(page, seconds)
    page.keyboard.up(key)
    return sound


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("wineglass", "Cups"),
        ("singing_bowl", "Cups"),
        ("door", "Door"),
        ("wheel", "Wheel"),
        ("brake", "Brake"),
        ("marimba", "Bars"),
        ("bell", "Strike"),
        ("marble", "Table"),
        ("scraping", "Scrape"),
        ("bouncing_ball", "Drop"),
        ("chalk", "Surface"),
    ],
)
def test_every_kind_has_its_stage(studio, name, stage):
    page = studio("wineglass")
    assert told(page, STAGE, plan_of(page, name)) == stage


class TestDoor:
    def opening(self, side):
        """A finger on a shutter that opens it by one radian each second."""
        reach = "0.7 * Math.min(0.37*w, 0.7*h)"
        return f"(t, w, h) => [w/2 + {side} * {reach} * (Math.cos(0.35 + t) - 1.457), 0.17*h + {reach} * Math.sin(0.35 + t)]"

    def take(self, page, side):
        pointer(page, "down", 0.5 - 0.17 * side, 0.25, hand=side + 2)
        return {side + 2: self.opening(side)}

    def test_two_fingers_swing_both_shutters(self, studio):
        page = studio("door")
        before = page.evaluate(PICTURE)
        sound, controls = led(page, self.take(page, 1) | self.take(page, -1), 1.2)
        speeds = [controls[side]["velocity"] for side in ("left", "right")]
        assert speeds == pytest.approx([usual(page, "left", "velocity") / 1.4] * 2, rel=0.5)
        assert level(sound[-RATE // 2 :]) > 1e-3
        assert page.evaluate(PICTURE) != before

    def test_a_shutter_that_is_let_go_comes_to_rest(self, studio):
        page = studio("door")
        _, controls = led(page, self.take(page, 1), 0.6, lift=True)
        assert controls["left"]["velocity"] > 0
        assert controls["right"].get("velocity", 0) == 0
        wait(page, "left", "velocity", "=== 0")

    @pytest.mark.parametrize(("key", "side"), [("d", "left"), ("l", "right")])
    def test_keys_swing_a_shutter(self, studio, key, side):
        page = studio("door")
        assert level(held(page, key, 0.8)[RATE // 4 :]) > 1e-3
        wait(page, side, "velocity", "=== 0")

    def test_pen_pressure_is_load(self, studio):
        page = studio("door")
        pointer(page, "down", 0.35, 0.35, kind="pen", pressure=0.3)
        pointer(page, "move", 0.35, 0.6, kind="pen", pressure=0.3)
        wait(page, "left", "normal_force", "> 0")
        light = control(page, "left", "normal_force")
        pointer(page, "move", 0.35, 0.3, kind="pen", pressure=0.8)
        wait(page, "left", "normal_force", f"> {2 * light}")


class TestWheel:
    ROUND = "(t, w, h) => [w/2 + 150*Math.cos(1.57 + 2*t), h/2 + 150*Math.sin(1.57 + 2*t)]"

    def test_it_rolls_slides_while_braked_and_rolls_on(self, studio):
        page = studio("wheel")
        pointer(page, "down", 0.5, 0.8)
        rolling, controls = led(page, {1: self.ROUND}, 1.0)
        assert controls["hand"]["velocity"] == pytest.approx(usual(page, "hand", "velocity"), rel=0.5)
        assert controls["hand"]["normal_force"] == 0
        page.keyboard.down(" ")
        sliding, controls = led(page, {1: self.ROUND}, 1.0)
        assert controls["hand"]["normal_force"] == pytest.approx(usual(page, "hand", "normal_force"))
        page.keyboard.up(" ")
        wait(page, "hand", "normal_force", "=== 0")
        assert level(sliding[RATE // 4 :]) > 2 * level(rolling[RATE // 4 :]) > 0

    @pytest.mark.thorough
    def test_let_go_it_rolls_on_and_the_pedal_stops_it(self, studio):
        page = studio("wheel")
        pointer(page, "down", 0.5, 0.8)
        led(page, {1: self.ROUND}, 0.8, lift=True)
        assert level(hear(page, 0.2)) > 1e-4
        assert moves(page)
        pointer(page, "down", 0.93, 0.85, hand=2, kind="pen", pressure=0.8)
        wait(page, "hand", "normal_force", f"> {usual(page, 'hand', 'normal_force')}")
        wait(page, "hand", "velocity", "=== 0")

    def test_arrows_drive_it(self, studio):
        page = studio("wheel")
        assert level(held(page, "ArrowRight", 0.8)[-RATE // 4 :]) > 1e-4
        assert control(page, "hand", "velocity") > 0


class TestBrake:
    @pytest.mark.thorough
    def test_pressed_it_squeals_until_it_stands_and_the_button_rolls_it_again(self, studio):
        page = studio("brake")
        assert level(hear(page, 0.3)) < 1e-6
        pointer(page, "down", 0.5, 0.6, kind="pen", pressure=1.0)
        squeal = hear(page, 2.2)
        assert 1500 < strongest(squeal[RATE // 4 : RATE]) < 5000
        assert control(page, "hand", "normal_force") == pytest.approx(2.5 * usual(page, "hand", "normal_force"))
        assert level(hear(page, 0.3)) < 0.05 * level(squeal)
        box, standing = page.locator("#stage").bounding_box(), page.evaluate(PICTURE)
        pointer(page, "down", 40 / box["width"], 30 / box["height"], hand=2)
        again = hear(page, 0.6)
        assert page.evaluate(PICTURE) != standing
        assert level(again) == pytest.approx(level(squeal[: len(again)]), rel=0.5)

    def test_space_brakes_and_r_rolls_it_again(self, studio):
        page = studio("brake")
        held(page, " ", 0.3)
        wait(page, "hand", "normal_force", "=== 0")
        page.evaluate("() => { window.rolled = 0; studio.engine.restart = () => (window.rolled += 1); }")
        page.keyboard.press("r")
        assert page.evaluate("window.rolled") == 1


THING = """async (index) => {  // the middle of a thing of the set, and half its smaller side, from 0 to 1
  const {Strike} = await import("/stages/strike.js");
  const {width, height} = document.getElementById("stage").getBoundingClientRect();
  const {key, box} = new Strike({engine: studio.engine, plan: studio.engine.plan}).set(width, height)[index];
  return {key, x: (box.x + box.wide / 2) / width, y: (box.y + box.high / 2) / height, half: Math.min(box.wide, box.high) / 2 / width};
}"""
BLOWS = """() => {
  window.blows = [];
  const {port} = studio.engine.node, post = port.postMessage.bind(port);
  port.postMessage = (m, t) => { if (m.kind === "strike") blows.push(m.value); post(m, t); };
}"""


def partial(sound, frequency):
    turns = np.exp(-2j * np.pi * frequency * np.arange(len(sound)) / RATE)
    return 2 * abs(np.mean(sound * np.hanning(len(sound)) * turns))


class TestStrike:
    def blow(self, page, x, y, **given):
        pointer(page, "down", x, y, **given)
        pointer(page, "up", x, y, **given)

    def test_where_a_drum_is_struck_is_heard(self, studio):
        """Its second round mode, the fourth of all, moves most in the middle."""
        page = studio("drum")
        lowest, _, _, fourth = sorted(instrument("drum").setup.body.frequencies)[:4]
        drum = page.evaluate(THING, 0)
        ratios = []
        for share in (0.0, 0.7):
            page.evaluate("studio.engine.restart()")
            self.blow(page, drum["x"] + share * drum["half"], drum["y"])
            sound = hear(page, 0.4)
            ratios.append(partial(sound, fourth) / partial(sound, lowest))
        assert ratios[0] > 4 * ratios[1]

    def test_a_fast_stroke_is_a_hard_blow_and_pen_pressure_too(self, studio):
        page = studio("bell")
        page.evaluate(BLOWS)
        bell = page.evaluate(THING, 0)
        for pressure in (0.2, 0.9):
            self.blow(page, bell["x"], bell["y"], kind="pen", pressure=pressure)
        self.blow(page, bell["x"], bell["y"], kind="mouse")
        stroke(page, bell["x"], 0.1, 0.7, 0.025)
        weak, strong, click, fast = page.evaluate("blows")
        assert click == pytest.approx(usual(page, "hand", "velocity"))
        assert weak < 0.5 * click < click < strong
        assert fast > 1.2 * click
        frequencies = np.array(instrument("bell").setup.body.frequencies)
        assert np.min(np.abs(strongest(hear(page, 0.6)) / frequencies - 1)) < 0.01
        assert moves(page)

    @pytest.mark.thorough
    def test_every_thing_of_a_set_has_its_own_pitch(self, studio):
        page = studio("struck_glass")
        for index in (1, 2):
            page.evaluate("studio.engine.restart()")
            glass = page.evaluate(THING, index)
            self.blow(page, glass["x"], glass["y"])
            sound = hear(page, 0.4)
            tones = [partial(sound, pitch_of_key(glass["key"] + beside)) for beside in (0, -1, 1)]
            assert tones[0] > 5 * max(tones[1:]), index

    def test_keys_strike_from_soft_to_hard(self, studio):
        page = studio("bell")
        levels = []
        for key in "adk":
            page.evaluate("studio.engine.restart()")
            levels.append(level(held(page, key, 0.4)))
        assert levels[0] > 0
        assert levels[0] < levels[1] < levels[2]

    def test_a_demonstration_is_seen(self, studio):
        page = studio("drum")
        assert not moves(page)
        page.click("#replay")
        assert moves(page)


class TestTable:
    def test_a_ball_rolls_as_the_hand_then_on_and_slows_down(self, studio):
        page = studio("rolling_ball")
        page.evaluate(
            """() => { window.speeds = [];
              studio.engine.addEventListener("control", ({detail}) => detail.name === "velocity" && speeds.push(detail.value)); }"""
        )
        pointer(page, "down", 0.2, 0.5)
        sound, controls = led(page, {1: "(t, w, h) => [(0.2 + 0.55*t)*w, 0.5*h]"}, 0.9, lift=True)
        hand = controls["hand"]["velocity"]
        assert hand == pytest.approx(usual(page, "hand", "velocity"), rel=0.5)
        assert level(sound[-RATE // 3 :]) > 1e-4
        wait(page, "hand", "velocity", "=== 0")
        rolled = np.array(page.evaluate("speeds"))
        rolled = rolled[np.flatnonzero(rolled >= 0.9 * hand)[-1] :]  # the last of it, on its own
        assert ((rolled > 0) & (rolled < 0.9 * hand)).sum() > 3
        assert np.all(np.diff(rolled) <= 0)

    def test_space_stops_the_ball_and_the_picture_moves(self, studio):
        page = studio("rolling_ball")
        pointer(page, "down", 0.2, 0.5)
        before = page.evaluate(PICTURE)
        led(page, {1: "(t, w, h) => [(0.2 + 0.55*t)*w, 0.5*h]"}, 0.5)
        assert page.evaluate(PICTURE) != before
        page.keyboard.press(" ")
        wait(page, "hand", "velocity", "=== 0")

    def test_arrows_push_the_ball(self, studio):
        page = studio("marble")
        assert level(held(page, "ArrowRight", 0.8)[-RATE // 4 :]) > 1e-4

    def test_scraping_presses_as_the_pen_does_and_only_while_it_is_held(self, studio):
        page = studio("scraping")
        pointer(page, "down", 0.2, 0.5, kind="pen", pressure=0.3)
        pointer(page, "move", 0.2, 0.5, kind="pen", pressure=0.3)
        wait(page, "hand", "force", "> 0")
        weak = control(page, "hand", "force")
        pointer(page, "move", 0.2, 0.5, kind="pen", pressure=0.8)
        wait(page, "hand", "force", f"> {2 * weak}")
        scraped, _ = led(page, {1: "(t, w, h) => [(0.2 + 0.5*t)*w, 0.5*h]"}, 0.8)
        pointer(page, "up", 0.6, 0.5, kind="pen")
        wait(page, "hand", "force", "=== 0")
        hear(page, 0.3)
        assert level(scraped[-RATE // 3 :]) > 1e-3
        assert level(hear(page, 0.3)) < 0.01 * level(scraped[-RATE // 3 :])


class TestDrop:
    @pytest.mark.thorough
    def test_a_click_or_space_drops_the_ball_again(self, studio):
        page = studio("bouncing_ball")
        fall = np.sqrt(2 * 0.3 / 9.81)
        pointer(page, "down", 0.5, 0.5)
        sound = hear(page, 0.8)
        begun = np.argmax(np.abs(sound) > 0.1 * np.max(np.abs(sound))) / RATE
        assert begun == pytest.approx(fall, abs=0.2)
        assert moves(page)
        hear(page, 2.0)
        late = level(hear(page, 0.5))
        assert level(held(page, " ", 0.8)) > 5 * late


def test_a_pen_that_leans_bends_the_saw_and_a_mouse_does_not(studio):
    page = studio("musical_saw")
    pointer(page, "down", 0.5, 0.5, kind="pen", tilt=45)
    assert control(page, "hand", "bend") == pytest.approx(2)
    pointer(page, "move", 0.5, 0.5, kind="pen", tilt=-22.5)
    assert control(page, "hand", "bend") == pytest.approx(-1, abs=0.05)
    pointer(page, "up", 0.5, 0.5, kind="pen")
    pointer(page, "down", 0.5, 0.5, kind="mouse", tilt=45)
    assert control(page, "hand", "bend") == pytest.approx(-1, abs=0.05)


@pytest.mark.parametrize("name", ["door", "wheel", "brake", "marble", "scraping", "violin", "wineglass", "cuica"])
def test_a_demonstration_is_seen_without_a_pointer(studio, name):
    """Hands move as the gesture has them, and the stage adds nothing to it."""
    page = studio(name)
    page.evaluate("() => { window.sent = 0; studio.engine.addEventListener('control', () => (window.sent += 1)); }")
    page.click("#replay")
    until(page, "Object.values(studio.engine.hands).some(({velocity, normal_force, force}) => velocity || normal_force || force)")
    assert moves(page)
    if page.get_attribute("#replay", "aria-pressed") == "true":  # a busy machine may have heard all of it, and then hands are let go
        assert page.evaluate("sent") == 0

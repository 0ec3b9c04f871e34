"""Surfaces that are rubbed: height is pressure, motion is speed, and every touch sounds."""

import numpy as np
import pytest
from hands import METRES, RATE, control, drag, hear, led, level, moves, pointer, until

pytestmark = pytest.mark.realtime

WINDOW = "async () => { await (await import('/scopes/speaking.js')).speakingWindow(studio.engine.plan.name); }"
SPEEDS = """() => {  // of the hand from now on
  window.speeds = [];
  studio.engine.addEventListener("control", ({detail}) => detail.name === "velocity" && speeds.push(detail.value));
}"""
USUAL = 1 - np.log(8) / np.log(40)  # how far down a surface the usual force lies


def usual(page, hand, name):
    return page.evaluate("([hand, name]) => studio.engine.plan.hands[hand][name].usual", [hand, name])


def place(page, down):
    """A height of the stage, for a share of the surface from its upper edge."""
    box = """async (down) => {
      const {surfaceOf} = await import("/stages/surfaces/index.js");
      const {width, height} = document.getElementById("stage").getBoundingClientRect();
      const {y, high} = surfaceOf(studio.engine.plan).box(width, height);
      return (y + down * high) / height;
    }"""
    return page.evaluate(box, down)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["wiper", "shoe"])
def test_it_speaks_where_it_is_pressed_and_not_moved(studio, name):
    page = studio(name)
    page.evaluate(WINDOW)
    for down in (0.2, USUAL, 0.6):
        pointer(page, "down", 0.4, place(page, down))
        sound = hear(page, 1.2)[RATE // 3 :]
        pointer(page, "up", 0.4, 0.5)
        assert level(sound) > 3e-3, down
        until(page, "studio.engine.hands.hand.normal_force === 0")


def test_height_is_pressure(studio):
    page = studio("chalk")
    firm = usual(page, "hand", "normal_force")
    for down, force in ((USUAL, 1.0), (0.0, 5.0), (1.0, 0.125)):
        pointer(page, "down", 0.5, place(page, down))
        held = page.evaluate("studio.engine.plan.hands.hand.normal_force.high")
        assert control(page, "hand", "normal_force") == pytest.approx(min(force * firm, held), rel=0.02)
        pointer(page, "up", 0.5, 0.5)
    pointer(page, "down", 0.5, place(page, 0.9), kind="pen", pressure=1 - USUAL)
    assert control(page, "hand", "normal_force") == pytest.approx(firm, rel=0.02)


def test_motion_is_speed(studio):
    """As fast as usual at 0.15 m/s on the screen; four times slower or faster differs by 4**0.6."""
    page = studio("chalk")
    page.evaluate(WINDOW)
    page.evaluate(SPEEDS)
    firm = usual(page, "hand", "velocity")
    for speed in (0.0375, 0.15, 0.6):
        page.evaluate("() => { speeds.length = 0; }")
        pointer(page, "down", 0.1, 0.4)
        led(page, {1: f"(t, w, h) => [0.1*w + {speed / METRES}*t, 0.4*h]"}, min(1.0, 0.2 / speed), lift=True)
        found = np.array(page.evaluate("speeds"))
        found = found[found > 0][len(found) // 4 : -5]
        assert np.median(found) == pytest.approx(firm * (speed / 0.15) ** 0.6, rel=0.3), speed


@pytest.mark.thorough
def test_two_hands_share_it_from_left_to_right(studio):
    page = studio("bowed_bar")
    pointer(page, "down", 0.2, 0.4)
    assert control(page, "left", "normal_force") > 0
    assert control(page, "right", "normal_force") == 0
    pointer(page, "down", 0.8, 0.4, hand=2)
    assert control(page, "right", "normal_force") > 0
    pointer(page, "up", 0.2, 0.4)
    assert control(page, "left", "normal_force") == 0
    assert control(page, "right", "normal_force") > 0


def test_space_presses_and_arrows_change_speed_and_force(studio):
    page = studio("chalk")
    page.focus("#stage")
    page.keyboard.down(" ")
    until(page, f"studio.engine.hands.hand.velocity === {usual(page, 'hand', 'velocity')}")
    assert control(page, "hand", "normal_force") == pytest.approx(usual(page, "hand", "normal_force"))
    assert level(hear(page, 0.8)[RATE // 3 :]) > 1e-3
    for key, name, grows in (("ArrowUp", "normal_force", ">"), ("ArrowRight", "velocity", ">"), ("ArrowLeft", "velocity", "<")):
        before = control(page, "hand", name)
        for _ in range(3):
            page.keyboard.press(key)
        until(page, f"studio.engine.hands.hand.{name} {grows} {before}")
    page.keyboard.up(" ")
    until(page, "studio.engine.hands.hand.normal_force === 0")


@pytest.mark.thorough
def test_each_nail_has_a_pitch_of_its_own(studio):
    page = studio("nail_violin")
    page.evaluate(
        "() => { window.notes = []; const {note} = studio.engine; "
        "studio.engine.note = function (touch) { notes.push(touch.key); note.call(this, touch); }; }"
    )
    pointer(page, "down", 0.3, 0.4)
    pointer(page, "up", 0.3, 0.4)
    pointer(page, "down", 0.7, 0.4)
    drag(page, 0.7, 0.4, 0.05, 0.4)
    pointer(page, "up", 0.7, 0.4)
    keys = page.evaluate("[...new Set(notes)]")
    assert len(keys) == 2
    assert keys[1] > keys[0]


def test_a_demonstration_is_seen(studio):
    page = studio("chalk")
    assert not moves(page)
    page.click("#replay")
    until(page, "studio.engine.hands.hand.normal_force > 0")
    assert moves(page)
    page.click("#replay")


def test_bands_are_those_of_the_window_at_a_speed(page, address):
    page.goto(f"{address}/icon.svg")
    window = {"speeds": [0.1, 0.2, 0.4], "forces": [1.0, 2.0, 4.0, 8.0], "regime": [[0, 0, 0], [1, 3, 0], [2, 5, 0], [5, 5, 0]]}
    bands = "async ([window, speed]) => (await import('/stages/region.js')).bandsAt(window, speed)"
    found = page.evaluate(bands, [window, 0.11])
    assert [band["kind"] for band in found] == [None, "sings", "crunch"]
    assert found[1]["low"] == pytest.approx(2**0.5)
    assert found[1]["high"] == pytest.approx(4 * 2**0.5)
    assert [band["kind"] for band in page.evaluate(bands, [window, 1.0])] == [None]


@pytest.mark.parametrize(
    ("row", "speed"),
    [
        ([1] * 9, 0.4),
        ([0] * 9, 0.4),
        ([1, 1, 1, 1, 1, 0, 0, 0, 0], 0.2),
        ([1, 1, 0, 0, 0, 0, 0, 0, 0], 0.1),
        ([0, 0, 0, 0, 0, 0, 1, 1, 1], 0.9),
    ],
)
def test_what_is_silent_at_the_usual_speed_is_rubbed_where_it_speaks(page, address, row, speed):
    page.goto(f"{address}/icon.svg")
    window = {"speeds": [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2], "forces": [0.5, 1.0], "regime": [[0] * 9, row]}
    found = "async (window) => (await import('/stages/region.js')).speakingSpeed(window, 0.4, 1.0)"
    assert page.evaluate(found, window) == pytest.approx(speed)

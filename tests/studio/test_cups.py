"""Sets of cups: each is a body of its own, and every finger circles one of them."""

import numpy as np
import pytest
from hands import RATE, control, hear, led, level, moves, pointer, strongest, until

from rosin.analysis import cents, pitch
from rosin.instruments.opening import instrument
from rosin.playing.midi.score import pitch_of_key

pytestmark = pytest.mark.realtime

CUP = """async (step) => {  // the cup some steps up from the first: where its rim lies, from 0 to 1
  const {Cups} = await import("/stages/cups.js");
  const {width, height} = document.getElementById("stage").getBoundingClientRect();
  const stage = new Cups({engine: studio.engine, plan: studio.engine.plan});
  const cup = stage.picture.layout(width, height)[step];
  return {x: cup.x / width, y: cup.y / height, rx: cup.rx / width, ry: cup.ry / height, key: cup.key};
}"""
SPEEDS = """() => {  // of the hand from now on: one alone is as wrong as the clock of a busy browser
  window.speeds = [];
  studio.engine.addEventListener("control", ({detail}) => detail.name === "velocity" && speeds.push(detail.value));
}"""


def wait(page, name, condition):
    until(page, f"(studio.engine.hands.hand.{name} ?? 0) {condition}")


def circling(cup, turning):
    """A path round a rim, from its right side."""
    return f"(t, w, h) => [w*({cup['x']} + {cup['rx']}*Math.cos({turning}*t)), h*({cup['y']} + {cup['ry']}*Math.sin({turning}*t))]"


def take(page, step=0, **given):
    """Lay a finger on the right side of a rim."""
    cup = page.evaluate(CUP, step)
    pointer(page, "down", cup["x"] + cup["rx"], cup["y"], **given)
    return cup


def partial(sound, frequency):
    turns = np.exp(-2j * np.pi * frequency * np.arange(len(sound)) / RATE)
    return 2 * abs(np.mean(sound * np.hanning(len(sound)) * turns))


@pytest.mark.parametrize("way", [1, -1])
def test_a_finger_that_circles_makes_the_glass_sing_at_its_pitch(studio, way):
    page = studio("wineglass")
    glass = instrument("wineglass").setup
    frequency = glass.body.frequencies[0]
    cup = take(page)
    page.evaluate(SPEEDS)
    sound = led(page, {1: circling(cup, way * 0.17 / glass.resonator.radius)}, 2.5)[0][-RATE // 2 :]
    speeds = np.array(page.evaluate("speeds"))
    assert 0.03 < np.median(way * speeds[np.abs(speeds) > 0.02]) < 0.4  # 0.17 m/s, as steadily as a busy browser lets it circle
    assert level(sound) > 5e-4  # far above silence
    assert cents(pitch(sound, RATE, frequency), frequency) == pytest.approx(0, abs=30)


def test_three_fingers_make_a_chord_and_each_cup_rings_on(studio):
    page = studio("glass_harmonica")
    keys = [take(page, step, hand=step + 1)["key"] for step in (0, 2, 4)]
    hear(page, 1.5)
    sound = hear(page, 0.5)
    for key in keys:
        assert partial(sound, pitch_of_key(key)) > 1e-3, key
    for step in (0, 2, 4):
        pointer(page, "up", 0.5, 0.5, hand=step + 1)
    wait(page, "normal_force", "=== 0")
    after = hear(page, 0.3)
    for key in keys:
        assert partial(after, pitch_of_key(key)) > 1e-4, key


def test_a_finger_that_only_presses_anywhere_goes_round_by_itself(studio):
    page = studio("singing_bowl")
    page.evaluate("() => { document.getElementById('stage').focus(); }")
    cup = page.evaluate(CUP, 0)
    pointer(page, "down", cup["x"], cup["y"] + 2.5 * cup["ry"])
    wait(page, "velocity", f"=== {page.evaluate('studio.engine.plan.hands.hand.velocity.usual')}")
    assert level(hear(page, 1.5)[-RATE // 2 :]) > 1e-4
    assert moves(page)
    pointer(page, "up", 0.5, 0.5)
    wait(page, "normal_force", "=== 0")


def test_a_finger_that_is_dragged_onto_another_rim_takes_it(studio):
    page = studio("wineglass")
    page.evaluate(
        "() => { window.keys = []; const {note} = studio.engine; "
        "studio.engine.note = function (touch) { keys.push(touch.key); note.call(this, touch); }; }"
    )
    take(page, 0)
    wait(page, "normal_force", "> 0")
    other = page.evaluate(CUP, 1)
    pointer(page, "move", other["x"] - other["rx"], other["y"])
    until(page, f"keys.includes({other['key']})")
    pointer(page, "up", 0.5, 0.5)


def test_pen_pressure_slider_and_wheel_are_force(studio):
    page = studio("wineglass")
    firm = page.evaluate("studio.engine.plan.hands.hand.normal_force.usual")
    cup = take(page, kind="pen", pressure=0.5)
    wait(page, "normal_force", f"=== {firm}")
    pointer(page, "move", cup["x"] + cup["rx"], cup["y"], kind="pen", pressure=0.2)
    wait(page, "normal_force", f"< {0.5 * firm}")
    pointer(page, "up", 0.5, 0.5, kind="pen")
    wait(page, "normal_force", "=== 0")
    take(page)
    page.locator("#press").fill("0.9")
    wait(page, "normal_force", f"> {1.5 * firm}")
    for _ in range(14):
        page.evaluate("document.getElementById('stage').dispatchEvent(new WheelEvent('wheel', {deltaY: 1, cancelable: true}))")
    wait(page, "normal_force", f"< {firm}")


@pytest.mark.parametrize("name", ["wineglass", "singing_bowl", "glass_harmonica"])
def test_space_circles_the_own_cup_at_the_usual_speed(studio, name):
    page = studio(name)
    page.focus("#stage")
    page.keyboard.down(" ")
    sound = hear(page, 2.0)
    assert moves(page)
    page.keyboard.up(" ")
    assert strongest(sound[-RATE // 2 :]) == pytest.approx(instrument(name).setup.body.frequencies[0], rel=0.02)
    wait(page, "normal_force", "=== 0")


@pytest.mark.thorough
def test_letters_play_cups(studio):
    page = studio("glass_harmonica")
    page.focus("#stage")
    for letter in "dg":
        page.keyboard.down(letter)
    hear(page, 1.5)
    sound = hear(page, 0.5)
    for key in (76, 79):
        assert partial(sound, pitch_of_key(key)) > 1e-3, key
    for letter in "dg":
        page.keyboard.up(letter)


def test_a_demonstration_is_seen_on_the_cups(studio):
    page = studio("glass_armonica")
    page.click("#replay")
    hear(page, 0.8)
    assert moves(page)
    page.click("#replay")
    assert control(page, "hand", "normal_force") == 0

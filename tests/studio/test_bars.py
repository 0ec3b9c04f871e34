"""Rows of bars: every bar rings on by itself; where it is struck is heard, and how fast."""

import numpy as np
import pytest
from hands import PICTURE, RATE, hear, level, moves, pointer, stroke

from rosin.playing.midi.score import pitch_of_key

pytestmark = pytest.mark.realtime

BAR = """async (key) => {  // where it lies, from 0 to 1
  const {Bars} = await import("/stages/bars.js");
  const {width, height} = document.getElementById("stage").getBoundingClientRect();
  const bar = new Bars({engine: studio.engine, plan: studio.engine.plan}).layout(width, height).find((each) => each.key === key);
  return {x: (bar.x + bar.wide / 2) / width, y: bar.y / height, high: bar.high / height};
}"""
WATCH = """() => {  // what is struck, as the audio thread is told
  window.blows = [];
  const {port} = studio.engine.node, post = port.postMessage.bind(port);
  port.postMessage = (message, transfer) => { if (message.kind === "note") blows.push(message); post(message, transfer); };
}"""


def strike(page, key, along=0.5, **given):
    """Strike a bar at a place along it."""
    bar = page.evaluate(BAR, key)
    at = bar["x"], bar["y"] + along * bar["high"]
    pointer(page, "down", *at, **given)
    pointer(page, "up", *at, **given)


def partial(sound, frequency):
    turns = np.exp(-2j * np.pi * frequency * np.arange(len(sound)) / RATE)
    return 2 * abs(np.mean(sound * np.hanning(len(sound)) * turns))


def test_every_bar_that_is_struck_rings_on(studio):
    page = studio("marimba")
    chord = (48, 52, 55, 58, 64)
    for key in chord:
        strike(page, key)
    sound = hear(page, 0.6)
    for key in chord:
        assert partial(sound, pitch_of_key(key)) > 2e-3, key
    assert partial(sound, pitch_of_key(50)) < 2e-4


def test_where_a_bar_is_struck_is_heard(studio):
    """Against the lowest tone, the fourfold one is stronger at the end, where both move most, than in the middle."""
    page = studio("marimba")
    ratios = []
    for along in (0.5, 0.98):
        page.evaluate("studio.engine.restart()")
        strike(page, 60, along)
        sound = hear(page, 0.4)
        ratios.append(partial(sound, 4 * pitch_of_key(60)) / partial(sound, pitch_of_key(60)))
    assert ratios[1] > 4 * ratios[0]


def test_a_fast_stroke_and_a_pen_that_presses_strike_harder(studio):
    page = studio("struck_bar")
    page.evaluate(WATCH)
    for pressure in (0.2, 0.9):
        strike(page, 77, kind="pen", pressure=pressure)
    strike(page, 77, kind="mouse")
    bar = page.evaluate(BAR, 77)
    stroke(page, bar["x"], 0.1, 0.7, 0.05)
    weak, strong, click, fast = (blow["controls"]["velocity"] for blow in page.evaluate("blows"))
    assert click == pytest.approx(page.evaluate("studio.engine.plan.hands.hand.velocity.usual"))
    assert weak < 0.5 * click < click < strong
    assert fast > 1.2 * click


def test_a_hand_drawn_over_the_bars_strikes_each(studio):
    page = studio("xylophone")
    page.evaluate(WATCH)
    keys = (72, 74, 76, 77, 79)
    bars = [page.evaluate(BAR, key) for key in keys]
    pointer(page, "down", bars[0]["x"], 0.75)
    for bar in bars[1:]:
        pointer(page, "move", bar["x"] - 0.01, 0.75)
        pointer(page, "move", bar["x"], 0.75)
    pointer(page, "up", bars[-1]["x"], 0.75)
    assert [blow["key"] for blow in page.evaluate("blows")] == list(keys)


def test_letters_play_a_scale_and_z_and_x_its_octave(studio):
    page = studio("marimba")
    page.evaluate(WATCH)
    page.focus("#stage")
    for key in "awkza":
        page.keyboard.press(key)
    assert [blow["key"] for blow in page.evaluate("blows")] == [48, 49, 60, 36]


def test_bars_glow_while_they_are_heard(studio):
    page = studio("marimba")
    still = page.evaluate(PICTURE)
    page.click("#byItself")  # however slow pictures are, something is heard
    assert page.evaluate(PICTURE) != still
    assert moves(page)
    page.click("#byHand")
    while level(hear(page, 0.5)) > 1e-6:
        pass
    assert not moves(page)


def test_a_demonstration_is_seen_on_the_bars(studio):
    page = studio("marimba")
    assert not moves(page)
    page.click("#replay")
    assert moves(page)
    assert page.evaluate("studio.engine.seen.frame") > 0
    if page.get_attribute("#replay", "aria-pressed") == "true":  # a busy machine may have heard all of it
        page.click("#replay")

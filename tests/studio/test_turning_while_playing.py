"""Knobs are turned while something is held: the hand stays, nothing clicks, what one drag did is one step back."""

import numpy as np
import pytest
from browsing import told
from hands import RATE, control, hear, until

pytestmark = pytest.mark.realtime

VALUE = "(path) => studio.engine.plan.parameters.find((each) => each.path === path).value"
SLIDE = """([id, from, to, steps]) => new Promise(async (done) => {
  const slider = document.getElementById(id);
  slider.focus();
  for (let k = 0; k <= steps; k++) {
    slider.value = from + (to - from) * k / steps;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((soon) => setTimeout(soon, 20));
  }
  slider.dispatchEvent(new Event("change", { bubbles: true }));
  done();
})"""

ACROSS = """async ([what, before, after]) => {
  const { engine } = studio;
  const heard = async (samples) => { while (engine.heard < samples) await new Promise((soon) => setTimeout(soon, 20)); };
  engine.record(true);
  await heard(before);
  if (what === "gain") {
    const [glass] = Object.values(engine.plan.layers);
    engine.post({ kind: "gain", layer: 0, value: 0.25 * glass.gain });
  } else await studio.preset.open("chalk");
  await heard(engine.heard + after);
  engine.record(false);
  return Array.from((await engine.take())[0]);
}"""


def bend(sound):
    """The largest second difference: what a click has."""
    return np.abs(np.diff(sound, 2)).max()


def test_a_key_that_is_held_stays_while_a_slider_is_dragged(studio):
    page = studio("violin")
    page.locator("body").press("Tab")
    page.keyboard.down("h")
    until(page, "studio.engine.hands.A.normal_force > 0")
    page.evaluate(SLIDE, ["volume", -10, -3, 5])
    assert page.evaluate("document.activeElement.id") == "volume"
    assert control(page, "A", "normal_force") > 0
    page.keyboard.up("h")
    assert control(page, "A", "normal_force") == 0


def test_fields_buttons_and_sliders_keep_their_own_keys(studio):
    page = studio("violin")
    page.click("#openDrawer")
    for holder, key in (("#undo", " "), ("#volume", "ArrowUp"), ("#find", "h")):
        page.evaluate("(id) => { const own = document.querySelector(id); own.disabled = false; own.focus(); }", holder)
        page.keyboard.down(key)
        assert control(page, "A", "normal_force") == 0, holder
        page.keyboard.up(key)


def test_space_plays_and_does_not_scroll_the_page(studio):
    page = studio("chalk")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down(" ")
    assert control(page, "hand", "normal_force") > 0
    page.keyboard.up(" ")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("name", "needed"), [("chalk", False), ("violin", True)])
def test_the_mouse_wheel_is_the_pages_where_the_stage_does_not_need_it(studio, name, needed):
    page = studio(name)
    page.evaluate("() => addEventListener('wheel', (event) => (globalThis.taken = event.defaultPrevented))")
    box = page.locator("#stage").bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.wheel(0, 200)
    until(page, f"globalThis.taken === {str(needed).lower()}")


def test_a_drag_is_one_step_and_is_done_again(studio):
    page = studio("wineglass")
    before = page.evaluate(VALUE, "output.volume")
    page.evaluate(SLIDE, ["volume", -12, -6, 12])
    until(page, f"({VALUE})('output.volume') === -6")
    assert page.evaluate("studio.preset.history.length") == 1
    page.click("#undo")
    until(page, f"({VALUE})('output.volume') === {before}")
    page.click("#redo")
    until(page, f"({VALUE})('output.volume') === -6")
    assert page.is_disabled("#redo")


@pytest.mark.parametrize(("what", "low", "high"), [("gain", 0.05, 0.7), ("instrument", 0.0, 0.01)])
def test_nothing_clicks(studio, what, low, high):
    """A glass sings; what becomes softer by 12 dB, or goes, does so without a corner (which would have twenty times the bend)."""
    page = studio("wineglass")
    page.click("#replay")
    hear(page, 1.5)
    sound = np.array(told(page, ACROSS, [what, int(0.2 * RATE), int(0.5 * RATE)]))
    before, after = sound[: RATE // 5], sound[-RATE // 5 :]
    assert low <= np.abs(after).max() / np.abs(before).max() < high
    assert bend(sound) < 5 * bend(before)

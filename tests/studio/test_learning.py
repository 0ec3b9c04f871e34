"""MIDI learn: a controller is moved while a knob listens, and turns it from then on, on this instrument and in this browser."""

import json

import pytest
from hands import control, until
from keyboards import controller, off, on, send

pytestmark = pytest.mark.realtime

PLACE = "(name) => Number(document.querySelector(`.knob:has([aria-label='${name}']) svg`).getAttribute('aria-valuenow'))"
VALUE = "studio.engine.plan.parameters.find((each) => each.path === path).value"
BOUND = "[...document.querySelectorAll('.bound')].map((tag) => tag.textContent)"
KEPT = "rosin controllers of violin"


def knob(page):
    """The first knob: its element and its title."""
    found = page.locator(".knob").first
    return found, found.locator("b").text_content()


def learn(page, number, value=0, channel=1):
    """Bind a controller to the first knob."""
    page.click("#learn")
    element, title = knob(page)
    element.locator("svg").click()
    assert "learning" in element.get_attribute("class")
    send(page, controller(number, value, channel))
    assert "learning" not in element.get_attribute("class")
    page.click("#learn")
    return element, title


def test_a_controller_turns_the_knob_that_listened_to_it(keyboard):
    page = keyboard("violin")
    element, title = learn(page, 21, channel=3)
    assert element.locator(".bound").text_content() == "CC 21"
    for value in (127, 32, 100):
        send(page, controller(21, value, 3))
        assert page.evaluate(PLACE, title) == pytest.approx(value / 127, abs=0.006)
    send(page, controller(21, 0), controller(22, 0, 3))  # another channel, another controller
    assert page.evaluate(PLACE, title) == pytest.approx(100 / 127, abs=0.006)
    until(page, "studio.preset.changed && studio.preset.history.length")


def test_what_a_controller_did_is_one_step_to_undo(keyboard):
    page = keyboard("violin")
    learn(page, 21)
    until(page, "studio.preset.history.length === 1")
    pause = "await new Promise((soon) => setTimeout(soon, 10))"
    page.evaluate(f"async () => {{ for (let k = 1; k < 60; k++) {{ send([0xb0, 21, k]); {pause}; }} }}")
    page.wait_for_timeout(700)
    assert page.evaluate("studio.preset.history.length") <= 2
    _, title = knob(page)
    assert page.evaluate(PLACE, title) == pytest.approx(59 / 127, abs=0.006)


def test_a_parameter_listens_when_its_slider_has_the_focus(keyboard):
    page = keyboard("violin")
    page.click("#openDrawer")
    page.click("#learn")
    row = page.locator(".parameter:has([id='p-output.volume'])")
    row.locator("input[type=range]").focus()
    assert "learning" in row.get_attribute("class")
    send(page, controller(22, 127))
    low, high = page.evaluate("studio.engine.plan.parameters.find(({path}) => path === 'output.volume').range")
    until(page, f"(({VALUE}) === {high})".replace("path)", "'output.volume')"))
    send(page, controller(22, 0))
    until(page, f"(({VALUE}) === {low})".replace("path)", "'output.volume')"))
    assert row.locator(".bound").text_content() == "CC 22"


@pytest.mark.thorough
def test_bindings_belong_to_an_instrument_are_kept_and_can_be_forgotten(keyboard):
    page = keyboard("violin")
    learn(page, 21)
    page.evaluate("() => (location.hash = 'wineglass')")
    until(page, "studio.engine.plan.name === 'wineglass' && document.querySelector('.knob')", seconds=60)
    assert page.evaluate(BOUND) == []
    page.reload()
    page = keyboard("violin")
    assert page.evaluate(BOUND) == ["CC 21"]
    element, title = knob(page)
    send(page, controller(21, 127))
    assert page.evaluate(PLACE, title) == 1
    element.locator(".bound").click()
    assert page.evaluate(BOUND) == []
    send(page, controller(21, 0))
    assert page.evaluate(PLACE, title) == 1
    assert json.loads(page.evaluate("(name) => localStorage.getItem(name)", KEPT)) == []


def test_one_controller_turns_one_thing(keyboard):
    page = keyboard("violin")
    learn(page, 21)
    page.click("#learn")
    second = page.locator(".knob").nth(1)
    second.locator("svg").click()
    send(page, controller(21, 64))
    assert page.evaluate(BOUND) == ["CC 21"]
    assert second.locator(".bound").count() == 1
    second.locator("svg").click()
    send(page, controller(30, 64))
    assert page.evaluate(BOUND) == ["CC 30"]


def test_pedal_pitch_mpe_and_all_notes_off_are_never_taken(keyboard):
    page = keyboard("violin")
    page.click("#learn")
    element, _ = knob(page)
    element.locator("svg").click()
    others = (6, 38, 64, 74, 98, 99, 100, 101, *range(120, 128))
    send(page, *(controller(number, 0) for number in others), [0xE0, 0, 64], [0xD0, 10], [0xA0, 60, 3])
    assert page.evaluate(BOUND) == []
    assert "learning" in element.get_attribute("class")
    send(page, on(69), controller(64, 127), off(69))
    assert control(page, "A", "normal_force") > 0
    send(page, controller(123, 0), controller(64, 0))
    assert control(page, "A", "normal_force") == 0


def test_learning_is_offered_only_while_there_is_midi(keyboard):
    page = keyboard("violin")
    assert page.is_visible("#learn")
    page.click("#learn")
    page.locator(".knob svg").first.click()
    page.click("#midi")
    assert not page.is_visible("#learn")
    assert page.locator(".learning").count() == 0


def test_what_was_kept_and_is_damaged_is_left_out(keyboard, plugged):
    macro = {"kind": "macro", "name": "bite"}
    kept = [None, 3, {"channel": 1, "number": 64, **macro}, {"channel": 99, "number": 3, **macro}]
    kept.append({"channel": 1, "number": 21, "kind": "gone", "name": "x"})
    plugged.add_init_script(f"if (location.protocol === 'http:') localStorage.setItem('{KEPT}', '{json.dumps(kept)}')")
    page = keyboard("violin")
    assert page.evaluate(BOUND) == []
    send(page, controller(21, 5), on(69))
    assert control(page, "A", "normal_force") > 0

"""What a visitor does in the first minutes, and what used to go wrong then."""

import json

import numpy as np
import pytest
from browsing import stage
from hands import control, hear, level, until

pytestmark = pytest.mark.realtime

VALUE = "path => studio.engine.plan.parameters.find((each) => each.path === path).value"


def test_an_instrument_from_the_cabinet_shows_how_it_is_played_until_somebody_takes_over(page, address):
    page.goto(f"{address}/")
    page.wait_for_selector(".thing[data-name=wineglass]")
    page.click("#power")
    until(page, "studio.engine.running")
    page.click(".thing[data-name=wineglass]")
    until(page, "document.getElementById('ghost').checkVisibility()", seconds=60)
    assert level(hear(page, 1.5)) > 1e-3
    page.mouse.click(*middle(page))
    until(page, "!document.getElementById('ghost').checkVisibility()")
    assert page.get_attribute("#replay", "aria-pressed") == "false"


def test_it_plays_on_by_itself_while_knobs_are_turned(studio):
    page = studio("violin")
    page.click("#byItself")
    until(page, "studio.engine.hands.A.normal_force > 0")
    usual = control(page, "A", "velocity")
    page.get_by_label("Speed", exact=True).fill("0.75")
    until(page, f"studio.engine.hands.A.velocity > {1.5 * usual}")
    page.click("#openDrawer")
    page.fill("#find", "gain")
    assert level(hear(page, 0.5)) > 1e-3
    page.click("#closeDrawer")
    page.click("#byHand")
    until(page, "studio.engine.hands.A.normal_force === 0")


def test_a_macro_turns_its_parameters_and_follows_them(studio):
    page = studio("wineglass")
    macro = page.evaluate("studio.engine.plan.macros[0]")
    (path, curve), *_ = macro["curves"].items()
    knob = page.get_by_role("slider", name=macro["title"])
    knob.focus()
    knob.press("End")
    until(page, f"Math.abs(({VALUE})({json.dumps(path)}) - {curve['points'][-1][1]}) < 1e-9")
    assert knob.get_attribute("aria-valuenow") == "1.00"
    page.click("#undo")
    until(page, f"document.querySelector('.knob svg').getAttribute('aria-valuenow') === '{macro['value']:.2f}'")


def test_a_demonstration_that_is_recorded_is_a_gesture(studio):
    page = studio("chalk")
    page.click("#record")
    page.click("#replay")
    hear_on(page, 1.0)
    with page.expect_download():
        page.click("#record")
    gesture = page.evaluate("studio.transport.gesture.hands")
    force = np.array(gesture["hand"]["normal_force"])
    assert force[:, 1].max() > 0.1
    assert len(force) > 5


def test_a_take_is_kept_when_another_instrument_comes(studio):
    page = studio("bell")
    page.click("#record")
    page.evaluate("studio.engine.strike('hand', 1.0)")
    hear_on(page, 0.5)
    with page.expect_download() as download:
        page.evaluate("() => (location.hash = 'chalk')")
    assert download.value.suggested_filename == "bell.wav"
    assert download.value.path().stat().st_size > 10_000


def test_a_workshop_that_does_not_answer_is_told_in_words_and_it_plays_on(studio):
    page = studio("bell")
    page.route("**/plans/**", lambda route: route.abort())
    page.route("**/change", lambda route: route.abort())
    page.evaluate("() => (location.hash = 'gong')")
    until(page, "document.getElementById('message').textContent.includes('does not answer')")
    assert "fetch" not in page.inner_text("#message")
    page.evaluate("studio.engine.strike('hand', 1.0)")
    assert level(hear(page, 0.5)) > 1e-3


@pytest.mark.thorough
def test_a_wait_says_what_it_waits_for_and_can_be_left(studio):
    page = studio("bell")
    page.route("**/plans/gong.json", lambda route: (page.wait_for_timeout(1500), route.continue_()))
    page.evaluate("() => (location.hash = 'gong')")
    until(page, "document.getElementById('message').textContent.includes('shelf')")
    page.get_by_role("button", name="Stay with this one").click()
    page.wait_for_timeout(2500)
    assert page.evaluate("studio.engine.plan.name") == "bell"
    assert page.evaluate("location.hash") == "#bell"


def test_a_knob_that_takes_long_can_be_left_and_keeps_no_other_instrument_waiting(studio):
    page = studio("bell")
    page.route("**/change", lambda route: None)  # never answered
    before = page.evaluate("studio.engine.plan.parameters.find(({ path }) => path === 'gain').value")
    page.evaluate("() => studio.turning.turn('gain', 2)")
    page.get_by_role("button", name="Leave it as it was").click()
    until(page, "document.getElementById('notice').hidden")
    assert page.evaluate("studio.preset.changes") == {}
    assert page.evaluate("studio.engine.plan.parameters.find(({ path }) => path === 'gain').value") == before
    page.evaluate("() => { for (const path of ['gain', 'output.volume', 'output.room_amount']) studio.turning.turn(path, 1); }")
    until(page, "document.getElementById('message').textContent.includes('Making')")
    page.evaluate("() => (location.hash = 'gong')")
    until(page, "studio.engine.plan.name === 'gong' && location.hash === '#gong'", seconds=60)
    assert page.evaluate("studio.preset.changes") == {}


def test_a_knob_that_arrives_on_the_way_elsewhere_does_not_hold_the_visitor_back(studio):
    """The address is the next one already, and nobody has followed it yet, when the answer of the last knob comes."""
    page = studio("bell")
    page.evaluate("() => { location.hash = 'gong'; studio.preset.shown(); }")
    until(page, "studio.engine.plan.name === 'gong' && location.hash === '#gong'", seconds=60)


def test_a_knob_that_arrives_in_the_cabinet_leaves_the_address_alone(studio):
    page = studio("bell")
    page.route("**/change", lambda route: (page.wait_for_timeout(500), route.continue_()))
    page.evaluate("() => void (globalThis.turned = studio.preset.turn('gain', 2).then(() => true))")
    page.evaluate("() => (location.hash = '')")
    until(page, "document.body.dataset.view === 'cabinet'")
    assert page.evaluate("turned")
    assert page.evaluate("location.hash") == ""
    page.click(".thing[data-name=bell]")
    until(page, "document.body.dataset.view === 'workshop' && location.hash === '#bell'")


def test_a_file_that_is_opened_from_the_cabinet_goes_on_stage(studio):
    page = studio("bell")
    page.evaluate("studio.preset.turn('gain', 2)")
    file = json.dumps(page.evaluate("studio.preset.file()"))
    page.evaluate("() => (location.hash = '')")
    until(page, "document.body.dataset.view === 'cabinet'")
    page.set_input_files("#cabinet input[type=file]", {"name": "mine.json", "mimeType": "application/json", "buffer": file.encode()})
    until(page, "document.body.dataset.view === 'workshop'")
    assert page.evaluate(VALUE, "gain") == 2
    page.go_back()
    until(page, "document.body.dataset.view === 'cabinet'")


@pytest.mark.parametrize(("name", "text"), [("mine.json", '{"velocity": 0.17, "normal_force": [[0, 0], [0.5, 0.6]]}')])
def test_a_file_that_is_loaded_is_named(studio, name, text):
    page = studio("wineglass")
    page.set_input_files("#load-file", {"name": name, "mimeType": "application/json", "buffer": text.encode()})
    until(page, f"document.getElementById('message').textContent.includes('{name}')")


def test_keys_on_the_screen_play_notes_that_ring_on(page, address):
    stage(page, address, "bell")
    page.click("#keys [aria-label='C5']")
    until(page, "studio.engine.running && studio.engine.ready")
    hear(page, 0.2)
    page.click("#keys [aria-label='C5']")
    page.click("#keys [aria-label='G4']")
    sound = hear(page, 0.7)
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 17))
    for frequency in (523.25, 392.0):
        near = spectrum[int((frequency - 8) * (1 << 17) / 48_000) : int((frequency + 8) * (1 << 17) / 48_000)]
        assert near.max() > 0.02 * spectrum.max()


def middle(page):
    box = page.locator("#stage").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hear_on(page, seconds):
    """Wait until so much more of a take was recorded."""
    begun = page.evaluate("studio.engine.heard")
    until(page, f"studio.engine.heard >= {begun + int(seconds * 48_000)}")

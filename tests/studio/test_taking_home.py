"""What one takes home: presets, gestures and links, and that they bring back what was heard."""

import json

import numpy as np
import pytest
from hands import RATE, control, hear, until

from rosin import instrument
from rosin.analysis import cents, pitch
from rosin.instruments.instrument import Instrument
from rosin.playing.gesture import read_gesture

pytestmark = pytest.mark.realtime

TURN = "([path, value]) => studio.preset.turn(path, value)"
VALUE = "path => studio.engine.plan.parameters.find((each) => each.path === path).value"


def saved(page, button):
    """The file that a button gives."""
    if page.is_hidden("#drawer"):
        page.click("#openDrawer")
    with page.expect_download() as download:
        page.click(button)
    return download.value


def open_file(page, name, text):
    page.set_input_files("#load-file", {"name": name, "mimeType": "application/json", "buffer": text.encode()})


class TestPresets:
    def test_a_saved_preset_is_an_instrument_file_and_comes_back(self, studio):
        page = studio("wineglass")
        page.evaluate(TURN, ["gain", 3.0])
        text = saved(page, "#save").path().read_text()
        assert Instrument.from_dict(json.loads(text)).setup.gain == 3.0
        page.evaluate(TURN, ["gain", 1.0])
        open_file(page, "mine.json", text)
        until(page, f"({VALUE})('gain') === 3")
        page.evaluate(TURN, ["gain", 2.0])
        assert page.evaluate(VALUE, "gain") == 2.0
        assert json.loads(saved(page, "#save").path().read_text())["setup"]["gain"] == 2.0

    def test_undo_and_the_two_sides(self, studio):
        page = studio("wineglass")
        before = page.evaluate(VALUE, "gain")
        page.evaluate(TURN, ["gain", 3.0])
        page.evaluate(TURN, ["gain", -4.0])
        page.click("#undo")
        until(page, f"({VALUE})('gain') === 3")
        page.click("#ab")
        until(page, f"({VALUE})('gain') === {before}")
        page.click("#ab")
        until(page, f"({VALUE})('gain') === 3")
        page.click("#undo")
        until(page, f"({VALUE})('gain') === {before}")
        assert page.is_disabled("#undo")

    def test_a_link_carries_the_preset(self, studio, browser):
        page = studio("wineglass")
        page.evaluate(TURN, ["gain", 3.0])
        until(page, "location.hash.includes('gain')")
        other = browser.new_page()
        other.goto(page.url)
        until(other, "globalThis.studio?.preset.changed", seconds=120)
        assert other.evaluate(VALUE, "gain") == 3.0
        other.close()

    def test_every_parameter_has_a_labelled_control_that_says_its_unit(self, studio):
        page = studio("violin")
        plan = page.evaluate("studio.engine.plan.parameters")
        page.click("#openDrawer")
        shown = [each for each in plan if each.get("range") or each["choices"] or isinstance(each["value"], bool)]
        assert page.locator("#parameters .parameter").count() == len(shown) >= 39
        for each in shown:
            assert page.locator(f"label[for='p-{each['path']}']").count() == 1, each["path"]
            assert page.locator(f"[id='p-{each['path']}']").count() == 1, each["path"]
        gain = page.locator(".parameter", has=page.locator("[id='p-gain']"))
        assert "dB" in gain.locator(".value").input_value()
        page.fill("#find", "gain")
        assert 0 < page.locator("#parameters .parameter:visible").count() < 10
        page.fill("#find", "")
        gain.locator(".value").fill("2.5 dB")
        gain.locator(".value").press("Enter")
        until(page, f"({VALUE})('gain') === 2.5")
        gain.get_by_role("button").click()
        until(page, f"({VALUE})('gain') !== 2.5")
        page.select_option("[id='p-string']", "stiff")
        until(page, f"({VALUE})('string') === 'stiff'", seconds=120)


class TestGestures:
    def test_what_the_hands_did_is_played_again_and_rendered_offline(self, studio, tmp_path):
        page = studio("violin")
        page.click("#record")
        page.focus("#stage")
        page.keyboard.down("h")
        hear_at_least(page, 1.0)
        page.keyboard.up("h")
        hear_at_least(page, 0.2)
        with page.expect_download():
            page.click("#record")
        file = tmp_path / "mine.json"
        saved(page, "#keep").save_as(file)
        gesture = read_gesture(file)
        assert max(force for _, force in gesture["A"]["normal_force"]) == pytest.approx(
            page.evaluate("studio.engine.plan.hands.A.normal_force.usual"), rel=1e-4
        )
        offline = instrument("violin").render(gesture, duration=1.0, sample_rate=RATE).audio[0]
        assert cents(pitch(offline[RATE // 2 :], RATE, 440.0), 440.0) == pytest.approx(0, abs=20)
        page.click("#again")
        until(page, "studio.engine.hands.A.normal_force > 0")
        heard = hear(page, 0.8)
        assert cents(pitch(heard[-RATE // 3 :], RATE, 440.0), 440.0) == pytest.approx(0, abs=20)
        until(page, "document.getElementById('again').ariaPressed === 'false'", seconds=60)
        assert control(page, "A", "normal_force") == 0

    def test_a_gesture_file_with_curves_is_read_by_the_server(self, studio):
        page = studio("wineglass")
        force = {"type": "Press", "level": 0.6, "end": 2.0}
        open_file(
            page, "g.json", json.dumps({"format": "rosin-gesture", "version": 1, "gesture": {"velocity": 0.17, "normal_force": force}})
        )
        until(page, "!document.getElementById('again').disabled")
        page.click("#again")
        assert np.abs(hear(page, 1.5)).max() > 1e-3

    @pytest.mark.parametrize(
        "wrong",
        ["no JSON", "[1, 2]", '{"format": "rosin-gesture", "gesture": {"nobody": {"velocity": 1}}}', '{"normal_force": [[1, 0], [0, 1]]}'],
    )
    def test_a_wrong_file_is_refused_in_words(self, studio, wrong):
        page = studio("wineglass")
        open_file(page, "wrong.json", wrong)
        until(page, "document.getElementById('message').classList.contains('wrong') && document.getElementById('message').textContent")
        assert page.is_disabled("#again")


def hear_at_least(page, seconds):
    """Wait until so much was recorded."""
    begun = page.evaluate("studio.engine.heard")
    until(page, f"studio.engine.heard >= {begun + int(seconds * RATE)}")

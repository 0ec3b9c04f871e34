"""What happens in an unlucky order: knobs before the sound, two instruments at once, keys under Shift, hands that lose the stage."""

import numpy as np
import pytest
from browsing import stage
from hands import RATE, control, hear, level, pointer, until

pytestmark = pytest.mark.realtime

TURN = "([path, value]) => studio.preset.turn(path, value)"
VALUE = "path => studio.engine.plan.parameters.find((each) => each.path === path).value"
RUNNING = "studio.engine.context?.state === 'running' && studio.engine.ready"


def begin(page):
    page.click("#power")
    until(page, RUNNING, seconds=60)


def test_a_knob_that_was_turned_before_the_sound_is_heard(page, address):
    levels = []
    for volume in (0, -20):
        stage(page, address, "bell")
        page.evaluate(TURN, ["output.volume", volume])
        begin(page)
        page.evaluate("() => void setTimeout(() => document.getElementById('replay').click(), 100)")  # while it is heard already
        levels.append(np.abs(hear(page, 1.0)).max())
    assert levels[1] == pytest.approx(0.1 * levels[0], rel=0.2)


def test_the_first_blow_is_heard_once(page, address):
    """The click that starts the sound strikes, too."""
    stage(page, address, "bell")
    page.evaluate("() => { window.blows = 0; studio.engine.addEventListener('noted', () => (blows += 1)); }")
    pointer(page, "down", 0.5, 0.3)
    until(page, RUNNING, seconds=60)
    assert np.abs(hear(page, 0.5)).max() > 1e-3
    assert page.evaluate("blows") == 1


def test_the_first_stroke_ends_with_the_hand(page, address):
    stage(page, address, "violin")
    pointer(page, "down", 0.87, 0.4)
    until(page, RUNNING, seconds=60)
    pointer(page, "move", 0.87, 0.45)
    pointer(page, "up", 0.87, 0.45)
    hear(page, 0.3)
    assert control(page, "A", "normal_force") == 0


def test_two_clicks_start_it_once(page, address):
    stage(page, address, "bell")
    page.evaluate("() => Promise.all([studio.engine.start(), studio.engine.start()])")
    until(page, RUNNING, seconds=60)
    assert page.inner_text("#message") == ""


def test_the_last_of_several_choices_stays(page, address):
    stage(page, address, "bell")
    page.evaluate("() => Promise.all(['violin', 'chalk', 'wineglass'].map((name) => studio.preset.open(name)))")
    assert page.evaluate("studio.engine.plan.name") == "wineglass"
    assert page.evaluate("studio.preset.source") == "wineglass"
    assert page.inner_text("#title") == "Wineglass"


def test_turns_under_way_do_not_undo_each_other(page, address):
    stage(page, address, "wineglass")
    page.evaluate(
        """() => Promise.all([["gain", 3], ["interaction.static_friction", 0.9], ["output.volume", -6]]
             .map(([path, value]) => studio.preset.turn(path, value)))"""
    )
    assert [page.evaluate(VALUE, path) for path in ("gain", "interaction.static_friction", "output.volume")] == [3, 0.9, -6]
    assert page.evaluate("studio.preset.history.length") == 3


def test_a_key_is_let_go_under_shift(studio):
    page = studio("violin")
    page.focus("#stage")
    page.keyboard.down("h")
    until(page, "studio.engine.hands.A.normal_force > 0")
    page.keyboard.down("Shift")
    page.keyboard.up("h")
    page.keyboard.up("Shift")
    assert control(page, "A", "normal_force") == 0


def test_a_pad_lifts_when_the_page_is_left(studio):
    page = studio("chalk")
    page.focus("#stage")
    page.keyboard.down(" ")
    assert control(page, "hand", "normal_force") > 0
    page.evaluate("dispatchEvent(new Event('blur'))")
    assert control(page, "hand", "normal_force") == 0
    pointer(page, "down", 0.5, 0.5)
    pointer(page, "up", 0.5, 0.5)
    assert control(page, "hand", "normal_force") == 0


@pytest.mark.thorough
def test_after_a_replay_the_hands_are_where_they_were(studio):
    page = studio("rubbed_masses")
    pointer(page, "down", 0.5 / 11, 0.5)
    pointer(page, "up", 0.5 / 11, 0.5)
    page.click("#replay")
    until(page, "studio.engine.hands.stick.position > 0")
    page.click("#replay")
    assert control(page, "stick", "position") == 0
    assert level(hear(page, 4.0)[-RATE // 10 :]) < 1e-4


def test_a_replay_ends_with_its_instrument(studio):
    page = studio("wineglass")
    page.click("#replay")
    until(page, "studio.engine.hands.hand.normal_force > 0")
    page.evaluate("studio.preset.open('chalk')")
    until(page, "studio.engine.plan.name === 'chalk' && document.getElementById('replay').ariaPressed === 'false'")
    assert all(value == 0 for value in page.evaluate("studio.engine.hands.hand").values())


def test_a_gesture_outlives_a_knob_and_not_another_instrument(studio):
    page = studio("violin")
    page.set_input_files("#load-file", {"name": "g.json", "mimeType": "application/json", "buffer": b'{"A": {"normal_force": 0.4}}'})
    until(page, "!document.getElementById('again').disabled")
    page.evaluate(TURN, ["string", "stiff"])
    assert page.is_enabled("#again")
    page.evaluate("studio.preset.open('bell')")
    until(page, "document.getElementById('again').disabled")

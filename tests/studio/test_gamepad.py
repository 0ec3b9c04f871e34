"""A gamepad that plays the studio: what sticks, trigger and buttons move, and what the hand feels."""

import numpy as np
import pytest
from browsing import stage
from hands import RATE, control, hear, level, until

from rosin.analysis import cents, pitch

pytestmark = pytest.mark.realtime

PAD = """
  globalThis.felt = [];
  const button = () => ({pressed: false, value: 0});
  globalThis.pad = {id: "Pad", connected: true, axes: [0, 0, 0, 0], buttons: Array.from({length: 17}, button), vibrationActuator: {
    playEffect: async (kind, effect) => { felt.push({kind, time: document.timeline.currentTime, ...effect}); },
  }};
  navigator.getGamepads = () => [null, globalThis.pad];
"""
PRESS = "([button, down]) => { pad.buttons[button] = {pressed: down, value: Number(down)}; }"
SLIP = """async ({plan, layer, force, velocity}) => {
  const {slipPower} = await import("/hands/gamepad.js");
  const rows = new Float32Array(12 * 2048);
  rows.fill(force, 2048, 2 * 2048);
  rows.fill(velocity, 2 * 2048, 3 * 2048);
  return slipPower({layer, rows}, plan);
}"""
TRIGGER = 7
USUAL = 0.56  # about half a trigger beyond its dead zone


@pytest.fixture
def played(page, address):
    """`played(name)` opens an instrument with a gamepad in the hands."""
    page.add_init_script(PAD)

    def opened(name):
        stage(page, address, name)
        until(page, "document.getElementById('message').textContent.includes('Pad')")
        page.click("#power")
        until(page, "studio.engine.ready && studio.engine.context.state === 'running'", seconds=60)
        return page

    return opened


def move(page, *, axes=(0, 0, 0, 0), trigger=0.0):
    page.evaluate(
        "([axes, value]) => { pad.axes = axes; pad.buttons[7] = {pressed: value > 0, value}; }",
        [list(axes), trigger],
    )


def press(page, button, down=True):
    page.evaluate(PRESS, [button, down])


def test_sticks_and_trigger_bow_a_string_and_the_hand_feels_it_slip(played):
    page = played("violin")
    assert page.evaluate("felt.length") == 0
    move(page, axes=(0, 0.68, 0, 0), trigger=USUAL)
    until(page, "studio.engine.hands.A.velocity > 0.08 && studio.engine.hands.A.normal_force > 0.2")
    sound = hear(page, 1.2)[-RATE // 3 :]
    assert cents(pitch(sound, RATE, 440.0), 440.0) == pytest.approx(0, abs=20)
    until(page, "felt.length > 3")
    strong, weak, kinds = page.evaluate("[felt.map((f) => f.strongMagnitude), felt.map((f) => f.weakMagnitude), felt.map((f) => f.kind)]")
    assert set(kinds) == {"dual-rumble"}
    assert max(strong) > 0  # though a picture that comes late stops the hand for a moment
    assert max(weak) > 0
    assert all(0 <= value <= 1 for value in strong + weak)
    move(page, axes=(0, -0.68, 0, 0), trigger=USUAL)
    until(page, "studio.engine.hands.A.velocity < -0.08")
    move(page)
    until(page, "studio.engine.hands.A.normal_force === 0 && studio.engine.hands.A.velocity === 0")
    until(page, "felt.at(-1).strongMagnitude === 0 && felt.at(-1).weakMagnitude === 0")
    assert np.diff(page.evaluate("felt.map(({time}) => time)")).min() >= 50  # ms, of the times of pictures


def test_a_stick_that_drifts_is_still_and_what_is_no_number_too(played):
    page = played("violin")
    page.evaluate("() => { pad.axes = [0.05, -0.1, NaN, undefined]; pad.buttons[7] = {pressed: false, value: NaN}; }")
    assert level(hear(page, 0.3)) == 0
    assert page.evaluate("studio.engine.hands.A.velocity ?? 0") == 0
    page.evaluate("() => { pad.axes = []; pad.buttons = []; }")
    assert level(hear(page, 0.2)) == 0


def test_place_string_and_semitones(played):
    page = played("violin")
    move(page, axes=(0.5, 0, 0.9, 0), trigger=USUAL)
    usual = page.evaluate("studio.engine.plan.hands.A.position.usual")
    until(page, f"studio.engine.hands.A.position < {usual / 1.5}")
    move(page, axes=(0.5, 0, -0.9, 0), trigger=USUAL)
    until(page, f"studio.engine.hands.A.position > {1.5 * usual}")
    marks = page.evaluate("studio.engine.plan.layers.A.marks")
    for button, semitone in ((15, 1), (12, 13), (14, 12), (13, 0)):
        press(page, button)
        until(page, f"Math.abs(studio.engine.hands.A.finger - {marks[semitone]}) < 1e-9")
        press(page, button, down=False)
        hear(page, 0.1)
    press(page, 3)
    until(page, "studio.engine.hands.G.normal_force > 0 && studio.engine.hands.A.normal_force === 0")


@pytest.mark.parametrize("gone", ["dispatchEvent(new Event('blur'))", "pad.connected = false", "pad = null"])
def test_everything_is_let_go_when_the_pad_or_the_focus_is_lost(played, gone):
    page = played("wineglass")
    move(page, axes=(0.7, 0, 0, 0), trigger=USUAL)
    until(page, "studio.engine.hands.hand.velocity > 0.1 && studio.engine.hands.hand.normal_force > 0.3")
    page.evaluate(gone)
    until(page, "studio.engine.hands.hand.velocity === 0 && studio.engine.hands.hand.normal_force === 0")
    if "blur" in gone:
        page.evaluate("dispatchEvent(new Event('focus'))")
        until(page, "studio.engine.hands.hand.velocity > 0.1")


@pytest.mark.thorough
def test_buttons_strike_from_soft_to_hard(played):
    page = played("bell")
    levels = []
    for button in (0, 3):
        press(page, button)
        levels.append(level(hear(page, 0.4)))
        press(page, button, down=False)
        hear(page, 0.1)
    assert levels[1] > 2 * levels[0] > 0


@pytest.mark.parametrize(
    ("name", "moved"),
    [
        ("rubbed_masses", "stick.velocity > 0.05"),
        ("door", "left.velocity > 0.002"),
        ("wheel", "hand.normal_force > 1"),
        ("brake", "hand.normal_force > 1"),
        ("marble", "hand.velocity > 0.2"),
        ("scraping", "hand.force > 0.5"),
        ("musical_saw", "hand.normal_force > 0.1"),
    ],
)
def test_every_kind_of_stage_follows_and_lets_go(played, name, moved):
    page = played(name)
    hand, _, rest = moved.partition(".")
    move(page, axes=(0.7, 0, 0, 0), trigger=USUAL)
    until(page, f"studio.engine.hands.{moved}")
    assert level(hear(page, 0.8)[-RATE // 3 :]) > 1e-4
    move(page)
    until(page, f"studio.engine.hands.{hand}.{rest.partition(' ')[0]} === 0")
    assert all(control(page, hand, each) == 0 for each in ("velocity", "normal_force", "force"))


@pytest.mark.parametrize(("name", "layer"), [("violin", 2), ("wheel", 1), ("brake", 0)])
def test_the_power_of_slip_is_one_where_the_usual_force_slips_at_the_usual_speed(page, address, name, layer):
    stage(page, address, name)
    plan = page.evaluate("studio.engine.plan")
    hand = list(plan["hands"].values())[min(layer, len(plan["hands"]) - 1)]
    speeds = [row["value"] for row in plan["parameters"] if row["path"] == "exciter.velocity"]
    speed = hand["velocity"]["usual"] if "velocity" in hand else abs(speeds[0])
    given = {"plan": plan, "layer": layer, "force": -0.3 * hand["normal_force"]["usual"], "velocity": speed}
    assert page.evaluate(SLIP, given) == pytest.approx(1, rel=1e-5)
    assert page.evaluate(SLIP, given | {"velocity": 0}) == 0
    assert page.evaluate(SLIP, given | {"layer": 99}) == 0

"""Every instrument, as a newcomer plays it: the first touch of the stage makes it sound at its pitch, and the picture moves.

Pictures of each in light and dark are left in out/studio, to be looked at.
"""

from pathlib import Path

import numpy as np
import pytest
from hands import PICTURE, RATE, led, level, pointer, strongest, until

from rosin import instrument
from rosin.analysis import cents, pitch
from rosin.playing.midi.score import pitch_of_key
from rosin.studio import site

pytestmark = pytest.mark.realtime

SHOTS = Path("out/studio")
KIND = "async () => (await import('/stages/index.js')).stageFor(studio.engine.plan).name"
LANE = "() => 0.5 / Object.keys(studio.engine.plan.hands).length"  # of the highest string
WINDOW = (
    "async () => { await (await import('/scopes/speaking.js')).speakingWindow(studio.engine.plan.name); }"  # tells the speed that speaks
)
KEY = """async () => {  // where the hand is
  const {Surface} = await import("/stages/surface.js");
  const stage = new Surface({engine: studio.engine, plan: studio.engine.plan});
  const {width} = document.getElementById("stage").getBoundingClientRect();
  return stage.surface.keyAt(0.3 * width, width, stage.keyRange());
}"""
SPEED = 0.0254 / 96  # m of a CSS pixel
PATHS = {  # where the hand comes down, and how it moves from there
    "Strings": ((0.87, None), "(t, w, h) => [0.87*w, {y}*h + {way}*t]"),
    "Masses": ((6.5 / 11, 0.3), "(t, w, h) => [6.5/11*w, 0.3*h + 550*t]"),
    "Cups": ((0.15, 0.2), "(t, w, h) => [0.15*w, 0.2*h]"),  # pressed, a finger goes round by itself
    "Door": ((0.33, 0.25), "(t, w, h) => [w*(.33 - .1*t), h*(.25 + .4*t)]"),
    "Wheel": ((0.5, 0.8), "(t, w, h) => [w/2 + 150*Math.cos(1.57 + 2*t), h/2 + 150*Math.sin(1.57 + 2*t)]"),
    "Brake": ((0.5, 0.6), "(t, w, h) => [w/2, 0.6*h]"),
    "Bars": ((0.03, 0.7), "(t, w, h) => [0.03*w, 0.7*h]"),  # the lowest one
    "Strike": ((0.22, 0.5), "(t, w, h) => [0.22*w, 0.5*h]"),  # the own one
    "Hammered": ((0.5, 0.5), "(t, w, h) => [0.5*w, 0.5*h]"),
    "Pluck": ((0.75, 0.5), "(t, w, h) => [0.75*w, 0.5*h]"),
    "Shake": ((0.5, 0.5), "(t, w, h) => [0.5*w, (0.5 + 0.12*Math.sin(25*t))*h]"),
    "Scrape": ((0.2, 0.5), "(t, w, h) => [(0.2 + 0.5*t)*w, 0.5*h]"),
    "Table": ((0.2, 0.5), "(t, w, h) => [(0.2 + 0.55*t)*w, 0.5*h]"),
    "Drop": ((0.5, 0.5), "(t, w, h) => [w/2, 0.5*h]"),
    "Surface": ((0.3, 0.44), "(t, w, h) => [0.3*w, 0.44*h]"),  # nearly the usual force; a hand that rests goes to and fro
}
TURNING = ("shoe",)  # whose strokes are so short that each squeals anew, at one of its pitches
STRINGED = ("HurdyGurdy", "StringOnBody")  # of whose harmonics now one is the strongest, now another
SECONDS = {"Cups": 3.0, "Surface": 2.0, "Strings": 1.4}


def played(page, name):
    """What the first touch of a stage makes sound."""
    kind = page.evaluate(KIND)
    (x, y), path = PATHS[kind]
    given = {"y": y, "way": 0}
    if kind == "Strings":
        y = given["y"] = page.evaluate(LANE)
        given["way"] = page.evaluate("Object.values(studio.engine.plan.hands).at(-1).velocity.usual") / SPEED
    if kind == "Surface":
        page.evaluate(WINDOW)
    for part, value in given.items():
        path = path.replace("{" + part + "}", str(value))
    pointer(page, "down", x, y)
    until(page, "studio.engine.context?.state === 'running' && studio.engine.ready", seconds=60)
    return kind, led(page, {1: path}, SECONDS.get(kind, 1.0))[0]


def pitches(page, name, kind):
    """The frequencies (Hz) one of which must be the strongest, or None where there is no pitch to speak of, or none while it is touched."""
    player = instrument(name)
    if kind == "Strings":
        return [page.evaluate("Object.values(studio.engine.plan.layers).at(-1).pitch")]
    if kind == "Cups":
        return [player.setup.body.frequencies[0]]
    if kind == "Strike":
        return [mode[0] for layer in player.setup.layers().values() for mode in layer.contact.resonator.modes()]
    if kind == "Surface" and page.evaluate("Boolean(studio.engine.plan.layers.keys)"):
        return [pitch_of_key(page.evaluate(KEY))]
    if kind == "Surface" and name not in TURNING:
        hands = {hand: controls for hand, controls in page.evaluate("studio.engine.hands").items() if controls}
        native = strongest(player.render(hands, duration=SECONDS[kind], sample_rate=RATE).audio[0, -RATE // 2 :])
        return [native, *(native * factor for factor in (1 / 3, 1 / 2, *range(2, 9)) if type(player.setup).__name__ in STRINGED)]
    return None


@pytest.mark.parametrize("name", [name for name in site.names() if "." not in name])
def test_the_first_touch_makes_it_sound(page, address, name):
    page.goto(f"{address}/#{name}")
    until(page, "globalThis.studio?.engine.plan", seconds=300)
    assert len(page.text_content("#help")) > 40
    still = page.evaluate(PICTURE)
    kind, sound = played(page, name)
    assert np.abs(sound).max() <= 1
    assert level(sound) > 1e-4
    assert page.evaluate(PICTURE) != still
    SHOTS.mkdir(parents=True, exist_ok=True)
    pictures = []
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        page.evaluate(PICTURE)
        pictures.append(page.screenshot(path=SHOTS / f"{name}-{theme}.png"))
    assert pictures[0] != pictures[1]
    wanted = pitches(page, name, kind)
    ringing = sound[-RATE // 2 :]
    if kind == "Strings":
        assert cents(pitch(ringing, RATE, wanted[0]), wanted[0]) == pytest.approx(0, abs=40)
    elif wanted:
        assert np.min(np.abs(strongest(ringing) / np.array(wanted) - 1)) < 0.03

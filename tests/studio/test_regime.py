"""The lamp that says what the touched point does, on motions that are known, and on a string that is bowed."""

import numpy as np
import pytest
from browsing import told
from hands import control, hear, until

import rosin
from rosin import Gesture, render
from rosin.analysis.regimes import motion

pytestmark = pytest.mark.realtime

RATE, SEEN = 48_000, 2048
READ = """async ({looks, known}) => {
  const {RegimeLamp} = await import("/scopes/regime.js");
  const lamp = new RegimeLamp();
  let said = null;
  for (const [frame, velocity, force, output] of looks) {
    const rows = new Float32Array(12 * 2048);
    rows.set(output, 0); rows.set(velocity, 2048); rows.set(force, 4096);
    said = lamp.read({layer: 0, frame, rows}, {traces: ["relative_velocity", "force"], rate: 48000, ...known}, known.judged ?? null);
  }
  return said.words;
}"""


def said(page, velocity, *, step=1500, force=1.0, sounding=True, **known):
    """What the lamp says of a motion that it looks at every so many samples."""
    looks = []
    for end in range(SEEN, len(velocity) + 1, step):
        output = 0.1 * np.sin(np.arange(SEEN)) * sounding
        looks.append([end, velocity[end - SEEN : end].tolist(), [force] * SEEN, output.tolist()])
    return told(page, READ, {"looks": looks, "known": {"rubbed": True, "speed": 0.1, "pitch": None} | known})


def slips(at, samples=24_000, speed=0.1, length=20):
    """A relative velocity that slips at some samples and sticks otherwise."""
    velocity = np.zeros(samples)
    for place in at:
        velocity[int(place) : int(place) + length] = -9 * speed
    return velocity


@pytest.fixture
def module(page, address):
    page.goto(f"{address}/icon.svg")
    return page


PERIOD = RATE / 220


JUDGE = """async ({takes}) => {
  const {Judge} = await import("/audio/judge.js");
  const plan = (await (await fetch("/plans/violin.json")).json()).judge;
  const modules = {[plan.program.module]: await WebAssembly.compile(await (await fetch(`/modules/${plan.program.module}`)).arrayBuffer())};
  const judge = new Judge(plan, modules);
  return takes.map(({slid, ...known}) => judge.judged(Float32Array.from(slid), slid.length, known, 48000));
}"""


def test_strings_are_judged_as_the_analysis_judges_them(module):
    """Bowed lightly, well and hard: the page names the same motions as `motion` does, on the same traces."""
    contact = rosin.instrument("violin").setup.layers()["A"].contact
    takes, expected = [], []
    for force, speed in ((0.02, 0.2), (0.1, 0.2), (0.5, 0.2), (1.0, 0.2), (4.0, 0.05), (8.0, 0.05), (0.4, 0.6)):
        gesture = Gesture(velocity=speed, normal_force=force, position=0.12)
        take = render(contact, gesture, duration=0.5, record=("relative_velocity",), sample_rate=RATE).traces["relative_velocity"]
        known = {"frequency": 440.0, "velocity": speed, "position": 0.12}
        slid = np.float32(take[-int(22 * RATE / 440) - 1 :])
        takes.append({"slid": slid.tolist(), **known})
        many = int(np.ceil(22 * RATE / 440))
        expected.append(motion(slid[-many:].astype(float), RATE, **known))
    found = told(module, JUDGE, {"takes": takes})
    assert [each["words"] for each in found] == [each.regime for each in expected]
    assert len({each.regime for each in expected}) >= 3
    np.testing.assert_allclose([each["slips"] for each in found], [each.slips_per_period for each in expected], rtol=1e-6)


def test_the_lamp_says_what_the_judge_says(module):
    take = slips(np.arange(100, 23_900, PERIOD))
    assert said(module, take, pitch=220.0) == "sticks and slips"  # it has not judged yet
    assert said(module, take, pitch=220.0, judged={"words": "double slip"}) == "double slip"


def test_other_motions(module):
    random = np.random.default_rng(1)
    irregular = 100 + np.cumsum(random.uniform(0.3, 1.7, 150) * PERIOD)
    assert said(module, slips(irregular)) == "raucous"
    assert said(module, slips(np.arange(100, 23_900, RATE / 50))) == "stick-slip 50 Hz"
    assert said(module, np.zeros(6000), sounding=False) == "sticks"
    assert said(module, np.full(6000, 0.1), sounding=False) == "slides"
    assert said(module, 0.1 + 0.02 * np.sin(np.arange(6000) / 9)) == "slides and sounds"
    assert said(module, np.zeros(6000), force=0.0) == "rings"
    assert said(module, np.zeros(6000), force=0.0, sounding=False) == "silent"
    assert said(module, np.zeros(6000), force=0.0, rubbed=False, sounding=False) == "silent"


def test_a_bowed_string(studio):
    page = studio("violin")
    page.focus("#stage")
    page.keyboard.down("h")
    until(page, "document.getElementById('lamp').dataset.regime === 'Helmholtz'", seconds=60)
    page.keyboard.up("h")
    assert control(page, "A", "normal_force") == 0
    hear(page, 2.0)
    until(page, "['Rings on', 'Silent', 'Fades'].includes(document.getElementById('regime').textContent)", seconds=60)

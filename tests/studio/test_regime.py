"""The lamp that says what the touched point does, on motions that are known, and on a string that is bowed."""

import numpy as np
import pytest
from hands import control, hear, until

RATE, SEEN = 48_000, 2048
READ = """async ({looks, known}) => {
  const {RegimeLamp} = await import("/regime.js");
  const lamp = new RegimeLamp();
  let said = null;
  for (const [frame, velocity, force, output] of looks) {
    const rows = new Float32Array(12 * 2048);
    rows.set(output, 0); rows.set(velocity, 2048); rows.set(force, 4096);
    said = lamp.read({layer: 0, frame, rows}, {traces: ["relative_velocity", "force"], rate: 48000, ...known});
  }
  return said.words;
}"""


def said(page, velocity, *, step=1500, force=1.0, sounding=True, **known):
    """What the lamp says of a motion that it looks at every so many samples."""
    looks = []
    for end in range(SEEN, len(velocity) + 1, step):
        output = 0.1 * np.sin(np.arange(SEEN)) * sounding
        looks.append([end, velocity[end - SEEN : end].tolist(), [force] * SEEN, output.tolist()])
    return page.evaluate(READ, {"looks": looks, "known": {"rubbed": True, "speed": 0.1, "pitch": None} | known})


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


@pytest.mark.parametrize("step", [1500, 3000])  # samples between looks: some are missed with the second
@pytest.mark.parametrize(("in_a_period", "words"), [(1, "Helmholtz"), (2, "double slip"), (4, "multiple slip"), (0.5, "anomalous low")])
def test_slips_in_a_period_of_a_string(module, in_a_period, words, step):
    assert said(module, slips(np.arange(100, 23_900, PERIOD / in_a_period)), pitch=220.0, step=step) == words


def test_other_motions(module):
    random = np.random.default_rng(1)
    irregular = 100 + np.cumsum(random.uniform(0.3, 1.7, 150) * PERIOD)
    assert said(module, slips(irregular), pitch=220.0) == "raucous"
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
    until(page, "document.getElementById('regime').textContent === 'Helmholtz'", seconds=60)
    page.keyboard.up("h")
    assert control(page, "A", "normal_force") == 0
    hear(page, 2.0)
    until(page, "['rings', 'silent'].includes(document.getElementById('regime').textContent)", seconds=60)

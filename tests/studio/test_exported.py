"""The exported site, offered by a plain web server: it sounds, and knobs whose values the kernels read as they are still turn."""

import functools
import http.server
import json
import threading

import numpy as np
import pytest
from hands import hear, level, until

from rosin import instrument
from rosin.studio import site
from rosin.studio.plan import instrument_plan

VALUE = "path => studio.engine.plan.parameters.find((each) => each.path === path).value"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    everything = site.names
    site.names = lambda: ["wineglass", "chalk"]
    try:
        site.export(folder)
    finally:
        site.names = everything
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


def test_it_sounds_and_direct_knobs_turn(page, exported):
    page.goto(f"{exported}/#chalk")
    until(page, "globalThis.studio?.engine.plan")
    assert not page.evaluate("crossOriginIsolated")
    page.click("#power")
    until(page, "studio.engine.context?.state === 'running' && studio.engine.ready")
    assert page.is_disabled("#save")
    page.evaluate("studio.engine.observe(true)")
    held = "studio.engine.plan.hands.hand[name].usual"
    hold = f"() => {{ for (const name of ['velocity', 'normal_force']) studio.engine.control('hand', name, {held}); }}"
    page.evaluate(hold)
    hear(page, 0.5)
    loud = level(hear(page, 0.5))
    page.locator("#volume").fill("-20")
    until(page, f"({VALUE})('output.volume') === -20")
    hear(page, 0.5)
    assert level(hear(page, 0.5)) == pytest.approx(0.1 * loud, rel=0.3)
    page.click("#undo")
    until(page, f"({VALUE})('output.volume') === 0")
    page.evaluate("studio.preset.turn('gain', studio.engine.plan.parameters.find(({path}) => path === 'gain').value - 6)")
    hear(page, 0.5)
    assert level(hear(page, 0.5)) == pytest.approx(0.5 * loud, rel=0.3)


def test_what_needs_the_server_is_locked_and_says_so(page, exported):
    page.goto(f"{exported}/#wineglass")
    until(page, "globalThis.studio?.engine.plan")
    assert page.locator("[id='p-resonator.radius']").is_disabled()
    assert page.locator("[id='p-interaction.bristle_stiffness']").is_enabled()
    assert page.locator("[id='p-interaction.static_friction']").is_disabled()  # it may not fall below the dynamic one
    page.evaluate("studio.preset.turn('resonator.radius', 0.05).catch((error) => (window.said = error.message))")
    until(page, "window.said?.includes('rosin studio')")


def test_a_direct_knob_writes_what_the_server_would(page, address):
    """For every parameter that turns alone, the places it writes to hold the value in the plan of the instrument changed so."""
    name = "chalk"
    plan = json.loads(site.plan(name))
    checked = 0
    for path, knob in plan["knobs"]["paths"].items():
        row = next(each for each in plan["parameters"] if each["path"] == path)
        value = float(np.mean(row["range"]))
        changed = instrument_plan(instrument(name).with_changes({path: value}), site.MODULES)
        for program, places in knob["slots"].items():
            memory = (changed["chain"] if program == "chain" else changed["layers"][program])["memory"]
            for place in places:
                assert any(numbers[(place - start) // 8] == value for start, numbers in memory if start <= place < start + 8 * len(numbers))
                checked += 1
    assert checked > 5

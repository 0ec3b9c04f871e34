"""The exported site, offered by a plain web server: it sounds, and knobs whose values the kernels read as they are still turn."""

import functools
import http.server
import json
import threading

import numpy as np
import pytest
from hands import hear, level, until

from rosin import instrument
from rosin.shapes.shape import HIGHEST
from rosin.studio import site
from rosin.studio.changes import Sounding
from rosin.studio.plan import instrument_plan

pytestmark = pytest.mark.realtime

VALUE = "path => studio.engine.plan.parameters.find((each) => each.path === path).value"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Failing(Quiet):
    """It hangs up once on each file that the service worker asks for, and on one that is fetched later."""

    failed: set[str] = set()

    def do_GET(self):
        kept = "offline.js" in self.headers.get("Referer", "") or self.path == "/plans/wineglass.json"
        if kept and self.path not in self.failed:
            self.failed.add(self.path)
            return
        super().do_GET()


@pytest.fixture(scope="module")
def exported_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    everything = site.names
    site.names = lambda: ["wineglass", "chalk"]
    try:
        site.export(folder)
    finally:
        site.names = everything
    return folder


@pytest.fixture(scope="module")
def exported(exported_folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=exported_folder))
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
    locked = page.evaluate("studio.engine.plan.parameters.map(({path}) => path).filter((path) => !studio.engine.alone.turns(path))")
    assert "interaction.bristle_stiffness" not in locked
    path = next(each for each in locked if page.locator(f"[id='p-{each}']").count())
    assert page.locator(f"[id='p-{path}']").is_disabled()
    page.evaluate("(path) => studio.preset.turn(path, 0.05).catch((error) => (window.said = error.message))", path)
    until(page, "window.said?.includes('rosin studio')")
    page.evaluate("studio.preset.turn('interaction.static_friction', 0.01).catch((error) => (window.said = error.message))")
    until(page, "window.said?.includes('it goes from')")  # not below the dynamic one


def test_knobs_with_curves_turn_what_the_server_would(page, exported):
    """Turned without a server, the numbers of the programs are those of the instrument changed so."""
    page.goto(f"{exported}/#wineglass")
    until(page, "globalThis.studio?.engine.plan")
    curved = page.evaluate("studio.engine.plan.knobs.turning.knobs")
    assert len(curved) >= 4
    for path, knob in curved.items():
        usual = page.evaluate(VALUE, path)
        value = usual + 0.4 * (knob["high"] - usual)
        found = page.evaluate("([path, value]) => studio.engine.alone.turn(path, value).memories", [path, value])
        changed = Sounding(instrument("wineglass"), keeps_modes=True).changed(instrument("wineglass").with_changes({path: value}))
        numbers = {address + 8 * i: each for address, run in changed["layers"]["hand"]["memory"] for i, each in enumerate(run)}
        checked = [(numbers[address], number) for address, [number] in found.get("hand", []) if address in numbers]
        assert checked
        np.testing.assert_allclose([made for _, made in checked], np.minimum([true for true, _ in checked], HIGHEST), rtol=2e-4)
        page.evaluate("([path, value]) => studio.engine.alone.turn(path, value)", [path, usual])


def test_a_direct_knob_writes_what_the_server_would(page, address):
    """For every parameter that turns alone, the places it writes to hold the value in the plan of the instrument changed so."""
    name = "chalk"
    plan = json.loads(site.plan(name, alone=True))
    checked = 0
    for path, knob in plan["knobs"]["paths"].items():
        row = next((each for each in plan["parameters"] if each["path"] == path), None)
        if row is None:  # a place of a row of numbers
            continue
        value = float(np.mean(row["range"]))
        changed = instrument_plan(instrument(name).with_changes({path: value}), site.MODULES)
        for program, places in knob["slots"].items():
            memory = (changed["chain"] if program == "chain" else changed["layers"][program])["memory"]
            for place in places:
                assert any(numbers[(place - start) // 8] == value for start, numbers in memory if start <= place < start + 8 * len(numbers))
                checked += 1
    assert checked > 5


@pytest.mark.thorough
@pytest.mark.parametrize("handler", [Quiet, Failing])
def test_after_one_visit_it_plays_with_the_server_gone(browser, exported_folder, handler):
    Failing.failed.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=exported_folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/#chalk")
    until(page, "globalThis.studio?.engine.plan")
    until(page, "(await caches.keys()).length", seconds=60)
    files = [path.relative_to(exported_folder).as_posix() for path in exported_folder.rglob("*") if path.is_file()]
    until(
        page,
        f"(await Promise.all({json.dumps(files)}.map((path) => caches.match(path, {{ignoreSearch: true}})))).every(Boolean)",
        seconds=60,
    )
    assert (handler is Failing) == bool(Failing.failed)
    server.shutdown()
    server.server_close()
    page.close()
    page = context.new_page()
    page.goto(f"{address}/#wineglass")  # which was never opened
    until(page, "globalThis.studio?.engine.plan")
    page.click("#power")
    until(page, "studio.engine.running && studio.engine.ready")
    page.click("#replay")
    assert level(hear(page, 1.5)) > 1e-3
    context.close()


def test_it_can_be_installed(page, exported):
    """What browsers ask of an app: a manifest with a name, a start, a display of its own and icons that are there, and a service worker."""
    page.goto(f"{exported}/")
    found = page.evaluate("""async () => {
      const link = document.querySelector("link[rel=manifest]").href;
      const {name, start_url: start, display, icons} = await (await fetch(link)).json();
      const sizes = await Promise.all(icons.map(async ({src}) => {
        const image = new Image();
        image.src = new URL(src, link);
        await image.decode();
        return image.naturalWidth;
      }));
      await navigator.serviceWorker.ready;
      return {name, start: new URL(start, link).href, display, sizes};
    }""")
    assert found == {"name": "Rosin studio", "start": f"{exported}/", "display": "standalone", "sizes": [found["sizes"][0], 192, 512]}

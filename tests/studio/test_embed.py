"""An instrument on a page of another origin: what it says arrives, what it is asked is done, and nobody else is heard."""

import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from hands import POINTER, hear, level, until

from rosin.export.gathering import gather
from rosin.export.library import Library
from rosin.export.writing import export
from rosin.instruments.opening import instrument
from rosin.studio import site

pytestmark = pytest.mark.realtime

HOST = """<!doctype html><title>A blog</title><script type="module" src="embed.js"></script>
<rosin-instrument id="one" src="ADDRESS" name="wineglass" theme="light" height="500" changes='{"output.volume": -6}'></rosin-instrument>
<script>
  globalThis.said = [];
  const one = document.getElementById("one");
  for (const name of ["ready", "played", "regime"]) one.addEventListener(name, ({detail}) => said.push([name, detail]));
</script>"""


@pytest.fixture
def blog(page, address):
    """A page with the element, on a server of its own."""
    files = {"/": HOST.replace("ADDRESS", address).encode(), "/embed.js": site.content("embed.js")}

    class Blog(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path in files else 404)
            self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html")
            self.end_headers()
            self.wfile.write(files.get(self.path, b""))

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    until(page, "said.some(([name]) => name === 'ready')", seconds=120)
    yield page
    server.shutdown()
    server.server_close()


def inside(page, address):
    return next(frame for frame in page.frames if frame.url.startswith(address))


def test_it_is_ready_sounds_when_played_and_says_what_it_does(blog, address):
    frame = inside(blog, address)
    assert ["ready", {"name": "wineglass", "title": frame.evaluate("studio.engine.plan.title")}] in blog.evaluate("said")
    until(frame, "studio.preset.changes['output.volume'] === -6")
    blog.evaluate("one.start()")
    until(frame, "studio.engine.running && studio.engine.ready")
    blog.evaluate("one.listen()")
    until(blog, "said.some(([name, {regime}]) => name === 'regime' && regime !== 'silent')", seconds=60)
    assert level(hear(frame, 0.5)) > 1e-4
    blog.evaluate("one.stop()")
    until(frame, "!studio.engine.running")


def test_a_hand_that_begins_to_play_is_told(blog, address):
    frame = inside(blog, address)
    assert not any(name == "played" for name, _ in blog.evaluate("said"))
    frame.evaluate(POINTER, {"type": "pointerdown", "x": 0.5, "y": 0.5, "id": 1, "kind": "mouse", "pressure": 0.5})
    frame.evaluate("() => { studio.engine.control('hand', 'normal_force', 1); studio.engine.control('hand', 'normal_force', 2); }")
    until(blog, "said.some(([name]) => name === 'played')")
    played = [detail for name, detail in blog.evaluate("said") if name == "played"]
    assert played[0]["name"] == "wineglass"
    assert played[0]["key"] in (None, 79)  # the glass itself, or the cup beside it that the pointer met
    assert len(played) <= 3


def test_it_turns_and_changes_by_methods_and_attributes(blog, address):
    frame = inside(blog, address)
    until(frame, "studio.preset.changes['output.volume'] === -6")
    blog.evaluate("one.turn('output.volume', -12)")
    until(frame, "studio.preset.changes['output.volume'] === -12")
    assert blog.evaluate("one.shadowRoot.querySelector('iframe').getBoundingClientRect().height") == 500
    assert frame.evaluate("document.documentElement.dataset.theme") == "light"
    blog.evaluate(
        "() => { said.length = 0; one.removeAttribute('changes'); one.setAttribute('name', 'chalk'); one.turn('output.volume', -3); }"
    )
    until(blog, "said.some(([name, detail]) => name === 'ready' && detail.name === 'chalk')", seconds=120)
    until(inside(blog, address), "studio.preset.changes['output.volume'] === -3")


def test_nothing_leads_away_from_the_instrument(blog, address):
    frame = inside(blog, address)
    for link in ("#home", "#before", "#after", "#link"):
        assert not frame.is_visible(link), link
    assert frame.is_visible("#replay")


def test_words_that_it_does_not_know_are_not_obeyed(blog, address):
    frame = inside(blog, address)
    until(frame, "studio.preset.changes['output.volume'] === -6")
    blog.evaluate("""() => {
      const inner = one.shadowRoot.querySelector("iframe").contentWindow;
      const turn = {rosin: "turn", path: "gain", value: 1};
      for (const data of [null, 3, {rosin: "constructor"}, {...turn, path: {}}, {...turn, value: [1]}]) inner.postMessage(data, "*");
      one.turn("output.volume", -7);  // which comes after all of that
    }""")
    until(frame, "studio.preset.changes['output.volume'] === -7")
    assert frame.evaluate("studio.preset.changes") == {"output.volume": -7}
    assert frame.evaluate("studio.preset.history.length") == 1


def test_the_element_hears_only_its_own_frame(blog):
    blog.evaluate("""() => {
      said.length = 0;
      postMessage({rosin: "played", detail: {}}, "*");
      const stranger = document.body.appendChild(document.createElement("iframe"));
      stranger.sandbox = "allow-scripts";
      stranger.srcdoc = `<script>for (const data of [{rosin: "played", detail: {}}, "done"]) parent.postMessage(data, "*")</${"script"}>`;
      return new Promise((done) => addEventListener("message", ({data}) => data === "done" && done()));
    }""")
    assert not any(name == "played" for name, _ in blog.evaluate("said"))


def test_a_page_that_is_not_the_one_in_the_address_is_not_obeyed(blog, address):
    """The frame of another instrument was made for somebody else, and is asked by this page."""
    blog.evaluate(
        """(src) => {
      globalThis.other = Object.assign(document.body.appendChild(document.createElement("iframe")), {src});
    }""",
        f"{address}/index.html?embed=https%3A%2F%2Fexample.org#chalk",
    )
    until(blog, "other.contentWindow.length === 0")
    blog.wait_for_timeout(100)
    frame = next(frame for frame in blog.frames if "example.org" in frame.url)
    until(
        frame,
        "globalThis.studio?.engine.plan && addEventListener('message', ({data}) => (globalThis.last = data)) === undefined",
        seconds=120,
    )
    blog.evaluate("""() => {
      for (const value of [-9, null]) other.contentWindow.postMessage({rosin: "turn", path: "output.volume", value}, "*");
    }""")
    until(frame, "globalThis.last?.value === null")
    assert frame.evaluate("new Promise((done) => setTimeout(() => studio.preset.last.then(() => done(studio.preset.changes)), 300))") == {}


def test_what_is_documented_is_there():
    text = (Path(__file__).parents[2] / "docs/pages/guide/embed.md").read_text()
    code = site.content("embed.js").decode()
    for table, pattern in (("attribute", r"observedAttributes = \[(.*?)\]"), ("event", r"EVENTS = new Set\(\[(.*?)\]\)")):
        rows = re.search(rf"\| {table} \|.*?\n\n", text, re.DOTALL)[0].splitlines()[2:]
        documented = {re.match(r"\| `(\w+)`", row)[1] for row in rows if row.startswith("| `")}
        assert documented == set(re.findall(r'"(\w+)"', re.search(pattern, code)[1]))


PACKAGE = """<!doctype html><title>A page</title><script type="module" src="rosin_chalk-web/embed.js"></script>
<rosin-instrument></rosin-instrument>"""


def test_a_package_for_npm_plays_wherever_its_folder_is_offered(page, tmp_path):
    player = instrument("chalk").with_changes({"interaction.static_friction": 0.9})
    files = export(Library(gather(player)), "web", tmp_path)
    (tmp_path / "index.html").write_text(PACKAGE)
    offered = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), offered)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
    until(page, "document.querySelector('rosin-instrument').shadowRoot.querySelector('iframe').contentWindow.studio?.engine.plan")
    frame = page.frames[-1]
    assert frame.evaluate("studio.engine.plan.name") == "chalk"
    assert frame.evaluate("studio.engine.plan.parameters.find(({path}) => path === 'interaction.static_friction').value") == 0.9
    page.evaluate("document.querySelector('rosin-instrument').start()")
    until(frame, "studio.engine.running && studio.engine.ready")
    page.evaluate("document.querySelector('rosin-instrument').listen()")
    assert level(hear(frame, 1.5)) > 1e-4
    server.shutdown()
    server.server_close()
    assert {"package.json", "embed.js", "embed.d.ts", "README.md"} <= {file.name for file in files}
    told = json.loads((tmp_path / "rosin_chalk-web/package.json").read_text())
    assert told["name"] == "rosin-chalk"
    if shutil.which("npm"):
        packed = subprocess.run(["npm", "pack", "--dry-run", "--json"], cwd=tmp_path / "rosin_chalk-web", capture_output=True, check=True)
        assert "embed.js" in {each["path"] for each in json.loads(packed.stdout)[0]["files"]}

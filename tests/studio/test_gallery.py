"""The cabinet in a page of its own: every instrument has its place and picture, is found, lights, stirs and plays, on every screen."""

import json

import pytest
from hands import until

from rosin.studio import site
from rosin.studio.server import HEADERS

pytestmark = pytest.mark.realtime

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title><link rel="stylesheet" href="look/tokens.css"><link rel="stylesheet" href="gallery/gallery.css">
<link rel="stylesheet" href="gallery/pictures.css"></head><body><main><div id="root"></div></main></body></html>"""
MAKE = """async ({ sounding, theme, more, plain }) => {
  document.documentElement.dataset.theme = theme;
  document.body.style.background = "var(--ground)";
  document.body.style.margin = "0";
  const { Gallery } = await import("/gallery/gallery.js");
  const index = await (await fetch("/plans/index.json")).json();
  index.instruments.push(...more);
  window.opened = [];
  window.asked = 0;
  window.context = null;
  const listen = () => {  // what reaches the loudspeaker is watched on its way
    const context = (window.context = new AudioContext());
    const watched = (window.watched = new AnalyserNode(context, { fftSize: 2048 }));
    watched.connect(context.destination);
    Object.defineProperty(context, "destination", { value: watched });
    return context.resume();
  };
  if (sounding) await listen();
  const sound = { get on() { return window.context !== null; }, ask: async () => { window.asked++; await listen(); return true; } };
  const open = plain ? undefined : (name) => window.opened.push(name);
  const openFile = (file) => window.opened.push(`file ${file.name}`);
  window.gallery = new Gallery(document.getElementById("root"), { ...index, open, openFile, sound, context: () => window.context });
}"""
SHOWN = """() => [...document.querySelectorAll(".thing[data-name]")].filter((each) => each.checkVisibility())
  .map((each) => each.dataset.name)"""
DRAWN = """() => [...document.querySelectorAll(".thing[data-name]")].map((each) =>
  [each.dataset.name, each.querySelectorAll(".bead").length, each.querySelector(".picture").innerHTML])"""
SHELVES = """() => Object.fromEntries([...document.querySelectorAll(".shelf")].map((each) =>
  [each.querySelector("h2").textContent, [...each.querySelectorAll(".thing[data-name]")].map((thing) => thing.dataset.name)]))"""
STIRRING = """(name) => document.querySelector(`[data-name=${name}]`).getAnimations({ subtree: true })
  .filter((each) => each.animationName?.startsWith("stir")).length"""
WIDE = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL = """(least) => [...document.querySelectorAll(".gallery :is(a, button, .search)")].filter((each) => each.checkVisibility())
  .map((each) => [each.textContent, each.getBoundingClientRect()]).filter(([, box]) => Math.min(box.width, box.height) < least)"""
CUT = """() => [...document.querySelectorAll(".gallery :is(h1, h2, .name, .invitation, button, .presets a)")]
  .filter((each) => each.checkVisibility()).filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1;
  }).map((each) => each.textContent)"""
ROW = """() => { const tops = [...document.querySelectorAll(".thing")].map((each) => Math.round(each.getBoundingClientRect().top));
  return tops.filter((top) => top === tops[0]).length; }"""
LEVEL = """() => { const data = new Float32Array(2048); watched.getFloatTimeDomainData(data);
  return Math.sqrt(data.reduce((sum, value) => sum + value * value, 0) / 2048); }"""
SCREENS = {"desk": (1440, 900), "middling": (1024, 768), "phone": (390, 844), "phone on its side": (844, 390)}
COLUMNS = {"desk": 9, "middling": 9, "phone": 3, "phone on its side": 6}
AUDIBLE, SILENT = 1e-3, 1e-5
TOUCH = 44  # px


@pytest.fixture
def cabinet(browser, address):
    """A function that opens the cabinet; what is thrown, or refused by the content policy, fails the test."""
    tabs, wrong = [], []

    def opened(size=(1440, 900), *, motion="reduce", theme="dark", sounding=False, more=(), plain=False, touch=False):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion=motion, has_touch=touch)
        page = context.new_page()
        tabs.append(context)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None)
        page.route("**/cabinet.html", lambda route: route.fulfill(body=PAGE, content_type="text/html", headers=HEADERS))
        page.goto(f"{address}/cabinet.html")
        page.options = {"sounding": sounding, "theme": theme, "more": list(more), "plain": plain}
        page.evaluate(MAKE, page.options)
        return page

    yield opened
    for context in tabs:
        context.close()
    assert not wrong, wrong


def shown(page):
    return page.evaluate(SHOWN)


def test_every_instrument_has_its_place_and_a_picture_with_one_bead(cabinet):
    page = cabinet()
    index = json.loads(site.index())
    listed = {each["name"]: each for each in index["instruments"]}
    assert sorted(shown(page)) == sorted(name for name in listed if "." not in name)
    links = page.evaluate("[...document.querySelectorAll('a[data-name]')].map((each) => [each.dataset.name, each.getAttribute('href')])")
    assert sorted(name for name, _ in links) == site.names()
    assert all(href == f"#{name}" for name, href in links)
    pictures = page.evaluate(DRAWN)
    assert all(beads == 1 for _, beads, _ in pictures)
    assert len({drawing for _, _, drawing in pictures}) == len(pictures), "two instruments share a picture"
    families = page.evaluate(SHELVES)
    assert list(families) == [heading for heading in index["families"].values() if heading in families]
    for heading, names in families.items():
        assert {index["families"][listed[name]["family"]] for name in names} <= {heading}
    assert families["Bowed strings"][:4] == ["violin", "viola", "cello", "double_bass"]


def test_an_instrument_without_a_picture_gets_a_neutral_one(cabinet):
    theremin = {"name": "constructor", "title": "<b>Theremin</b>", "family": "waved", "invitation": "Wave", "summary": ""}
    page = cabinet(more=[theremin, {"name": "kazoo", "title": "Kazoo", "family": "your own"}])
    thing = page.locator("[data-name=constructor]")
    assert thing.locator(".bead").count() == 1
    assert thing.locator(".name").inner_text() == "<b>Theremin</b>"
    headings = page.locator(".shelf h2").all_inner_texts()
    assert headings[-1] == "Waved"
    assert page.locator("[data-family='your own'] .thing").count() == 2


def test_a_picture_opens_its_instrument(cabinet):
    page = cabinet()
    page.click("[data-name=marimba]")
    page.click("[data-name='wineglass.crystal']")
    page.focus("[data-name=door]")
    page.keyboard.press("Enter")
    assert page.evaluate("opened") == ["marimba", "wineglass.crystal", "door"]
    assert page.evaluate("location.hash") == ""


def test_without_a_function_it_is_a_plain_link(cabinet):
    page = cabinet(plain=True)
    page.click("[data-name=marimba]")
    assert page.evaluate("location.hash") == "#marimba"


def test_a_file_of_ones_own_is_handed_over(cabinet, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text("{}")
    page = cabinet()
    for _ in range(2):  # the same one again
        with page.expect_file_chooser() as chooser:
            page.click("text=Open a file")
        chooser.value.set_files(path)
    until(page, "opened.length === 2")
    assert page.evaluate("opened") == ["file mine.json"] * 2


def test_words_and_families_find(cabinet):
    page = cabinet()
    everything = shown(page)
    page.fill("input[type=search]", "glass RIM")
    assert set(shown(page)) == {"wineglass"}
    page.fill("input[type=search]", "crystal")
    assert set(shown(page)) == {"wineglass", "singing_bowl"}
    many = 1 + sum("." not in name for name in site.names())  # and the place for a file of one's own
    assert page.inner_text("[role=status]") == f"2 of {many} are shown"
    page.fill("input[type=search]", "bagpipe")
    assert shown(page) == []
    page.click("text=Show all")
    assert shown(page) == everything
    page.click(".chips >> text=Struck")
    struck = {each["name"] for each in json.loads(site.index())["instruments"] if each["family"] == "struck"}
    assert set(shown(page)) == {name for name in struck if "." not in name}  # further presets have no card of their own
    assert page.evaluate("[...document.querySelectorAll('.chips [aria-pressed=true]')].map((each) => each.textContent)") == ["Struck"]
    page.click(".chips >> text=All")
    assert shown(page) == everything


@pytest.mark.thorough
def test_the_sound_is_asked_for_once_in_words(cabinet):
    page = cabinet()
    assert "May it sound?" in page.inner_text(".ask")
    page.click("text=Not now")
    assert page.evaluate("asked") == 0
    page.reload()
    page.evaluate(MAKE, page.options)
    assert page.locator(".ask").count() == 0
    page = cabinet()
    page.click("text=Turn the sound on")
    until(page, "asked === 1 && context !== null")
    assert page.locator(".ask").count() == 0
    page = cabinet(sounding=True)
    assert page.locator(".ask").count() == 0
    page = cabinet()
    page.evaluate("() => { context = new AudioContext(); gallery.show(); }")  # turned on elsewhere
    assert page.locator(".ask").count() == 0


def test_pointing_at_a_picture_plays_it_and_leaving_fades_it(cabinet):
    page = cabinet(sounding=True)
    until(page, "context.state === 'running'")
    page.hover("[data-name=violin]")
    until(page, f"({LEVEL})() > {AUDIBLE}")
    page.hover("h1")
    until(page, f"({LEVEL})() < {SILENT}")
    assert page.locator(".lit").count() == 0


def test_the_keyboard_reaches_every_picture_and_plays_it(cabinet):
    page = cabinet(sounding=True)
    page.focus("input[type=search]")
    reached = []
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.name ?? document.activeElement.className"))
        if reached[-1] == "viola":
            until(page, f"({LEVEL})() > {AUDIBLE}")
            assert page.locator(".lit").get_attribute("data-name") == "viola"
        if reached[-1] == "thing own":
            break
    assert set(site.names()) <= set(reached)
    until(page, f"({LEVEL})() < {SILENT}")


def test_one_preview_at_a_time_fetched_once(cabinet):
    page = cabinet()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]) if "/previews/" in request.url else None)
    played = page.evaluate(
        """async () => {
          const { Previews } = await import("/gallery/previews.js");
          const previews = new Previews(() => window.heard ?? null);
          const results = [await previews.play("chalk")];
          const context = (window.heard = new AudioContext());
          await context.resume();
          let begun = 0;
          const { start } = AudioBufferSourceNode.prototype;
          AudioBufferSourceNode.prototype.start = function () {
            begun++;
            return start.call(this);
          };
          const both = [previews.play("chalk"), previews.play("bell")];  // the first is no longer asked for when it comes
          results.push(...(await Promise.all(both)), await previews.play("nothing"), await previews.play("bell"), previews.playing);
          previews.stop();
          AudioBufferSourceNode.prototype.start = start;
          return { results, begun, silent: previews.playing };
        }"""
    )
    assert played == {"results": [False, False, True, False, True, "bell"], "begun": 2, "silent": ""}
    assert sorted(asked) == ["bell.flac", "chalk.flac", "nothing.flac"]


def test_a_hidden_cabinet_is_silent_and_still(cabinet):
    page = cabinet(sounding=True)
    page.hover("[data-name=violin]")
    until(page, f"({LEVEL})() > {AUDIBLE}")
    page.evaluate("gallery.hide()")
    until(page, f"({LEVEL})() < {SILENT}")
    assert page.locator(".lit").count() == 0


@pytest.mark.thorough
def test_a_picture_stirs_under_the_eye_and_by_itself_unless_motion_is_unwelcome(cabinet):
    page = cabinet(motion="no-preference")
    for name in (name for name in site.names() if "." not in name):
        page.hover(f"[data-name={name}]")
        assert page.evaluate(STIRRING, name) > 0, name
    page.hover("h1")
    until(page, "document.querySelector('.thing.lit')")
    page = cabinet(motion="reduce")
    page.hover("[data-name=violin]")
    assert page.evaluate(STIRRING, "violin") == 0


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("screen", SCREENS)
def test_it_fits_the_screen_and_axe_finds_nothing(cabinet, screen, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = cabinet(SCREENS[screen], theme=theme, touch=screen.startswith("phone"))
    for note in (True, False):
        assert page.evaluate(WIDE)
        assert page.evaluate(SMALL, TOUCH) == []
        assert page.evaluate(CUT) == []
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        if note:
            page.click("text=Not now")
    assert page.evaluate(ROW) == COLUMNS[screen]
    for name in ("violin", "scraping", "cuica", "wineglass", "bouncing_ball"):
        page.focus(f"[data-name={name}]")
        page.keyboard.press("Shift")  # so that the focus is seen
        assert page.evaluate(WIDE)
        assert page.evaluate(CUT) == []
    page.fill("input[type=search]", "glass")
    assert page.evaluate(WIDE)
    assert axe.Axe().run(page).violations_count == 0

"""Every stage on every screen, dark and light: nothing is cut, nothing is too small for a finger, and axe finds nothing wrong."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsing import stage

from rosin.studio import site

SCREENS = {"desk": (1440, 900), "middling": (1024, 768), "phone": (390, 844), "phone on its side": (844, 390)}
TOUCH = 44  # px
KINDS = ("violin", "wineglass", "marimba", "chalk", "drum", "door", "rubbed_masses", "wheel", "rolling_ball")
SMALL = """(least) => [...document.querySelectorAll("button, a, select, .knob svg, summary")].filter((each) => each.checkVisibility())
  .map((each) => [each.id || each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < least - 0.5)
  .map(([name, {width, height}]) => [name, width, height])"""
CUT = """() => [...document.querySelectorAll(".bar, .bar h1, .stacked span, .knob b, .knob > span, .latch, .lamp b, .macros, .transport")]
  .filter((each) => each.checkVisibility()).filter((each) => {
    const {left, right, top, bottom} = each.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
  }).map((each) => [each.className, each.textContent.trim().slice(0, 40), JSON.stringify(each.getBoundingClientRect())])"""
WIDE = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"


@pytest.fixture(params=SCREENS)
def screen(request, page):
    width, height = SCREENS[request.param]
    page.set_viewport_size({"width": width, "height": height})
    return page


def check(page):
    assert max(page.evaluate(WIDE)) <= 0
    assert page.evaluate(SMALL, TOUCH) == []
    assert page.evaluate(CUT) == []
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", KINDS)
def test_the_workshop_fits_and_can_be_used(screen, address, name):
    stage(screen, address, name)
    for theme in ("dark", "light"):
        screen.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        check(screen)


def test_drawer_scopes_and_knobs_unfold(screen, address):
    stage(screen, address, "violin")
    if screen.is_visible("#openKnobs"):
        screen.click("#openKnobs")
        check(screen)
    if screen.is_visible("#openScopes"):
        screen.click("#openScopes")
        check(screen)
        screen.click("#openScopes")
    screen.click("#openDrawer")
    check(screen)
    screen.keyboard.press("Escape")
    assert screen.is_hidden("#drawer")


def test_a_theme_that_was_chosen_stays(page, address):
    stage(page, address, "bell")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.click("#theme")
    stage(page, address, "bell")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def test_every_instrument_is_reached_from_the_cabinet_by_the_keyboard(page, address):
    page.goto(f"{address}/")
    page.wait_for_selector(".thing[data-name]")
    links = page.eval_on_selector_all("#cabinet a[href]", "(links) => links.map((each) => each.hash.slice(1))")
    assert set(links) == set(site.names())
    page.focus(".thing[data-name=bell]")
    page.keyboard.press("Enter")
    page.wait_for_function("globalThis.studio?.engine.plan?.name === 'bell'")
    assert page.inner_text("#title") == "Bell"
    page.go_back()
    page.wait_for_selector("#cabinet h1", state="visible")
    assert page.evaluate("document.body.dataset.view") == "cabinet"

"""A browser that plays the studio: `studio(name)` opens the page of an instrument; what goes wrong on the page fails the test."""

import shutil
import socket
import threading
from pathlib import Path

import pytest
import uvicorn
from browsing import stage
from hands import until
from keyboards import KEYBOARDS
from tab import Tab

from rosin.studio.server import application

ARGUMENTS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--enable-precise-memory-info", "--js-flags=--expose-gc"]


class Serving:
    """The studio's server beside the tests: one for all browsers, so that plans and windows are made once."""

    def __init__(self):
        listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.server = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="warning"))
        self.thread = threading.Thread(target=lambda: self.server.run(sockets=[listening]), daemon=True)
        self.thread.start()

    def stop(self):
        self.server.should_exit = True
        self.thread.join()


SERVING = pytest.StashKey()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """All that is played in a browser takes its time."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.sweep)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.stash[SERVING] = Serving()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Workers are told where it is."""
    node.workerinput["address"] = node.config.stash[SERVING].address


def pytest_unconfigure(config):
    if SERVING in config.stash:
        config.stash[SERVING].stop()


@pytest.fixture(scope="session")
def address(request):
    told = getattr(request.config, "workerinput", None)
    return told["address"] if told else request.config.stash[SERVING].address


@pytest.fixture(scope="session")
def browser():
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium (apt-get install chromium): the studio is not played")
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright (pip install playwright): the studio is not played")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def tabs(browser, address):
    kept = {
        "studio": Tab(browser, address),
        "open": Tab(browser, address, patience=300, bypass_csp=True),
        "keyboard": Tab(browser, address, script=KEYBOARDS, patience=300, bypass_csp=True),
    }
    yield kept
    for each in kept.values():
        each.close()


def lent(tab):
    """The page of a tab for one test, which fails by what the page throws."""
    yield tab.taken()
    tab.given_back()
    assert not tab.wrong, tab.wrong


@pytest.fixture
def own(tabs):
    """The page as it is offered."""
    yield from lent(tabs["studio"])


@pytest.fixture
def studio(own, address):
    def opened(name):
        own.goto(f"{address}/#{name}")
        until(own, "globalThis.studio?.engine.plan", seconds=300)
        own.click("#power")
        until(own, "document.getElementById('power').ariaPressed === 'true' && studio.engine.ready && studio.engine.running", seconds=60)
        return own

    return opened


@pytest.fixture
def page(tabs):
    """A tab in which a test may wait for conditions of its own."""
    yield from lent(tabs["open"])


@pytest.fixture
def plugged(tabs):
    """Such a tab with a keyboard plugged in."""
    yield from lent(tabs["keyboard"])


@pytest.fixture
def keyboard(plugged, address):
    """`keyboard(name)` opens an instrument with a keyboard plugged in and asked for."""

    def opened(name):
        stage(plugged, address, name)
        plugged.click("#midi")
        until(plugged, "studio.engine.ready && studio.engine.context.state === 'running' && midiInputs.textContent", seconds=60)
        return plugged

    return opened

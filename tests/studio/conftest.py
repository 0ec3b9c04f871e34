"""A real server and a real browser for the tests of the studio."""

import shutil
import socket
import threading

import pytest

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def address():
    uvicorn = pytest.importorskip("uvicorn", reason="the studio's server is not installed")
    from rosin.studio.server import application

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(5)


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt install chromium")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--autoplay-policy=no-user-gesture-required"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser, address):
    """The studio in a fresh tab; anything that its scripts throw fails the test."""
    opened = browser.new_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    thrown = []
    opened.on("pageerror", lambda error: thrown.append(str(error)))
    opened.set_default_timeout(30_000)
    yield opened
    opened.close()
    assert not thrown, thrown

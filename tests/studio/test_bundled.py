"""One file does what the modules do that are in it."""

from hands import until

from rosin.studio.bundle import Bundle
from test_bundle import FILES

PAGE = '<!doctype html><title>A page</title><script type="module" src="main.js"></script>'


def test_it_does_what_the_modules_do(page):
    apart = said(page, "apart", FILES)
    together = said(page, "together", {"main.js": Bundle("main.js", FILES.__getitem__).text})
    assert apart == together == ["8", "2", "a name", "1", "/parts/deep/beside.js", "/x"]


def said(page, folder: str, files: dict[str, str]) -> list[str]:
    """What a page says whose files these are."""

    def answered(route):
        name = route.request.url.partition(f"/{folder}/")[2]
        route.fulfill(body=files[name] if name else PAGE, content_type="text/javascript" if name else "text/html")

    page.route(f"http://bundle.test/{folder}/**", answered)
    page.goto(f"http://bundle.test/{folder}/")
    until(page, "globalThis.said")
    return [str(each).replace(f"/{folder}", "") for each in page.evaluate("said")]

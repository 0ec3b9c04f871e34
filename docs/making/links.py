"""A check of the built site: every link and source that is local leads to something, and nothing is fetched from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("script", "src"), ("img", "src"), ("audio", "src"), ("video", "src"), ("source", "src"), ("iframe", "src"), ("link", "href")}
STYLE = re.compile(r"url\(\s*['\"]?(?!data:)([^)'\"]+)|@import\s+['\"]([^'\"]+)")


class Page(HTMLParser):
    """What a page links to, what it fetches, and the places in it that have names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note links, sources and names."""
        given = {key: value or "" for key, value in attributes}
        self.names.update(given[key] for key in ("id", "name") if key in given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        for key, value in given.items():
            if (tag, key) in FETCHED and not (tag == "link" and given.get("rel") == "canonical"):
                self.fetched.append(value)


def faults(site: Path) -> list[str]:
    """What is wrong, in words: nothing, where the site is whole."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = [fault for path, page in pages.items() for fault in _of_page(path, page, pages, site)]
    for path in sorted(site.rglob("*.css")):
        for address in (one or other for one, other in STYLE.findall(path.read_text(encoding="utf-8"))):
            if urlsplit(address).scheme or address.startswith("//"):
                found.append(f"{path.relative_to(site)} fetches {address}")
    return found


def _of_page(path: Path, page: Page, pages: dict[Path, Page], site: Path) -> list[str]:
    found, where = [], path.relative_to(site)
    for address in page.fetched:
        if urlsplit(address).netloc:
            found.append(f"{where} fetches {address}")
    for address in (*page.links, *page.fetched):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        base = site if parts.path.startswith("/") else path.parent
        target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
        target = target / "index.html" if target.is_dir() else target
        if not target.exists():
            found.append(f"{where} leads to {address}, which is not there")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
            found.append(f"{where} leads to {address}, where there is no #{parts.fragment}")
    return found

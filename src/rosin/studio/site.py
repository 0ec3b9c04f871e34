"""The files of the studio: the page as it lies here, and the plans, modules, windows and previews of the instruments, made when asked for.

index.html, *.js, *.css      the page; main.js and audio/worklet.js with all that they import (bundle.py)
embed.js, embed.d.ts         an element that shows it on other pages
plans/index.json             the instruments
plans/NAME.json              what sounds one (plan.py)
modules/KEY.wasm             its kernels
windows/NAME.json            where it speaks
files.json                   of an exported site: all of its files, by which it keeps itself (page/offline.js)
previews/NAME.flac           a second of it
"""

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from rosin.engine.cache import remembered
from rosin.engine.composition import compose
from rosin.engine.fingerprint import fingerprint
from rosin.engine.scenes.loop import compose_scene
from rosin.engine.sources import sources
from rosin.instruments.catalogue import Listed, catalogue
from rosin.instruments.families import HEADINGS
from rosin.instruments.instrument import Instrument
from rosin.instruments.opening import instrument
from rosin.instruments.setups.setup import Setup
from rosin.instruments.speaking import speaking_window
from rosin.model.errors import unknown
from rosin.model.files import check_writable, fresh_file
from rosin.scenes.contact import Contact
from rosin.studio.bundle import Bundle
from rosin.studio.knob_plan import knob_plan
from rosin.studio.knobs import find_knobs
from rosin.studio.plan import instrument_plan
from rosin.studio.planned import Modules
from rosin.studio.preview import preview as previewed

KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".ts": "text/plain",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".flac": "audio/flac",
}
MODULES = Modules()
BUNDLES = ("main.js", "audio/worklet.js")  # what the page loads, each with all that it imports


@cache
def live() -> list[Listed]:
    """The instruments that can be played live, each with its further presets that can."""
    return [each._replace(presets=[*filter(_live, each.presets)]) for each in catalogue() if _live(each)]


def _live(listed: Listed) -> bool:
    return not Setup.registry[listed.setup].not_live


def names() -> list[str]:
    """Every instrument that can be played live, and its further presets as NAME.PRESET."""
    return sorted(each.name for instrument in live() for each in (instrument, *instrument.presets))


@cache
def page_files() -> dict[str, Path]:
    """The files of the page, by their path on the site."""
    root = Path(str(resources.files("rosin.studio") / "page"))
    return {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*")) if path.suffix in KINDS}


def bundle(path: str) -> Bundle:
    """A module of the page with all that it imports, as the files are now."""
    return Bundle(path, lambda part: page_files()[part].read_text(encoding="utf-8"))


@cache
def plan(name: str, alone: bool = False) -> bytes:
    """The plan of an instrument; for a page that no server answers, with the knobs that turn alone, which takes some seconds to find."""
    return _plan(instrument(_known(name)), MODULES, alone)


def _plan(player: Instrument, modules: Modules, alone: bool) -> bytes:
    found = instrument_plan(player, modules)
    return as_json(found | ({"knobs": knob_plan(find_knobs(player, found["parameters"]), modules)} if alone else {}))


@cache
def window(name: str) -> bytes:
    """Where an instrument speaks: speeds, forces and what each pair does; null where nothing is rubbed. It is simulated once, and kept."""
    return _window(instrument(_known(name)))


def _window(player: Instrument) -> bytes:
    rubbed = player.setup.rubbed()
    if rubbed is None:
        return as_json(None)

    def simulated() -> bytes:
        found = speaking_window(player)
        return as_json({array: getattr(found, array).tolist() for array in ("speeds", "forces", "regime")})

    composed = compose if isinstance(rubbed.contact, Contact) else compose_scene
    judged = sources(speaking_window, player, rubbed.contact)
    named = fingerprint(composed(*rubbed.contact.kernels), player.replace(macros={}).to_json(), judged)
    return remembered(f"window-{named}.json", simulated)


@cache
def preview(name: str) -> bytes:
    """A second of an instrument, as FLAC."""
    return previewed(instrument(_known(name)))


@cache
def index() -> bytes:
    """The instruments and further presets with what they are, and the families in their order."""
    return _index(live(), "")


def _index(instruments: Iterable[Listed], version: str) -> bytes:
    """Of an exported site with its version; without one there is a server, which answers the page."""
    everything = [each for instrument in instruments for each in (instrument, *instrument.presets)]
    listed = {"instruments": [_words(each) for each in everything], "families": HEADINGS}
    return as_json(listed | {"served": not version, "version": version})


def _words(listed: Listed) -> dict[str, Any]:
    words = {word: getattr(listed, word) for word in ("name", "title", "family", "invitation", "summary")}
    return words | {"presets": [further.name for further in listed.presets]}


MADE = {("plans", "json"): plan, ("windows", "json"): window, ("previews", "flac"): preview}


def content(path: str) -> bytes | None:
    """The file at a path of the site, or None."""
    folder, _, last = path.rpartition("/")
    name, dot, kind = last.rpartition(".")
    if path == "plans/index.json":
        return index()
    make = MADE.get((folder, kind))
    if make and name in names():
        return make(name)
    if folder == "modules":
        return MODULES.content.get(f"{name}{dot}{kind}")
    if path in BUNDLES:
        return bundle(path).text.encode()
    file = page_files().get(path or "index.html")
    return None if file is None else file.read_bytes()


def export(folder: Path, *, overwrite: bool = False, progress: Any = None) -> list[Path]:
    """Write the whole site, so that any web server can offer it; whether it can be written is asked before it is made."""
    written = []
    folder.mkdir(parents=True, exist_ok=True)
    for path in exported_page():
        if (folder / path).parent.is_dir():
            check_writable(folder / path, overwrite)
    for path, data in files_of({name: instrument(name) for name in names()}, live(), progress).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        check_writable(target, overwrite)
        with fresh_file(target) as file:
            file.write(data)
        written.append(target)
    return written


def files_of(players: Mapping[str, Instrument], listed: Iterable[Listed], progress: Any = None) -> dict[str, bytes]:
    """All files of a site with these instruments, which no server answers."""
    page = exported_page()
    made, modules = dict[str, bytes](), Modules()
    for done, (name, player) in enumerate(players.items()):
        made[f"plans/{name}.json"] = _plan(player, modules, alone=True)
        made[f"windows/{name}.json"] = _window(player)
        made[f"previews/{name}.flac"] = previewed(player)
        if progress:
            progress((done + 1) / len(players))
    made |= {f"modules/{name}": module for name, module in modules.content.items()}
    version = hashlib.sha256(b"".join(page.values()) + b"".join(made.values())).hexdigest()[:16]
    return page | made | {"plans/index.json": _index(listed, version), "files.json": as_json({"page": ["./", *page], "all": list(made)})}


def exported_page() -> dict[str, bytes]:
    """The files of a page for whoever plays it, without those that are in others."""
    bundles = {path: bundle(path) for path in BUNDLES}
    parts = set[str]().union(*(each.parts for each in bundles.values()))
    own = {path: file.read_bytes() for path, file in page_files().items() if path not in parts}
    return own | {path: each.text.encode() for path, each in bundles.items()}


def _known(name: str) -> str:
    if name not in names():
        raise unknown("instrument", name, names())
    return name


def as_json(data: Any) -> bytes:
    """Plain data as JSON, without waste."""
    return json.dumps(_finite(data), allow_nan=False, separators=(",", ":")).encode()


def _finite(data: Any) -> Any:
    """Numbers as JSON knows them: infinity as the word, as in instrument files."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return "inf" if data > 0 else "-inf"
    return data

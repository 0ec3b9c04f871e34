"""The files of the studio: the page as it lies here, and the plans, modules and windows of the instruments, made when asked for.

index.html, *.js, *.css      the page
plans/index.json             the instruments
plans/NAME.json              what sounds one (plan.py)
modules/KEY.wasm             its kernels
windows/NAME.json            where it speaks
"""

import inspect
import json
import math
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from rosin.analysis import window as judging
from rosin.engine.cache import remembered
from rosin.engine.composition import compose
from rosin.engine.fingerprint import fingerprint
from rosin.engine.scenes.loop import compose_scene
from rosin.instruments import speaking
from rosin.instruments.catalogue import catalogue, setup_of
from rosin.instruments.opening import instrument
from rosin.instruments.setups.setup import Setup
from rosin.instruments.speaking import speaking_window
from rosin.model.errors import unknown
from rosin.model.files import check_writable, fresh_file
from rosin.scenes.contact import Contact
from rosin.studio.knobs import knobs
from rosin.studio.plan import instrument_plan
from rosin.studio.planned import Modules

KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
}
MODULES = Modules()


def summaries() -> dict[str, str]:
    """What every instrument is that can be played live, and its further presets as NAME.PRESET."""
    listed = {name: words for name, words, _ in catalogue()}
    further = {f"{name}.{preset}": words for name, _, presets in catalogue() for preset, words in presets}
    return {name: words for name, words in sorted((listed | further).items()) if not Setup.registry[setup_of(name)].not_live}


def names() -> list[str]:
    """Every instrument that can be played live, and its further presets as NAME.PRESET."""
    return list(summaries())


def page_files() -> dict[str, bytes]:
    """The files of the page, by their path."""
    root = Path(str(resources.files("rosin.studio") / "page"))
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.suffix in KINDS}


@cache
def plan(name: str) -> bytes:
    """The plan of an instrument."""
    player = instrument(_known(name))
    found = instrument_plan(player, MODULES)
    return as_json(found | {"knobs": knobs(player, found["parameters"])})


@cache
def window(name: str) -> bytes:
    """Where an instrument speaks: speeds, forces and what each pair does; null where nothing is rubbed. It is simulated once, and kept."""
    player = instrument(_known(name))
    rubbed = player.setup.rubbed()
    if rubbed is None:
        return as_json(None)

    def simulated() -> bytes:
        found = speaking_window(player)
        return as_json({array: getattr(found, array).tolist() for array in ("speeds", "forces", "regime")})

    judged = [inspect.getsource(module) for module in (judging, speaking)]
    composed = compose if isinstance(rubbed.contact, Contact) else compose_scene
    named = fingerprint(composed(*rubbed.contact.kernels), player.to_json(), *judged)
    return remembered(f"window-{named}.json", simulated)


@cache
def index(served: bool = True) -> bytes:
    """The instruments with what they are, and whether a server answers the page."""
    listed = [{"name": name, "summary": words} for name, words in summaries().items()]
    return as_json({"instruments": listed, "served": served})


def content(path: str) -> bytes | None:
    """The file at a path of the site, or None."""
    folder, _, file = path.rpartition("/")
    name, dot, kind = file.rpartition(".")
    if path == "plans/index.json":
        return index()
    if folder in ("plans", "windows") and kind == "json" and name in names():
        return plan(name) if folder == "plans" else window(name)
    if folder == "modules":
        return MODULES.content.get(f"{name}{dot}{kind}")
    return page_files().get(path or "index.html")


def export(folder: Path, *, overwrite: bool = False, progress: Any = None) -> list[Path]:
    """Write the whole site, so that any web server can offer it."""
    files = dict(page_files()) | {"plans/index.json": index(served=False)}
    everything = names()
    for done, name in enumerate(everything):
        files |= {f"plans/{name}.json": plan(name), f"windows/{name}.json": window(name)}
        if progress:
            progress((done + 1) / len(everything))
    files |= {f"modules/{name}": module for name, module in MODULES.content.items()}
    written = []
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        check_writable(target, overwrite)
        with fresh_file(target) as file:
            file.write(data)
        written.append(target)
    return written


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

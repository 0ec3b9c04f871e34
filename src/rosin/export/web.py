"""An instrument for web pages: a folder that npm takes as a package, with an element that plays wherever the folder is offered."""

import json
from pathlib import Path

from rosin.export.library import Library, template
from rosin.export.plugin import VERSION
from rosin.instruments.catalogue import Listed
from rosin.studio import site

ELEMENT, TYPES = "embed.js", "embed.d.ts"
USUAL = 'const USUAL = "wineglass"'  # as the element has it


def write_web(library: Library, folder: Path) -> list[Path]:
    """The site of this instrument alone, whose element shows it where no other is named, and what npm reads."""
    player = library.exported.instrument
    words = {word: getattr(player, word) for word in ("name", "title", "family", "invitation", "summary")}
    listed = Listed(**words, setup=type(player.setup).__name__, presets=[])
    files = site.files_of({player.name: player}, [listed])
    element = files[ELEMENT].decode()
    assert USUAL in element
    files[ELEMENT] = element.replace(USUAL, f"const USUAL = {json.dumps(player.name)}").encode()
    files["package.json"] = (json.dumps(_package(library), indent=2) + "\n").encode()
    files["README.md"] = template("web.md", INSTRUMENT=player.name, PACKAGE=_name(library), **library.words).encode()
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return [folder / path for path in files]


def _name(library: Library) -> str:
    return f"rosin-{library.name.replace('_', '-')}"


def _package(library: Library) -> dict[str, object]:
    return {
        "name": _name(library),
        "version": VERSION,
        "description": library.summary,
        "license": "MIT",
        "keywords": ["sound", "physical modelling", "web audio", "custom element"],
        "type": "module",
        "main": ELEMENT,
        "types": TYPES,
        "exports": {".": {"types": f"./{TYPES}", "default": f"./{ELEMENT}"}, "./*": "./*"},
        "sideEffects": [ELEMENT],
    }

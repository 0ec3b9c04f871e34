"""A map as a page of its own: a click on a point plays it, in the browser, by the very kernels that made the map."""

import base64
import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from rosin.engine.scenes.voice import SceneVoice
from rosin.engine.voice import Voice
from rosin.instruments.instrument import Instrument
from rosin.maps.axes import ATTACK
from rosin.maps.picture import COLOURS, logarithmic
from rosin.maps.study import RISE
from rosin.maps.subject import Subject, subject_of
from rosin.meters.bowed_motion import REGIMES
from rosin.model.files import fresh_file
from rosin.playing.controls import CONTROLS
from rosin.scenes.contact import Contact
from rosin.studio.planned import Modules, PlannedMachine, program_plan

BLOCK = 512  # samples
FILES = resources.files("rosin.studio")


def write_map_page(datasets: Mapping[str, Any], sources: Mapping[str, Contact | Subject | Instrument], measure: str, path: Path) -> Path:
    """Write the page of datasets with two axes, by title, of what was played for each."""
    modules = Modules()
    maps = [_plan(title, data, sources[title], measure, modules) for title, data in datasets.items()]
    code = {name: base64.b64encode(content).decode() for name, content in modules.content.items()}
    program = (FILES / "page" / "audio" / "program.js").read_text(encoding="utf-8").replace("export class", "class")
    page = (FILES / "map" / "map.html").read_text(encoding="utf-8")
    script = (FILES / "map" / "map.js").read_text(encoding="utf-8")
    plan = json.dumps({"maps": maps, "modules": code, "colours": COLOURS, "regimes": REGIMES}, allow_nan=False).replace("</", "<\\/")
    filled = page.replace("/* PROGRAM */", program).replace("/* SCRIPT */", script).replace("/* PLAN */ null", plan)
    with fresh_file(path) as file:
        file.write(filled.encode())
    return path


def _plan(title: str, data: Any, source: Contact | Subject | Instrument, measure: str, modules: Modules) -> dict[str, Any]:
    """A map as plain data: axes, what was found, and the program that plays its points, where only hands differ between them."""
    fixed = json.loads(data.fixed)
    rate = int(data.sample_rate_Hz)
    names = [str(name) for name in data.dims]
    own = {name: value for name, value in fixed.items() if "." in name}
    plan: tuple[Any, dict[str, int], dict[str, float]] = None, {}, {}
    if not isinstance(source, Instrument) and all("." not in name for name in (*names, *data.coords)):
        plan = _voice(subject_of(source).changed(own), rate, modules)
    voice, rows, usual = plan
    x, y = (data[name] for name in names)
    return {
        "title": title,
        "axes": [
            {"name": axis.name, "unit": axis.units, "values": axis.values.tolist(), "log": logarithmic(axis.values)} for axis in (x, y)
        ],
        "measure": measure,
        "found": {name: _numbers(data[name].transpose(*names).values) for name in data.data_vars},
        "units": {name: data[name].units for name in data.data_vars},
        "fixed": {name: value for name, value in fixed.items() if "." not in name and name not in data.coords},
        "told": {str(name): _numbers(data[name].transpose(*names).values) for name in data.coords if name not in names},
        "rise": RISE,
        "attack": list(ATTACK),
        "rows": rows,
        "usual": usual,
        "rate": rate,
        "block": BLOCK,
        "duration": float(data.duration_s),
        "voice": voice,
    }


def _voice(subject: Subject, rate: int, modules: Modules) -> tuple[dict[str, Any], dict[str, int], dict[str, float]]:
    """The program that plays points, the rows of its controls by name, and what those are that stay."""
    if isinstance(subject.source, Contact):
        voice = Voice(subject.source, rate, target=PlannedMachine, block=BLOCK)
        return program_plan(voice.machine, modules), {name: row for row, name in enumerate(CONTROLS)}, {}
    scene = SceneVoice(subject.source, rate, target=PlannedMachine, block=BLOCK)
    rows = {name.removeprefix(f"{subject.within}."): row for name, row in scene.layout.rows.items()}
    usual = {name.removeprefix(f"{subject.within}."): subject.source.usual(name) for name in scene.layout.rows}
    return program_plan(scene.machine, modules), rows, usual


def _numbers(values: np.ndarray) -> list[Any]:
    """Numbers of all points in a row, four digits of each, nothing where there is none."""
    return [None if not np.isfinite(value) else float(f"{value:.4g}") for value in values.ravel()]

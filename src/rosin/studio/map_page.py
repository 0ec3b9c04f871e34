"""A map as a page of its own: a click on a point plays it, in the browser, by the very kernels that made the map."""

import base64
import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from rosin.engine.voice import Voice
from rosin.maps.axes import ATTACK
from rosin.maps.picture import COLOURS, logarithmic
from rosin.maps.study import RISE
from rosin.meters.bowed_motion import REGIMES
from rosin.model.files import fresh_file
from rosin.model.paths import changed
from rosin.playing.controls import CONTROLS
from rosin.scenes.contact import Contact
from rosin.studio.planned import Modules, PlannedMachine, program_plan

BLOCK = 512  # samples
FILES = resources.files("rosin.studio")


def write_map_page(datasets: Mapping[str, Any], contacts: Mapping[str, Contact], measure: str, path: Path) -> Path:
    """Write the page of datasets with two axes, by title, of these contacts."""
    modules = Modules()
    maps = [_plan(title, data, contacts[title], measure, modules) for title, data in datasets.items()]
    code = {name: base64.b64encode(content).decode() for name, content in modules.content.items()}
    program = (FILES / "page" / "program.js").read_text(encoding="utf-8").replace("export class", "class")
    page = (FILES / "map" / "map.html").read_text(encoding="utf-8")
    script = (FILES / "map" / "map.js").read_text(encoding="utf-8")
    plan = json.dumps({"maps": maps, "modules": code, "colours": COLOURS, "regimes": REGIMES}, allow_nan=False).replace("</", "<\\/")
    filled = page.replace("/* PROGRAM */", program).replace("/* SCRIPT */", script).replace("/* PLAN */ null", plan)
    with fresh_file(path) as file:
        file.write(filled.encode())
    return path


def _plan(title: str, data: Any, contact: Contact, measure: str, modules: Modules) -> dict[str, Any]:
    """A map as plain data: axes, what was found, and the program that plays its points, where only hands differ between them."""
    fixed = json.loads(data.fixed)
    rate = int(data.sample_rate_Hz)
    names = [str(name) for name in data.dims]
    played = all("." not in name for name in names)
    voice = None
    if played:
        own = {name: value for name, value in fixed.items() if "." in name}
        machine = Voice(changed(contact, own) if own else contact, rate, target=PlannedMachine, block=BLOCK).machine
        voice = program_plan(machine, modules)
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
        "controls": list(CONTROLS),
        "rate": rate,
        "block": BLOCK,
        "duration": float(data.duration_s),
        "voice": voice,
    }


def _numbers(values: np.ndarray) -> list[Any]:
    """Numbers of all points in a row, four digits of each, nothing where there is none."""
    return [None if not np.isfinite(value) else float(f"{value:.4g}") for value in values.ravel()]

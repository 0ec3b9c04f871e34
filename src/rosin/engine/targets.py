"""Targets by name. What a target needs is loaded when it is opened."""

from collections.abc import Callable
from importlib import import_module

from rosin.engine.machine import Machine
from rosin.engine.program import Layout
from rosin.model.errors import unknown

Opener = Callable[[Layout], Machine]
TARGETS = {
    "native": ("native", "NativeMachine"),
    "whole": ("native", "WholeMachine"),
    "wasm": ("wasm", "WasmMachine"),
    "c": ("in_c", "CMachine"),
    "python": ("machine", "PythonMachine"),
}


def open_target(name: str | Opener, layout: Layout) -> Machine:
    """A machine of that name, or of another make, with the memory of a layout."""
    if callable(name):
        return name(layout)
    if name not in TARGETS:
        raise unknown("target", name, TARGETS)
    home, kind = TARGETS[name]
    machine: Machine = getattr(import_module(f"rosin.engine.{home}"), kind)(layout)
    return machine

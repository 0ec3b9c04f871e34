"""A memory that is set up here and runs elsewhere: what Python writes into it is the plan of a program."""

from typing import Any

import numpy as np

from rosin.engine.fingerprint import fingerprint
from rosin.engine.machine import Machine
from rosin.engine.program import Layout
from rosin.engine.wasm import build, places

Runs = list[tuple[int, list[float]]]  # (byte address, numbers) of each stretch


class Modules:
    """The WebAssembly modules of some plans, by name."""

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}

    def name(self, program: Any) -> str:
        """The name of a program's module, which is built on first use."""
        name = f"{fingerprint(program)}.wasm"
        if name not in self.content:
            self.content[name] = build(program)
        return name


class PlannedMachine(Machine):
    """A memory whose kernels run elsewhere: what Python writes into it to set a program up is its plan."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, np.zeros(layout.size), np.zeros(layout.whole_count, np.int32))

    def call(self, name: str, *arguments: int) -> None:
        """The host calls: prepare and start at first, prepare after a change, process for each block."""

    def runs(self) -> Runs:
        """What is not zero among the reals."""
        at = np.flatnonzero(self.reals)
        stretches = (run for run in np.split(at, np.flatnonzero(np.diff(at) > 1) + 1) if len(run))
        return [(self.address(int(run[0])), self.reals[run].tolist()) for run in stretches]

    def address(self, place: int) -> int:
        """The byte address of a real number."""
        return places(self.layout)[0] + 8 * place

    def parameters(self) -> Runs:
        """All that parameters say."""
        return [self.stretch(name) for name in self.layout.given]

    def remembered(self) -> list[list[int]]:
        """Addresses and lengths of coefficients that take long to find: prepare keeps them while what they were `made` from is the same."""
        places = self.layout.reals
        parts = [f"{name}.c" for name, _ in self.layout.program.parts]
        return [
            [self.address(places[part].offset), places[part].size] for part in parts if any(n.startswith(f"{part}.made.") for n in places)
        ]

    def stretch(self, name: str) -> tuple[int, list[float]]:
        """The numbers of a name."""
        return self.address(self.layout.reals[name].offset), self.view(name).tolist()


def program_plan(machine: Any, modules: Modules) -> dict[str, Any]:
    """A machine that was set up: its module, its memory, and where what a page reads and writes lies."""
    layout = machine.layout
    reals, wholes, pages = places(layout)
    seen = {name: place for name, place in layout.reals.items() if layout.is_seen(name)}
    return {
        "module": modules.name(layout.program),
        "pages": pages,
        "stack": reals,
        "reals": reals,
        "wholes": wholes,
        "memory": machine.runs(),
        "integers": machine.wholes.tolist(),
        "remembered": machine.remembered(),
        "arrays": {name.removeprefix("head."): [machine.address(place.offset), place.size] for name, place in seen.items()},
        "counts": {name: wholes + 4 * place for name, place in layout.wholes.items()},
    }

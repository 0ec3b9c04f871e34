"""What one program of an exported instrument finds in its memory before the first sample, at some sample rates."""

from typing import Any, NamedTuple

import numpy as np

from rosin.engine.program import Program
from rosin.studio.planned import PlannedMachine

BLOCK = 128  # samples that rows hold
STANDARD = (44_100, 48_000, 88_200, 96_000)  # Hz: rates for which it is made one by one, where that has to be
HIGHEST = (48_000, 96_000, 192_000)  # Hz: rates whose memories serve all lower ones, where that can be
LOWEST = (22_050, 32_000, 44_100)  # Hz: the first of these at which it runs is the lowest
ROOM = {"ring", "storage"}  # entries of forms that say how much there is room for; more changes nothing
LENGTHS = ("box", "window", "delay", "ring")  # of the limiter, which are reckoned from the sample rate where it runs (lengths.py)
APART = 4  # zeros that a stretch may have within it
NAMES = {
    "in": ("controls", "sound", "message"),
    "out": ("audio", "out", "rows"),
    "goals": ("goals", "asked", "row"),
    "present": ("present", "number", "ahead"),
    "traces": ("traces",),
}


class ProgramMemory(NamedTuple):
    """Real and whole numbers of a program, where its parameters begin, and where a host finds what it reads and writes."""

    reals: np.ndarray
    wholes: np.ndarray
    given: tuple[int, ...]
    places: dict[str, int]
    lengths: dict[str, int]  # of a limiter, where there is one: among the whole numbers

    @classmethod
    def of(cls, machine: PlannedMachine) -> "ProgramMemory":
        """That of a machine which was set up, without its sample rate, which a host writes."""
        layout = machine.layout
        places = {"rate": layout.reals["head.sample_rate"].offset}
        named = {name: place for place, names in NAMES.items() for name in names}
        places |= {place: layout.reals[f"head.{name}"].offset for name, place in named.items() if f"head.{name}" in layout.reals}
        places |= {name: layout.wholes[name] for name in ("changed", "live") if name in layout.wholes}
        reals = machine.reals.copy()
        reals[places["rate"]] = 0.0
        lengths = {name: layout.wholes[f"filter.{name}"] for name in LENGTHS if f"filter.{name}" in layout.wholes}
        given = tuple(layout.reals[name].offset for name in layout.given)
        return cls(reals, machine.wholes.copy(), given, places, lengths)

    def runs(self) -> list[tuple[int, np.ndarray]]:
        """The stretches of real numbers that are not zero, but for a few, and where they begin."""
        at = np.flatnonzero(self.reals)
        stretches = [run for run in np.split(at, np.flatnonzero(np.diff(at) > APART) + 1) if len(run)]
        return [(int(run[0]), self.reals[run[0] : run[-1] + 1]) for run in stretches]


class Unit(NamedTuple):
    """A program with its memory at each of the rates of an export."""

    program: Program
    memories: list[ProgramMemory]


def unit_of(machines: list[PlannedMachine]) -> Unit:
    """A program that was set up for each rate."""
    return Unit(machines[0].layout.program, [ProgramMemory.of(machine) for machine in machines])


def carries_over(one: Any, other: Any) -> bool:
    """Whether machines of two rates differ in nothing but room, so that the memory of the higher rate serves the lower one."""
    forms = [
        {part: {name: value for name, value in form.items() if name not in ROOM} for part, form in machine.layout.forms.items()}
        for machine in (one, other)
    ]
    same = one.layout.program == other.layout.program and forms[0] == forms[1]
    return same and all(np.array_equal(one.view(name), other.view(name)) for name in one.layout.given)

"""An exported instrument as C tables, which rosin_runtime.h walks."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from rosin.engine.program import Program
from rosin.export.bridging import bridge_layout
from rosin.export.code import FAST, key_of
from rosin.export.controls import Control
from rosin.export.gathering import Exported
from rosin.export.lengths import compose_lengths
from rosin.export.levels import levels_layout
from rosin.export.memory import BLOCK, LENGTHS, ProgramMemory, Unit, unit_of
from rosin.export.packing import Numbers, patches_of, pieces_of
from rosin.studio.planned import PlannedMachine

KINDS = {2: "int16_t", 4: "float", 8: "double"}
PLACES = ("rate", "in", "out", "goals", "present", "traces", "changed", "live")  # as the runtime counts them


def number(value: float) -> str:
    """A real number, to the last bit; whole ones as they are."""
    if math.isinf(value):
        return "-HUGE_VAL" if value < 0 else "HUGE_VAL"
    return f"{value:.0f}" if value == int(value) and abs(value) < 1e15 else float(value).hex()


def text(words: str) -> str:
    """Words as a string of C."""
    quoted = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{quoted}"'


def described_control(control: Control) -> str:
    """What a control says of itself, as C has it."""
    words = ", ".join(map(text, (control.symbol, control.label, control.group, control.unit)))
    return f"{{{words}, {number(control.low)}, {number(control.high)}, {number(control.value)}, {int(control.logarithmic)}}}"


class Tables:
    """C source, table by table, each once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._known: dict[tuple[str, str], str] = {}
        self._numbers = {size: Numbers(size) for size in KINDS}

    def table(self, kind: str, entries: Iterable[str]) -> str:
        """The name of a table with these entries."""
        body = ", ".join(entries)
        if not body:
            return "0"
        if (kind, body) not in self._known:
            name = self._known[kind, body] = f"table_{len(self._known)}"
            self.lines.append(f"static const {kind} {name}[] = {{{body}}};")
        return self._known[kind, body]

    def wholes(self, values: Sequence[int]) -> str:
        """A table of whole numbers."""
        return self.table("int32_t", map(str, values))

    def reals(self, values: Iterable[float]) -> str:
        """A table of real numbers."""
        return self.table("double", map(number, values))

    def runs(self, values: np.ndarray, begin: int = 0) -> list[str]:
        """Numbers that lie together, from a place on: stretches, each with its bytes a number and where it is among all of that size."""
        return [
            f"{{{begin + at + first}, {length}, {size}, {place}}}"
            for at, piece, size in pieces_of(values)
            for first, length, place in self._numbers[size].lay(piece)
        ]

    def numbers(self) -> dict[str, str]:
        """The tables of all real numbers, by their kind."""
        return {f"{kind}s": self.table(kind, map(number, self._numbers[size].values)) for size, kind in KINDS.items()}

    def memory(self, memory: ProgramMemory) -> str:
        """What a program finds in its memory."""
        runs = [run for begin, values in memory.runs() for run in self.runs(values, begin)]
        places = ", ".join(str(memory.places.get(name, 0)) for name in PLACES)
        counts = f"{len(memory.reals)}, {len(memory.wholes)}, {len(runs)}"
        return f"{{{counts}, {self.table('Run', runs)}, {self.wholes(memory.wholes.tolist())}, {self.wholes(memory.given)}, {{{places}}}}}"


def _kernels(program: Program) -> dict[str, str]:
    """The kernels of a program, by a macro that says how their names begin."""
    return {entry: f"KERNEL({key_of(program)}_{entry})" for entry in program.entries}


def _fast(program: Program) -> str:
    """The one of them that takes the time, for faster processors."""
    return f"KERNEL({key_of(program)}_{FAST})"


class InstrumentTables:
    """The tables of one instrument, with the programs that they name."""

    def __init__(self, exported: Exported) -> None:
        self.exported, self.tables = exported, Tables()
        self.programs: dict[Program, bool] = {}  # each with whether it takes most of the time
        self.body = self._instrument()

    def _program(self, unit: Unit, hot: bool) -> str:
        self.programs[unit.program] = hot or self.programs.get(unit.program, False)
        memories = self.tables.table("Memory", map(self.tables.memory, unit.memories)) if unit.memories else "0"
        fast = f"FAST({_fast(unit.program)})" if hot else "0"
        return f"{{{', '.join(_kernels(unit.program).values())}, {fast}, {memories}}}"

    def _units(self, units: Iterable[Unit], *, hot: bool = False) -> str:
        return self.tables.table("Program", [self._program(unit, hot) for unit in units])

    def _levels(self) -> Unit:
        machine: Any = PlannedMachine(levels_layout(len(self.exported.layers)))
        machine.view("head.usual")[:] = [layer.gain for layer in self.exported.layers]
        return unit_of([machine] * len(self.exported.rates))

    def _bridge(self) -> str:
        """To other rates, where it is made for some alone."""
        it = self.exported
        if not it.exact:
            return "0"
        machines: list[Any] = [PlannedMachine(bridge_layout(it.heard, BLOCK)) for _ in it.rates]
        for machine, rate in zip(machines, it.rates, strict=True):
            machine.fill("head", {"made_for": rate})
        return self._units([unit_of(machines)])

    def _notes(self) -> str:
        notes = self.exported.notes
        if notes is None:
            return "0"
        places = self.tables.table("Place", [f"{{{', '.join(map(str, each))}}}" for each in notes.places])
        leads = self.tables.table("Lead", [f"{{{', '.join(map(str, each))}}}" for each in notes.leads])
        patches = list(patches_of(notes.tunings))
        first = self.tables.runs(notes.tunings[0]) if len(notes.tunings) else []
        counts = f"{notes.controls}, {len(notes.places)}, {len(notes.leads)}, {len(patches)}, {len(first)}, {notes.offset}"
        rules = [None, *dict.fromkeys(each.rule for each in patches if each.rule)]
        patched = self.tables.table("Patch", [f"{{{each.tuning}, {each.at}, {each.length}, {rules.index(each.rule)}}}" for each in patches])
        ruled = self.tables.table("Rule", [f"{{{', '.join(map(number, rule))}}}" for rule in rules if rule])
        numbers = self.tables.reals(value for each in patches for value in each.numbers)
        bits = self.tables.table("int8_t", (str(value) for each in patches for value in each.bits))
        rows = f"{places}, {leads}, {patched}, {ruled}, {self.tables.table('Run', first)}, {numbers}, {bits}"
        return self.tables.table("Notes", [f"{{{self._units([unit_of(notes.player)])}, {counts}, {rows}}}"])

    def _action(self, control: Any) -> str:
        table = self.tables.table
        rows = (
            table("Move", [f"{{{each.layer}, {each.row}}}" for each in control.moves]),
            table("Slot", [f"{{{each.layer}, {each.record}, {each.place}}}" for each in control.slots]),
            self.tables.wholes(control.louder),
        )
        held = (control.knob, control.at_least, control.at_most, control.macro)
        counts = (len(control.symbol), len(control.moves), len(control.slots), len(control.louder), *held)
        return f"{{{', '.join(map(str, (*counts, *rows)))}}}"

    def _turning(self) -> str:
        knobs = self.exported.knobs
        if knobs is None:
            return "0"
        outputs = self.tables.table("Slot", [f"{{{each.layer}, {each.record}, {each.place}}}" for each in knobs.outputs])
        return self.tables.table("Turning", [f"{{{self._units([knobs.unit])}, {len(knobs.outputs)}, {knobs.row}, {outputs}}}"])

    def _macros(self) -> str:
        macros = self.exported.macros
        if macros is None:
            return "0"
        turned = self.tables.table("Turn", [f"{{{macro}, {control}}}" for macro, control in zip(macros.owners, macros.turned, strict=True)])
        return self.tables.table("Macros", [f"{{{self._units([macros.unit])}, {len(macros.turned)}, {turned}}}"])

    def _instrument(self) -> str:
        it, tables = self.exported, self.tables
        chain = it.chain.memories[0]
        entries = {
            "rates": len(it.rates),
            "layers": len(it.layers),
            "boxes": len(it.boxes),
            "controls": len(it.controls),
            "channels": it.channels,
            "heard": it.heard,
            "rate": tables.reals(it.rates),
            "lowest": number(it.lowest),
            "highest": number(it.highest),
            "layer": tables.table("Layer", [f"{{{layer.channels}, {layer.box}, {int(layer.watched)}}}" for layer in it.layers]),
            "box_channels": tables.wholes(it.box_channels),
            "voice": self._units((layer.unit for layer in it.layers), hot=True),
            "box": self._units(it.boxes, hot=True),
            "chain": self._units([it.chain]),
            "levels": self._units([self._levels()]),
            "lengths": self._units([Unit(compose_lengths(), [])]),
            "bridge": self._bridge(),
            "length_place": tables.wholes([chain.lengths[name] for name in LENGTHS]),
            "notes": self._notes(),
            "turning": self._turning(),
            "macros": self._macros(),
            "action": tables.table("Action", map(self._action, it.controls)),
        }
        entries |= tables.numbers()
        described = ",\n  ".join(map(described_control, it.controls))
        listed = ", ".join(f".{name} = {value}" for name, value in entries.items())
        return f"static const rosin_control described[] = {{\n  {described}\n}};\nstatic const Instrument instrument = {{{listed}}};\n"

    def declarations(self) -> list[str]:
        """The kernels, which are elsewhere."""
        arguments = {"prepare": "double *, int32_t *", "start": "double *, int32_t *", "process": "double *, int32_t *, int32_t"}
        declared = [f"void {symbol}({arguments[entry]});" for program in self.programs for entry, symbol in _kernels(program).items()]
        return [*declared, *(f"void {_fast(program)}({arguments['process']});" for program, hot in self.programs.items() if hot)]

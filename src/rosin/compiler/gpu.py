"""The same trees on a graphics card: a thread for each voice, or a few threads a voice; the hardware keeps the masks.

Arenas are interleaved by groups of 32 voices: voice v lies in group v // 32, element i at (group * size + i) * 32 + v % 32, so what
the threads of a warp read at the same place is one line of memory, and how many voices there are does not enter the code.

What bounds speed is memory, so a voice's sections may be taken nearer for the length of a launch: to `private` memory, which LLVM
turns into registers where all places are constants, or to `shared` memory on the chip. So an array is known here by the place in the
arena at which it begins: every function is handed the base of each section, and an array argument that begins at a known place is
none when it runs. An index that is not known stays within the section where its array begins. A `held` section is one number in a
register that stands for all of its numbers: a control that does not move during a launch. Whole numbers of a form are constants if
they are `pinned`; that makes places known, and unrolls loops.

In single precision roots and quotients are the hardware's own, good to two units in the last place, and numbers below 1e-38 are zero:
what is exact there costs ten times as much.
"""

import bisect
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rosin.compiler.gpu_known import Known, literal
from rosin.compiler.gpu_sections import ArraySpot, Section, filled, spot
from rosin.compiler.optimise import Target, optimised
from rosin.compiler.source import DialectError
from rosin.compiler.source import place as found_at
from rosin.compiler.tree import Assign, Call, Const, For, Function, Item, Load, Node, Op, PartOf, Type, Var, nodes
from rosin.kernels.record import reckoned

CUDA = Target("nvptx64-nvidia-cuda", "sm_75", "+ptx63")  # later cards take it, too, and run it as fast
WARP = 32
FAINT = '"denormal-fp-math-f32"="preserve-sign,preserve-sign"'


class Gpu(Known):
    """Writes kernels of a grid.

    sections   name: (offset, length) of what `places` names; what no section has lies in global memory
    places     name of a section: "global", "private", "shared" or "held"
    pinned     whole numbers that never change, by their place
    left_out   kernels that do nothing here, and return 0: what only spares a processor, or what no voice of a batch has
    threads    that share a voice: 1, 2, 4 or 8
    block      threads of a block, a multiple of 32
    registers  most that a thread may take; 0: as many as it likes
    """

    def __init__(
        self,
        real: str = "double",
        *,
        wholes: int,
        sections: Mapping[str, tuple[int, int]] | None = None,
        places: Mapping[str, str] | None = None,
        pinned: Mapping[int, int] | None = None,
        left_out: frozenset[Any] = frozenset(),
        threads: int = 1,
        block: int = WARP,
        registers: int = 0,
    ) -> None:
        super().__init__(real, whole="i32")
        self.many, self.pinned, self.threads, self.block_size, self.registers = wholes, dict(pinned or {}), threads, block, registers
        self.left_out = left_out
        self.sections = filled([Section(name, *sections[name], place) for name, place in (places or {}).items()] if sections else [])
        self.starts = [section.offset for section in self.sections]
        self.voices = block // threads  # of a block
        self.stored: set[int] = set()  # sections that are written to
        self.variants: dict[Any, str] = {}
        self.results: dict[str, list[ArraySpot]] = {}
        self.arriving: tuple[Any, ...] = ()
        self.unrolls: list[str] = []

    # arrays

    def stride(self, section: int) -> int:
        """How far apart the numbers of a section lie."""
        return {"held": 0, "private": 1, "shared": self.voices, "global": WARP}[self.sections[section].place]

    def section_at(self, offset: int) -> int:
        """The section that has this place."""
        return max(bisect.bisect_right(self.starts, offset) - 1, 0)

    def pointer(self, array: ArraySpot, of: Type) -> str:
        """The address of an array."""
        if array.offset is None:
            return str(array)
        if of.kind == "wholes":
            return self.new(f"getelementptr inbounds i32, ptr %wholes, i32 {array.offset}")
        far = (array.offset - self.sections[array.section].offset) * self.stride(array.section)
        return self.new(f"getelementptr inbounds {self.real}, ptr %s{array.section}, i32 {far}")

    def moved(self, array: ArraySpot, index: str, of: Type) -> ArraySpot:
        """The array from there on."""
        if array.offset is not None and literal(index):
            offset = array.offset + int(index)
            return spot("poison", 0 if of.kind == "wholes" else self.section_at(offset), offset)
        if array.torn:
            raise DialectError(
                f"{found_at(self.it.python)}: {self.it.name} goes through a record that lies in several sections; place it as a whole."
            )
        base = self.pointer(array, of)
        if of.kind == "wholes":
            return spot(self.new(f"getelementptr inbounds i32, ptr {base}, i32 {index}"), 0)
        far = self.whole_op("mul", [index, str(self.stride(array.section))], Type("whole"))
        return spot(self.new(f"getelementptr inbounds {self.real}, ptr {base}, i32 {far}"), array.section)

    def address(self, array: str, index: str, type_: Type, of: Type) -> str:
        assert isinstance(array, ArraySpot)
        return self.pointer(self.moved(array, index, of), of)

    def on_PartOf(self, node: PartOf) -> str:
        array = self.value(node.array)
        record = isinstance(node.array, Item) and node.array.value.type.what is not None
        return self.moved_by(array, node.offset, node.array.type, record and len(self.sections) > 1)

    def moved_by(self, array: ArraySpot, offset: Node, of: Type, exact: bool = False) -> ArraySpot:
        """The array from there on; a sum in steps, the first of which tells the section where several have different places."""
        if isinstance(offset, Const) and offset.value == 0:
            return array
        text = self.value(offset)
        if isinstance(offset, Op) and offset.op == "add" and not literal(text):
            return self.moved_by(self.moved_by(array, offset.args[0], of, exact), offset.args[1], of, exact and _of_form(offset.args[1]))
        if exact and not literal(text):
            raise DialectError(
                f"{found_at(self.it.python)}: {self.it.name} looks for a row where a form says; pin the whole numbers of it."
            )
        if self.sections[array.section].place == "held" and not literal(text):
            raise DialectError(f"{found_at(self.it.python)}: {self.it.name} looks for a control that is held at an unknown place.")
        return self.moved(array, text, of)

    def on_Load(self, node: Load) -> str:
        array, index = self.value(node.array), self.value(node.index)
        at = self.moved(array, index, node.array.type)
        if node.type.kind == "whole" and at.offset in self.pinned:
            return str(self.pinned[at.offset])
        return self.new(f"load {'i32' if node.type.kind == 'whole' else self.real}, ptr {self.pointer(at, node.array.type)}")

    def store(self, value: str, goal: Load) -> None:
        array, index = self.value(goal.array), self.value(goal.index)
        at = self.moved(array, index, goal.array.type)
        if goal.type.kind == "whole" and at.offset in self.pinned:
            raise DialectError(f"{found_at(self.it.python)}: {self.it.name} sets whole number {at.offset}, which is pinned; leave it free.")
        if goal.type.kind == "real":
            self.stored.add(at.section)
        self.emit(f"store {'i32' if goal.type.kind == 'whole' else self.real} {value}, ptr {self.pointer(at, goal.array.type)}")

    def on_Item(self, node: Item) -> Any:
        value, record = self.value(node.value), node.value.type.what
        array = value[node.place]
        if record is None or node.place == 1 or len(self.sections) == 1 or array.offset is None:
            return array
        form = {name: self.pinned.get((value[1].offset or 0) + at) for name, at in record.whole_places.items()}
        known = all(form[name] is not None for names in record.total for name in names)
        last = array.offset + max(reckoned(record.total, {n: v or 0 for n, v in form.items()}), 1) - 1
        torn = not known or self.section_at(last) != array.section
        return spot(str(array), array.section, array.offset, torn)

    # locals that hold arrays

    def write(self, room: Any, value: Any, type_: Type) -> None:
        for place, part, t in zip(self.values(room, type_), self.values(value, type_), self.flat(type_), strict=True):
            if isinstance(part, ArraySpot):
                part = self.settled(place, part, t)
            elif t.kind == "whole" and place in self.once and literal(part):
                self.known[place] = part
            self.emit(f"store {self.text(t)} {part}, ptr {place}")

    def settled(self, place: str, array: ArraySpot, of: Type) -> str:
        """What a local keeps of an array: nothing where it is assigned once, at a known place."""
        if place in self.once and array.offset is not None:
            self.spots[place] = array.where
            return "poison"
        if self.spots.setdefault(place, (array.section, None, array.torn))[0] != array.section:
            raise DialectError(
                f"{found_at(self.it.python)}: a name of {self.it.name} stands for arrays in two sections; give it two names."
            )
        return self.pointer(array, of)

    def read(self, room: Any, type_: Type) -> Any:
        found: list[str] = []
        for place, t in zip(self.values(room, type_), self.flat(type_), strict=True):
            section, offset, torn = self.spots.get(place, (0, None, False))
            text = "poison" if offset is not None else self.known.get(place) or self.new(f"load {self.text(t)}, ptr {place}")
            found.append(spot(text, section, offset, torn) if t.kind in ("array", "wholes") else text)
        return self.built(iter(found), type_)

    # functions

    def variant(self) -> str:
        if not self.arriving:
            return ""
        return self.variants.setdefault(self.arriving, f"_{len(self.variants)}")

    def extra(self) -> list[str]:
        names = [f"ptr %s{number}" for number in range(len(self.sections))]
        return [*names, "ptr %wholes", "i32 %lane", "i32 %team"]

    def whole_function(self, function: Function, symbol: str, exported: bool) -> str:
        """One that its entry calls may know that sections do not overlap, and that nobody else writes to them but other threads."""
        self.waiting, self.spots, self.known = iter(self.arriving), dict[str, tuple[int, int | None, bool]](), dict[str, str]()
        self.once, self.symbol = _Once(function, self), symbol
        text = super().whole_function(function, symbol, False)
        return text.replace("nounwind noinline {", "nounwind alwaysinline {", 1)  # what is called could not have private sections

    def real_op(self, node: Op, args: list[str], type_: Type) -> str:
        if self.real == "float" and node.op in ("div", "sqrt"):
            kept, self.fast = self.fast, f"afn {self.fast}"
            made = super().real_op(node, args, type_)
            self.fast = kept
            return made
        return super().real_op(node, args, type_)

    def given(self, value: str, type_: Type, exported: bool) -> str:
        return spot(value, *next(self.waiting)) if type_.kind in ("array", "wholes") else value

    def begin(self, function: Function, exported: bool, parameters: list[str]) -> None:
        own = {
            f"ptr %s{n}" for n, section in enumerate(self.sections) if self.outermost and (self.threads == 1 or section.place != "shared")
        }
        parameters += [name.replace("ptr", "ptr noalias") if name in own else name for name in self.extra()]
        self.outermost = False

    outermost = False  # whether the function is called by the entry

    def on_Call(self, node: Call) -> Any:
        if node.function.python in self.left_out:
            return self.literal(0.0, node.type) if node.type.kind == "real" else None
        args: list[str] = []
        spots: list[tuple[int, int | None, bool]] = []
        for a in node.args:
            for value, t in zip(self.values(self.value(a), a.type), self.flat(a.type), strict=True):
                if isinstance(value, ArraySpot) and node.function.separate and a.type.kind == "array":
                    value = spot(self.pointer(value, t), value.section, None, value.torn)  # told apart from others by being an argument
                args.append(f"{self.text(t)} {value}")
                if isinstance(value, ArraySpot):
                    spots.append(value.where)
        kept, self.arriving = self.arriving, tuple(spots)
        symbol = self.function(node.function)
        self.arriving = kept
        kind, scalars = self.result_text(node.type), self.flat(node.type)
        call = f"call {kind} @{symbol}({', '.join(args + self.extra())})"
        if not scalars:
            self.emit(call)
            return None
        result = self.new(call)
        parts = [result] if len(scalars) == 1 else [self.new(f"extractvalue {kind} {result}, {i}") for i in range(len(scalars))]
        arrays = iter(self.results.get(symbol, []))
        placed = [spot(p, next(arrays).section) if t.kind in ("array", "wholes") else p for p, t in zip(parts, scalars, strict=True)]
        return self.built(iter(placed), node.type)

    def give_back(self, value: Any, type_: Type) -> None:
        parts = self.values(value, type_)
        arrays = [part for part in parts if isinstance(part, ArraySpot)]
        if [a.section for a in self.results.setdefault(self.symbol, arrays)] != [a.section for a in arrays]:
            raise DialectError(f"{found_at(self.it.python)}: {self.it.name} returns arrays of different sections; return numbers.")
        made = [self.pointer(p, t) if isinstance(p, ArraySpot) else p for p, t in zip(parts, self.flat(type_), strict=True)]
        super().give_back(self.built(iter(made), type_), type_)

    def word(self, name: str) -> Any:
        if name == "lanes":
            return str(self.threads)
        if name == "lane":
            return "%lane" if self.threads > 1 else "0"
        if self.threads > 1:
            self.declared["meet"] = "declare void @llvm.nvvm.bar.warp.sync(i32)"
            self.emit("call void @llvm.nvvm.bar.warp.sync(i32 %team)")
        return None

    def module(self) -> str:
        """All that was written."""
        text = "\n".join([super().module(), *self.unrolls])
        return text.replace(") nounwind", f") nounwind {FAINT}") if self.real == "float" else text

    def shared_bytes(self) -> int:
        """Shared memory that a block needs; a launch asks for it."""
        held = sum(section.length for section in self.sections if section.place == "shared")
        return held * self.voices * (8 if self.real == "double" else 4)


class _Once:
    """The rooms of names that are assigned once: what they stand for is known where they are read."""

    def __init__(self, function: Function, module: Gpu) -> None:
        targets = [t.name for n in nodes(function.body) if isinstance(n, Assign) for t in n.targets if isinstance(t, Var)]
        counts = Counter(
            [*targets, *(n.name for n in nodes(function.body) if isinstance(n, For)), *(name for name, _ in function.parameters)]
        )
        self.names = {name for name, count in counts.items() if count == 1}
        self.function, self.module = function, module

    def __contains__(self, place: str) -> bool:
        rooms, types = self.module.rooms, self.function.variables
        return any(place in self.module.values(rooms[name], types[name]) for name in self.names if name in rooms)


def _of_form(node: Node) -> bool:
    """Whether a term is reckoned from whole numbers in memory alone; if not, an index is in it."""
    return isinstance(node, Const | Load) or (isinstance(node, Op) and node.op == "mul" and all(_of_form(a) for a in node.args))


def ptx(text: str) -> str:
    """LLVM text as PTX."""
    machine = CUDA.machine()
    return str(machine.emit_assembly(optimised(text, CUDA, machine)))

"""Expressions as LLVM text: numbers, memory and arithmetic."""

import struct
from collections.abc import Iterator
from typing import Any

from rosin.compiler.tree import (
    Call,
    Choice,
    Const,
    Convert,
    For,
    Item,
    KernelRef,
    Load,
    Logic,
    Op,
    Pack,
    PartOf,
    Return,
    Type,
    Var,
    While,
    nodes,
)

FLOAT = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv", "neg": "fneg"}
WHOLES = {"add": "add nsw", "sub": "sub nsw", "mul": "mul nsw", "and_": "and"}
FLOAT_COMPARE = {"lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "eq": "oeq", "ne": "une"}
WHOLE_COMPARE = {"lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge", "eq": "eq", "ne": "ne"}
EXPONENT = {"double": (52, 1023, "i64"), "float": (23, 127, "i32")}  # shift and bias, and the integer as wide


class Values:
    """Writes expressions into `lines`."""

    real: str
    whole: str
    texts: dict[str, str]  # of the kinds of scalars
    fast: str
    lines: list[str]
    allocas: list[str]
    declared: dict[str, str]
    rooms: dict[str, Any]
    count: int
    ended: bool

    # types and values as text

    def text(self, type_: Type) -> str:
        """A type."""
        return self.texts[type_.kind]

    def flat(self, type_: Type) -> list[Type]:
        """The scalars of a type; kernels are none."""
        if type_.kind == "pack":
            return [part for item in type_.items for part in self.flat(item)]
        return [] if type_.kind in ("kernel", "nothing") else [type_]

    def values(self, value: Any, type_: Type) -> list[str]:
        """The scalars of a value."""
        if type_.kind == "pack":
            return [part for item, t in zip(value, type_.items, strict=True) for part in self.values(item, t)]
        return [] if type_.kind in ("kernel", "nothing") else [value]

    def built(self, parts: Iterator[str], type_: Type) -> Any:
        """A value out of its scalars."""
        if type_.kind == "pack":
            return tuple(self.built(parts, item) for item in type_.items)
        return None if type_.kind in ("kernel", "nothing") else next(parts)

    def result_text(self, type_: Type) -> str:
        """The type of what a function returns."""
        scalars = [self.text(part) for part in self.flat(type_)]
        return "void" if not scalars else scalars[0] if len(scalars) == 1 else "{" + ", ".join(scalars) + "}"

    def literal(self, value: Any, type_: Type) -> str:
        """A number."""
        if type_.kind == "real":
            value = struct.unpack("<f", struct.pack("<f", value))[0] if self.real == "float" else float(value)
            return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
        return str(value).lower() if type_.kind == "truth" else str(int(value))

    # lines and blocks

    def emit(self, line: str) -> None:
        """A line."""
        self.lines.append(line)

    def new(self, what: str) -> str:
        """A line that gives a value."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{name} = {what}")
        return name

    def label(self, hint: str = "b") -> str:
        """A name for a block."""
        self.count += 1
        return f"{hint}{self.count}"

    def at(self, label: str) -> None:
        """Go on in a block; one that is not ended falls into it."""
        if not self.ended:
            self.emit(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.ended = False

    def jump(self, label: str) -> None:
        """End the block, unless it has ended."""
        if not self.ended:
            self.emit(f"br label %{label}")
        self.ended = True

    def branch(self, condition: str, yes: str, no: str) -> None:
        """End the block in two ways."""
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}")
        self.ended = True

    def room(self, type_: Type) -> Any:
        """Allocas for a value of this type."""
        if type_.kind == "pack":
            return tuple(self.room(item) for item in type_.items)
        if type_.kind in ("kernel", "nothing"):
            return None
        self.count += 1
        self.allocas.append(f"%r{self.count} = alloca {self.text(type_)}")
        return f"%r{self.count}"

    def write(self, room: Any, value: Any, type_: Type) -> None:
        """A local takes a value."""
        if type_.kind == "pack":
            for place, part, item in zip(room, value, type_.items, strict=True):
                self.write(place, part, item)
        elif room is not None:
            self.lines.append(f"store {self.text(type_)} {value}, ptr {room}")

    def read(self, room: Any, type_: Type) -> Any:
        """The value of a local."""
        if type_.kind == "pack":
            return tuple([self.read(place, item) for place, item in zip(room, type_.items, strict=True)])
        return None if room is None else self.new(f"load {self.text(type_)}, ptr {room}")

    # expressions

    def value(self, node: Any) -> Any:
        """The value of a node."""
        return getattr(self, f"on_{type(node).__name__}")(node)

    def on_Const(self, node: Const) -> str:
        return self.literal(node.value, node.type)

    def on_KernelRef(self, node: KernelRef) -> None:
        return None

    def on_Var(self, node: Var) -> Any:
        return self.read(self.rooms[node.name], node.type)

    def address(self, array: str, index: str, type_: Type, of: Type) -> str:
        """The address of an element of an array."""
        element = "i32" if of.kind == "wholes" else self.real
        return self.new(f"getelementptr inbounds {element}, ptr {array}, {self.text(type_)} {index}")

    def on_PartOf(self, node: PartOf) -> str:
        array = self.value(node.array)
        if isinstance(node.offset, Const) and node.offset.value == 0:
            return str(array)
        return self.address(array, self.value(node.offset), node.offset.type, node.array.type)

    def on_Load(self, node: Load) -> str:
        where = self.address(self.value(node.array), self.value(node.index), node.index.type, node.array.type)
        if node.type.kind == "whole":
            return self.widened(self.new(f"load i32, ptr {where}"))
        return self.new(f"load {self.real}, ptr {where}")

    def widened(self, value: str) -> str:
        """A whole number of memory as one to reckon with."""
        return value if self.whole == "i32" else self.new(f"sext i32 {value} to {self.whole}")

    def narrowed(self, value: str) -> str:
        """The other way round."""
        return value if self.whole == "i32" else self.new(f"trunc {self.whole} {value} to i32")

    def on_Pack(self, node: Pack) -> Any:
        return tuple(self.value(item) for item in node.items)

    def on_Item(self, node: Item) -> Any:
        return self.value(node.value)[node.place]

    def on_Convert(self, node: Convert) -> Any:
        return self.converted(self.value(node.value), node.value.type, node.type)

    def converted(self, value: Any, before: Type, after: Type) -> Any:
        """A value as one of another type."""
        if before == after:
            return value
        if before.kind == "pack":
            return tuple(self.converted(v, b, a) for v, b, a in zip(value, before.items, after.items, strict=True))
        if before.kind != after.kind:
            op = "sitofp" if after.kind == "real" else "fptosi"
            value = self.new(f"{op} {self.text(before)} {value} to {self.text(after._replace(varying=before.varying))}")
        return value

    def intrinsic(self, name: str, type_: Type, *args: str) -> str:
        """One of LLVM's own functions."""
        kind = self.text(type_)
        short = kind.replace("double", "f64").replace("float", "f32").replace(" x ", "").replace("<", "v").strip(">")
        symbol = f"@llvm.{name}.{short}"
        self.declared[symbol] = f"declare {kind} {symbol}({', '.join([kind] * len(args))})"
        return self.new(f"call {self.fast}{kind} {symbol}({', '.join(f'{kind} {a}' for a in args)})")

    def on_Op(self, node: Op) -> Any:
        if node.op in ("lane", "lanes", "meet"):
            return self.word(node.op)
        args = [self.value(a) for a in node.args]
        type_ = node.args[0].type
        kind, op = self.text(type_), node.op
        if op in FLOAT_COMPARE:
            how = f"fcmp {FLOAT_COMPARE[op]}" if type_.kind == "real" else f"icmp {WHOLE_COMPARE[op]}"
            return self.new(f"{how} {kind} {args[0]}, {args[1]}")
        if op == "not":
            return self.new(f"xor {kind} {args[0]}, {self.literal(True, type_)}")
        if op in ("min", "max"):
            how = ("fcmp olt" if op == "min" else "fcmp ogt") if type_.kind == "real" else ("icmp slt" if op == "min" else "icmp sgt")
            second = self.new(f"{how} {kind} {args[1]}, {args[0]}")
            return self.new(f"select {self.text(Type('truth', type_.varying))} {second}, {kind} {args[1]}, {kind} {args[0]}")
        if op in ("floor", "ceil"):
            rounded = self.intrinsic(op, type_, args[0])
            return self.converted(rounded, type_, node.type) if node.type.kind == "whole" else rounded
        if type_.kind == "real":
            return self.real_op(node, args, type_)
        return self.whole_op(op, args, type_)

    def word(self, name: str) -> Any:
        """How many threads a voice has: one, but on a GPU."""
        return {"lane": "0", "lanes": "1", "meet": None}[name]

    def real_op(self, node: Op, args: list[str], type_: Type) -> str:
        """Arithmetic of real numbers."""
        kind, op = self.text(type_), node.op
        if op in ("sqrt", "abs"):
            return self.intrinsic("fabs" if op == "abs" else "sqrt", type_, args[0])
        if op in ("power_of_two", "binary_exponent"):
            return self.exponent(op, args[0], type_)
        if op == "whole_power":
            square = self.new(f"fmul {self.fast}{kind} {args[0]}, {args[0]}")
            assert isinstance(node.args[1], Const)
            more = {2: None, 3: args[0], 4: square}[node.args[1].value]
            return self.new(f"fmul {self.fast}{kind} {square}, {more}") if more else square
        return self.new(f"{FLOAT[op]} {self.fast}{kind} {', '.join(args)}")

    def whole_op(self, op: str, args: list[str], type_: Type) -> str:
        """Arithmetic of whole numbers; division and remainder as Python has them."""
        kind, zero, truth = self.text(type_), self.literal(0, type_), self.text(Type("truth", type_.varying))
        if op == "neg":
            return self.new(f"sub nsw {kind} {zero}, {args[0]}")
        if op == "abs":
            negative = self.new(f"icmp slt {kind} {args[0]}, {zero}")
            return self.new(f"select {truth} {negative}, {kind} {self.whole_op('neg', args, type_)}, {kind} {args[0]}")
        if op not in ("floordiv", "mod"):
            return self.new(f"{WHOLES[op]} {kind} {args[0]}, {args[1]}")
        rest = self.new(f"srem {kind} {args[0]}, {args[1]}")
        crossed = self.new(f"icmp slt {kind} {self.new(f'xor {kind} {rest}, {args[1]}')}, {zero}")
        wrong = self.new(f"and {truth} {crossed}, {self.new(f'icmp ne {kind} {rest}, {zero}')}")
        if op == "mod":
            return self.new(f"select {truth} {wrong}, {kind} {self.new(f'add nsw {kind} {rest}, {args[1]}')}, {kind} {rest}")
        quotient = self.new(f"sdiv {kind} {args[0]}, {args[1]}")
        less = self.new(f"sub nsw {kind} {quotient}, {self.literal(1, type_)}")
        return self.new(f"select {truth} {wrong}, {kind} {less}, {kind} {quotient}")

    def exponent(self, op: str, value: str, type_: Type) -> str:
        """2^k written into, or read from, the exponent bits."""
        shift, bias, bits = EXPONENT[self.real]
        kind, whole = self.text(type_), self.text(type_).replace(self.real, bits)
        constant = (lambda n: f"splat ({bits} {n})") if "<" in kind else str
        if op == "power_of_two":
            biased = self.new(f"add {whole} {self.new(f'fptosi {kind} {value} to {whole}')}, {constant(bias)}")
            return self.new(f"bitcast {whole} {self.new(f'shl {whole} {biased}, {constant(shift)}')} to {kind}")
        exponent = self.new(f"lshr {whole} {self.new(f'bitcast {kind} {value} to {whole}')}, {constant(shift)}")
        return self.new(f"sitofp {whole} {self.new(f'sub {whole} {exponent}, {constant(bias)}')} to {kind}")

    def on_Logic(self, node: Logic) -> str:
        left = self.value(node.left)
        if simple(node.right):
            right = self.value(node.right)
            return self.new(f"select i1 {left}, i1 {right}, i1 false" if node.op == "and" else f"select i1 {left}, i1 true, i1 {right}")
        room, more, end = self.room(node.type), self.label("more"), self.label("end")
        self.write(room, left, node.type)
        self.branch(left, *((more, end) if node.op == "and" else (end, more)))
        self.at(more)
        self.write(room, self.value(node.right), node.type)
        self.at(end)
        return str(self.read(room, node.type))

    def on_Choice(self, node: Choice) -> Any:
        room, yes, no, end = self.room(node.type), self.label("yes"), self.label("no"), self.label("end")
        self.branch(self.value(node.condition), yes, no)
        for label, side in ((yes, node.yes), (no, node.no)):
            self.at(label)
            self.write(room, self.value(side), node.type)
            self.jump(end)
        self.at(end)
        return self.read(room, node.type)


def simple(item: Any) -> bool:
    """Whether something may be computed where it is not needed: no calls, no loops, memory at constant places only."""
    for node in nodes(item):
        if isinstance(node, Call | For | While | Return) or type(node).__name__ == "Break":
            return False
        if isinstance(node, Load) and not isinstance(node.index, Const):
            return False
        if isinstance(node, Op) and node.op in ("floordiv", "mod", "meet"):
            return False
    return True

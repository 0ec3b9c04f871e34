"""Numbers, memory and masks of several voices at once: what lanes.py is built on.

Where only some lanes are, locals are blended and stores are masked: a load, a choice and a store, since no other thread looks on.
"""

from typing import Any

from rosin.compiler.llvm import Scalar
from rosin.compiler.source import DialectError
from rosin.compiler.source import place as found_at
from rosin.compiler.tree import Load, Type, Var

APART = Type("truth", True)
ALIGNED = 64  # bytes on which an arena must begin: a cache line


class LaneValues(Scalar):
    """Writes what a lane computes, reads and stores."""

    mask: str | None = None  # lanes that are on this way; None: all
    inside = False  # whether locals are written in some lanes only
    leave = ""  # where those go that leave for good, and those that have nobody left
    loop_live: str | None = None  # which lanes are still in the loop around, if they leave it one by one

    def __init__(self, width: int = 8, real: str = "double", *, whole: str = "i64", cold: frozenset[Any] = frozenset()) -> None:
        super().__init__(real, whole=whole, cold=cold)
        self.width, self.masks = width, f"<{width} x i1>"
        self.short = f"v{width}{'f64' if real == 'double' else 'f32'}"
        self.line = min(width * (8 if real == "double" else 4), ALIGNED)

    def text(self, type_: Type) -> str:
        return f"<{self.width} x {super().text(type_)}>" if type_.varying else super().text(type_)

    def literal(self, value: Any, type_: Type) -> str:
        plain = super().literal(value, type_)
        return f"splat ({super().text(type_)} {plain})" if type_.varying else plain

    def converted(self, value: Any, before: Type, after: Type) -> Any:
        if before.kind == "pack" or before == after:
            return super().converted(value, before, after)
        value = super().converted(value, before, after._replace(varying=before.varying))
        if before.varying or not after.varying:
            return value
        scalar, kind = super().text(after), self.text(after)
        if not value.startswith("%"):
            return f"splat ({scalar} {value})"
        first = self.new(f"insertelement {kind} poison, {scalar} {value}, i64 0")
        return self.new(f"shufflevector {kind} {first}, {kind} poison, <{self.width} x i32> zeroinitializer")

    def room(self, type_: Type) -> Any:
        """Allocas that hold zero at first.

        Lanes that are elsewhere go through the same sums: with what a register happens to hold, these could be sums of denormal
        numbers, which take the processor a hundred times as long.
        """
        room = super().room(type_)
        if type_.kind == "real" and type_.varying:
            self.allocas.append(f"store {self.text(type_)} zeroinitializer, ptr {room}")
        return room

    # masks

    def variant(self) -> str:
        return super().variant() + ("" if self.mask is None else "_masked")

    def extra(self) -> list[str]:
        return [] if self.mask is None else [f"{self.masks} {self.mask}"]

    def both(self, mask: str | None, also: str) -> str:
        """Lanes of both masks; a select, since a lane that is not in the first may be poison in the second."""
        return also if mask is None else self.new(f"select {self.masks} {mask}, {self.masks} {also}, {self.masks} zeroinitializer")

    def other(self, mask: str) -> str:
        """Lanes that are not in a mask."""
        return self.new(f"xor {self.masks} {mask}, splat (i1 true)")

    def any(self, mask: str) -> str:
        """Whether a mask has a lane."""
        return self.new(f"icmp ne i{self.width} {self.new(f'bitcast {self.masks} {mask} to i{self.width}')}, 0")

    def active(self) -> str:
        """Lanes that are on this way."""
        return self.mask or "splat (i1 true)"

    def chosen(self, mask: str, kind: str, value: str, old: str) -> str:
        """The value in the lanes of a mask, what was there in the others."""
        return self.new(f"select {self.masks} {mask}, {kind} {value}, {kind} {old}")

    def blend(self, room: Any, value: Any, type_: Type, mask: str) -> None:
        """Write to a local in the lanes of a mask only; what all lanes share is seen by nobody else."""
        for place, part, t in zip(self.values(room, type_), self.values(value, type_), self.flat(type_), strict=True):
            kind = self.text(t)
            if t.varying:
                part = self.chosen(mask, kind, part, self.new(f"load {kind}, ptr {place}"))
            self.emit(f"store {kind} {part}, ptr {place}")

    def assign(self, target: Any, value: Any) -> None:
        if isinstance(target, Var) and target.name != "_" and self.inside:
            self.blend(self.rooms[target.name], value, target.type, self.active())
        else:
            super().assign(target, value)

    # memory

    def scaled(self, index: str, type_: Type, of: Type) -> str:
        """An index as a distance in memory."""
        if of.kind == "wholes":
            return index
        if index.isdecimal():
            return str(int(index) * self.width)
        return self.whole_op("mul", [index, self.literal(self.width, type_)], type_)

    def address(self, array: str, index: str, type_: Type, of: Type) -> str:
        return super().address(array, self.scaled(index, type_, of), type_, of)

    def pointers(self, array: str, index: str, type_: Type) -> str:
        """The address of an element that is another one in each lane."""
        lanes = ", ".join(f"{self.whole} {w}" for w in range(self.width))
        at = self.new(f"add nsw {self.text(type_)} {self.scaled(index, type_, Type('array'))}, <{lanes}>")
        return self.new(f"getelementptr {self.real}, ptr {array}, {self.text(type_)} {at}")

    def on_Load(self, node: Load) -> str:
        type_, kind = node.index.type, self.text(node.type)
        if node.type.kind == "whole" or not node.type.varying:
            if type_.varying:
                raise DialectError(
                    f"{found_at(self.it.python)}: {self.it.name} reads a whole number from a place that may differ between voices; "
                    "declare it Real."
                )
            return super().on_Load(node)
        array, index = self.value(node.array), self.value(node.index)
        if not type_.varying:
            return self.new(f"load {kind}, ptr {self.address(array, index, type_, node.array.type)}, align {self.line}")
        symbol, pointers = f"@llvm.masked.gather.{self.short}.v{self.width}p0", f"<{self.width} x ptr>"
        where, size = self.pointers(array, index, type_), 8 if self.real == "double" else 4
        self.declared[symbol] = f"declare {kind} {symbol}({pointers}, i32, {self.masks}, {kind})"
        return self.new(f"call {kind} {symbol}({pointers} {where}, i32 {size}, {self.masks} {self.active()}, {kind} zeroinitializer)")

    def store(self, value: str, goal: Load) -> None:
        if goal.type.kind == "whole":
            if self.mask is not None:
                raise DialectError(
                    f"{found_at(self.it.python)}: {self.it.name} sets a whole number, which all voices share, where only some may be; "
                    "do it where all are, or declare it Real."
                )
            super().store(value, goal)
            return
        array, index, type_, kind = self.value(goal.array), self.value(goal.index), goal.index.type, self.text(goal.type)
        if type_.varying:
            symbol, pointers = f"@llvm.masked.scatter.{self.short}.v{self.width}p0", f"<{self.width} x ptr>"
            where, size = self.pointers(array, index, type_), 8 if self.real == "double" else 4
            self.declared[symbol] = f"declare void {symbol}({kind}, {pointers}, i32, {self.masks})"
            self.emit(f"call void {symbol}({kind} {value}, {pointers} {where}, i32 {size}, {self.masks} {self.active()})")
            return
        where = self.address(array, index, type_, goal.array.type)
        if self.mask is not None:
            value = self.chosen(self.mask, kind, value, self.new(f"load {kind}, ptr {where}, align {self.line}"))
        self.emit(f"store {kind} {value}, ptr {where}, align {self.line}")

    def whole_op(self, op: str, args: list[str], type_: Type) -> str:
        if op in ("floordiv", "mod") and type_.varying and self.mask is not None:  # no lane may divide by zero, even if it is elsewhere
            args = [args[0], self.chosen(self.mask, self.text(type_), args[1], self.literal(1, type_))]
        return super().whole_op(op, args, type_)

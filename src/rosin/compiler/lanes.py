"""The same trees over several voices at once, one in each lane of a vector (single program, multiple data).

Arenas are interleaved: element i of voice w lies at i * W + w, so what all voices read at the same place is one vector. Whole
numbers in memory are not: there is one copy for all voices. Types say what may differ between lanes; the rest stays scalar. Where
lanes go different ways, code runs under a mask of those that are on it: locals are blended, stores are masked, a branch that no
lane takes is jumped over, a loop runs until its last lane has left.
"""

from collections.abc import Callable
from typing import Any

from rosin.compiler.lane_values import APART, LaneValues
from rosin.compiler.llvm_values import simple
from rosin.compiler.tree import Break, Choice, For, Function, If, Logic, Return, Var, While, nodes


class Lanes(LaneValues):
    """Writes a module for `width` voices: 4, 8 or 16."""

    # functions and ways out of them

    def begin(self, function: Function, exported: bool, parameters: list[str]) -> None:
        if self.mask is not None:
            parameters.append(f"{self.masks} %mask")
            self.mask = "%mask"
        self.inside, self.loop_live, self.leave = False, None, ""
        if function.parts_ways:
            self.live, self.answer, self.leave = self.room(APART), self.room(function.result), self.label("exit")
            self.exit = self.leave
            self.emit(f"store {self.masks} {self.active()}, ptr {self.live}")

    def finish(self, function: Function) -> None:
        if not function.parts_ways:
            super().finish(function)
            return
        self.at(self.exit)
        if self.flat(function.result):
            self.give_back(self.read(self.answer, function.result), function.result)
        else:
            self.emit("ret void")

    def do_Return(self, node: Return) -> None:
        if not self.it.parts_ways:
            super().do_Return(node)
            return
        if node.value is not None:
            self.blend(self.answer, self.value(node.value), self.it.result, self.active())
        self.part_from(self.live)

    def do_Break(self, node: Break) -> None:
        if self.loop_live is None:
            super().do_Break(node)
        else:
            self.part_from(self.loop_live)

    def part_from(self, live: str) -> None:
        """The lanes of now leave for good."""
        self.emit(f"store {self.masks} {self.both(self.other(self.active()), self.read(live, APART))}, ptr {live}")
        self.jump(self.leave)

    def block(self, statements: list[Any]) -> None:
        for statement in statements:
            getattr(self, f"do_{type(statement).__name__}")(statement)
            if self.ended:
                return
            returned = self.it.parts_ways and returns(statement)
            if returned or (self.loop_live is not None and breaks(statement)):
                self.stay()

    def stay(self) -> None:
        """Go on with the lanes that have not left."""
        for live in (self.live if self.it.parts_ways else None, self.loop_live):
            if live is not None:
                self.mask = self.both(self.mask, self.read(live, APART))
        on = self.label("on")
        self.branch(self.any(self.active()), on, self.leave)
        self.at(on)

    # ways that part

    def ways(self, sides: list[tuple[str, Callable[[str], None]]], skip: bool) -> None:
        """Each side under its mask, jumped over where no lane takes it; a side is a function that writes it."""
        kept = self.mask, self.inside, self.leave
        for mask, write in sides:
            after = self.label("after")
            if skip:
                start = self.label("way")
                self.branch(self.any(mask), start, after)
                self.at(start)
            self.mask, self.inside, self.leave = mask, True, after
            write(mask)
            self.at(after)
            self.mask, self.inside, self.leave = kept

    def on_Logic(self, node: Logic) -> str:
        if not node.type.varying:
            return super().on_Logic(node)
        left = self.value(node.left)
        if simple(node.right):
            right = self.value(node.right)
            sides = (right, "zeroinitializer") if node.op == "and" else ("splat (i1 true)", right)
            return self.chosen(left, self.masks, *sides)
        room = self.room(node.type)
        self.write(room, left, node.type)
        way = self.both(self.mask, left if node.op == "and" else self.other(left))
        self.ways([(way, lambda mask: self.blend(room, self.value(node.right), node.type, mask))], True)
        return str(self.read(room, node.type))

    def on_Choice(self, node: Choice) -> Any:
        if not node.condition.type.varying:
            return super().on_Choice(node)
        condition = self.value(node.condition)
        if simple(node.yes) and simple(node.no):
            yes, no = (self.values(self.value(side), node.type) for side in (node.yes, node.no))
            chosen = [self.chosen(condition, self.text(t), a, b) for a, b, t in zip(yes, no, self.flat(node.type), strict=True)]
            return self.built(iter(chosen), node.type)
        room = self.room(node.type)

        def side(value: Any) -> Callable[[str], None]:
            return lambda mask: self.blend(room, self.value(value), node.type, mask)

        masks = self.both(self.mask, condition), self.both(self.mask, self.other(condition))
        self.ways([(masks[0], side(node.yes)), (masks[1], side(node.no))], True)
        return self.read(room, node.type)

    def do_If(self, node: If) -> None:
        condition = self.value(node.condition)
        if node.condition.type.varying:
            sides: list[tuple[str, Any]] = [(self.both(self.mask, condition), lambda _: self.block(node.yes))]
            if node.no:
                sides.append((self.both(self.mask, self.other(condition)), lambda _: self.block(node.no)))
            self.ways(sides, not (simple(node.yes) and simple(node.no)))
            return
        kept = self.mask
        yes, no, end = self.label("then"), self.label("else"), self.label("end")
        self.branch(condition, yes, no)
        for label, body in ((yes, node.yes), (no, node.no)):
            self.at(label)
            self.block(body)
            self.jump(end)
            self.mask = kept
        self.at(end)

    # loops

    def in_loop(self, body: list[Any], end: str) -> None:
        kept, self.loop_live = self.loop_live, None  # all lanes go round together
        super().in_loop(body, end)
        self.loop_live = kept

    def together(self, apart: bool, body: list[Any]) -> bool:
        """Whether all lanes of a loop leave it at the same time."""
        return not (apart or (self.it.parts_ways and returns(body)) or any(parting(s) for s in body))

    def do_While(self, node: While) -> None:
        apart = node.condition.type.varying
        if self.together(apart, node.body):
            super().do_While(node)
        else:
            self.parting_loop(node.body, apart, lambda: self.value(node.condition), lambda: None, lambda: None)

    def do_For(self, node: For) -> None:
        type_, apart = node.start.type, node.stop.type.varying
        if self.together(apart, node.body):
            super().do_For(node)
            return
        counter, stop = self.room(type_), self.value(node.stop)
        self.write(counter, self.value(node.start), type_)

        def on() -> str:
            i = self.converted(self.read(counter, type_), type_, node.stop.type)
            return self.new(f"icmp slt {self.text(node.stop.type)} {i}, {stop}")

        def begin() -> None:
            if node.name != "_":
                kind = self.it.variables[node.name]
                self.assign(Var(kind, node.name), self.converted(self.read(counter, type_), type_, kind))

        def count() -> None:
            more = self.new(f"add nsw {self.text(type_)} {self.read(counter, type_)}, {self.literal(node.step, type_)}")
            self.write(counter, more, type_)

        self.parting_loop(node.body, apart, on, begin, count)

    def parting_loop(self, statements: list[Any], apart: bool, on: Any, begin: Any, count: Any) -> None:
        """A loop that lanes may leave one by one; `apart`: its condition differs between them."""
        kept = self.mask, self.inside, self.leave, self.loop_live
        live, head, body, latch, end = self.room(APART), self.label("loop"), self.label("body"), self.label("latch"), self.label("end")
        self.emit(f"store {self.masks} {self.active()}, ptr {live}")
        self.at(head)
        self.mask = self.read(live, APART)
        go = on()
        if apart:
            go = self.both(self.mask, go)
            self.emit(f"store {self.masks} {go}, ptr {live}")
            go = self.any(go)
        self.branch(go, body, end)
        self.at(body)
        self.mask, self.leave, self.loop_live, self.inside = self.read(live, APART), latch, live, True
        begin()
        self.block(statements)
        self.at(latch)
        if self.it.parts_ways:
            self.emit(f"store {self.masks} {self.both(self.read(live, APART), self.read(self.live, APART))}, ptr {live}")
        count()
        if apart:
            self.jump(head)
        else:
            self.branch(self.any(self.read(live, APART)), head, end)
        self.at(end)
        self.mask, self.inside, self.leave, self.loop_live = kept


def returns(item: Any) -> bool:
    """Whether something returns on some way."""
    return any(isinstance(node, Return) for node in nodes(item))


def breaks(item: Any) -> bool:
    """Whether a statement breaks out of the loop around it."""
    if isinstance(item, If):
        return any(breaks(s) for s in (*item.yes, *item.no))
    return isinstance(item, Break)


def parting(item: Any) -> bool:
    """Whether some lanes may break out of the loop around a statement while others stay."""
    if not isinstance(item, If):
        return False
    return breaks(item) if item.condition.type.varying else any(parting(s) for s in (*item.yes, *item.no))

"""What is known when a program is compiled for a graphics card: whole numbers are folded, and loops of known length unrolled.

So places in memory are known, what is private may lie in registers, and neighbours in a row are read once for several turns.
"""

from typing import Any

from rosin.compiler.llvm import Scalar
from rosin.compiler.llvm_values import simple
from rosin.compiler.tree import Break, Call, For, If, Op, Return, Type, While, nodes

LONGEST = 16  # turns of a loop that is unrolled
TURNS = 6  # of a loop over rows that are taken together
COMPARED = {"lt": int.__lt__, "le": int.__le__, "gt": int.__gt__, "ge": int.__ge__, "eq": int.__eq__, "ne": int.__ne__}
FOLDED = {"add": int.__add__, "sub": int.__sub__, "mul": int.__mul__, "floordiv": int.__floordiv__, "mod": int.__mod__, "and_": int.__and__}


class Known(Scalar):
    """Writes a module in which numbers that are known stand as such."""

    unrolls: list[str]  # marks of loops, of the whole module

    def whole_op(self, op: str, args: list[str], type_: Type) -> str:
        if op in FOLDED and all(literal(a) for a in args) and (args[1] != "0" or op not in ("floordiv", "mod")):
            return str(FOLDED[op](*map(int, args)))
        return super().whole_op(op, args, type_)

    def on_Op(self, node: Op) -> Any:
        if node.op in COMPARED and node.args[0].type.kind == "whole" and simple(node):
            args = [self.value(a) for a in node.args]
            if all(literal(a) for a in args):
                return str(COMPARED[node.op](*map(int, args))).lower()
        return super().on_Op(node)

    def do_If(self, node: If) -> None:
        condition = self.value(node.condition) if isinstance(node.condition, Op) and simple(node.condition) else ""
        if condition in ("true", "false"):
            self.block(node.yes if condition == "true" else node.no)
        else:
            super().do_If(node)

    def do_For(self, node: For) -> None:
        before = len(self.lines)
        super().do_For(node)
        start, stop = self.value(node.start), self.value(node.stop)
        known = literal(start) and literal(stop) and int(stop) - int(start) <= LONGEST * node.step
        kinds = {type(n) for n in nodes(node.body)}
        if known and not kinds & {While, Break, Return}:
            self.unrolled(before, '!"llvm.loop.unroll.full"')
        elif self.it.separate and not kinds & {While, Break, Return, For, If, Call}:
            self.unrolled(before, f'!"llvm.loop.unroll.count", i32 {TURNS}')

    def unrolled(self, before: int, how: str) -> None:
        """Mark the loop that was written last: places in it are known then, and what several turns read is read once."""
        number = 2 * len(self.unrolls)
        self.unrolls.append(f"!{number} = distinct !{{!{number}, !{number + 1}}}\n!{number + 1} = !{{{how}}}")
        head = next(line for line in self.lines[before:] if line.startswith("for") and line.endswith(":"))
        back = max(i for i, line in enumerate(self.lines) if line == f"br label %{head[:-1]}")
        self.lines[back] += f", !llvm.loop !{number}"


def literal(text: str) -> bool:
    """Whether a value is a whole number that is known."""
    return text.lstrip("-").isdecimal()

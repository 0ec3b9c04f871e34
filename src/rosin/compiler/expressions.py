"""The expressions of a kernel, as typed nodes: names, numbers, arithmetic, fields of records, calls."""

import ast
import builtins
import math
import operator
import struct
import types
from typing import Any

from rosin.compiler.source import DialectError, place
from rosin.compiler.tree import (
    REAL,
    TRUTH,
    WHOLE,
    Choice,
    Const,
    Convert,
    Function,
    KernelRef,
    Load,
    Logic,
    Node,
    Op,
    Pack,
    Type,
    Var,
    pack,
    unified,
    varying,
)
from rosin.kernels.dialect import Constant, flags
from rosin.kernels.record import Record

BINARY = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.BitAnd: "and_"}
COMPARE = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne"}
POWERS = (2, 3, 4)  # to which a value may be raised
FOLDED = {ast.Div: operator.truediv, ast.Pow: operator.pow}
SPOKEN = {
    "pack": "a tuple",
    "real": "a real number",
    "whole": "a whole number",
    "truth": "a truth value",
    "array": "an array",
    "wholes": "an array of whole numbers",
    "kernel": "a kernel",
    "nothing": "nothing",
}
INSTEAD = {
    "List": "take a tuple, or a Row of a record",
    "Dict": "take a record",
    "Set": "take a record",
    "ListComp": "write a loop",
    "GeneratorExp": "write a loop",
    "DictComp": "write a loop",
    "SetComp": "write a loop",
    "Lambda": "write a kernel with def",
    "JoinedStr": "kernels know no text",
    "NamedExpr": "assign on a line of its own",
    "Slice": "say part(a, offset)",
    "Starred": "give each value by itself",
    "Await": "kernels never wait",
    "Yield": "kernels return once",
}


def spoken(type_: Type | None) -> str:
    """A type in words."""
    if type_ is None:
        return "nothing"
    return "a record" if type_.what is not None and type_.kind == "pack" else SPOKEN[type_.kind]


class Expressions:
    """Reads expressions; what it needs of its kernel is set by `Reading`."""

    front: Any
    kernel: Any
    function: Function
    variables: dict[str, Type]
    assigned: set[str]
    closed: dict[str, Any]
    seen: dict[str, list[Any]]
    way: tuple[int, ...]
    sure: set[str] | None

    # errors, types and names

    def outside(self, node: Any, why: str) -> DialectError:
        """The error for something outside the dialect."""
        return DialectError(f"{place(self.kernel, node)}: {why}.")

    def to(self, node: Node, type_: Type, where: Any) -> Node:
        """A value as one of this type."""
        if node.type == type_:
            return node
        if isinstance(node, Pack) and node.type.what is None:
            return Pack(type_, [self.to(item, t, where) for item, t in zip(node.items, type_.items, strict=True)])
        if isinstance(node, Const) and node.type.kind == "whole" and type_.kind == "real":
            node = Const(REAL, float(node.value), node.name)
            return node if node.type == type_ else Convert(type_, node)
        if isinstance(node, Op) and node.op in ("floor", "ceil") and type_.kind == "real" and node.type.kind == "whole":
            return self.to(Op(Type("real", node.type.varying), node.op, node.args), type_, where)  # stays a real where one is wanted
        if unified(node.type, type_) != type_:
            raise self.outside(where, f"{spoken(type_)} is needed here, not {spoken(node.type)}; convert it with int(...) or float(...)")
        return node if type_.kind in ("array", "wholes") else Convert(type_, node)

    def number(self, node: Node, where: Any) -> Node:
        """A value that must be a number."""
        if node.type.kind not in ("real", "whole"):
            raise self.outside(where, f"{ast.unparse(where)}: a number is needed here, not {spoken(node.type)}; name what you mean of it")
        return node

    def truth(self, tree: Any) -> Node:
        """A condition."""
        node = self.value(tree)
        if node.type.kind == "truth":
            return node
        zero = self.to(Const(WHOLE, 0), self.number(node, tree).type, tree)
        return Op(Type("truth", node.type.varying), "ne", [node, zero])

    def alike(self, a: Node, b: Node, where: Any) -> tuple[Node, Node, Type]:
        """Two values as values of one type."""
        type_ = unified(a.type, b.type)
        if type_ is None:
            raise self.outside(where, f"{spoken(a.type)} and {spoken(b.type)} do not go together; make both the same kind")
        return self.to(a, type_, where), self.to(b, type_, where), type_

    def known(self, tree: Any) -> Any:
        """What a name that is not a variable, or an attribute of one, stands for."""
        if isinstance(tree, ast.Attribute):
            owner = self.known(tree.value)
            if isinstance(owner, types.ModuleType) and hasattr(owner, tree.attr):
                return getattr(owner, tree.attr)
            raise self.outside(tree, f"{ast.unparse(tree)} is unknown; attributes are for records and modules")
        if isinstance(tree, ast.Name):
            for scope in (self.closed, self.kernel.__globals__, vars(builtins)):
                if tree.id in scope:
                    return scope[tree.id]
            raise self.outside(tree, f"{tree.id} is unknown; define it, or give it to the kernel as an argument")
        raise self.outside(tree, f"{ast.unparse(tree)} is not a name; call kernels by their names")

    # atoms

    def value(self, tree: Any) -> Node:
        """An expression."""
        method = getattr(self, f"on_{type(tree).__name__}", None)
        if method is None:
            name = type(tree).__name__
            instead = INSTEAD.get(name, "write it in plain steps")
            raise self.outside(tree, f"{ast.unparse(tree)}: {name.lower()} is not in the kernel dialect; {instead}")
        found: Node = method(tree)
        return found

    def constant(self, value: Any, tree: Any, name: str = "") -> Node:
        """Something that is known when compiled."""
        if self.front.single and isinstance(value, Constant):
            value = value.single
        for python, type_ in ((bool, TRUTH), (int, WHOLE), (float, REAL)):
            if isinstance(value, python):
                if type_ is REAL and self.front.single and not _fits(value):
                    raise self.outside(tree, f"{ast.unparse(tree)} does not fit single precision; make it a Constant with both values")
                return Const(type_, float(value) if type_ is REAL else value, name)
        if flags(value) is not None or (isinstance(value, type) and issubclass(value, Record)):
            return KernelRef(Type("kernel", what=value))
        if isinstance(value, str):
            raise self.outside(tree, f"{ast.unparse(tree)} is text, which kernels do not know; use a number")
        raise self.outside(
            tree, f"{ast.unparse(tree)} is {type(value).__name__}; kernels know numbers, arrays, tuples, records and kernels"
        )

    def on_Constant(self, tree: Any) -> Node:
        return self.constant(tree.value, tree)

    def on_Name(self, tree: Any) -> Node:
        if tree.id in self.variables or tree.id in self.assigned:
            if tree.id not in self.variables or (self.sure is not None and tree.id not in self.sure):
                raise self.outside(tree, f"{tree.id} may be read before it is assigned; give it a value before, on every way")
            self.seen.setdefault(tree.id, []).append((self.way, False))
            return Var(self.variables[tree.id], tree.id)
        return self.constant(self.known(tree), tree, tree.id)

    def on_Tuple(self, tree: Any) -> Node:
        items = [self.value(item) for item in tree.elts]
        return Pack(pack(item.type for item in items), items)

    # arithmetic

    def on_UnaryOp(self, tree: Any) -> Node:
        if isinstance(tree.op, ast.Not):
            node = self.truth(tree.operand)
            return Const(TRUTH, not node.value) if isinstance(node, Const) else Op(node.type, "not", [node])
        node = self.number(self.value(tree.operand), tree.operand)
        if not isinstance(tree.op, ast.USub):
            raise self.outside(tree, f"{ast.unparse(tree)} is not in the kernel dialect; numbers have + - * / // % & ** and comparisons")
        return Const(node.type, -node.value) if isinstance(node, Const) and not node.name else Op(node.type, "neg", [node])

    def on_BinOp(self, tree: Any) -> Node:
        left, right = (self.number(self.value(side), side) for side in (tree.left, tree.right))
        kind = type(tree.op)
        if kind in FOLDED and isinstance(left, Const) and isinstance(right, Const):
            return self.constant(FOLDED[kind](left.value, right.value), tree)
        if kind is ast.Pow:
            if not isinstance(right, Const) or right.value not in POWERS:
                raise self.outside(tree, f"{ast.unparse(tree)}: exponents are 2, 3 or 4; for others take power of rosin.kernels.maths")
            real = Type("real", left.type.varying)
            return Op(real, "whole_power", [self.to(left, real, tree), right])
        if kind not in BINARY:
            raise self.outside(tree, f"{ast.unparse(tree)} is not in the kernel dialect; numbers have + - * / // % & ** and comparisons")
        if kind is ast.Div:
            left, right = (self.to(side, Type("real", side.type.varying), tree) for side in (left, right))
        left, right, type_ = self.alike(left, right, tree)
        if type_.kind == "real" and kind in (ast.FloorDiv, ast.Mod, ast.BitAnd):
            raise self.outside(tree, f"{ast.unparse(tree)} is for whole numbers; of reals take math.floor")
        return Op(type_, BINARY[kind], [left, right])

    def on_Compare(self, tree: Any) -> Node:
        sides = [self.value(side) for side in (tree.left, *tree.comparators)]
        if any(not isinstance(side, Var | Const | Load) for side in sides[1:-1]):
            raise self.outside(tree, "the middle of a chain of comparisons is computed twice; give it a name first")
        found: Node | None = None
        for op, left, right in zip(tree.ops, sides, sides[1:], strict=False):
            if type(op) not in COMPARE:
                raise self.outside(tree, f"{ast.unparse(tree)}: {type(op).__name__.lower()} is not in the kernel dialect; compare numbers")
            left, right, type_ = self.alike(self.number(left, tree), self.number(right, tree), tree)
            one: Node = Op(Type("truth", type_.varying), COMPARE[type(op)], [left, right])
            if isinstance(left, Const) and isinstance(right, Const):
                one = Const(TRUTH, getattr(operator, COMPARE[type(op)])(left.value, right.value))
            found = one if found is None else self._logic("and", found, one, tree)
        assert found is not None
        return found

    def _logic(self, op: str, left: Node, right: Node, tree: Any) -> Node:
        if isinstance(left, Const):
            return left if left.value == (op == "or") else right
        left, right, type_ = self.alike(left, right, tree)
        return Logic(type_, op, left, right)

    def on_BoolOp(self, tree: Any) -> Node:
        op = "and" if isinstance(tree.op, ast.And) else "or"
        found = self.truth(tree.values[0])
        for more in tree.values[1:]:
            if isinstance(found, Const) and found.value == (op == "or"):
                return found
            found = self._logic(op, found, self.truth(more), tree)
        return found

    def on_IfExp(self, tree: Any) -> Node:
        condition = self.truth(tree.test)
        if isinstance(condition, Const):
            return self.value(tree.body if condition.value else tree.orelse)
        yes, no, type_ = self.alike(self.value(tree.body), self.value(tree.orelse), tree)
        if condition.type.varying:
            type_ = varying(type_)
        return Choice(type_, condition, self.to(yes, type_, tree), self.to(no, type_, tree))


def _fits(value: float) -> bool:
    """Whether a number is one in single precision, too, and not zero or infinity."""
    if value == 0.0 or not math.isfinite(value):
        return True
    try:
        return abs(struct.unpack("<f", struct.pack("<f", value))[0]) >= 2.0**-126
    except OverflowError:
        return False

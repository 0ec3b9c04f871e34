"""One kernel read for certain types of arguments: its statements, and the types of its names.

A local name has one type throughout, the widest of all that is assigned to it; so a kernel is read again until no name has widened.
With lanes each type also says whether voices may differ in it: real numbers in memory differ, whole ones there never do, and what is
assigned where voices have gone different ways differs. A name that is read must have been assigned on every way that leads there.
"""

import ast
import functools
from typing import Any, NamedTuple

from rosin.compiler.calls import Calls
from rosin.compiler.expressions import spoken
from rosin.compiler.source import definition
from rosin.compiler.tree import (
    NOTHING,
    REAL,
    WHOLE,
    Assign,
    Break,
    Const,
    Eval,
    For,
    Function,
    If,
    Load,
    Return,
    Type,
    Var,
    While,
    pack,
    unified,
    varying,
)

INSTEAD = {
    "Assert": "check values in Python, before they reach a kernel",
    "Raise": "kernels raise nothing; return a number that says so",
    "Try": "kernels raise nothing; return a number that says so",
    "With": "kernels open nothing; do it in Python",
    "Global": "keep what lasts in a record",
    "Nonlocal": "keep what lasts in a record",
    "Continue": "put the rest of the loop under an if",
    "FunctionDef": "write the inner function as a kernel of its own, outside",
    "ClassDef": "declare a Record outside",
    "Import": "import at the top of the file",
    "ImportFrom": "import at the top of the file",
    "Delete": "leave the name alone",
    "AnnAssign": "leave the annotation out; types are found",
    "Match": "write if and elif",
}


class _Count(NamedTuple):
    name: str
    type: Type
    tree: Any


def _common(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return next((a[:i] for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(a, b, key=len))


def _returns(body: list[Any]) -> bool:
    """Whether a block always ends in a return."""
    last = body[-1] if body else None
    return isinstance(last, Return) or (isinstance(last, If) and _returns(last.yes) and _returns(last.no))


class Reading(Calls):
    """Makes `function` of a kernel."""

    def __init__(self, front: Any, kernel: Any, arguments: tuple[Type, ...], result: Type | None) -> None:
        self.front, self.kernel, self.wanted = front, kernel, result
        tree = definition(kernel)
        names = [a.arg for a in tree.args.args]
        if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.defaults or tree.args.posonlyargs:
            raise self.outside(tree, f"{kernel.__name__} must have plain parameters; leave defaults, * and ** out")
        if len(names) != len(arguments):
            raise self.outside(tree, f"{kernel.__name__} takes {len(names)} arguments and is given {len(arguments)}")
        cells = kernel.__closure__ or ()
        self.closed = dict(zip(kernel.__code__.co_freevars, (cell.cell_contents for cell in cells), strict=True))
        self.assigned = {*kernel.__code__.co_varnames, *kernel.__code__.co_cellvars}
        doc = ast.get_docstring(tree) or ""
        self.function = Function(kernel.__name__, kernel, doc, kernel.__kernel_flags__, list(zip(names, arguments, strict=True)))
        self.function.separate = getattr(kernel, "__kernel_separate__", False)
        self.function.large = getattr(kernel, "__kernel_large__", False)
        self.function.seldom = getattr(kernel, "__kernel_seldom__", False)
        self.function.wide = getattr(kernel, "__kernel_wide__", False)
        self.variables = self.function.variables = dict(self.function.parameters)
        self.result: Type | None = result
        self.split: set[str] = set()  # names whose value lanes may take on different ways
        statements = [s for s in tree.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
        while True:
            self.changed, self.apart = False, 0  # apart: how many constructs deep lanes have gone different ways
            self.way: tuple[int, ...] = ()  # which way of each of these constructs
            self.ways, self.seen = 0, {name: [((), True)] for name in names}  # where each name is read or, True, assigned
            self.loop_apart, self.breaks_apart = 0, False  # that of the loop around, and whether lanes leave it one by one
            self.sure: set[str] | None = set(names)  # names that have a value on every way that leads here; None: no way does
            self.function.body = self.block(statements)
            self._find_split()
            if not self.changed:
                break
        self.function.result = self.result or NOTHING
        if self.result is not None and not _returns(self.function.body):
            raise self.outside(tree, f"{kernel.__name__} returns a value on some ways only; end every way in a return")

    # names and ways

    def _find_split(self) -> None:
        """A name stays the same in all lanes that see it if it lives on one way only, where it is assigned before it is read."""
        if not self.front.lanes:
            return
        for name, places in self.seen.items():
            common = functools.reduce(_common, (way for way, _ in places))
            alone = places[0] == (common, True) and all(way == common for way, assigned in places if assigned)
            if not alone and name not in self.split:
                self.split.add(name)
                self.changed = True

    def _apart_in(self, is_so: bool, statements: list[Any]) -> list[Any]:
        """A block that, if so, only some lanes enter."""
        kept = self.way
        if is_so:
            self.ways, self.apart = self.ways + 1, self.apart + 1
            self.way = (*kept, self.ways)
        block = self.block(statements)
        self.apart, self.way = self.apart - is_so, kept
        return block

    def widen(self, name: str, type_: Type, node: Any) -> None:
        """A name takes a value of this type."""
        self.seen.setdefault(name, []).append((self.way, True))
        if self.sure is not None:
            self.sure.add(name)
        if name in self.split and self.apart:
            type_ = varying(type_)
        before = self.variables.get(name)
        after = type_ if before is None else unified(before, type_)
        if after is None:
            raise self.outside(node, f"{name} is {spoken(type_)} here and {spoken(before)} elsewhere; give it another name")
        if after != before:
            self.variables[name] = after
            self.changed = self.changed or before is not None

    # statements

    def block(self, statements: list[Any]) -> list[Any]:
        """Statements one after the other."""
        done: list[Any] = []
        for tree in statements:
            method = getattr(self, f"do_{type(tree).__name__}", None)
            if method is None:
                name = type(tree).__name__
                raise self.outside(tree, f"{name.lower()} is not in the kernel dialect; {INSTEAD.get(name, 'write it in plain steps')}")
            done += method(tree)
        return done

    def do_Pass(self, tree: Any) -> list[Any]:
        return []

    def do_Expr(self, tree: Any) -> list[Any]:
        if not isinstance(tree.value, ast.Call):
            raise self.outside(tree, f"{ast.unparse(tree)} has no effect; assign it to something, or leave it out")
        return [Eval(self.value(tree.value))]

    def do_Assign(self, tree: Any) -> list[Any]:
        if len(tree.targets) != 1:
            raise self.outside(tree, "a = b = ... is not in the kernel dialect; assign to one target at a time")
        value, target = self.value(tree.value), tree.targets[0]
        if isinstance(target, ast.Tuple):
            if value.type.kind != "pack" or value.type.what is not None or len(value.type.items) != len(target.elts):
                given = len(value.type.items) if value.type.kind == "pack" else spoken(value.type)
                raise self.outside(tree, f"{len(target.elts)} values are needed here and {given} is given; take as many as there are")
            targets = [self.target(t, item) for t, item in zip(target.elts, value.type.items, strict=True)]
            return [Assign(targets, self.to(value, pack(t.type for t in targets), tree))]
        goal = self.target(target, value.type)
        return [Assign([goal], self.to(value, goal.type, tree))]

    def target(self, tree: Any, type_: Type) -> Any:
        """What is assigned to."""
        if type_.kind == "nothing":
            raise self.outside(tree, "a kernel that returns nothing is used as a value; let it return one, or call it on a line of its own")
        if isinstance(tree, ast.Name) and tree.id == "_":
            return Var(type_, "_")  # not wanted: targets leave it out
        if isinstance(tree, ast.Name):
            self.widen(tree.id, type_, tree)
            return Var(self.variables[tree.id], tree.id)
        if isinstance(tree, ast.Subscript | ast.Attribute):
            goal = self.value(tree)
            if isinstance(goal, Load) and type_.kind in ("real", "whole"):
                return self._stored(goal, type_, tree)
        raise self.outside(tree, f"{ast.unparse(tree)} cannot hold {spoken(type_)}; it takes a number")

    def _stored(self, goal: Load, type_: Type, tree: Any) -> Load:
        """A place in memory that may be written to."""
        if goal.array.type.fixed:
            raise self.outside(tree, f"{ast.unparse(tree)} may only be read here; what changes while it sounds belongs into the state")
        if goal.type.kind == "whole":
            if type_.kind != "whole":
                raise self.outside(tree, f"{ast.unparse(tree)} is a whole number; say int(...), or declare it Real")
            if type_.varying or (self.front.lanes and self.apart):
                raise self.outside(tree, f"{ast.unparse(tree)} is the same for all voices, and what it gets may differ; declare it Real")
        return goal

    def do_AugAssign(self, tree: Any) -> list[Any]:
        read = ast.copy_location(type(tree.target)(**{**dict(ast.iter_fields(tree.target)), "ctx": ast.Load()}), tree.target)
        value = ast.copy_location(ast.BinOp(read, tree.op, tree.value), tree)
        return self.do_Assign(ast.copy_location(ast.Assign([tree.target], value), tree))

    def do_If(self, tree: Any) -> list[Any]:
        condition = self.truth(tree.test)
        if isinstance(condition, Const):
            return self.block(tree.body if condition.value else tree.orelse)
        before = self.sure
        self.sure = None if before is None else set(before)
        yes = self._apart_in(condition.type.varying, tree.body)
        after_yes, self.sure = self.sure, None if before is None else set(before)
        no = self._apart_in(condition.type.varying, tree.orelse)
        after_no = self.sure
        self.sure = after_no if after_yes is None else after_yes if after_no is None else after_yes & after_no
        return [If(condition, yes, no)]

    def _loop(self, tree: Any, condition_varies: bool, count: Any = None) -> list[Any]:
        """A body; where lanes may leave it at different times, what it assigns differs."""
        if tree.orelse:
            raise self.outside(tree, "else of a loop is not in the kernel dialect; keep what was found in a name and ask it after the loop")
        outer, sure = (self.loop_apart, self.breaks_apart), self.sure
        apart = condition_varies
        while True:
            self.sure = None if sure is None else set(sure)
            self.loop_apart, self.breaks_apart = self.apart + apart, False
            body = self._apart_in(apart, [*([count] if count else []), *tree.body])
            if apart or not self.breaks_apart or not self.front.lanes:
                break
            apart = True
        (self.loop_apart, self.breaks_apart), self.sure = outer, sure
        return body

    def do__Count(self, count: Any) -> list[Any]:
        """The variable of a loop takes its value; where each lane starts at the same number, all that are still in it agree."""
        if count.name != "_":
            self.widen(count.name, count.type, count.tree)
        return []

    def do_For(self, tree: Any) -> list[Any]:
        call = tree.iter
        named = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range" and not call.keywords
        if not (isinstance(tree.target, ast.Name) and named):
            raise self.outside(tree, "a for goes over range(...); write for i in range(n)")
        args = [self.value(a) for a in call.args]
        if any(a.type.kind != "whole" for a in args):
            raise self.outside(tree, "a range is of whole numbers; say int(...)")
        step = args[2] if len(args) == 3 else Const(WHOLE, 1)
        if not isinstance(step, Const) or step.value <= 0:
            raise self.outside(tree, "the step of a range is a positive constant; count upwards, and reckon the rest in the loop")
        start, stop = (Const(WHOLE, 0), args[0]) if len(args) == 1 else args[:2]
        if start.type.varying:
            stop = self.to(stop, start.type, tree)
        body = self._loop(tree, stop.type.varying, _Count(tree.target.id, start.type, tree))
        return [For(tree.target.id, start, stop, step.value, body)]

    def do_While(self, tree: Any) -> list[Any]:
        condition = self.truth(tree.test)
        body = self._loop(tree, condition.type.varying)
        return [While(self.truth(tree.test), body)]

    def do_Break(self, tree: Any) -> list[Any]:
        self.breaks_apart = self.breaks_apart or self.apart > self.loop_apart
        self.sure = None
        return [Break()]

    def do_Return(self, tree: Any) -> list[Any]:
        self.function.parts_ways = self.function.parts_ways or self.apart > 0
        if tree.value is None:
            self.sure = None
            return [Return(None)]
        value = self.value(tree.value)
        if value.type == NOTHING:
            raise self.outside(tree, "what is returned is nothing; let the kernel that is called return a value")
        type_ = varying(value.type, self.function.parts_ways)
        after = type_ if self.result is None else unified(self.result, type_)
        if after is None or (self.wanted is not None and _kinds(after) != _kinds(self.wanted)):
            expected = spoken(self.wanted or self.result or REAL)
            raise self.outside(tree, f"returns {spoken(type_)} where {expected} is expected; return the same kinds on every way")
        if after != self.result:
            self.result, self.changed = after, self.changed or self.result is not None
        self.sure = None
        return [Return(self.to(value, after, tree))]


def _kinds(type_: Type) -> list[str]:
    return [item.kind for item in type_.items or (type_,)]

"""Typed trees as LLVM text: one function for each instance, inlined into the entries by LLVM.

Tuples are taken apart into scalars: a value of a pack is a Python tuple of values. Locals live in allocas, which LLVM's first
pass turns into registers. `Scalar` is one voice; lanes.py and gpu.py change how memory is addressed and how control flows.
"""

from typing import Any

from rosin.compiler.llvm_values import Values
from rosin.compiler.tree import Assign, Break, Call, Eval, For, Function, If, Load, Return, Type, Var, While

ORDER = ("reassoc", "nsz", "arcp", "contract")
WIDEST = 512  # bits that vectors have; left alone, loops of processors with AVX-512 take half of them, which suits short ones


class Scalar(Values):
    """Writes a module for one voice.

    real        "double" or "float"
    elsewhere   kernels that another module has, by symbol: parts of a program that are compiled and kept one by one
    cold        kernels that seldom run, besides those that say so themselves: they, and what they call, are small and not inlined
    seams       what is exported is called by another module; else by a host, which has whole numbers of 32 bits
    """

    convention = ""  # of entries

    def __init__(
        self,
        real: str = "double",
        *,
        whole: str = "i64",
        elsewhere: dict[Any, str] | None = None,
        seams: bool = False,
        cold: frozenset[Any] = frozenset(),
    ) -> None:
        self.real, self.whole, self.seams, self.cold = real, whole, seams, cold
        self.texts = {"real": real, "whole": whole, "truth": "i1", "array": "ptr", "wholes": "ptr"}
        self.parts: list[str] = []
        self.declared: dict[str, str] = {}
        self.done: dict[Any, str] = {}
        self.elsewhere = elsewhere or {}
        self.inside_cold = False

    # functions

    def function(self, function: Function, export: str = "") -> str:
        """The symbol of an instance, written when it is first asked for."""
        if function.python in self.elsewhere and not export:
            return self.declare(self.elsewhere[function.python], function)
        key = (id(function), self.variant())
        if export or key not in self.done:
            symbol = export or function.name + self.variant()
            if not export:
                self.done[key] = symbol
            other = object.__new__(type(self))  # shares what belongs to the module
            other.__dict__.update(self.__dict__)
            self.parts.append(other.whole_function(function, symbol, bool(export)))
            return symbol
        return self.done[key]

    def declare(self, symbol: str, function: Function) -> str:
        """The symbol of a kernel that another module has."""
        kinds = [self.text(t) for _, type_ in function.parameters for t in self.flat(type_)]
        how = "nounwind willreturn memory(argmem: readwrite)"
        self.declared[symbol] = f"declare {self.result_text(function.result)} @{symbol}({', '.join(kinds)}) {how}"
        return symbol

    def variant(self) -> str:
        """Which of several forms of a function is called from here."""
        return "_cold" if self.inside_cold else ""

    def extra(self) -> list[str]:
        """Arguments that every function takes besides its own."""
        return []

    def whole_function(self, function: Function, symbol: str, exported: bool) -> str:
        """The text of one function."""
        self.it = function
        self.inside_cold = self.inside_cold or function.seldom or function.python in self.cold
        self.lines, self.allocas, self.count, self.ended = [], [], 0, False
        self.fast = " ".join(flag for flag in ORDER if flag in function.flags) + " "
        self.rooms = {name: self.room(type_) for name, type_ in function.variables.items()}
        parameters = []
        apart = exported or function.separate or function.python in self.cold
        inline = (
            "noinline" if function.large or function.seldom or function.python in self.cold else "" if self.inside_cold else "alwaysinline"
        )
        for number, (name, type_) in enumerate(function.parameters):
            given = []
            for place, scalar in enumerate(self.flat(type_)):
                kind = "i32" if exported and scalar.kind == "whole" and not self.seams else self.text(scalar)
                alone = " noalias" if apart and self.text(scalar) == "ptr" and not self.shared(scalar) else ""
                parameters.append(f"{kind}{alone} %a{number}_{place}")
                name_here = f"%a{number}_{place}"
                given.append(self.widened(name_here) if kind == "i32" != self.whole else self.given(name_here, scalar, exported))
            value = self.converted(self.built(iter(given), type_), type_, function.variables[name])
            self.write(self.rooms[name], value, function.variables[name])
        self.begin(function, exported, parameters)
        self.block(function.body)
        self.finish(function)
        head = (
            f"define {self.convention if exported else 'internal '}{self.result_text(function.result)} @{symbol}({', '.join(parameters)})"
        )
        how = "nounwind" if exported else f"nounwind {inline}"
        how += " optsize" if self.inside_cold else ""
        how += f' "prefer-vector-width"="{WIDEST}"' if function.wide else ""
        return f"{head} {how} {{\nentry:\n" + "\n".join(self.allocas + self.lines) + "\n}\n"

    def shared(self, type_: Type) -> bool:
        """Whether several records may point at the same numbers: the records of a part share their whole ones."""
        return type_.kind == "wholes"

    def given(self, value: str, type_: Type, exported: bool) -> str:
        """An argument as it is used."""
        return value

    def begin(self, function: Function, exported: bool, parameters: list[str]) -> None:
        """What comes before the body."""

    def finish(self, function: Function) -> None:
        """What comes after the body."""
        if not self.ended:
            self.emit("ret void" if not self.flat(function.result) else "unreachable")

    def module(self) -> str:
        """All that was written."""
        return "\n".join([*self.parts, *self.declared.values()])

    def on_Call(self, node: Call) -> Any:
        args = []
        for a in node.args:
            args += [f"{self.text(t)} {v}" for v, t in zip(self.values(self.value(a), a.type), self.flat(a.type), strict=True)]
        symbol = self.function(node.function)
        kind, scalars = self.result_text(node.type), self.flat(node.type)
        call = f"call {kind} @{symbol}({', '.join(args + self.extra())})"
        if not scalars:
            self.emit(call)
            return None
        result = self.new(call)
        parts = [result] if len(scalars) == 1 else [self.new(f"extractvalue {kind} {result}, {i}") for i in range(len(scalars))]
        return self.built(iter(parts), node.type)

    # statements

    def block(self, statements: list[Any]) -> None:
        """Statements one after the other, up to one that ends the block."""
        for statement in statements:
            getattr(self, f"do_{type(statement).__name__}")(statement)
            if self.ended:
                return

    def do_Eval(self, node: Eval) -> None:
        self.value(node.value)

    def do_Assign(self, node: Assign) -> None:
        value = self.value(node.value)
        for target, one in zip(node.targets, (value,) if len(node.targets) == 1 else value, strict=True):
            self.assign(target, one)

    def assign(self, target: Any, value: Any) -> None:
        """A name or a place in memory takes a value."""
        if isinstance(target, Var) and target.name == "_":
            return
        if isinstance(target, Var):
            self.write(self.rooms[target.name], value, target.type)
        else:
            self.store(value, target)

    def store(self, value: str, goal: Load) -> None:
        """A place in memory takes a value."""
        where = self.address(self.value(goal.array), self.value(goal.index), goal.index.type, goal.array.type)
        if goal.type.kind == "whole":
            self.emit(f"store i32 {self.narrowed(value)}, ptr {where}")
        else:
            self.emit(f"store {self.real} {value}, ptr {where}")

    def do_If(self, node: If) -> None:
        yes, no, end = self.label("then"), self.label("else"), self.label("end")
        self.branch(self.value(node.condition), yes, no if node.no else end)
        for label, body in ((yes, node.yes), (no, node.no)):
            if body or label == yes:
                self.at(label)
                self.block(body)
                self.jump(end)
        self.at(end)

    def do_While(self, node: While) -> None:
        head, body, end = self.label("while"), self.label("body"), self.label("end")
        self.at(head)
        self.branch(self.value(node.condition), body, end)
        self.at(body)
        self.in_loop(node.body, end)
        self.jump(head)
        self.at(end)

    def do_For(self, node: For) -> None:
        type_ = node.start.type
        head, body, end, counter = self.label("for"), self.label("body"), self.label("end"), self.room(type_)
        stop = self.value(node.stop)
        self.write(counter, self.value(node.start), type_)
        self.at(head)
        i = self.read(counter, type_)
        self.branch(self.new(f"icmp slt {self.text(type_)} {i}, {stop}"), body, end)
        self.at(body)
        self.count_in(node.name, i, type_)
        self.in_loop(node.body, end)
        if not self.ended:
            self.write(counter, self.new(f"add nsw {self.text(type_)} {i}, {node.step}"), type_)
        self.jump(head)
        self.at(end)

    def count_in(self, name: str, i: str, type_: Type) -> None:
        """The variable of a loop takes the count."""
        if name != "_":
            self.write(self.rooms[name], self.converted(i, type_, self.it.variables[name]), self.it.variables[name])

    def in_loop(self, body: list[Any], end: str) -> None:
        """The body of a loop that ends there."""
        outer, self.after_loop = getattr(self, "after_loop", ""), end
        self.block(body)
        self.after_loop = outer

    def do_Break(self, node: Break) -> None:
        self.jump(self.after_loop)

    def do_Return(self, node: Return) -> None:
        if node.value is None:
            self.emit("ret void")
        else:
            self.give_back(self.value(node.value), self.it.result)
        self.ended = True

    def give_back(self, value: Any, type_: Type) -> None:
        """End the function with a value."""
        parts, kinds = self.values(value, type_), [self.text(t) for t in self.flat(type_)]
        if len(parts) == 1:
            self.emit(f"ret {kinds[0]} {parts[0]}")
            return
        built, kind = "undef", self.result_text(type_)
        for i, (part, t) in enumerate(zip(parts, kinds, strict=True)):
            built = self.new(f"insertvalue {kind} {built}, {t} {part}, {i}")
        self.emit(f"ret {kind} {built}")

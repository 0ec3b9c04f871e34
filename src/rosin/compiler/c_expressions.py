"""Expressions as C: text, and how tightly it binds.

Python looks at operands from left to right, C in any order. Where that could matter, that is where an expression has a call that
may write to an array beside anything that reads one, calls and elements are taken into constants of their own first.
"""

import math
import re
from collections.abc import Callable
from typing import Any

from rosin.compiler.tree import (
    Call,
    Choice,
    Const,
    Convert,
    Function,
    Item,
    KernelRef,
    Load,
    Logic,
    Node,
    Op,
    Pack,
    PartOf,
    Type,
    Var,
    nodes,
)

KINDS = {"real": "real ", "whole": "int ", "truth": "int ", "array": "real *", "wholes": "int *", "nothing": "void "}
LETTERS = {"real": "r", "whole": "i", "truth": "i", "array": "a", "wholes": "w"}
INFIX = {"add": ("+", 12), "sub": ("-", 12), "mul": ("*", 13), "div": ("/", 13), "and_": ("&", 8)}
INFIX |= {"lt": ("<", 10), "le": ("<=", 10), "gt": (">", 10), "ge": (">=", 10), "eq": ("==", 9), "ne": ("!=", 9)}
HELPERS = {"floordiv": "floor_div", "mod": "floor_mod", "power_of_two": "power_of_two", "binary_exponent": "binary_exponent"}
ATOM, UNARY, SUM, ALSO, EITHER, CHOICE = 16, 15, 12, 5, 4, 3
RECORD = "record"
Text = tuple[str, int]


class CExpressions:
    """Writes expressions; what must come before them goes into `lines`."""

    real: str
    end: str  # of numbers and library functions
    it: Function
    module: str
    names: set[str]
    lines: list[str]
    depth: int
    hoisting: bool  # whether calls and elements are taken at once, in Python's order
    structs: dict[str, str]
    conversions: dict[str, str]
    constants: dict[str, str]

    def function(self, function: Function) -> str:
        """The symbol of a function."""
        raise NotImplementedError

    # types

    def exists(self, type_: Type) -> bool:
        """Whether there is anything of it when it runs; kernels are known when compiled."""
        return any(self.exists(t) for t in type_.items) if type_.kind == "pack" else type_.kind not in ("kernel", "nothing")

    def items(self, type_: Type) -> list[tuple[int, Type]]:
        """The items of a pack that are there when it runs."""
        return [(i, t) for i, t in enumerate(type_.items) if self.exists(t)]

    def letters(self, type_: Type) -> str:
        """What tells the struct of a pack from others."""
        if type_.kind != "pack":
            return LETTERS[type_.kind]
        return "n" if type_.what is not None else "p" + "".join(f"{self.letters(t)}{i}" for i, t in self.items(type_)) + "_"

    def kind(self, type_: Type) -> str:
        """A type, ready for a name."""
        if type_.kind != "pack":
            return KINDS[type_.kind]
        if type_.what is not None:
            return f"{RECORD} "
        if not self.exists(type_):
            return "void "
        name = "pack_" + re.sub(r"\d", "", self.letters(type_)[1:-1])
        if [i for i, _ in self.items(type_)] != list(range(len(self.items(type_)))):
            name = "pack_" + self.letters(type_)[1:-1]
        if name not in self.structs:
            fields = " ".join(f"{self.kind(t)}f{i};" for i, t in self.items(type_))
            self.structs[name] = f"typedef struct {{ {fields} }} {name};"
        return f"{name} "

    # names and lines

    def name(self, name: str) -> str:
        """A local name that is none of C's."""
        plain = re.sub(r"[^\x00-\x7f]", lambda c: f"u{ord(c[0]):x}", name)
        return f"{plain}_" if plain in TAKEN else plain

    def fresh(self, stem: str) -> str:
        """A name that no local has."""
        number = 1
        while f"{stem}{number}" in self.names:
            number += 1
        self.names.add(f"{stem}{number}")
        return f"{stem}{number}"

    def line(self, text: str) -> None:
        """A line."""
        self.lines.append("    " * self.depth + text)

    def within(self, head: str, body: Callable[[], Any]) -> None:
        """A block in braces."""
        self.line(f"{head} {{")
        self.depth += 1
        body()
        self.depth -= 1
        self.line("}")

    def kept(self, text: str, type_: Type) -> Text:
        """The value as it is now."""
        name, constant = self.fresh("t"), "" if type_.kind in ("array", "wholes") else "const "
        self.line(f"{constant}{self.kind(type_)}{name} = {text};")
        return name, ATOM

    # expressions

    def value(self, node: Any, tight: int = 0) -> str:
        """The text of a node, in brackets if it binds less tightly than asked."""
        text, binds = getattr(self, f"on_{type(node).__name__}")(node)
        return f"({text})" if binds < tight else text

    def on_Const(self, node: Const) -> Text:
        text = self.number(node)
        plain = text, UNARY if text.startswith("-") else ATOM
        if not node.name:
            return plain
        name = f"{self.module}_{self.name(node.name)}".upper()
        return (name, ATOM) if self.constants.setdefault(name, text) == text else plain

    def number(self, node: Const) -> str:
        """A number."""
        if node.type.kind != "real":
            return str(int(node.value))
        if not math.isfinite(node.value):
            return "NAN" if math.isnan(node.value) else "INFINITY" if node.value > 0 else "-INFINITY"
        return repr(float(node.value)) + self.end

    def on_KernelRef(self, node: KernelRef) -> Text:
        return "", ATOM

    def on_Var(self, node: Var) -> Text:
        return self.name(node.name), ATOM

    def on_Load(self, node: Load) -> Text:
        array, index, offset = node.array, node.index, ""
        if isinstance(node.array, PartOf):  # an element of a row lies in the record at the sum of both
            array, offset = node.array.array, self.value(self.field(node.array.array, node.array.offset), SUM)
        else:
            index = self.field(array, index)
        owner, at = self.value(array, ATOM), self.value(index, SUM + 1 if offset not in ("", "0") else 0)
        if offset not in ("", "0"):
            at = f"{offset} + {at}" if at != "0" else offset
        return self.kept(f"{owner}[{at}]", node.type) if self.hoisting else (f"{owner}[{at}]", ATOM)

    def field(self, array: Node, place: Node) -> Node:
        """A place in a record by the name of what lies there."""
        of = array.value.type.what if isinstance(array, Item) else None
        if of is None or not isinstance(place, Const) or place.name or not isinstance(array, Item):
            return place
        fixed = {at.get((), 0): name for name, at in reversed(of.offsets.items()) if set(at) <= {()}}
        names = fixed if array.place == 0 else {at: name for name, at in of.whole_places.items()}
        if place.value not in names:
            return place
        text = re.sub(r"\W", "_", f"{last(of.__module__)}_{of.__name__}_{names[place.value]}").upper()
        return Var(place.type, text) if self.constants.setdefault(text, str(place.value)) == str(place.value) else place

    def on_PartOf(self, node: PartOf) -> Text:
        array, offset = self.value(node.array, SUM), self.value(self.field(node.array, node.offset), SUM + 1)
        zero = isinstance(node.offset, Const) and node.offset.value == 0
        return (self.value(node.array, ATOM), ATOM) if zero else (f"{array} + {offset}", SUM)

    def on_Pack(self, node: Pack) -> Text:
        given = ", ".join(self.value(node.items[i]) for i, _ in self.items(node.type))
        return f"({self.kind(node.type).strip()}){{{given}}}", ATOM

    def on_Item(self, node: Item) -> Text:
        if isinstance(node.value, Pack) and not writes(node.value):
            text, binds = getattr(self, f"on_{type(node.value.items[node.place]).__name__}")(node.value.items[node.place])
            return text, binds
        return f"{self.value(node.value, ATOM)}.f{node.place}", ATOM

    def on_Convert(self, node: Convert) -> Text:
        before, after = node.value.type, node.type
        if self.kind(before) == self.kind(after):
            text, binds = getattr(self, f"on_{type(node.value).__name__}")(node.value)
            return text, binds
        if after.kind == "pack":
            return f"{self.conversion(before, after)}({self.value(node.value)})", ATOM
        return f"({self.kind(after).strip()}){self.value(node.value, UNARY)}", UNARY

    def conversion(self, before: Type, after: Type) -> str:
        """A function that makes one pack of another."""
        old, new = self.kind(before), self.kind(after)
        name = f"{new.strip()}_of_{old.strip()[5:]}"
        if name not in self.conversions:
            given = [self.value(Convert(t, Item(before.items[i], Var(before, "a"), i))) for i, t in self.items(after)]
            self.conversions[name] = f"static inline {new}{name}({old}a) {{ return ({new.strip()}){{{', '.join(given)}}}; }}"
        return name

    def on_Op(self, node: Op) -> Text:
        op, args = node.op, node.args
        if op in ("lane", "lanes", "meet"):
            return {"lane": "0", "lanes": "1", "meet": "(void)0"}[op], ATOM
        if op in INFIX:
            sign, binds = INFIX[op]
            left, right = (UNARY, UNARY) if op == "and_" else (SUM, SUM) if binds < SUM else (binds, binds + 1)
            return f"{self.value(args[0], left)} {sign} {self.value(args[1], right)}", binds
        if op in ("neg", "not"):
            return ("-" if op == "neg" else "!") + self.value(args[0], ATOM), UNARY
        if op == "whole_power":
            assert isinstance(args[1], Const)
            return f"{('square', 'cube', 'fourth')[args[1].value - 2]}({self.value(args[0])})", ATOM
        given = ", ".join(self.value(a) for a in args)
        if op in ("min", "max", "abs"):
            return f"{op}_{self.kind(node.type).strip()}({given})", ATOM
        if op in ("floor", "ceil"):
            whole = f"{op}{self.end}({given})"
            return (f"(int){whole}", UNARY) if node.type.kind == "whole" else (whole, ATOM)
        return f"{HELPERS.get(op, op + self.end)}({given})", ATOM

    def on_Logic(self, node: Logic) -> Text:
        if self.hoisting and reads(node.right):
            return self.held(node.type, self.value(node.left), "" if node.op == "and" else "!", node.right), ATOM
        binds = ALSO if node.op == "and" else EITHER
        left = self.value(node.left, binds if isinstance(node.left, Logic) and node.left.op == node.op else ALSO + 1)
        return f"{left} {'&&' if node.op == 'and' else '||'} {self.value(node.right, ALSO + 1)}", binds

    def held(self, type_: Type, first: str, when: str, then: Any) -> str:
        """A value that another one replaces where it says so."""
        name = self.fresh("t")
        self.line(f"{self.kind(type_)}{name} = {first};")
        self.within(f"if ({when}{name})", lambda: self.line(f"{name} = {self.value(then)};"))
        return name

    def on_Choice(self, node: Choice) -> Text:
        if self.hoisting and (reads(node.yes) or reads(node.no)):
            condition, name = self.value(node.condition), self.fresh("t")
            self.line(f"{self.kind(node.type)}{name};")
            self.within(f"if ({condition})", lambda: self.line(f"{name} = {self.value(node.yes)};"))
            self.within("else", lambda: self.line(f"{name} = {self.value(node.no)};"))
            return name, ATOM
        condition = self.value(node.condition, CHOICE + 1)
        return f"{condition} ? {self.value(node.yes, CHOICE + 1)} : {self.value(node.no, CHOICE)}", CHOICE

    def on_Call(self, node: Call) -> Text:
        given = [self.value(a) for a in node.args if self.exists(a.type)]
        text = f"{self.function(node.function)}({', '.join(given)})"
        return self.kept(text, node.type) if self.hoisting and self.exists(node.type) else (text, ATOM)

    def orderly(self, node: Any) -> bool:
        """Whether no order of evaluation can be told from Python's."""
        readers = sum(isinstance(n, Load) or (isinstance(n, Call) and touches(n)) for n in nodes(node))
        alone = isinstance(node, Call) and not any(writes(a) for a in node.args)
        return not writes(node) or readers <= 1 or alone

    def root(self, node: Any) -> str:
        """An expression of a statement, with what must come before it on lines of its own."""
        self.hoisting = not self.orderly(node)
        if self.hoisting and isinstance(node, Call):
            given = [self.value(a) for a in node.args if self.exists(a.type)]
            text = f"{self.function(node.function)}({', '.join(given)})"
        else:
            text = self.value(node)
        self.hoisting = False
        return text


_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
    return short signed sizeof static struct switch typedef union unsigned void volatile while real record sqrt floor ceil fabs
    sqrtf floorf ceilf fabsf min_real max_real abs_real min_int max_int abs_int floor_div floor_mod square cube fourth power_of_two
    binary_exponent KERNEL CALLED NAN INFINITY"""
TAKEN = frozenset(re.findall(r"\w+", _WORDS))


def last(module: str) -> str:
    """The last name of a module's path."""
    return module.removesuffix(".__init__").split(".")[-1].lstrip("_")


def touches(call: Call) -> bool:
    """Whether a call has an array among its arguments."""
    return any({"array", "wholes"} & _kinds(a.type) for a in call.args)


def reads(item: Any) -> bool:
    """Whether something looks at memory."""
    return any(isinstance(n, Load) or (isinstance(n, Call) and touches(n)) for n in nodes(item))


def writes(item: Any) -> bool:
    """Whether something has a call that stores to an array, itself or by what it calls."""
    return any(isinstance(n, Call) and n.function.stores for n in nodes(item))


def _kinds(type_: Type) -> set[str]:
    return {type_.kind}.union(*(_kinds(item) for item in type_.items))

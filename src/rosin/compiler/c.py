"""Typed trees as portable C99: one readable file that needs nothing but math.h's square root and rounding; `real` is double or float.

Kernels keep their names, docstrings and named constants. A record is a struct of two pointers: its real numbers, which are the
voice's own, and its whole ones.
"""

import re
from collections import Counter
from typing import Any

from rosin.compiler.c_expressions import CExpressions, last, reads, writes
from rosin.compiler.tree import Assign, Break, Call, Const, Eval, For, Function, If, Load, Pack, Return, Var, While, nodes

PROLOGUE = """/* fast with gcc: -O3 -march=native -ffp-contract=fast -fno-math-errno -fno-tree-slp-vectorize; never -ffast-math */

#include <math.h>
#include <stdint.h>

typedef %(real)s real;

#if defined(__GNUC__)
#define KERNEL static inline __attribute__((always_inline))
#define CALLED static __attribute__((noinline))
#else
#define KERNEL static inline
#define CALLED static
#endif

static inline real min_real(real a, real b) { return b < a ? b : a; }
static inline real max_real(real a, real b) { return b > a ? b : a; }
static inline real abs_real(real a) { return fabs%(end)s(a); }
static inline int min_int(int a, int b) { return b < a ? b : a; }
static inline int max_int(int a, int b) { return b > a ? b : a; }
static inline int abs_int(int a) { return a < 0 ? -a : a; }
static inline real square(real a) { return a * a; }
static inline real cube(real a) { return a * a * a; }
static inline real fourth(real a) { return (a * a) * (a * a); }

/* division that rounds down, and what it leaves */
static inline int floor_div(int a, int b) { return a / b - (a %% b != 0 && ((a %% b) ^ b) < 0); }
static inline int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

/* 2^k for a whole number k in the normal range, written into the exponent bits; and the exponent read from them */
typedef union { real x; uint%(width)d_t bits; } real_bits;
static inline real power_of_two(real k)
{
    real_bits u;
    u.bits = (uint%(width)d_t)((int)k + %(bias)d) << %(shift)d;
    return u.x;
}
static inline real binary_exponent(real x)
{
    real_bits u;
    u.x = x;
    return (real)((int)(u.bits >> %(shift)d) - %(bias)d);
}

/* the memory of a part: its real numbers, and the whole ones that shape it or count */
typedef struct { real *f0; int *f1; } record;
"""
FORMATS: dict[str, dict[str, Any]] = {
    "double": {"real": "double", "width": 64, "bias": 1023, "shift": 52, "end": ""},
    "float": {"real": "float", "width": 32, "bias": 127, "shift": 23, "end": "f"},
}


class CText(CExpressions):
    """Writes one C file.

    real     "double" or "float"
    prefix   of the names of entries
    """

    def __init__(self, real: str = "double", prefix: str = "rosin_") -> None:
        self.real, self.prefix, self.end = real, prefix, FORMATS[real]["end"]
        self.done: dict[int, str] = {}
        self.parts: list[str] = []
        self.entries: list[str] = []
        self.structs, self.conversions, self.constants = dict[str, str](), dict[str, str](), dict[str, str]()

    def file(self, title: str) -> str:
        """All that was written."""
        constants = [f"#define {name} {f'({value})' if value.startswith('-') else value}" for name, value in self.constants.items()]
        kinds = [*self.structs.values(), *self.conversions.values()]
        sections = (f"/* {_comment(title)} */\n", PROLOGUE % FORMATS[self.real], *map(_lines, (constants, kinds)), "\n".join(self.parts))
        return "\n".join(section for section in sections if section)

    def header(self, title: str) -> str:
        """Declarations of the entries, for C and C++."""
        guard = re.sub(r"\W", "_", f"{self.prefix}{title}").upper() + "_H"
        head = f"/* {_comment(title)} */\n\n#ifndef {guard}\n#define {guard}\n"
        start, stop = '#ifdef __cplusplus\nextern "C" {\n#endif\n', "#ifdef __cplusplus\n}\n#endif\n"
        return "\n".join([head, start, *self.entries, stop, "#endif\n"])

    # functions

    def function(self, function: Function, export: str = "") -> str:
        """The symbol of an instance, written when it is first asked for."""
        if export or id(function) not in self.done:
            symbol = self.prefix + export if export else function.name
            if not export:
                self.done[id(function)] = symbol
            other = object.__new__(type(self))  # shares what belongs to the file
            other.__dict__.update(self.__dict__)
            self.parts.append(other.whole_function(function, symbol, bool(export)))
            return symbol
        return self.done[id(function)]

    def whole_function(self, function: Function, symbol: str, exported: bool) -> str:
        """The text of one function."""
        self.it, self.lines, self.depth, self.hoisting = function, [], 1, False
        self.names = {self.name(name) for name in function.variables}
        self.module = last(function.python.__module__)
        self.mentions = Counter(_mentioned(function.body))
        self.read = {n.name for n in _read(function.body)}
        self.here: set[str] = set()  # declared where they are first assigned
        given = self.given(function, exported)
        at = len(self.lines)
        self.block(function.body)
        self.lines[at:at] = self.declarations(function)
        result = self.kind(function.result)
        if exported:
            plain = f"{result}{symbol}({', '.join(given) or 'void'});"
            self.entries.append(
                f"/* {_comment(function.doc)} */\n" + re.sub(r"\breal ", f"{self.real} ", plain.replace("restrict ", "")) + "\n"
            )
        mark = "" if exported else "CALLED " if function.large or function.seldom else "KERNEL "
        head = f"{mark}{result}{symbol}({', '.join(given) or 'void'})"
        comment = f"/* {_comment(function.doc)} */\n" if function.doc else ""
        return f"{comment}{head}\n{{\n" + "\n".join(self.lines) + "\n}\n"

    def given(self, function: Function, exported: bool) -> list[str]:
        """The parameters; one that changes its type is a local of its own."""
        given = []
        for name, type_ in function.parameters:
            if not self.exists(type_):
                continue
            own, after = self.name(name), function.variables[name]
            alone = "restrict " if type_.kind == "array" and (exported or function.separate) else ""
            if self.kind(type_) != self.kind(after):
                own = self.fresh(f"{own}_given")
                value = f"{self.conversion(type_, after)}({own})" if type_.kind == "pack" else own
                self.line(f"{self.kind(after)}{self.name(name)} = {value};")
            given.append(f"{self.kind(type_)}{alone}{own}")
            if name in self.mentions and name not in self.read:
                self.line(f"(void){self.name(name)};")
        return given

    def declarations(self, function: Function) -> list[str]:
        """The locals that are not declared where they are first assigned."""
        kinds: dict[str, list[str]] = {}
        own = dict(function.parameters)
        for name, type_ in function.variables.items():
            if name in self.mentions and name not in own and name not in self.here and self.exists(type_):
                kind = self.kind(type_)
                kinds.setdefault(kind.rstrip(" *"), []).append(("*" if kind.endswith("*") else "") + self.name(name))
        found = [f"    {kind} {', '.join(names)};" for kind, names in kinds.items()]
        silent = [name for name in function.variables if name in self.mentions and name not in {*own, *self.here, *self.read}]
        return found + [f"    (void){self.name(name)};" for name in silent if self.exists(function.variables[name])]

    # statements

    def block(self, statements: list[Any]) -> None:
        """Statements one after the other; a name that lives here only, and is assigned first, is declared there."""
        alone = Counter(_mentioned(statements))
        met: set[str] = set()
        for statement in statements:
            if isinstance(statement, Assign):
                before = met | set(_mentioned(statement.value))
                self.new = {
                    t.name
                    for t in statement.targets
                    if isinstance(t, Var) and t.name not in before and alone[t.name] == self.mentions[t.name] and self.local(t.name)
                }
                if len({t.name for t in statement.targets if isinstance(t, Var)}) != sum(isinstance(t, Var) for t in statement.targets):
                    self.new = set()  # a name twice
            getattr(self, f"do_{type(statement).__name__}")(statement)
            met |= set(_mentioned(statement))

    def local(self, name: str) -> bool:
        """Whether a name is no parameter."""
        return all(name != parameter for parameter, _ in self.it.parameters)

    def do_Eval(self, node: Eval) -> None:
        if isinstance(node.value, Call) or writes(node.value):
            self.line(f"{self.root(node.value)};")

    def do_Assign(self, node: Assign) -> None:
        new, value, targets = self.new, node.value, node.targets
        if len(targets) == 1:
            text = self.root(value)
            places = _places(targets)
            if writes(places) or (writes(value) and reads(places)):
                text = self.kept(text, value.type)[0]
            self.assigned(targets[0], text, new)
            return
        if isinstance(value, Pack):
            goals = {t.name for t in targets if isinstance(t, Var)}
            late = value.items[1:]
            stored = any(isinstance(t, Load) for t in targets[:-1]) and reads(late)
            keep = stored or writes(value) or writes(_places(targets)) or bool(goals & {n.name for n in _read(late)})
            texts = []
            for item in value.items:
                text = self.root(item) if self.exists(item.type) else ""
                texts.append(self.kept(text, item.type)[0] if keep and self.exists(item.type) else text)
        else:
            text = self.root(value)
            steady = isinstance(value, Var) and all(not isinstance(t, Var) or t.name != value.name for t in targets)
            whole = text if steady else self.kept(text, value.type)[0]
            texts = [f"{whole}.f{i}" for i in range(len(targets))]
        for target, text in zip(targets, texts, strict=True):
            self.assigned(target, text, new)

    def assigned(self, target: Any, text: str, new: set[str]) -> None:
        """A name or a place in memory takes a value."""
        if not self.exists(target.type):
            return
        if isinstance(target, Load):
            self.line(f"{self.place(target)} = {text};")
        elif target.name == "_":
            self.line(f"(void)({text});")
        elif target.name in new:
            self.here.add(target.name)
            self.line(f"{self.kind(target.type)}{self.name(target.name)} = {text};")
            if target.name not in self.read:
                self.line(f"(void){self.name(target.name)};")
        else:
            self.line(f"{self.name(target.name)} = {text};")

    def place(self, target: Load) -> str:
        """A place in memory to store to."""
        index = target.index
        if writes(target):
            index = Var(index.type, self.kept(self.root(index), index.type)[0])
        return self.value(Load(target.type, target.array, index))

    def do_If(self, node: If, head: str = "if") -> None:
        self.within(f"{head} ({self.root(node.condition)})", lambda: self.block(node.yes))
        if not node.no:
            return
        self.lines.pop()
        if len(node.no) == 1 and isinstance(node.no[0], If) and self.orderly(node.no[0].condition):
            self.do_If(node.no[0], "} else if")
        else:
            self.within("} else", lambda: self.block(node.no))

    def do_While(self, node: While) -> None:
        if self.orderly(node.condition):
            self.within(f"while ({self.root(node.condition)})", lambda: self.block(node.body))
            return

        def body() -> None:
            self.line(f"if (!({self.root(node.condition)})) break;")
            self.block(node.body)

        self.within("for (;;)", body)

    def do_For(self, node: For) -> None:
        start, stop = self.root(node.start), self.root(node.stop)
        inside = Counter(_mentioned(node))
        assigned = {t.name for n in nodes(node.body) if isinstance(n, Assign) for t in n.targets if isinstance(t, Var)}
        assigned |= {n.name for n in nodes(node.body) if isinstance(n, For)}
        name, type_ = node.name, self.it.variables.get(node.name, node.start.type)
        own = name != "_" and name not in assigned and type_.kind == "whole" and inside[name] == self.mentions[name] and self.local(name)
        i = self.name(name) if own else self.fresh("i")
        if own:
            self.here.add(name)
        steady = isinstance(node.stop, Const) or (isinstance(node.stop, Var) and node.stop.name not in {*assigned, name})
        first = f"int {i} = {start}"
        if not steady:
            end = self.fresh("end")
            first, stop = f"{first}, {end} = {stop}", end

        def body() -> None:
            if not own and name != "_":
                self.line(f"{self.name(name)} = {i};")
            self.block(node.body)

        self.within(f"for ({first}; {i} < {stop}; {f'++{i}' if node.step == 1 else f'{i} += {node.step}'})", body)

    def do_Break(self, node: Break) -> None:
        self.line("break;")

    def do_Return(self, node: Return) -> None:
        self.line("return;" if node.value is None else f"return {self.root(node.value)};")


def _comment(text: str) -> str:
    return text.replace("*/", "* /").replace("\n", "\n * ")


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _places(targets: list[Any]) -> list[Any]:
    """What is reckoned to find where to store."""
    return [node for t in targets if isinstance(t, Load) for node in (t.array, t.index)]


def _mentioned(item: Any) -> list[str]:
    """Every name that is read or assigned, as often as it is."""
    return [n.name for n in nodes(item) if isinstance(n, Var | For) and n.name != "_"]


def _read(item: Any) -> list[Var]:
    """Every name that is read; what is assigned is not."""
    targets = {id(t) for n in nodes(item) if isinstance(n, Assign) for t in n.targets}
    return [n for n in nodes(item) if isinstance(n, Var) and id(n) not in targets]

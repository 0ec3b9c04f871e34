"""Calls as typed nodes: of kernels, of the words of the dialect, and of the few functions of Python that it has."""

import ast
import math
import types
from typing import Any

from rosin.compiler.places import PlaceReading
from rosin.compiler.tree import NOTHING, TRUTH, WHOLE, Call, Const, Convert, Item, Node, Op, Pack, PartOf, Type, record
from rosin.kernels.dialect import flags

LIBRARY = "use math.sqrt, math.floor, math.ceil, abs, min, max, or what rosin.kernels.maths has (exp, log, power, sin_cos_turns, atan)"


class Calls(PlaceReading):
    """Reads calls."""

    def on_Call(self, tree: Any) -> Node:
        if tree.keywords or any(isinstance(a, ast.Starred) for a in tree.args):
            raise self.outside(tree, f"{ast.unparse(tree)}: arguments are given by place; leave names and * out")
        if isinstance(tree.func, ast.Name) and tree.func.id in self.variables:
            target = self.variables[tree.func.id].what
        else:
            target = self.known(tree.func)
        args = [self.value(a) for a in tree.args]
        if getattr(target, "__kernel_word__", None):
            return self._word(target.__kernel_word__, args, tree)
        if flags(target) is not None:
            function = self.front.instance(target, tuple(a.type for a in args))
            return Call(function.result, function, args)
        return self._builtin(target, [self.number(a, where) for a, where in zip(args, tree.args, strict=True)], tree)

    def _word(self, name: str, args: list[Node], tree: Any) -> Node:
        """A word that every target knows by itself."""
        if name == "single":
            return Const(TRUTH, self.front.single)
        if name == "abreast":
            return Const(TRUTH, self.front.lanes or not self.front.alone)
        if name == "view":
            return Pack(record(args[0].type.what, fixed=args[1].type.fixed, wholes_fixed=args[2].type.fixed), args[1:])
        if name in ("numbers", "size"):
            if args[0].type.kind != "pack" or args[0].type.what is None:
                raise self.outside(tree, f"{ast.unparse(tree)}: {name}(...) takes a record")
            if name == "numbers":
                return Item(args[0].type.items[0], args[0], 0)
            return self.reckoned(args[0].type.what.total, args[0], args[0].type.what)
        if name == "constant":
            return PartOf(args[0].type._replace(fixed=True), args[0], Const(WHOLE, 0))
        if name == "part":
            if args[0].type.kind not in ("array", "wholes") or args[1].type.kind != "whole" or args[1].type.varying:
                raise self.outside(tree, f"{ast.unparse(tree)}: part(a, offset) takes an array and a whole number that all voices share")
            return PartOf(args[0].type, *args)
        if name in ("lane", "lanes") and self.front.alone:
            return Const(WHOLE, int(name == "lanes"))
        if name in ("lane", "lanes"):
            return Op(WHOLE, name, [])
        if name == "meet":
            return Op(NOTHING, name, [])
        real = Type("real", args[0].type.varying)
        return Op(real, name, [self.to(self.number(args[0], tree), real, tree)])

    def _builtin(self, target: Any, args: list[Node], tree: Any) -> Node:
        first = args[0].type if args else NOTHING
        real = Type("real", first.varying)
        if target is int and len(args) == 1:
            return args[0] if first.kind == "whole" else Convert(Type("whole", first.varying), args[0])
        if target is float and len(args) == 1:
            return self.to(args[0], real, tree)
        if target is abs and len(args) == 1:
            return Op(first, "abs", args)
        if target in (min, max):
            if len(args) != 2:
                raise self.outside(tree, f"{ast.unparse(tree)}: {target.__name__} takes two numbers; nest it for more")
            left, right, type_ = self.alike(args[0], args[1], tree)
            return Op(type_, target.__name__, [left, right])
        if target is math.sqrt and len(args) == 1:
            if isinstance(args[0], Const):
                return self.constant(math.sqrt(args[0].value), tree)
            return Op(real, "sqrt", [self.to(args[0], real, tree)])
        if target in (math.floor, math.ceil) and len(args) == 1:
            return Op(Type("whole", first.varying), target.__name__, [self.to(args[0], real, tree)])
        if isinstance(target, types.FunctionType):
            raise self.outside(tree, f"{ast.unparse(tree.func)} is a plain function; mark it with @kernel")
        raise self.outside(tree, f"{ast.unparse(tree.func)} is not in the kernel dialect; {LIBRARY}")

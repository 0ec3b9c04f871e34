"""Places in memory as typed nodes: fields of records, elements of arrays."""

import ast
from typing import Any

from rosin.compiler.expressions import Expressions, spoken
from rosin.compiler.tree import WHOLE, Const, Item, Load, Node, Op, Pack, PartOf, Type, record
from rosin.kernels.record import Inner, Row, Terms


class PlaceReading(Expressions):
    """Reads names in records and elements of arrays."""

    def on_Attribute(self, tree: Any) -> Node:
        root = tree
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if not isinstance(root, ast.Name) or root.id not in self.variables:
            return self.constant(self.known(tree), tree, tree.attr)
        owner = self.value(tree.value)
        kind = self._record(owner, tree)
        if tree.attr in kind.whole_places:
            return Load(WHOLE, Item(owner.type.items[1], owner, 1), Const(WHOLE, kind.whole_places[tree.attr]))
        if tree.attr not in kind.offsets:
            names = ", ".join(sorted([*kind.whole_places, *kind.offsets]))
            raise self.outside(tree, f"{ast.unparse(tree.value)} has no {tree.attr}; it has {names}")
        field, reals = kind.fields[tree.attr], Item(owner.type.items[0], owner, 0)
        at = self.reckoned(kind.offsets[tree.attr], owner, kind)
        if isinstance(field, Row):
            return PartOf(owner.type.items[0], reals, at)
        if isinstance(field, Inner):
            if field.lengths:
                raise self.outside(tree, f"{ast.unparse(tree)} are several records; choose one: {ast.unparse(tree)}[i]")
            return self._inner(owner, field, PartOf(owner.type.items[0], reals, at))
        return Load(Type("real", self.front.lanes), reals, at)

    def _record(self, owner: Node, tree: Any) -> Any:
        if owner.type.kind != "pack" or owner.type.what is None:
            raise self.outside(tree, f"{ast.unparse(tree.value)} is {spoken(owner.type)}; only records have names in them")
        return owner.type.what

    def _inner(self, owner: Node, field: Inner, reals: Node) -> Node:
        items = owner.type.items
        return Pack(record(field.kind, fixed=items[0].fixed, wholes_fixed=items[1].fixed), [reals, Item(items[1], owner, 1)])

    def reckoned(self, terms: Terms, owner: Node, kind: Any) -> Node:
        """A number of places as an expression of the form's whole numbers."""
        total: Node = Const(WHOLE, terms.get((), 0))
        for names, factor in terms.items():
            product: Node | None = None
            for name in names:
                whole = Load(WHOLE, Item(owner.type.items[1], owner, 1), Const(WHOLE, kind.whole_places[name]))
                product = whole if product is None else Op(WHOLE, "mul", [product, whole])
            if product is not None and factor:
                scaled = product if factor == 1 else Op(WHOLE, "mul", [product, Const(WHOLE, factor)])
                total = scaled if isinstance(total, Const) and total.value == 0 else Op(WHOLE, "add", [total, scaled])
        return total

    def on_Subscript(self, tree: Any) -> Node:
        several = self._one_of_several(tree)
        if several is not None:
            return several
        owner = self.value(tree.value)
        if owner.type.kind == "pack" and owner.type.what is None:
            if not isinstance(tree.slice, ast.Constant) or not isinstance(tree.slice.value, int):
                raise self.outside(tree, f"{ast.unparse(tree)}: of a tuple take an item by a plain number, or take it apart by assignment")
            if not 0 <= tree.slice.value < len(owner.type.items):
                raise self.outside(tree, f"{ast.unparse(tree)}: the tuple has {len(owner.type.items)} items; count them from 0")
            return Item(owner.type.items[tree.slice.value], owner, tree.slice.value)
        if owner.type.kind not in ("array", "wholes"):
            raise self.outside(tree, f"{ast.unparse(tree.value)} is {spoken(owner.type)}; only arrays have elements")
        index = self._index(tree)
        if owner.type.kind == "wholes":
            return Load(WHOLE, owner, index)
        return Load(Type("real", self.front.lanes), owner, index)

    def _index(self, tree: Any) -> Node:
        index = self.value(tree.slice)
        if index.type.kind != "whole":
            raise self.outside(tree, f"{ast.unparse(tree)}: an index is a whole number; say int(...)")
        return index

    def _one_of_several(self, tree: Any) -> Node | None:
        """One record of a row of them, if that is what is asked for."""
        if not isinstance(tree.value, ast.Attribute):
            return None
        root = tree.value.value
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if not isinstance(root, ast.Name) or root.id not in self.variables:
            return None
        owner = self.value(tree.value.value)
        kind = self._record(owner, tree.value)
        field = kind.fields.get(tree.value.attr)
        if not isinstance(field, Inner) or not field.lengths:
            return None
        index = self._index(tree)
        if index.type.varying:
            raise self.outside(tree, f"{ast.unparse(tree)}: which record may not differ between voices; choose among their values instead")
        items = owner.type.items
        start = self.reckoned(kind.offsets[tree.value.attr], owner, kind)
        at = Op(WHOLE, "add", [start, Op(WHOLE, "mul", [index, Const(WHOLE, field.each())])])
        return self._inner(owner, field, PartOf(items[0], Item(items[0], owner, 0), at))

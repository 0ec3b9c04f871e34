"""The typed tree: what a kernel means once every name has a type. All targets read it and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Type(NamedTuple):
    """`real`, `whole`, `truth`, `array` (of reals), `wholes` (an array of them), `pack`, `kernel` (known when compiled) or `nothing`.

    varying    lanes (voices) may differ in it; without lanes it is always false
    items      of a pack: the types in it; a record is a pack of its reals and its whole numbers
    what       of a kernel: the function; of a record: its class
    fixed      of an array or a record: it may only be read
    """

    kind: str
    varying: bool = False
    items: tuple[Type, ...] = ()
    what: Any = None
    fixed: bool = False


REAL, WHOLE, TRUTH, ARRAY, WHOLES, NOTHING = (Type(kind) for kind in ("real", "whole", "truth", "array", "wholes", "nothing"))


def pack(items: Iterable[Type]) -> Type:
    """The type of several values together."""
    return Type("pack", items=tuple(items))


def record(what: Any, *, fixed: bool = False, wholes_fixed: bool | None = None) -> Type:
    """The type of a record of this class: its reals, and the whole numbers that all voices share."""
    held = fixed if wholes_fixed is None else wholes_fixed
    return Type("pack", items=(ARRAY._replace(fixed=fixed), WHOLES._replace(fixed=held)), what=what)


def varying(type_: Type, is_so: bool = True) -> Type:
    """The same type, different in every lane."""
    if type_.kind == "pack" and type_.what is None:
        return pack(varying(item, is_so) for item in type_.items)
    return type_._replace(varying=type_.varying or is_so) if type_.kind in ("real", "whole", "truth") else type_


def unified(a: Type, b: Type) -> Type | None:
    """The type that holds values of both, or None."""
    if a == b:
        return a
    if a.kind == b.kind == "pack" and len(a.items) == len(b.items) and a.what is b.what is None:
        items = [unified(x, y) for x, y in zip(a.items, b.items, strict=True)]
        return None if None in items else pack(item for item in items if item is not None)
    if {a.kind, b.kind} <= {"real", "whole"} or a.kind == b.kind == "truth":
        return Type("real" if "real" in (a.kind, b.kind) else a.kind, a.varying or b.varying)
    if a.kind == b.kind == "array":
        return a._replace(fixed=a.fixed or b.fixed)
    return None


@dataclass(slots=True)
class Node:
    """An expression; every one knows its type."""

    type: Type


@dataclass(slots=True)
class Const(Node):
    """A number."""

    value: Any
    name: str = ""  # where it was a named constant


@dataclass(slots=True)
class Var(Node):
    """A local name."""

    name: str


@dataclass(slots=True)
class Load(Node):
    """An element of an array, real or whole as its type says."""

    array: Node
    index: Node


@dataclass(slots=True)
class PartOf(Node):
    """An array from an offset on."""

    array: Node
    offset: Node


@dataclass(slots=True)
class Op(Node):
    """add sub mul div floordiv mod and_ neg not lt le gt ge eq ne, or sqrt floor ceil abs min max whole_power, or a word of the dialect."""

    op: str
    args: list[Node]


@dataclass(slots=True)
class Logic(Node):
    """`and` / `or`; what stands on the right is only looked at where it matters."""

    op: str
    left: Node
    right: Node


@dataclass(slots=True)
class Choice(Node):
    """yes if condition else no."""

    condition: Node
    yes: Node
    no: Node


@dataclass(slots=True)
class Convert(Node):
    """Another type: whole to real, real to whole (towards zero), one value for all lanes."""

    value: Node


@dataclass(slots=True)
class Pack(Node):
    """Several values together."""

    items: list[Node]


@dataclass(slots=True)
class Item(Node):
    """One of several values."""

    value: Node
    place: int


@dataclass(slots=True)
class Call(Node):
    """A kernel at work."""

    function: Function
    args: list[Node]


@dataclass(slots=True)
class KernelRef(Node):
    """A kernel as a value: it is in the type."""


@dataclass(slots=True)
class Assign:
    """Targets (a Var, or a Load to store to) get the value, or one item of it each."""

    targets: list[Any]
    value: Node


@dataclass(slots=True)
class Eval:
    """A call for what it does."""

    value: Node


@dataclass(slots=True)
class If:
    """Two ways."""

    condition: Node
    yes: list[Any]
    no: list[Any]


@dataclass(slots=True)
class For:
    """A count from start to before stop."""

    name: str
    start: Node
    stop: Node
    step: int
    body: list[Any]


@dataclass(slots=True)
class While:
    """As long as the condition holds."""

    condition: Node
    body: list[Any]


@dataclass(slots=True)
class Break:
    """Out of the loop."""


@dataclass(slots=True)
class Return:
    """Out of the kernel, with a value or without."""

    value: Node | None


@dataclass
class Function:
    """A kernel for certain types of arguments."""

    name: str
    python: Any
    doc: str
    flags: frozenset[str]
    parameters: list[tuple[str, Type]]
    variables: dict[str, Type] = field(default_factory=dict)  # parameters too
    body: list[Any] = field(default_factory=list)
    result: Type = NOTHING
    parts_ways: bool = False  # some lanes return before others
    separate: bool = False  # its arrays do not overlap
    large: bool = False  # it is called, not inlined
    seldom: bool = False  # the same, and it is small
    wide: bool = False  # the same, and its loops take the widest vectors
    _stores: bool | None = None

    @property
    def stores(self) -> bool:
        """Whether it, or what it calls, writes to an array."""
        if self._stores is None:
            self._stores = any(
                (isinstance(n, Assign) and any(isinstance(t, Load) for t in n.targets))
                or (isinstance(n, Call) and n.function.stores)
                or (isinstance(n, Op) and n.op == "meet")
                for n in nodes(self.body)
            )
        return self._stores


def nodes(item: Any) -> Iterator[Any]:
    """Every node of an expression, statement or list of them, itself first."""
    yield item
    if isinstance(item, list):
        for one in item:
            yield from nodes(one)
    elif hasattr(item, "__slots__") and not isinstance(item, Type):
        for name in item.__dataclass_fields__:
            inner = getattr(item, name)
            if name not in ("type", "function") and (isinstance(inner, list) or hasattr(inner, "__dataclass_fields__")):
                yield from nodes(inner)

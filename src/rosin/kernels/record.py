"""Records: the memory of a part, declared once and read by name, in kernels, in Python and by every host.

    class Form(Record):
        modes = Whole("modes, padded to a multiple of four")

    class Coefficients(Record, form=Form):
        step = Real("s", "time step")
        h1 = Row("modes", unit="1/s", text="what a mode's velocity takes of its displacement")

A kernel reads `c.step` and `c.h1[i]`. Real numbers are each voice's own. Whole numbers are the same for all voices of a batch: the
form, which shapes the memory and never changes while it sounds, and counters of a state. So a place in memory that is reckoned from
whole numbers is the same in every lane, by construction. All records of a part share their whole numbers: the form first.

In memory a record has its numbers of fixed place first, then its rows of variable length; `layout` tells where everything lies.
"""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

LINE = 8  # doubles in a cache line, on which rows of variable length begin
Terms = dict[tuple[str, ...], int]  # a number of places: the sum of factors times products of whole numbers of the form


class Place(NamedTuple):
    """Where something lies in a layout: offset and size in numbers."""

    offset: int
    size: int
    unit: str
    text: str


class Field:
    """Something of a record that has a name."""

    lengths: tuple[int | str, ...] = ()
    unit, text = "", ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def terms(self) -> Terms:
        """How many numbers it takes."""
        names = tuple(sorted(length for length in self.lengths if isinstance(length, str)))
        return {names: math.prod(length for length in self.lengths if not isinstance(length, str)) * self.each()}

    def each(self) -> int:
        """Numbers that one of its elements takes."""
        return 1

    @property
    def fixed(self) -> bool:
        """Whether it always takes the same room."""
        return not any(isinstance(length, str) for length in self.lengths)


class Real(Field):
    """A real number."""

    def __init__(self, unit: str = "", text: str = "") -> None:
        self.unit, self.text = unit, text

    def __get__(self, record: Any, owner: Any = None) -> Any:
        return self if record is None else record.reals[record.starts[self.name]]

    def __set__(self, record: Any, value: Any) -> None:
        record.reals[record.starts[self.name]] = value


class Whole(Field):
    """A whole number, the same for all voices of a batch."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def __get__(self, record: Any, owner: Any = None) -> Any:
        return self if record is None else int(record.wholes[type(record).whole_places[self.name]])

    def __set__(self, record: Any, value: int) -> None:
        record.wholes[type(record).whole_places[self.name]] = value


class Capacity(Whole):
    """A whole number of a form that says for how many there is room: a memory serves whatever needs no more."""


class Row(Field):
    """Real numbers in a row; its length is the product of whole numbers, of the form by name. A record keeps the view that it made."""

    def __init__(self, *lengths: int | str, unit: str = "", text: str = "") -> None:
        self.lengths, self.unit, self.text = lengths, unit, text

    def __get__(self, record: Any, owner: Any = None) -> Any:
        if record is None:
            return self
        start = record.starts[self.name]
        row = vars(record)[self.name] = record.reals[start : start + record.reckon(self.terms())]
        return row


class Inner(Field):
    """Another record inside, or with a length several of them in a row."""

    def __init__(self, kind: type[Record], *lengths: int | str, text: str = "") -> None:
        self.kind, self.lengths, self.text = kind, lengths, text

    def each(self) -> int:
        return self.kind.size({})

    def __get__(self, record: Any, owner: Any = None) -> Any:
        if record is None:
            return self
        start, each = record.starts[self.name], self.each()
        places = range(start, start + record.reckon(self.terms()), max(each, 1))
        inside = [self.kind(record.reals[at : at + each], record.wholes) for at in places]
        vars(record)[self.name] = inside if self.lengths else inside[0]
        return vars(record)[self.name]


class Record:
    """Numbers with names, seen in an array of reals and one of whole numbers."""

    form: ClassVar[type[Record] | None] = None
    fields: ClassVar[dict[str, Field]] = {}
    offsets: ClassVar[dict[str, Terms]] = {}
    whole_places: ClassVar[dict[str, int]] = {}
    total: ClassVar[Terms] = {}

    def __init_subclass__(cls, form: type[Record] | None = None) -> None:
        cls.form = form or cls.form
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        taken = [name for name in own if hasattr(Record, name)]
        if taken:
            raise TypeError(f"{cls.__name__}: a record has a meaning for {taken[0]} already; give the field another name.")
        cls.fields = {**{name: field for base in cls.__bases__ for name, field in getattr(base, "fields", {}).items()}, **own}
        shared = cls.form.fields if cls.form else {}
        for name, whole in shared.items():
            if name not in cls.fields:
                setattr(cls, name, whole)
        wholes = [*shared, *(name for name, kind in cls.fields.items() if isinstance(kind, Whole) and name not in shared)]
        cls.whole_places = {name: place for place, name in enumerate(wholes)}
        reals = {name: kind for name, kind in cls.fields.items() if not isinstance(kind, Whole)}
        ordered = sorted(reals, key=lambda name: not reals[name].fixed)
        cls.offsets, at = {}, dict[tuple[str, ...], int]()
        for name in ordered:
            if not reals[name].fixed and set(at) <= {()}:
                at = {(): -(-at.get((), 0) // LINE) * LINE}
            cls.offsets[name] = dict(at)
            for names, factor in reals[name].terms().items():
                at[names] = at.get(names, 0) + factor
        cls.total = at

    def __init__(self, reals: Any, wholes: Any) -> None:
        self.reals, self.wholes = reals, wholes

    @functools.cached_property
    def starts(self) -> dict[str, int]:
        """Where every field begins among the reals."""
        return {name: self.reckon(terms) for name, terms in type(self).offsets.items()}

    def reckon(self, terms: Terms) -> int:
        """A number of places under the form of this record."""
        return reckoned(terms, {name: int(self.wholes[place]) for name, place in type(self).whole_places.items()})

    @classmethod
    def size(cls, form: Mapping[str, int]) -> int:
        """Real numbers that it takes under a form."""
        return reckoned(cls.total, form)

    @classmethod
    def in_rows(cls, form: Mapping[str, int]) -> int:
        """How many of them lie in rows of variable length."""
        return cls.size(form) - cls.total.get((), 0)

    @classmethod
    def layout(cls, form: Mapping[str, int]) -> Mapping[str, Place]:
        """Where every field with real numbers lies under a form; records inside with their own fields."""
        return _laid_out(cls, tuple(form.items()))  # type: ignore[arg-type]


@functools.lru_cache(maxsize=1024)
def _laid_out(record: type[Record], items: tuple[tuple[str, int], ...]) -> Mapping[str, Place]:
    form, table = dict(items), {}
    for name, terms in record.offsets.items():
        kind, at = record.fields[name], reckoned(terms, form)
        if isinstance(kind, Inner):
            for index, start in enumerate(range(at, at + reckoned(kind.terms(), form), max(kind.each(), 1))):
                prefix = f"{name}.{index}" if kind.lengths else name
                for inner, place in kind.kind.layout({}).items():
                    table[f"{prefix}.{inner}"] = place._replace(offset=start + place.offset)
        else:
            table[name] = Place(at, reckoned(kind.terms(), form), kind.unit, kind.text)
    return types.MappingProxyType(table)


def reckoned(terms: Terms, form: Mapping[str, int]) -> int:
    """A number of places."""
    return sum(factor * math.prod(form[name] for name in names) for names, factor in terms.items())


def reals(*names: str, form: type[Record] | None = None) -> type[Record]:
    """A record of real numbers with these names."""
    made: type[Record] = types.new_class("Reals", (Record,), {"form": form}, lambda scope: scope.update({name: Real() for name in names}))
    return made


class Nothing(Record):
    """A record without numbers."""


class Memory(NamedTuple):
    """The records of a part, all of one form: parameters `p`, coefficients `c`, which are constant while it sounds, and state `s`."""

    parameters: type[Record] = Nothing
    coefficients: type[Record] = Nothing
    state: type[Record] = Nothing

    @property
    def shared(self) -> dict[str, Field]:
        """The form of all of them."""
        return self.state.form.fields if self.state.form else {}

    @property
    def wholes(self) -> int:
        """Whole numbers that the records share: the form, then the counters of the state."""
        return len(self.state.whole_places)

    def blank(self, form: Mapping[str, int]) -> tuple[Any, Any, Any]:
        """p, c and s with a form and zeros otherwise, to call kernels from Python."""
        import numpy as np

        wholes = np.zeros(self.wholes, np.int32)
        for name, value in form.items():
            wholes[self.state.whole_places[name]] = value
        p, c, s = (kind(np.zeros(kind.size(form)), wholes) for kind in self)
        return p, c, s


def fill(record: Any, values: Mapping[str, Any]) -> None:
    """Give fields of a record their values: numbers, rows of them, or what belongs into a record inside."""
    for name, value in values.items():
        kind = type(record).fields[name]
        if isinstance(kind, Row):
            getattr(record, name)[:] = value
        elif isinstance(kind, Inner):
            fill(getattr(record, name), value)
        else:
            setattr(record, name, value)

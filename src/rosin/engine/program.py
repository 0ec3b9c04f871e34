"""What is compiled and run: three kernels over one memory, whatever they are made of.

    prepare(reals, wholes)      parameters into coefficients, for all parts; may be called while it sounds
    start(reals, wholes)        the state before the first sample
    process(reals, wholes, n)   n samples

A program has a record of its own, its head, and parts with their records. The head's form says where the parts lie, so that the
kernels find them; `Layout` says it to everybody else, by name: "head.audio", "resonator.s.x", "law.p.noise".
"""

import functools
import types
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from rosin.kernels.dialect import Kernel
from rosin.kernels.record import LINE, Place, Record, Whole

HEAD = "head"

Forms = Mapping[str, Mapping[str, int]]  # of parts, by name
NONE: Forms = types.MappingProxyType({})


class Program(NamedTuple):
    """Kernels and what they are made of."""

    head: type[Record]
    parts: tuple[tuple[str, Any], ...]  # names, and their kernels with the records they work on
    prepare: Kernel
    start: Kernel
    process: Kernel
    compose: Any  # what made it of the kernels of its parts

    @property
    def entries(self) -> dict[str, Kernel]:
        """What a host calls."""
        return {"prepare": self.prepare, "start": self.start, "process": self.process}


def form_of(*parts: str, **options: str) -> type[Record]:
    """The form of a head: where each part's p, c and s and its whole numbers begin, the size of s, and options of its own."""
    fields = {}
    for part in parts:
        for kind, text in (("p", "parameters"), ("c", "coefficients"), ("s", "state"), ("n", "whole numbers")):
            fields[f"{part}_{kind}"] = Whole(f"where the {text} of the {part} begin")
        fields[f"{part}_size"] = Whole(f"real numbers in the state of the {part}")
    fields |= {name: Whole(text) for name, text in options.items()}
    made: type[Record] = type("Form", (Record,), fields)
    return made


class Layout:
    """Where everything of a program lies, for a form of its head and of each part."""

    def __init__(self, program: Program, form: Mapping[str, int], forms: Forms) -> None:
        self.program = program
        self.form, self.forms = dict(form), {name: dict(given) for name, given in forms.items()}
        self.reals: dict[str, Place] = {}
        self.wholes: dict[str, int] = dict(program.head.whole_places)
        whole_count = len(program.head.whole_places)
        memories = dict(program.parts)
        real_count = program.head.size(self.form)
        for name, kernels in memories.items():
            given = self.forms.get(name, {})
            self.form[f"{name}_n"] = whole_count
            self.wholes |= {f"{name}.{whole}": whole_count + place for whole, place in kernels.memory.state.whole_places.items()}
            whole_count += kernels.memory.wholes
            for kind, record in zip("pcs", kernels.memory, strict=True):
                real_count = -(-real_count // LINE) * LINE
                self.form[f"{name}_{kind}"] = real_count
                self._enter(f"{name}.{kind}", record, real_count, given)
                real_count += record.size(given)
            self.form[f"{name}_size"] = kernels.memory.state.size(given)
        self._enter(HEAD, program.head, 0, self.form)
        self.size, self.whole_count = real_count, whole_count

    @classmethod
    def of(cls, program: Program, form: Mapping[str, int], forms: Forms) -> "Layout":
        """The layout, made once for each program and form."""
        return _made(program, tuple(form.items()), tuple((name, tuple(given.items())) for name, given in forms.items()))

    def _enter(self, prefix: str, record: type[Record], at: int, form: Mapping[str, int]) -> None:
        self.reals |= {f"{prefix}.{name}": place._replace(offset=at + place.offset) for name, place in record.layout(form).items()}
        self.reals[prefix] = Place(at, record.size(form), "", record.__doc__ or "")

    @property
    def given(self) -> list[str]:
        """The names of what parameters fill."""
        return [f"{part}.p" for part, _ in self.program.parts]

    def is_seen(self, name: str) -> bool:
        """Whether a host may want to read or write what has this name: it is no element of a row of records."""
        return not any(map(str.isdigit, name.split(".")))

    def start_wholes(self) -> np.ndarray:
        """The whole numbers before the first sample: all forms, and counters at zero."""
        wholes = np.zeros(self.whole_count, np.int32)
        for name, value in self._form_values():
            wholes[self.wholes[name]] = value
        return wholes

    def _form_values(self) -> Iterator[tuple[str, int]]:
        yield from self.form.items()
        for part, given in self.forms.items():
            yield from ((f"{part}.{name}", value) for name, value in given.items())

    def same_shape(self, other: "Layout") -> bool:
        """Whether one memory serves both."""
        return self.form == other.form and self.forms == other.forms


@functools.lru_cache(maxsize=256)
def _made(program: Program, form: tuple[tuple[str, int], ...], forms: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]) -> Layout:
    return Layout(program, dict(form), {name: dict(given) for name, given in forms})

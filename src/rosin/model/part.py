"""What bodies, interactions, textures and soundboxes have in common: a registry, JSON, and numbers for the kernels."""

import math
from collections.abc import Mapping, MutableMapping
from typing import Any, ClassVar

from rosin.kernels.record import Capacity, Memory, fill
from rosin.model.errors import ParameterError, unknown
from rosin.model.fields import Checked
from rosin.model.parameters import Model


class Part(Model):
    """A part of a contact, or a soundbox. A class that starts a kind has its own `registry`; every class below it is entered there."""

    registry: ClassVar[MutableMapping[str, Any]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "registry" not in cls.__dict__:
            cls.registry[cls.__name__] = cls
        if cls.fields:  # let `help` show the parameters
            cls.__doc__ = "\n".join([(cls.__doc__ or "").strip(), "", *cls.sheet()])

    def to_dict(self) -> dict[str, Any]:
        """The part as plain data, for JSON."""
        return {"type": type(self).__name__, **plain(self.named())}

    @classmethod
    def from_dict(cls, data: Any, role: str = "") -> Any:
        """The part of this kind that `to_dict` wrote, for a role in something larger; every entry is checked."""
        role = role or cls.kind
        if not isinstance(data, dict) or not isinstance(data.get("type"), str):
            raise ParameterError(f'{role} must be an object with a "type", one of {", ".join(sorted(cls.registry))}.')
        if data["type"] not in cls.registry:
            raise unknown(f"{role} type", data["type"], cls.registry)
        return cls.registry[data["type"]](**{name: value for name, value in data.items() if name != "type"})

    @property
    def memory(self) -> Memory:
        """The records that its kernels read and write."""
        memory: Memory = self.kernels.memory  # type: ignore[attr-defined]
        return memory

    def packed(self) -> dict[str, Any]:
        """The parameters as the record `p` of the kernels has them, by name."""
        return {name: getattr(self, name) for name in self.memory.parameters.fields}

    def form(self, sample_rate: float) -> dict[str, int]:
        """What a sounding voice cannot change: the whole numbers that shape its records."""
        return {}

    def swept(self, sample_rate: float) -> int:
        """How many numbers in rows a voice goes through in every sample, from end to end."""
        form = self.form(sample_rate)
        return sum(record.in_rows(form) for record in (self.memory.coefficients, self.memory.state))

    def form_with_room(self, sample_rate: float) -> dict[str, int]:
        """The same with room for what it may become while it is played live."""
        return self.form(sample_rate)

    def form_in(self, kept: Mapping[str, int], sample_rate: float) -> dict[str, int]:
        """The same in a memory that may have room for more than it needs."""
        rooms = {name for name, kind in self.memory.shared.items() if isinstance(kind, Capacity)}
        return {name: max(value, kept.get(name, 0)) if name in rooms else value for name, value in self.form(sample_rate).items()}

    def prepared(self, sample_rate: float = 1.0) -> Any:
        """The coefficients as a record, to ask kernels something in Python."""
        p, c, _ = self.memory.blank(self.form(sample_rate))
        fill(p, self.packed())
        self.kernels.prepare(p, sample_rate, c)  # type: ignore[attr-defined]
        return c

    @property
    def needs_double(self) -> str:
        """Why it is not the same in single precision; empty where it is, within a cent and a tenth of a decibel."""
        return ""

    def check_rate(self, sample_rate: float) -> None:
        """Raise ParameterError where the part cannot run at this sample rate."""


def types_of(*kinds: type[Part]) -> dict[str, type[Part]]:
    """The types, by name, that are parts of one of these kinds."""
    return {name: part for kind in kinds for name, part in kind.registry.items() if issubclass(part, kind)}


def one_of(*kinds: type[Part]) -> Checked:
    """A field that holds a part of one of these kinds, given as such or as the data that `to_dict` wrote."""

    def check(value: Any) -> Any:
        if isinstance(value, kinds):
            return value
        if isinstance(value, dict) and isinstance(value.get("type"), str):
            for kind in kinds:
                part = kind.registry.get(value["type"])
                if part is not None and issubclass(part, kind):
                    return part.from_dict(value)
            raise unknown("type", value["type"], types_of(*kinds))
        raise ValueError(f"must be a {' or '.join(kind.kind for kind in kinds)}, or an object with its type and parameters")

    return Checked(check)


def plain(value: Any) -> Any:
    """Lists for tuples and arrays, objects for parts; JSON knows no infinity: it is written as the word."""
    if isinstance(value, Part):
        return value.to_dict()
    if isinstance(value, Model):
        return plain(value.named())
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return "inf" if isinstance(value, float) and math.isinf(value) else value


def check_sample_rate(sample_rate: float) -> None:
    """Raise ParameterError where nothing can run at this sample rate."""
    if not 100 <= sample_rate <= 1e7:
        raise ParameterError(f"sample_rate = {sample_rate:g} Hz is not allowed; it must be at least 100 and at most 1e7 Hz.")

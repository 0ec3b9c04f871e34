"""A model: a set of named parameters, each described once for its check, documentation, JSON, the command line and the page."""

import functools
import inspect
import numbers
from types import NoneType
from typing import Any, ClassVar, Literal, NoReturn, Self, get_args, get_origin

from rosin.model.description import Description, numbers_in
from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.fields import InnerError, ModelField, UnfitError, bare

MOST_PROBLEMS = 3  # that one message names


def parameter(symbol: str, unit: str, text: str, *, default: Any = ..., **limits: Any) -> Any:
    """A field of a model with its description; `limits` are the fields of `Description`."""
    return ModelField(default, Description(symbol, unit, text, **limits))


def checked_seed(seed: Any) -> int:
    """A seed of anything random, if it is one."""
    if isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or seed < 0:
        raise ParameterError(f"seed = {shown(seed)} is not allowed; it must be a whole number of at least 0.")
    return int(seed)


class Model:
    """An immutable set of checked parameters, given by position or by name: the annotated names of a class are its fields."""

    kind: ClassVar[str] = "model"
    fields: ClassVar[dict[str, ModelField]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        inherited = {name: field for base in reversed(cls.__mro__[1:]) for name, field in getattr(base, "fields", {}).items()}
        cls.fields = inherited | {name: cls._field(name, kind) for name, kind in _annotations(cls).items()}

    @classmethod
    def _field(cls, name: str, kind: Any) -> ModelField:
        given = cls.__dict__.get(name, ...)
        if given is not ...:
            delattr(cls, name)  # a field is an object's, not its class's
        field = given if isinstance(given, ModelField) else ModelField(given)
        field.kind = kind
        return field

    def __init__(self, /, *values: Any, **named: Any) -> None:
        fields = type(self).fields
        if len(values) > len(fields):
            raise ParameterError(f"{type(self).__name__} takes at most {len(fields)} values: {', '.join(fields)}.")
        for name, value in zip(fields, values, strict=False):
            if name in named:
                raise ParameterError(f"{type(self).__name__}: {name} is given twice, by position and by name.")
            named[name] = value
        for name in named:
            if name not in fields:
                raise unknown(f"{type(self).__name__} parameter", name, fields)
        problems = []
        for name, field in fields.items():
            if name not in named:
                self.__dict__[name] = field.absent()
                problems += [self._missing(name)] if field.required else []
                continue
            try:
                self.__dict__[name] = field.check(named[name])
            except ValueError as error:
                problems.append(self._explain(name, named[name], error))
        if problems:
            raise ParameterError(" ".join(problems[:MOST_PROBLEMS]))
        self._check_limits()
        self.check()

    def __setattr__(self, name: str, value: Any) -> None:
        raise ParameterError(f"{type(self).__name__} cannot be changed; make a changed copy: .replace({name}={shown(value)}).")

    def __delattr__(self, name: str) -> NoReturn:
        raise ParameterError(f"{type(self).__name__} cannot be changed; {name} is always there.")

    def __eq__(self, other: object) -> bool:
        return self.named() == other.named() if isinstance(other, Model) and type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *self.named().values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.named().items())})"

    def named(self) -> dict[str, Any]:
        """Every parameter by its name."""
        return {name: getattr(self, name) for name in type(self).fields}

    @classmethod
    def taken(cls, value: Any) -> Self:
        """One of these, given as such or as an object with its parameters."""
        if isinstance(value, cls):
            return value
        if isinstance(value, dict) and all(isinstance(name, str) for name in value):
            return cls(**value)
        raise UnfitError(f"a {cls.__name__}, or an object with its parameters")

    def check(self) -> None:
        """Raise ParameterError where parameters contradict each other."""

    @classmethod
    @functools.cache
    def describe(cls) -> tuple[tuple[str, Description, Any], ...]:
        """(name, description, default) of every parameter; default is None where one must be given."""
        return tuple(
            (name, field.description, None if field.required else field.default)
            for name, field in cls.fields.items()
            if field.description is not None
        )

    @classmethod
    def sheet(cls) -> list[str]:
        """Every parameter in a line: symbol, meaning, default, limits, useful range and source."""
        lines = []
        for name, field in cls.fields.items():
            told = field.description.line(field.required, field.default) if field.description else f"     {_in_words(field)}"
            lines.append(f"{name:20} {told}")
        return lines

    def refuse(self, name: str, value: object, why: str) -> ParameterError:
        """The error for a parameter of this model."""
        described = self._described(name.split("[")[0])
        label = f"{name} ({described.symbol})" if described and described.symbol else name
        return ParameterError(f"{type(self).__name__}: {label} = {value if isinstance(value, str) else shown(value)} {why}")

    def replace(self, **changes: Any) -> Self:
        """A copy with some parameters changed, checked anew."""
        return type(self)(**{**self.named(), **changes})

    def _check_limits(self) -> None:
        for name, description, _ in self.describe():
            given = getattr(self, name)
            values = numbers_in(given)
            index = description.refused(values)
            if index is not None:
                place = f"{name}[{index}]" if isinstance(given, tuple) else name
                symbol = f" ({description.symbol})" if description.symbol else ""
                unit = f" {description.unit}" if description.unit else ""
                raise ParameterError(
                    f"{type(self).__name__}: {place}{symbol} = {values[index]:g}{unit} is not allowed; it must be {description.allowed()}."
                )

    @classmethod
    def _described(cls, name: str) -> Description | None:
        return cls.fields[name].description if name in cls.fields else None

    @classmethod
    def _missing(cls, name: str) -> str:
        described = cls._described(name)
        return f"{cls.__name__}: {name} must be given{f' ({described.text}, {described.allowed()})' if described else ''}."

    @classmethod
    def _explain(cls, name: str, value: Any, error: ValueError) -> str:
        place, value, cause = (f"{name}.{error.place}", error.value, error.cause) if isinstance(error, InnerError) else (name, value, error)
        if isinstance(cause, ParameterError):
            return f"{place}: {cause}"
        described = cls._described(place)
        allowed = f"; allowed {described.allowed()}" if described else ""
        return f"{cls.__name__}: {place} = {shown(value)}: {cause}{allowed}."


def _annotations(cls: type) -> dict[str, Any]:
    """What a class annotates, without what is its own and not its objects'."""
    annotations = inspect.get_annotations(cls)
    return {name: kind for name, kind in annotations.items() if get_origin(kind) is not ClassVar and kind is not ClassVar}


def choices(annotation: Any) -> tuple[str, ...]:
    """The words that a field may hold, where it is a choice."""
    kind = bare(annotation)
    return tuple(str(word) for word in get_args(kind)) if get_origin(kind) is Literal else ()


def _in_words(field: ModelField) -> str:
    """A field without a description: its choices, or the kind of thing it holds, and its default."""
    words, kind = choices(field.kind), bare(field.kind)
    kinds = [one for one in (kind, *get_args(kind)) if isinstance(one, type)]
    held = " | ".join(words) or " or ".join(getattr(one, "kind", one.__name__) for one in kinds if one is not NoneType)
    default = field.default if words or isinstance(field.default, bool) else type(field.default).__name__
    given = "must be given" if field.required else "may be left out" if field.default is None else f"default {default}"
    return f"{held}; {given}" if held else given

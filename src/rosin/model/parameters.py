"""One description of a parameter serves validation, documentation, JSON, the command line and the page."""

import functools
import math
import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import CoreSchema, PydanticUndefined, core_schema

from rosin.model.errors import ParameterError, shown, unknown

MOST_PROBLEMS = 3  # that one message names


@dataclass(frozen=True)
class Description:
    """What a parameter is: symbol of the papers, SI unit, allowed limits, useful range and where it comes from."""

    symbol: str
    unit: str
    text: str
    more_than: float | None = None
    at_least: float | None = None
    less_than: float | None = None
    at_most: float | None = None
    range: tuple[float, float] | None = None
    curve: str = "linear"
    source: str = ""

    def allowed(self) -> str:
        """The limits in words, with the unit."""
        words = {"more than": self.more_than, "at least": self.at_least, "less than": self.less_than, "at most": self.at_most}
        limits = " and ".join(f"{word} {limit:g}" for word, limit in words.items() if limit is not None)
        return f"{limits or 'a finite number'}{self.unit and ' ' + self.unit}"

    def line(self, required: bool, default: Any) -> str:
        """The description in one line."""
        unit = f" {self.unit}" if self.unit else ""
        values = ", ".join(f"{value:g}" for value in _numbers(default))
        given = "must be given" if required else f"default {values}{unit}" if values else "may be left out"
        useful = f"; useful {self.range[0]:g} to {self.range[1]:g}" if self.range else ""
        source = f"; {self.source}" if self.source else ""
        return f"{self.symbol:4} {self.text}; {given}; allowed {self.allowed()}{useful}{source}"

    @property
    def bounded(self) -> bool:
        """Whether there is an upper limit; where there is none, infinity is allowed."""
        return self.at_most is not None or self.less_than is not None

    def admits(self, value: float) -> bool:
        """Whether a value is inside the limits; infinity only where no upper limit is set."""
        return not (
            math.isnan(value)
            or (self.more_than is not None and value <= self.more_than)
            or (self.at_least is not None and value < self.at_least)
            or (self.less_than is not None and value >= self.less_than)
            or (self.at_most is not None and value > self.at_most)
        )


def parameter(symbol: str, unit: str, text: str, *, default: Any = PydanticUndefined, **limits: Any) -> Any:
    """A model field with its description; `limits` are the fields of `Description`."""
    return Field(default=default, description=text, json_schema_extra={"rosin": Description(symbol, unit, text, **limits).__dict__})


def checked_seed(seed: Any) -> int:
    """A seed of anything random, if it is one."""
    if isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or seed < 0:
        raise ParameterError(f"seed = {shown(seed)} is not allowed; it must be a whole number of at least 0.")
    return int(seed)


def real(value: Any) -> float:
    """A real number as a float, or the word "inf"; booleans, other strings and the rest are refused."""
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str) and value == "inf":
        return math.inf
    if getattr(value, "ndim", None) == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise ValueError(f"must be a number, not {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ValueError("is too large for a number") from None


class Checked:
    """Says of a field which function checks it: the field holds what that returns, and a ValueError says what is wrong.

    given   what a file may have in its place, where that is another type
    """

    def __init__(self, check: Callable[[Any], Any], given: Any = None) -> None:
        self.check, self.given = check, given

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)


Number = Annotated[float, Checked(real)]


class Model(BaseModel):
    """An immutable set of checked parameters, given by position or by name."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)
    kind: ClassVar[str] = "model"

    def __init__(self, /, *values: Any, **named: Any) -> None:
        names = list(type(self).model_fields)
        if len(values) > len(names):
            raise ParameterError(f"{type(self).__name__} takes at most {len(names)} values: {', '.join(names)}.")
        for name, value in zip(names, values, strict=False):
            if name in named:
                raise ParameterError(f"{type(self).__name__}: {name} is given twice, by position and by name.")
            named[name] = value
        for name in named:
            if name not in names:
                raise unknown(f"{type(self).__name__} parameter", name, names)
        try:
            super().__init__(**named)
        except ValidationError as error:
            raise ParameterError(self._explain(error)) from None
        self._check_limits()
        self.check()

    def __setattr__(self, name: str, value: Any) -> None:
        raise ParameterError(f"{type(self).__name__} cannot be changed; make a changed copy: .replace({name}={shown(value)}).")

    def check(self) -> None:
        """Raise ParameterError where parameters contradict each other."""

    @classmethod
    @functools.cache
    def describe(cls) -> tuple[tuple[str, Description, Any], ...]:
        """(name, description, default) of every parameter; default is None where one must be given."""
        fields = ((name, field, field.json_schema_extra) for name, field in cls.model_fields.items())
        return tuple(
            (name, Description(**extra["rosin"]), None if field.is_required() else field.default)  # type: ignore[arg-type]
            for name, field, extra in fields
            if isinstance(extra, dict) and "rosin" in extra
        )

    @classmethod
    def sheet(cls) -> list[str]:
        """Every parameter in a line: symbol, meaning, default, limits, useful range and source."""
        described = {name: description for name, description, _ in cls.describe()}
        lines = []
        for name, field in cls.model_fields.items():
            if name in described:
                lines.append(f"{name:20} {described[name].line(field.is_required(), field.default)}")
            else:
                lines.append(f"{name:20}      {_in_words(field)}")
        return lines

    def refuse(self, name: str, value: object, why: str) -> ParameterError:
        """The error for a parameter of this model."""
        described = self._described(name.split("[")[0])
        label = f"{name} ({described.symbol})" if described and described.symbol else name
        return ParameterError(f"{type(self).__name__}: {label} = {value if isinstance(value, str) else shown(value)} {why}")

    def replace(self, **changes: Any) -> Self:
        """A copy with some parameters changed, checked anew."""
        return type(self)(**{name: changes.pop(name, getattr(self, name)) for name in type(self).model_fields}, **changes)

    def _check_limits(self) -> None:
        for name, description, _ in self.describe():
            given = getattr(self, name)
            values = _numbers(given)
            if not values or (description.admits(min(values)) and description.admits(max(values)) and all(map(math.isfinite, values))):
                continue
            for index, value in enumerate(values):
                if not description.admits(value) or (math.isinf(value) and description.bounded):
                    place = f"{name}[{index}]" if isinstance(given, tuple) else name
                    symbol = f" ({description.symbol})" if description.symbol else ""
                    unit = f" {description.unit}" if description.unit else ""
                    raise ParameterError(
                        f"{type(self).__name__}: {place}{symbol} = {value:g}{unit} is not allowed; it must be {description.allowed()}."
                    )

    @classmethod
    def _described(cls, name: str) -> Description | None:
        return next((description for key, description, _ in cls.describe() if key == name), None)

    @classmethod
    def _explain(cls, error: ValidationError) -> str:
        lines = []
        for problem in error.errors()[:MOST_PROBLEMS]:
            name = ".".join(str(part) for part in problem["loc"])
            described = cls._described(name)
            if problem["type"] == "missing":
                lines.append(f"{cls.__name__}: {name} must be given{f' ({described.text}, {described.allowed()})' if described else ''}.")
            elif isinstance(cause := problem.get("ctx", {}).get("error"), ParameterError):
                lines.append(f"{name}: {cause}")
            else:
                message = problem["msg"].removeprefix("Value error, ")
                allowed = f"; allowed {described.allowed()}" if described else ""
                lines.append(f"{cls.__name__}: {name} = {shown(problem['input'])}: {message[0].lower()}{message[1:]}{allowed}.")
        return " ".join(lines)


def choices(annotation: Any) -> tuple[str, ...]:
    """The words that a field may hold, where it is a choice."""
    return tuple(str(word) for word in get_args(annotation)) if get_origin(annotation) is Literal else ()


def _in_words(field: Any) -> str:
    """A field without a description: its choices, or the kind of thing it holds, and its default."""
    words = choices(field.annotation)
    kinds = [kind for kind in (field.annotation, *get_args(field.annotation)) if isinstance(kind, type)]
    held = " | ".join(words) or " or ".join(getattr(kind, "kind", kind.__name__) for kind in kinds if kind is not type(None))
    default = field.default if words or isinstance(field.default, bool) else type(field.default).__name__
    given = "must be given" if field.is_required() else "may be left out" if field.default is None else f"default {default}"
    return f"{held}; {given}" if held else given


def _numbers(value: Any) -> Sequence[float]:
    """Every number inside a field, nested rows included."""
    if isinstance(value, float):
        return (value,)
    if not isinstance(value, tuple):
        return ()
    return value if set(map(type, value)) == {float} else [*chain.from_iterable(map(_numbers, value))]

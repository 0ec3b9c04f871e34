"""Fields of a model: what each may hold, from the type that it is annotated with to a function that checks what it is given.

    float, int     a number, a whole number
    str, bool      a text, true or false
    Literal        one of some words
    tuple, dict    a list, an object, each of its entries checked
    a model        one, or an object with its parameters
    A | B          the first of them that it fits
    Annotated      with Checked: what that function makes of it; with Lengths: so long; with a Description: within its limits

Such a function returns what the field is to hold, or raises a ValueError that says what is wrong.
"""

import math
import numbers
from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from rosin.model.description import Description, numbers_in
from rosin.model.errors import shown

Check = Callable[[Any], Any]


class Checked:
    """Says of a field which function checks it: the field holds what that returns.

    given   what a file may have in its place, where that is another type
    """

    def __init__(self, check: Check, given: Any = None) -> None:
        self.check, self.given = check, given


class Lengths(NamedTuple):
    """How many letters or entries there may be."""

    at_least: int = 0
    at_most: float = math.inf

    def check(self, value: Any) -> Any:
        """What is not too short and not too long."""
        if isinstance(value, str | list | tuple | Mapping) and not self.at_least <= len(value) <= self.at_most:
            what = "characters" if isinstance(value, str) else "entries"
            allowed = f"at most {self.at_most}" if len(value) > self.at_most else f"at least {self.at_least}"
            raise ValueError(f"has {len(value)} {what}; it must have {allowed}")
        return value


class ModelField:
    """A field of a model: its type, its description, and what it holds where nothing is given; ... where it must be."""

    kind: Any = Any

    def __init__(self, default: Any = ..., description: Description | None = None) -> None:
        self.default, self.description = default, description
        self._check: Check | None = None

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is ...

    def check(self, value: Any) -> Any:
        """The value that it holds for what it is given."""
        if self._check is None:  # made when first needed: most models of a start are never made
            self._check = check_of(self.kind)
        return self._check(value)

    def absent(self) -> Any:
        """What it holds where nothing is given."""
        return dict(self.default) if isinstance(self.default, dict) else self.default


class UnfitError(ValueError):
    """What is given is of another kind altogether than `wanted`."""

    def __init__(self, wanted: str) -> None:
        super().__init__(f"must be {wanted}")
        self.wanted = wanted


class InnerError(ValueError):
    """What is wrong lies at a place in what is given."""

    def __init__(self, place: object, value: Any, cause: ValueError) -> None:
        place = place if isinstance(place, int) else shown(place).strip("'")
        self.place, self.value, self.cause = str(place), value, cause
        if isinstance(cause, InnerError):
            self.place, self.value, self.cause = f"{place}.{cause.place}", cause.value, cause.cause
        super().__init__(f"entry {self.place} {self.cause}")


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


def whole(value: Any) -> int:
    """A whole number."""
    number = real(value)
    if not number.is_integer():
        raise ValueError("must be a whole number")
    return int(number)


def check_of(kind: Any) -> Check:
    """The function that checks what is given for a type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(inner[0], inner[1:])
    if origin in (Union, UnionType):
        return _union([check_of(one) for one in inner])
    if origin is Literal:
        return _choice(inner)
    if origin is tuple:
        return _row(check_of(inner[0])) if inner[-1] is Ellipsis else _fixed_row([check_of(one) for one in inner])
    if origin is dict:
        return _entries(*map(check_of, inner))
    if kind in PLAIN:
        return PLAIN[kind]
    return getattr(kind, "taken", None) or _instance_of(kind)


def bare(kind: Any) -> Any:
    """A type without what is said about it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _annotated(kind: Any, said: tuple[Any, ...]) -> Check:
    """What is said last is checked last; a function replaces all that is said before it."""
    replaced = [index for index, one in enumerate(said) if isinstance(one, Checked)]
    check = said[replaced[-1]].check if replaced else check_of(kind)
    for one in said[replaced[-1] + 1 :] if replaced else said:
        if isinstance(one, Lengths):
            check = _both(one.check, check)  # before the entries: of too many, none is looked at
        elif isinstance(one, Description):
            check = _both(check, _limited(one))
    return check


def _both(first: Check, then: Check) -> Check:
    return lambda value: then(first(value))


def _limited(description: Description) -> Check:
    def check(value: Any) -> Any:
        if description.refused(numbers_in(value)) is not None:
            raise ValueError(f"must be {description.allowed()}")
        return value

    return check


def _union(checks: list[Check]) -> Check:
    def check(value: Any) -> Any:
        unfit: list[str] = []
        wrong: list[ValueError] = []
        for one in checks:
            try:
                return one(value)
            except UnfitError as error:
                unfit.append(error.wanted)
            except ValueError as error:
                wrong.append(error)
        raise wrong[0] if wrong else UnfitError(" or ".join(unfit))

    return check


def _choice(words: tuple[Any, ...]) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"must be {', '.join(map(repr, words[:-1]))}{' or ' * (len(words) > 1)}{words[-1]!r}")
        return value

    return check


def _row(entry: Check) -> Check:
    def check(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise UnfitError("a list")
        return tuple(_at(place, entry, one) for place, one in enumerate(value))

    return check


def _fixed_row(entries: list[Check]) -> Check:
    def check(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(entries):
            raise UnfitError(f"a list of {len(entries)} entries")
        return tuple(_at(place, entry, one) for place, (entry, one) in enumerate(zip(entries, value, strict=True)))

    return check


def _entries(key: Check, entry: Check) -> Check:
    def check(value: Any) -> dict[Any, Any]:
        if not isinstance(value, Mapping):
            raise UnfitError("an object")
        return {_at(name, key, name): _at(name, entry, one) for name, one in value.items()}

    return check


def _at(place: object, check: Check, value: Any) -> Any:
    try:
        return check(value)
    except ValueError as error:
        raise InnerError(place, value, error) from None


def _instance_of(kind: type) -> Check:
    def check(value: Any) -> Any:
        if not isinstance(value, kind):
            raise UnfitError(f"{kind.__name__}")
        return value

    return check


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise UnfitError("a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError("has halves of characters (unicode surrogates), which no file can hold") from None
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise UnfitError("true or false")
    return value


def _nothing(value: Any) -> None:
    if value is not None:
        raise UnfitError("null")


PLAIN: dict[Any, Check] = {float: real, int: whole, str: _text, bool: _truth, NoneType: _nothing, Any: lambda value: value}

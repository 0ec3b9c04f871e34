"""A name for compiled code that changes whenever any kernel in it does, found without compiling anything."""

import functools
import hashlib
import types
from pathlib import Path
from typing import Any

from rosin import compiler
from rosin.kernels.dialect import Constant, flags
from rosin.kernels.record import Record


def fingerprint(*functions: Any) -> str:
    """A digest of the functions, of every kernel, name and constant they reach, and of the compiler's own source."""
    digest = hashlib.sha256()
    digest.update(_own_source())
    seen: set[Any] = set()
    for function in functions:
        _add(digest, function, seen)
    return digest.hexdigest()[:32]


@functools.cache
def _own_source() -> bytes:
    """A digest of what writes code: the compiler, and what it is told of parts."""
    own = [Path(__file__).with_name(name) for name in ("compiling.py", "seams.py")]
    files = [*sorted(Path(compiler.__file__).parent.glob("*.py")), *own]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


def _add(digest: Any, value: Any, seen: set[Any]) -> None:
    if isinstance(value, types.FunctionType) and flags(value) is not None:
        digest.update(value.__name__.encode())
        if value in seen:
            return
        seen.add(value)
        marks = (getattr(value, f"__kernel_{mark}__", None) for mark in ("separate", "large", "seldom", "wide", "word"))
        digest.update(f"{sorted(flags(value) or ())} {[*marks]} {value.__defaults__}".encode())
        add_function(digest, value, seen)
    elif isinstance(value, types.FunctionType) and value not in seen:  # it makes kernels for another
        seen.add(value)
        add_function(digest, value, seen)
    elif isinstance(value, type) and issubclass(value, Record):
        digest.update(f"{value.offsets} {value.total} {value.whole_places}".encode())
        for field in value.fields.values():
            _add(digest, getattr(field, "kind", None), seen)
    elif isinstance(value, Constant):
        digest.update(f"{value!r} {value.single!r}".encode())
    elif isinstance(value, tuple):
        for item in value:
            _add(digest, item, seen)
    elif isinstance(value, int | float | str | bool):
        digest.update(repr(value).encode())


def add_function(digest: Any, function: Any, seen: set[Any]) -> None:
    """The code of a function and what it reaches: kernels, records and constants that it or functions inside it name or hold."""
    _add_code(digest, function.__code__)
    for name in _names(function.__code__):
        _add(digest, function.__globals__.get(name), seen)
    for cell in function.__closure__ or ():
        _add(digest, cell.cell_contents, seen)


def _names(code: types.CodeType) -> list[str]:
    inner = (_names(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return [*code.co_names, *(name for names in inner for name in names)]


def maker_fingerprint(maker: Any, *others: Any) -> str:
    """The same for a function that makes kernels, whatever they are then made of."""
    digest = hashlib.sha256(fingerprint(*others).encode())
    add_function(digest, maker, set())
    return digest.hexdigest()[:32]


def _add_code(digest: Any, code: types.CodeType) -> None:
    digest.update(code.co_code)
    digest.update(repr(code.co_names).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _add_code(digest, constant)
        elif not isinstance(constant, str):
            digest.update(repr(constant).encode())

"""A name for compiled code that changes whenever any kernel in it does, found without compiling anything."""

import hashlib
import types
from pathlib import Path
from typing import Any

from rosin.kernels.dialect import flags


def fingerprint(*functions: Any) -> str:
    """A digest of the functions, of every kernel, name and constant they reach, and of the compiler's own source."""
    digest = hashlib.sha256()
    for name in ("lowering.py", "signatures.py"):
        digest.update(Path(__file__).with_name(name).read_bytes())
    seen: set[Any] = set()
    for function in functions:
        _add(digest, function, seen)
    return digest.hexdigest()[:32]


def _add(digest: Any, value: Any, seen: set[Any]) -> None:
    if isinstance(value, types.FunctionType) and flags(value) is not None:
        digest.update(value.__name__.encode())
        if value in seen:
            return
        seen.add(value)
        digest.update(repr(sorted(flags(value) or ())).encode())
        _add_code(digest, value.__code__)
        digest.update(repr(value.__defaults__).encode())
        for name in value.__code__.co_names:
            _add(digest, value.__globals__.get(name), seen)
        for cell in value.__closure__ or ():
            _add(digest, cell.cell_contents, seen)
    elif isinstance(value, int | float | str | bool | tuple):
        digest.update(repr(value).encode())


def _add_code(digest: Any, code: types.CodeType) -> None:
    digest.update(code.co_code)
    digest.update(repr(code.co_names).encode())
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _add_code(digest, constant)
        elif not isinstance(constant, str):
            digest.update(repr(constant).encode())

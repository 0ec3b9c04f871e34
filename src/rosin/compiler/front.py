"""The front end: kernels, with their closures and globals, into typed trees."""

import re
from typing import Any

from rosin.compiler.reading import Reading
from rosin.compiler.source import DialectError, place
from rosin.compiler.tree import Function, Type


class Front:
    """Reads kernels; `functions` has every instance, those that are called before those that call.

    lanes    several voices at once: types say what may differ between them
    single   numbers have single precision
    alone    a voice has one thread, so that lane() is 0, lanes() is 1 and meet() nothing, and what only more threads do is left out
    elsewhere   kernels that are not read, since another module has them, with the types of what they return
    """

    def __init__(self, *, lanes: bool = False, single: bool = False, alone: bool = False, elsewhere: dict[Any, Type] | None = None) -> None:
        self.lanes, self.single, self.alone, self.elsewhere = lanes, single, alone, elsewhere or {}
        self.functions: dict[Any, Function] = {}
        self._open: list[Any] = []
        self._names: dict[str, int] = {}

    def instance(self, kernel: Any, arguments: tuple[Type, ...], result: Type | None = None) -> Function:
        """The kernel for these types of arguments; with `result`, what it returns is made that."""
        key = (kernel, arguments, result)
        if key not in self.functions:
            if kernel in self.elsewhere:
                parameters = [(f"a{i}", argument) for i, argument in enumerate(arguments)]
                return Function(kernel.__name__, kernel, "", frozenset(), parameters, result=self.elsewhere[kernel])
            if kernel in self._open:
                raise DialectError(f"{place(kernel)}: {kernel.__name__} calls itself; write a loop.")
            self._open.append(kernel)
            try:
                function = Reading(self, kernel, arguments, result).function
            finally:
                self._open.pop()
            base = re.sub(r"\W", "_", f"{kernel.__module__.removeprefix('rosin.')}_{kernel.__name__}")
            self._names[base] = self._names.get(base, 0) + 1
            function.name = base if self._names[base] == 1 else f"{base}_{self._names[base]}"
            self.functions[key] = function
        return self.functions[key]

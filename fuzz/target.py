"""What a target is: it makes random cases, checks them, and knows simpler ones, by which a failure is shrunk to its core."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, ClassVar

import numpy as np

LONGEST_MESSAGE = 1500  # letters of a refusal


class Target(ABC):
    """Base of all targets, one to a file; it is opened before the first case and closed after the last."""

    about: ClassVar[str]
    holds: int = 1  # things that one case tries at once

    def __init__(self) -> None:
        self.afterwards = ExitStack()  # what is cleared away

    def __enter__(self) -> "Target":
        return self

    def __exit__(self, *_: object) -> None:
        self.afterwards.close()

    @abstractmethod
    def case(self, random: np.random.Generator) -> Any:
        """A random case."""

    @abstractmethod
    def check(self, case: Any) -> None:
        """Raise where something is wrong."""

    def simpler(self, case: Any) -> Iterator[Any]:
        """Cases that are a little simpler; none where nothing can be left out."""
        yield from ()

    def shown(self, case: Any) -> str:
        """A case as a report has it."""
        return repr(case)


def in_words(error: Exception) -> None:
    """Check the words of a refusal: some, few, and such as can be printed."""
    words = str(error)
    assert words.strip(), f"{type(error).__name__} without words"
    assert len(words) < LONGEST_MESSAGE, f"{len(words)} letters: {words[:200]}"
    words.encode()


class Bytes(Target):
    """A target whose cases are bytes, given to something that reads them or refuses them in words."""

    def simpler(self, case: bytes) -> Iterator[bytes]:
        """Without a half, a quarter, ... of it, from anywhere; then with zeros for what is left."""
        size = len(case) // 2
        while size >= 1:
            yield from (case[:at] + case[at + size :] for at in range(0, len(case), size))
            size //= 2
        yield from (case[:at] + b"0" + case[at + 1 :] for at in range(len(case)) if case[at : at + 1] != b"0")


class Data(Target):
    """A target whose cases are plain data, as JSON has them."""

    def simpler(self, case: Any) -> Iterator[Any]:
        """Without an entry, anywhere; then with 0 for a value."""
        if isinstance(case, dict):
            for name in case:
                yield {other: value for other, value in case.items() if other != name}
            for name, value in case.items():
                yield from ({**case, name: other} for other in self.simpler(value))
        elif isinstance(case, list):
            half = len(case) // 2
            yield from (case[:half], case[half:]) if half else ()
            for place, value in enumerate(case):
                yield from ([*case[:place], other, *case[place + 1 :]] for other in self.simpler(value))
        elif case not in (0, None):
            yield 0

    def shown(self, case: Any) -> str:
        """As JSON."""
        return json.dumps(case, ensure_ascii=True)

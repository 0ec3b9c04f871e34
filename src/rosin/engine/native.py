"""This processor: parts that are linked, or the whole program in one piece."""

import functools
from typing import TYPE_CHECKING

from rosin.engine import linking
from rosin.engine.machine import AddressMachine
from rosin.engine.program import Layout

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


@functools.cache
def _background() -> "ThreadPoolExecutor":
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="rosin-compiler")


class NativeMachine(AddressMachine):
    """Parts, linked; live, the whole program takes over when it is ready."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, linking.in_parts(layout.program))
        self._coming: Future[dict[str, int]] | None = None

    def hurry(self) -> None:
        """Compile the whole program beside the sound."""
        if self._coming is None:
            self._coming = _background().submit(linking.as_a_whole, self.layout.program)

    def call(self, name: str, *arguments: int) -> None:
        """Run a kernel, of the whole program as soon as that is there: both work on the same memory."""
        if self._coming is not None and self._coming.done():
            self._take(self._coming.result())
            self._coming = None
            self.hurry = lambda: None  # type: ignore[method-assign]
        super().call(name, *arguments)


class WholeMachine(AddressMachine):
    """The whole program in one piece."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout, linking.as_a_whole(layout.program))

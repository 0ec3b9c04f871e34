"""A progress bar on a terminal, nothing elsewhere."""

import contextlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Callable[..., None] | None]:
    """What to call with the share that is done, and with what is being done where that changes."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda share, words=title: progress.update(task, completed=share, description=words)

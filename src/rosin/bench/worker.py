"""A program that answers lines with lines: one process for many rounds, so that its start is not measured."""

import contextlib
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rosin.model.errors import RosinError


class Worker(contextlib.AbstractContextManager["Worker"]):
    """A running program, ended with the context. Ctrl-C is left to the one who asks."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = Path(command[0]).name
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed with the context)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, start_new_session=True
        )

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        self.errors.close()

    def ask(self, line: str) -> str:
        """The answer to a line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            self.errors.seek(0)
            raise RosinError(f"{self.name} stopped: {(self.errors.read().strip() or 'it said nothing').splitlines()[-1]}")
        return answer.strip()

"""Answers as CSV on this machine: a line for each, on disk before it is acknowledged; what is answered again counts as it was last."""

import csv
import os
import re
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from rosin.model.errors import FileError, ParameterError
from rosin.model.files import check_writable

PARTICIPANT = re.compile(r"[A-Za-z0-9-]{1,40}")


class Answer(NamedTuple):
    """Who (a random name), in which part and trial, about what, and what was answered."""

    time: str
    participant: str
    part: str
    trial: str
    item: str
    value: str


class Answers:
    """The file of a study."""

    def __init__(self, path: Path) -> None:
        self.path, self._writing = path, threading.Lock()
        if path.suffix.lower() != ".csv":
            raise ParameterError(f"--answers {path} must end in .csv.")
        check_writable(path, overwrite=True)
        if path.exists():
            self.read()
        else:
            self._append([Answer._fields])

    def add(self, participant: str, rows: list[tuple[str, str, str, str]]) -> None:
        """Keep answers (part, trial, item, value) of a participant."""
        if not PARTICIPANT.fullmatch(participant):
            raise ParameterError("A participant is named by letters and digits, 40 at most.")
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._append([Answer(now, participant, *row) for row in rows])

    def forget(self, participant: str) -> int:
        """Delete all answers of a participant; how many there were."""
        with self._writing:
            kept = [answer for answer in self.read() if answer.participant != participant]
            gone = len(self.read()) - len(kept)
            beside = self.path.with_suffix(".csv.new")
            with beside.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([Answer._fields, *kept])
                _on_disk(file)
            os.replace(beside, self.path)
        return gone

    def read(self) -> list[Answer]:
        """All of them, in the order in which they came; a last line that was cut off is left out."""
        try:
            text = self.path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"Cannot read {self.path}: {getattr(error, 'strerror', None) or 'it is not text'}.") from None
        whole = text[: text.rfind("\n") + 1]
        rows = list(csv.reader(whole.splitlines(keepends=True)))
        if not rows or tuple(rows[0]) != Answer._fields:
            raise ParameterError(f"{self.path} does not hold answers: its first line must be {','.join(Answer._fields)}.")
        return [Answer(*row) for row in rows[1:] if len(row) == len(Answer._fields)]

    def _append(self, rows: list[tuple[str, ...]]) -> None:
        try:
            with self._writing, self.path.open("a+", newline="", encoding="utf-8") as file:
                file.seek(0, 2)
                if file.tell() and not self.path.read_bytes().endswith(b"\n"):
                    file.write("\r\n")  # a line that was cut off ends here
                csv.writer(file).writerows(rows)
                _on_disk(file)
        except OSError as error:
            raise FileError(f"Cannot write {self.path}: {error.strerror}.") from None


def _on_disk(file: TextIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def latest(answers: list[Answer]) -> list[Answer]:
    """Each answer once, as it was last."""
    return list({answer[1:5]: answer for answer in answers}.values())

"""Runs of a target: case after case, each of a seed of its own, with a line that says how far it is, and failures shrunk to their core."""

import contextlib
import importlib
import inspect
import itertools
import pkgutil
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import fuzz
from fuzz.target import Target

TRIES = 300  # by which a failure is shrunk
MOST_FAILURES = 20  # after which a target ends
PACE = 0.5  # s between two lines
LONGEST_CASE = 2000  # letters of a case in a report


class Failure(NamedTuple):
    """A case that went wrong: which one, how, and the simplest one that goes wrong in the same way."""

    index: int
    error: str
    where: str
    case: str


class Result(NamedTuple):
    """What a run found."""

    target: str
    about: str
    count: int
    seed: int
    seconds: float
    slowest: float  # s, of one case
    slowest_index: int
    stopped: bool
    failures: list[Failure]


def targets() -> dict[str, type[Target]]:
    """Every target by the name of its file."""
    for module in pkgutil.iter_modules([str(Path(fuzz.__file__).parent)]):
        if module.name != "__main__":
            importlib.import_module(f"fuzz.{module.name}")
    left, found = [Target], dict[str, type[Target]]()
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if not inspect.isabstract(kind):
            found[kind.__module__.rpartition(".")[2]] = kind
    return dict(sorted(found.items()))


def run(name: str, *, seed: int = 0, seconds: float | None = None, count: int | None = None, tell: bool = True) -> Result:
    """Cases of a target until a time or a number is reached, or somebody stops it."""
    kind, failures, done, stopped = targets()[name], list[Failure](), 0, False
    begin = told = time.monotonic()
    slowest = 0.0, 0
    with kind() as target:
        try:
            for index in itertools.count():
                if (count is not None and done >= count) or (seconds is not None and time.monotonic() - begin >= seconds):
                    break
                case = target.case(np.random.default_rng([seed, index]))
                started = time.monotonic()
                error = went(target, case)
                slowest = max(slowest, (time.monotonic() - started, index))
                done += target.holds
                if error is not None:
                    failures.append(_failure(target, case, index, error))
                    if len(failures) == MOST_FAILURES:
                        break
                if tell and time.monotonic() - told > PACE:
                    told = time.monotonic()
                    print(f"\r{name}: {done} cases, {len(failures)} failures, {told - begin:.0f} s ", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            stopped = True
    if tell:
        print("\r", end="", file=sys.stderr)
    took = round(time.monotonic() - begin, 3)
    return Result(name, kind.about, done, seed, took, round(slowest[0], 3), slowest[1], stopped, failures)


def went(target: Target, case: Any) -> Exception | None:
    """What is wrong with a case, if anything."""
    try:
        with _quiet():
            target.check(case)
    except Exception as error:
        return error
    return None


@contextlib.contextmanager
def _quiet() -> Any:
    """Warnings are part of the answer, not of the report."""
    import warnings

    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        yield


def _failure(target: Target, case: Any, index: int, error: Exception) -> Failure:
    kind = _kind(error)
    core = shrunk(target, case, lambda other: other is not None and _kind(other) == kind)
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = f"{type(error).__name__}: {error}"[:LONGEST_CASE]
    return Failure(index, words, f"{Path(last.filename).name}:{last.lineno}", target.shown(core)[:LONGEST_CASE])


def _kind(error: Exception) -> tuple[str, str, int | None]:
    """Failures of a kind: the same error in the same line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return type(error).__name__, last.filename, last.lineno


def shrunk(target: Target, case: Any, fails: Callable[[Exception | None], bool]) -> Any:
    """The simplest case that is found which still fails so."""
    tries, better = TRIES, True
    while better and tries > 0:
        better = False
        for other in target.simpler(case):
            tries -= 1
            if tries <= 0:
                break
            if fails(went(target, other)):
                case, better = other, True
                break
    return case

"""`python -m fuzz [TARGET ...] [--seconds S | --count N] [--seed K] [--results FILE]`: try what Rosin reads with random input."""

import argparse
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path

from fuzz.running import Result, run, targets

SECONDS = 60.0  # of each target, where nothing is said


def main() -> int:
    """0 where all went well, 1 where something was found, 130 where it was stopped."""
    asked = argparse.ArgumentParser(prog="fuzz", description="Random and damaged input for all that Rosin reads.")
    asked.add_argument("targets", nargs="*", help="names of targets; all of them where none is given")
    asked.add_argument("--seconds", type=float, help=f"time for each target ({SECONDS:g} where no count is given)")
    asked.add_argument("--count", type=int, help="cases of each target")
    asked.add_argument("--seed", type=int, default=0, help="of the random numbers; case I of seed K is always the same")
    asked.add_argument("--results", type=Path, help="JSON file to which a summary of each target is added")
    asked.add_argument("--list", action="store_true", help="say which targets there are")
    given = asked.parse_args()
    known = targets()
    if given.list:
        print("\n".join(f"{name:14} {kind.about}" for name, kind in known.items()))
        return 0
    if wrong := [name for name in given.targets if name not in known]:
        asked.error(f"there is no target {wrong[0]!r}; known: {', '.join(known)}")
    seconds = given.seconds if given.seconds is not None or given.count is not None else SECONDS
    found = []
    for name in given.targets or known:
        found.append(run(name, seed=given.seed, seconds=seconds, count=given.count))
        told(found[-1])
        if given.results:
            note(given.results, found[-1])
        if found[-1].stopped:
            return 130
    return int(any(each.failures for each in found))


def told(result: Result) -> None:
    """A summary in a line, and what went wrong."""
    slowest = f"slowest {result.slowest:.2f} s ({result.slowest_index})"
    done = f"{result.target:14} {result.count:9} cases, seed {result.seed}, {result.seconds:8.1f} s"
    print(f"{done}, {slowest}, {len(result.failures)} failures", flush=True)
    for failure in result.failures:
        print(f"  case {failure.index} ({failure.where}): {failure.error}\n    {failure.case}", flush=True)


def note(path: Path, result: Result) -> None:
    """Add a summary to a file of them."""
    noted = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    run_here = {"rosin": version("rosin"), "python": platform.python_version(), "machine": platform.machine()}
    noted.append(result._asdict() | {"failures": [failure._asdict() for failure in result.failures]} | run_here)
    path.write_text(json.dumps(noted, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""`python -m mutation [GROUP ...] [--count N] [--seed K] [--jobs J] [--results FILE]`: mutants that the tests do not notice."""

import argparse
import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from cosmic_ray.testing import run_tests

from mutation.groups import GROUPS
from mutation.trying import PATIENCE, Tried, command, copied, mutants, tried


def stand(folder: str) -> None:
    """Each process has its own copy."""
    copied(Path(folder) / str(os.getpid()))


def sound(name: str) -> str:
    """What the tests say where nothing is changed."""
    outcome, output = run_tests(command(GROUPS[name]), PATIENCE)
    return "" if "SURVIVED" in outcome.name else output


def main() -> int:
    """0 where the tests could be run."""
    asked = argparse.ArgumentParser(prog="mutation", description="Small mistakes in what solves contacts: do the tests notice?")
    asked.add_argument("groups", nargs="*", choices=[[], *GROUPS], help=f"of {', '.join(GROUPS)}; all where none is given")
    asked.add_argument("--count", type=int, default=100, help="mutants of each group, chosen by chance")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--jobs", type=int, default=2, help="processes")
    asked.add_argument("--results", type=Path, help="JSON file for every mutant that was tried")
    given = asked.parse_args()
    noted: dict[str, list[dict[str, object]]] = {}
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(given.jobs, initializer=stand, initargs=(folder,)) as pool:
        for name in given.groups or GROUPS:
            group = GROUPS[name]
            chosen, known = mutants(group, given.count, given.seed)
            if wrong := pool.submit(sound, name).result():
                print(wrong, f"\nThe tests of {name} fail without any mutant: mend them first.", file=sys.stderr)
                return 1
            begin, found = time.monotonic(), []
            for future in as_completed([pool.submit(tried, mutant, group) for mutant in chosen]):
                found.append(future.result())
                print(
                    f"\r{name}: {len(found)} of {len(chosen)}, {sum(each.killed for each in found)} noticed",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
                noted[name] = [each._asdict() for each in found]
                if given.results:
                    given.results.write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")
            told(name, found, known, time.monotonic() - begin)
    return 0


def told(name: str, found: list[Tried], known: int, seconds: float) -> None:
    """A line, and what was not noticed."""
    killed = sum(each.killed for each in found)
    print(
        f"\n{name}: {killed} of {len(found)} mutants noticed ({100 * killed / len(found):.0f} %), chosen of {known}, {seconds / 60:.0f} min"
    )
    for each in sorted(found):
        if not each.killed:
            print(f"  {each.file}:{each.line} {each.operator}\n{each.diff}")


if __name__ == "__main__":
    sys.exit(main())

"""`python -m soak [voices | server] [--hours H] [--connections N] [--seconds S] [--seed K] [--results FILE]`: what must hold for hours."""

import argparse
import json
import platform
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from soak import server, voices


def tell(share: float, words: str) -> None:
    """How far it is, in one line."""
    print(f"\r{100 * share:3.0f} % {words}   ", end="", file=sys.stderr, flush=True)


def main() -> int:
    """0 where all held, 1 where something did not, 130 where it was stopped."""
    asked = argparse.ArgumentParser(prog="soak", description="What must hold for hours: voices, and the studio's server.")
    asked.add_argument("what", nargs="?", choices=("all", "voices", "server"), default="all")
    asked.add_argument("--hours", type=float, default=1.0, help="of sound, over all voices")
    asked.add_argument("--alone", action="store_true", help="a single voice of each subject, instead of as many as there are lanes")
    asked.add_argument("--subjects", nargs="+", choices=voices.subjects(), default=list(voices.subjects()), help="what plays")
    asked.add_argument("--connections", type=int, default=500, help="to the server at once")
    asked.add_argument("--seconds", type=float, default=60.0, help="for which the server is kept busy")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--results", type=Path, help="JSON file to which summaries are added")
    given = asked.parse_args()
    found: list[Any] = []
    if given.what in ("all", "voices"):
        for name in given.subjects:
            found.append(voices.soak(name, given.hours / len(given.subjects), given.seed, tell, alone=given.alone))
            told(found[-1], given.results)
            if found[-1].stopped:
                return 130
    if given.what in ("all", "server"):
        found.append(server.soak(given.connections, given.seconds, given.seed, tell))
        told(found[-1], given.results)
        if found[-1].stopped:
            return 130
    return int(any(each.failures for each in found))


def told(result: Any, path: Path | None) -> None:
    """A summary, and its entry in a file of them."""
    print("\r" + ", ".join(f"{name} {value}" for name, value in result._asdict().items()), flush=True)
    if path:
        noted = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        noted.append(result._asdict() | {"rosin": version("rosin"), "python": platform.python_version(), "machine": platform.machine()})
        path.write_text(json.dumps(noted, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

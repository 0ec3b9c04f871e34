"""`rosin bench`: how fast Rosin is, on its own and beside its peers."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.model.errors import ParameterError

SPEAKING = "speaking"


def bench(
    *names: str,
    quick: Annotated[bool, Parameter(negative="")] = False,
    peers: Annotated[bool, Parameter(negative="")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    page: Path | None = None,
    rounds: int | None = None,
    install: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Measure how fast every body and every law sounds, how that grows, what moving hands and lanes cost, and how a start goes.

    Everything is played in turn, many times, on one core, and the best round of each counts; median/best says how noisy the machine was.

    Parameters
    ----------
    names
        Only these: bodies, laws, modes, "grid points", voices, "moving hands", lanes, scenes, instruments, start, or single ones such as
        Modal or "50 modes"; with --peers also peers. By itself, speaking: not how fast, but how many notes of bowed strings speak.
    quick
        A shorter list and fewer rounds.
    peers
        Also the papers in plain C, STK, Csound, Faust, pysdt and genny, in turn with what of ours is nearest; those missing are left out.
    as_json
        Print one JSON document.
    page
        Put the result as a table into this file, between its HTML comments "bench" and "/bench".
    rounds
        How often each is played.
    install
        Only install pysdt and genny, into an environment of their own in Rosin's cache folder.
    """
    if rounds is not None and rounds < 1:
        raise ParameterError(f"--rounds {rounds} is not allowed; it must be at least 1.")
    if install:
        from rosin.bench.peers.python_peers import install as make

        print(f"{make()}: ready; rosin bench --peers measures them")
        return
    if names == (SPEAKING,):
        from rosin.bench.speaking import speaking

        with progress_bar("listening") as progress:
            table = speaking(progress=progress)
        print("\n".join(table.text()))
        return
    from rosin.bench.measuring import measure
    from rosin.bench.report import PLACE, page_table, text

    if page is not None:
        PLACE.page(page)
    with progress_bar("measuring") as progress:
        result = measure(names, quick=quick, peers=peers, rounds=rounds, progress=progress)
    if page is not None:
        PLACE.write(page, page_table(result))
    print(json.dumps(result, indent=2) if as_json else text(result))

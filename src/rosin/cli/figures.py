"""`rosin figures`: every figure and table of the papers, made again."""

import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.model.errors import FileError, ParameterError

MOST_WORKERS = 4


def figures(
    *names: str,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("figures"),
    page: Path | None = None,
    list_: Annotated[bool, Parameter(name=["--list"], negative=())] = False,
    force: Annotated[bool, Parameter(name=["--force", "-f"], negative=())] = False,
    workers: int | None = None,
) -> None:
    """Make figures and tables of the papers, with index.html: the papers' numbers beside those measured here.

    Parameters
    ----------
    names
        Papers (avanzini_2002) or single figures (avanzini_2002/figure_3); without one, all of them.
    output
        Folder to write to.
    page
        Put what was found in short into this file, between its HTML comments "evidence" and "/evidence".
    list_
        Say which there are, and make none.
    force
        Replace what an earlier run wrote.
    workers
        Processes at work; by default one for each core, four at most.
    """
    from rosin.evidence.page import PLACE, in_short, tally, write_page
    from rosin.evidence.scripts import chosen, shown
    from rosin.model.extras import need

    wanted = chosen(names)
    if list_:
        print("\n".join(wanted))
        return
    if workers is not None and workers < 1:
        raise ParameterError(f"--workers {workers} is not allowed; it must be at least 1.")
    need("matplotlib")
    if (output / "index.html").exists() and not force:
        raise FileError(f"{output / 'index.html'} exists already; choose another folder, or allow overwriting (--force).")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"Cannot make the folder {output}: {error.strerror}.") from None
    if page is not None:
        PLACE.page(page)
    begin = time.perf_counter()
    made = {}
    with ProcessPoolExecutor(workers or min(MOST_WORKERS, os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(shown, name) for name in wanted]
        try:
            for task in as_completed(tasks):
                each = made[task.result().name] = task.result()
                print(
                    f"{each.name}: {sum(claim.holds for claim in each.claims)} of {len(each.claims)} claims hold, {each.seconds:.1f} s",
                    flush=True,
                )
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    exhibits = [made[name] for name in wanted]
    path = write_page(exhibits, output)
    if page is not None:
        PLACE.write(page, in_short(exhibits))
    counts = ", ".join(f"{count} {verdict}" for verdict, count in tally(exhibits).items())
    print(f"{path}: {len(exhibits)} exhibits in {time.perf_counter() - begin:.0f} s; {counts}")

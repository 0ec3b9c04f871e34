"""`rosin demo`: every instrument, or some of them, as a page of sounds and pictures."""

import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from rosin.model.errors import FileError, ParameterError, unknown

if TYPE_CHECKING:
    from rosin.cli.contact_sheet import Entry

MOST_WORKERS = 4
FIRST = "wineglass"
TITLE = "Rosin"
INTRODUCTION = "The sound of things that rub, stick, slip, strike and roll: every instrument, by itself. Click a picture to play."


def demo(
    *instruments: str,
    output: Annotated[Path, Parameter(name=["--output", "-o"])] = Path("out"),
    seed: int = 1,
    workers: int | None = None,
) -> None:
    """Render every instrument to a folder, with index.html: players, waveforms, spectrograms and what to listen for.

    Parameters
    ----------
    instruments
        Names of instruments; all of them where none is given.
    output
        Folder to write to; demo files in it are replaced.
    seed
        Seed of the surface noise.
    workers
        Processes at work; by default one for each core, four at most.
    """
    from rosin.cli.contact_sheet import write_sheet
    from rosin.model.extras import installed

    if workers is not None and workers < 1:
        raise ParameterError(f"--workers {workers} is not allowed; it must be at least 1.")
    pictured = installed("matplotlib")
    if not pictured:
        print('Without Matplotlib the page has no spectrograms: pip install "rosin[plot]".')
    groups = _groups(instruments)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"Cannot make the folder {output}: {error.strerror}.") from None
    begin = time.perf_counter()
    entries: list[Entry] = []
    with ProcessPoolExecutor(workers or min(MOST_WORKERS, os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(_rendered, group, output, seed, pictured) for group in groups]
        try:
            for task in as_completed(tasks):
                for done in task.result():
                    entries.append(done)
                    print(f"{output / done.sound_file}  {done.duration:4.1f} s  {done.summary}", flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    entries.sort(key=lambda each: each.name)
    page = write_sheet(entries, output / "index.html", title=TITLE, introduction=INTRODUCTION)
    took, sounded = time.perf_counter() - begin, sum(each.duration for each in entries)
    print(f"{page}: {len(entries)} instruments, {sounded:.0f} s of sound in {took:.1f} s, {sounded / took:.1f} times real time")


def _groups(asked: tuple[str, ...]) -> list[list[str]]:
    """The instruments, those that need just the same kernels together, so that few are compiled twice."""
    from rosin.instruments.catalogue import instrument_names
    from rosin.instruments.opening import instrument as opened

    for name in asked:
        if name not in instrument_names():
            raise unknown("instrument", name, instrument_names())
    groups: dict[frozenset[Any], list[str]] = {}
    for name in sorted(dict.fromkeys(asked or instrument_names()), key=lambda name: name != FIRST):
        groups.setdefault(frozenset(layer.source.kernels for layer in opened(name).setup.layers().values()), []).append(name)
    return list(groups.values())


def _rendered(names: list[str], folder: Path, seed: int, pictured: bool) -> list["Entry"]:
    from rosin.cli.contact_sheet import entry
    from rosin.instruments.opening import instrument as opened

    found = []
    for name in names:
        instrument = opened(name)
        sound = instrument.render(seed=seed)
        told = name, instrument.summary, instrument.listen, f"rosin render {name}"
        found.append(entry(*told, sound, folder, overwrite=True, pictured=pictured))
    return found

"""Everything that takes time, side by side on the cores: pages run, exhibits shown, instruments played."""

import os
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from making.blocks import blocks
from making.gallery import played

ROOT = Path(__file__).parents[2]
PAGES, BUILD = ROOT / "docs" / "pages", ROOT / "build" / "pages"


def run_page(page: Path) -> None:
    """Execute a page, in a process of its own, so that what it defines stays there."""
    target = BUILD / page.relative_to(PAGES)
    done = subprocess.run([sys.executable, "-m", "making.executed", page, target.parent], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{page.relative_to(ROOT)}: {done.stderr[-4000:]}")
    target.write_text(done.stdout, encoding="utf-8")


def draw_cover() -> None:
    """The picture at the top, by the script that drew that of the README."""
    subprocess.run([sys.executable, ROOT / "examples" / "first_screen.py", "-o", BUILD / "rosin.png"], check=True, capture_output=True)


def made() -> tuple[list[Any], list[Any]]:
    """Run and draw all pages; the instruments that were played, and the exhibits."""
    from rosin.evidence.scripts import script_names, shown
    from rosin.instruments.catalogue import instrument_names, preset_names

    instruments = [name for own in instrument_names() for name in (own, *(f"{own}.{preset}" for preset in preset_names(own)))]
    pages = [page for page in sorted(PAGES.rglob("*.md")) if any(block.runs(building=True) for block in blocks(page.read_text()))]
    results: dict[str, Any] = {}
    with ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn")) as pool:
        tasks: dict[Future[Any], str] = {pool.submit(run_page, page): f"page {page.relative_to(PAGES)}" for page in pages}
        tasks |= {pool.submit(shown, name): f"exhibit {name}" for name in script_names()}
        tasks |= {pool.submit(draw_cover): "cover"}
        tasks |= {pool.submit(played, name, BUILD / "gallery"): f"instrument {name}" for name in instruments}
        try:
            for done in as_completed(tasks):
                results[tasks[done]] = done.result()
                print(f"{len(results):4} of {len(tasks)}  {tasks[done]}", flush=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return [results[f"instrument {name}"] for name in instruments], [results[f"exhibit {name}"] for name in script_names()]

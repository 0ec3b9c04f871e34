"""All of it, in order: what renders and runs, the pages that follow from it, the site, and the check."""

import os
import shutil
import subprocess
import sys
import time

from making.commands import write_commands
from making.gallery import write_gallery
from making.links import faults
from making.papers import write_papers
from making.reference import write_reference
from making.working import BUILD, PAGES, ROOT, made

SITE = ROOT / "site"


def build_site() -> None:
    """The pages as HTML; MkDocs takes any warning for an error."""
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # it tells of a successor whenever it runs
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "--quiet"], cwd=ROOT, env=quiet, check=False)
    if done.returncode:
        sys.exit("MkDocs did not build the site, for the reasons above.")


def main() -> None:
    """Build the site, or say what is wrong."""
    if shutil.which("cc") is None:
        sys.exit("Two tutorials compile C, and there is no C compiler here: apt-get install gcc libc6-dev.")
    begin = time.perf_counter()
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(PAGES, BUILD)
    for folder in ("gallery", "reference"):
        (BUILD / folder).mkdir()
    instruments, exhibits = made()
    write_gallery(instruments, BUILD / "gallery")
    write_papers(exhibits, BUILD / "papers")
    write_commands(BUILD / "commands.md")
    write_reference(BUILD / "reference")
    build_site()
    wrong = faults(SITE)
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{SITE / 'index.html'}: {len(list(SITE.rglob('*.html')))} pages in {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()

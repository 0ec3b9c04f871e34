"""`rosin compare`: Rosin's sound beside recordings of real things."""

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.model.errors import FileError


def compare(
    *names: str,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    quick: Annotated[bool, Parameter(negative="")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
    list_: Annotated[bool, Parameter(name=["--list"], negative=())] = False,
    force: Annotated[bool, Parameter(name=["--force", "-f"], negative=())] = False,
) -> None:
    """Hold instruments against recordings of such things: how far Rosin is from a real one, over how far real ones are from each other.

    Rosin plays the notes of the recordings, as long. The distance is the mean of those of mel spectra, thirds of octaves, harmonics and
    mel cepstra; 1.0 is as close as another real one. Beside it stand measures such as brightness, noise, vibrato, attack and decay.
    Recordings are those in packages of Debian; what is not installed is left out, with the command that installs it.

    Parameters
    ----------
    names
        Instruments; without one, all that --list says.
    output
        Also write a page into this folder: index.html, with spectrograms and sounds side by side.
    quick
        Three recordings of each source instead of twelve.
    as_json
        Print one JSON document.
    list_
        Say which instruments there are, with their recordings and whether they are installed, and compare none.
    force
        Replace a page that an earlier run wrote.
    """
    from rosin.compare.kinds import chosen
    from rosin.compare.report import data, listing, text
    from rosin.compare.sources import install_command, missing
    from rosin.model.extras import need

    kinds = chosen(names)
    if list_:
        print(listing(kinds))
        return
    lacking = missing(source for kind in kinds for source in kind.sources)
    if lacking and not any(source.files for kind in kinds for source in kind.sources):
        raise FileError(f"None of the recordings is installed; get them: {install_command(lacking)}")
    if output is not None:
        need("matplotlib")
        _make(output, force)

    from rosin.compare.comparing import compare as compared
    from rosin.compare.page import write_page

    with progress_bar("comparing") as progress:
        found = compared(kinds, quick=quick, progress=progress)
    print(json.dumps(data(found, lacking, quick=quick), indent=2, allow_nan=False) if as_json else text(found, lacking))
    if output is not None:
        page = write_page(found, lacking, output)
        if not as_json:
            print(page)


def _make(folder: Path, force: bool) -> None:
    """The folder of a page, if there is none in it or that may be replaced."""
    if (folder / "index.html").exists() and not force:
        raise FileError(f"{folder / 'index.html'} exists already; choose another folder, or allow overwriting (--force).")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"Cannot make the folder {folder}: {error.strerror}.") from None

"""`rosin fit`: recordings of something struck, or of something rubbed, become an instrument."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.model.errors import ParameterError


def fit(
    *recordings: Path,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    rubbed: Annotated[bool, Parameter(negative="")] = False,
    renders: int | None = None,
    page: Annotated[bool, Parameter(negative="--no-page")] = True,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """From recordings of one thing to an instrument that plays it: its modes and the noise of the blow, or what rubs it.

    Several blows in a recording are cut; they share their modes. Several recordings are of the same thing struck at several places,
    and give it mode shapes; two channels are two places where it is heard. What is no strike is refused. The instrument is an
    ordinary one: rosin render plays it, and in its file it may be struck harder, bowed or scraped.

    With --rubbed, one recording of a squeal, a creak or a tone that is rubbed: its pitch and level become a gesture, and friction, speed,
    force and what is rubbed are sought by thousands of renders, each with the range in which it lies. A sound tells few of them.

    Parameters
    ----------
    recordings
        Sound files (WAV, FLAC, AIFF, OGG, MP3).
    output
        Instrument file to write; by default NAME.json in the current folder.
    rubbed
        The recording is of something rubbed, not struck.
    renders
        With --rubbed, how many are made to seek parameters (2560): more find what is nearer.
    page
        Also write NAME.html: recording and instrument side by side, with what was found.
    force
        Replace files that exist.
    """
    from rosin.model.extras import need
    from rosin.model.files import check_writable

    if not recordings:
        raise ParameterError("rosin fit needs a recording: rosin fit strike.wav -o mine.json.")
    path = output or Path(f"{recordings[0].stem}.json")
    if path.suffix.lower() != ".json":
        raise ParameterError(f"--output {path} must end in .json.")
    sheet = path.with_suffix(".html")
    check_writable(path, force)
    if page:
        need("matplotlib")
        check_writable(sheet, force)

    if rubbed:
        if len(recordings) > 1:
            raise ParameterError(f"rosin fit --rubbed takes one recording, not {len(recordings)}; fit them one by one.")
        _fit_rubbed(recordings[0], path, sheet if page else None, renders)
    elif renders is not None:
        raise ParameterError("--renders is for what is rubbed: say --rubbed, too.")
    else:
        _fit_struck(recordings, path, sheet if page else None)
    print(f"rosin render {path}")


def _fit_struck(recordings: tuple[Path, ...], path: Path, sheet: Path | None) -> None:
    from rosin.fitting.fit import fit as fitted
    from rosin.fitting.page import write_page

    with progress_bar(f"fitting {recordings[0].name}") as progress:
        found = fitted(recordings, name=path.stem, progress=progress)
    _write(found.instrument, path, found.remarks)
    strongest = ", ".join(f"{frequency:.1f}" for frequency in found.strongest(5))
    print(f"{path}: {len(found.modes)} modes, the strongest at {strongest} Hz")
    print(f"modes leave {found.left:.1f} dB of the ringing; the instrument is {found.distance.mel:.1f} dB from the recording in mel levels")
    if sheet:
        print(write_page(found, sheet))


def _fit_rubbed(recording: Path, path: Path, sheet: Path | None, renders: int | None) -> None:
    from rosin.fitting.rubbed.fit import RENDERS, fit_rubbed
    from rosin.fitting.rubbed.page import write_page

    with progress_bar(f"fitting {recording.name}") as progress:
        found = fit_rubbed(recording, name=path.stem, renders=RENDERS if renders is None else renders, progress=progress)
    _write(found.instrument, path, found.remarks)
    print(f"{path}: {found.listened.words}; sought was {found.what}")
    for each in found.parameters:
        told = "" if each.told else "  not told by the sound"
        print(f"  {each.sought.name:<18} {each.value:<10.4g} {each.low:.3g} to {each.high:.3g} {each.sought.unit}{told}")
    if sheet:
        print(write_page(found, sheet))


def _write(instrument: Any, path: Path, remarks: Iterable[str]) -> None:
    from rosin.model.files import fresh_file

    with fresh_file(path) as file:
        file.write(instrument.to_json().encode())
    for words in remarks:
        print(words)

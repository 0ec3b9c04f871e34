"""`rosin fit`: recordings of something struck become an instrument."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.model.errors import ParameterError


def fit(
    *recordings: Path,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    page: Annotated[bool, Parameter(negative="--no-page")] = True,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """From recordings of one struck thing to an instrument that plays it: its modes, and the noise of the blow.

    Several blows in a recording are cut; they share their modes. Several recordings are of the same thing struck at several places,
    and give it mode shapes; two channels are two places where it is heard. What is no strike is refused. The instrument is an
    ordinary one: rosin render plays it, and in its file it may be struck harder, bowed or scraped.

    Parameters
    ----------
    recordings
        Sound files (WAV, FLAC, AIFF, OGG, MP3).
    output
        Instrument file to write; by default NAME.json in the current folder.
    page
        Also write NAME.html: recording and instrument side by side, errors by octave, and the table of modes.
    force
        Replace files that exist.
    """
    from rosin.model.extras import need
    from rosin.model.files import check_writable, fresh_file

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

    from rosin.fitting.fit import fit as fitted
    from rosin.fitting.page import write_page

    with progress_bar(f"fitting {recordings[0].name}") as progress:
        found = fitted(recordings, name=path.stem, progress=progress)
    with fresh_file(path) as file:
        file.write(found.instrument.to_json().encode())
    for words in found.remarks:
        print(words)
    strongest = ", ".join(f"{frequency:.1f}" for frequency in found.strongest(5))
    print(f"{path}: {len(found.modes)} modes, the strongest at {strongest} Hz")
    print(f"modes leave {found.left:.1f} dB of the ringing; the instrument is {found.distance.mel:.1f} dB from the recording in mel levels")
    if page:
        print(write_page(found, sheet))
    print(f"rosin render {path}")

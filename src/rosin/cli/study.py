"""`rosin study`: ask people in the browser, and draw what they answered."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.cli.serving import checked_port, serve
from rosin.model.errors import FileError, ParameterError

if TYPE_CHECKING:
    from rosin.studies.plan import Study


def study(
    name: str = "",
    /,
    *,
    answers: Path | None = None,
    results: Path | None = None,
    port: int = 0,
    host: str = "127.0.0.1",
    browser: bool = True,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Run a listening or playing test in the browser; answers are kept as CSV on this machine and go nowhere else.

    Parameters
    ----------
    name
        A study that comes with Rosin (onofrei_2022, listening), or a file with one; without it, those that there are.
    answers
        CSV file of the answers, which is gone on with where it is there; by default NAME.csv in the current folder.
    results
        Ask nobody: write figures and results.csv of the answers to this folder.
    port
        Port to listen on; 0 takes a free one.
    host
        Address to listen on; by default this machine alone.
    browser
        Open the page in the browser.
    force
        Overwrite existing results.
    """
    from rosin.studies.answers import Answers
    from rosin.studies.plan import open_study, preset_names

    if not name:
        print("\n".join(preset_names()))
        return
    asked, folder = open_study(name)
    path = answers or Path(f"{Path(name).stem}.csv")
    if results is not None:
        _results(asked, path, results, force)
        return
    checked_port(port)
    kept = Answers(path)

    def application(hosts: list[str]) -> Any:
        from rosin.studies.server import Sounds, application

        sounds = Sounds(asked, folder)
        with progress_bar("rendering the sounds"):
            sounds.prepare()
        return application(asked, sounds, kept, hosts)

    serve(application, host, port, browser, lambda place: f"The study is at {place}, its answers in {path}")


def _results(asked: "Study", path: Path, folder: Path, force: bool) -> None:
    from rosin.studies.answers import Answers
    from rosin.studies.results import HEADER, results, write_results

    if not path.exists():
        raise FileError(f"There are no answers yet: {path} is not there (--answers names another).")
    given = Answers(path).read()
    rows, _ = results(asked, given)
    if not rows:
        raise ParameterError(f"{path} has no answer to this study.")
    written = write_results(asked, given, folder, overwrite=force)
    for row in (HEADER, *rows):
        print("  ".join(f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in row if cell != ""))
    for each in written:
        print(each)

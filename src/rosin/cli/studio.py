"""`rosin studio`: play every instrument in the browser."""

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.cli.serving import serve
from rosin.model.errors import FileError


def studio(
    *,
    port: int = 0,
    host: str = "127.0.0.1",
    browser: bool = True,
    export: Path | None = None,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Open the studio: a page on which every instrument is played with mouse, touch, pen or keyboard.

    Parameters
    ----------
    port
        Port to listen on; 0 takes a free one.
    host
        Address to listen on; by default this machine alone.
    browser
        Open the page in the browser.
    export
        Write the page with all instruments to this folder instead, to be offered by any web server.
    force
        Overwrite existing files of an export.
    """
    if export is not None:
        from rosin.studio.site import export as write

        with progress_bar("compiling the instruments") as progress:
            try:
                files = write(export, overwrite=force, progress=progress)
            except OSError as error:
                raise error if isinstance(error, FileError) else FileError(f"Cannot write {export}: {error.strerror}.") from None
        print(f"{export}: {len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB")
        return
    serve(_application, host, port, browser, lambda place: f"The studio is at {place}")


def _application(hosts: list[str]) -> Any:
    from rosin.studio.server import application

    return application(hosts)

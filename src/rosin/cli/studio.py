"""`rosin studio`: play every instrument in the browser."""

import socket
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rosin.cli.progress import progress_bar
from rosin.model.errors import FileError, ParameterError, RosinError

HIGHEST_PORT = 65_535


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
    if not 0 <= port <= HIGHEST_PORT:
        raise ParameterError(f"--port {port} is not allowed; it must be from 0, for any that is free, to {HIGHEST_PORT}.")
    try:
        import uvicorn

        from rosin.studio.server import application
    except ImportError:
        raise RosinError('The studio needs a server: pip install "rosin[studio]".') from None
    try:
        listener = socket.create_server((host, port))
    except OSError as error:
        raise FileError(f"Cannot listen on {host}:{port}: {error.strerror}; choose another --port or --host.") from None
    place = f"http://{host}:{listener.getsockname()[1]}/"
    print(f"The studio is at {place} (stop it with Ctrl-C)", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(place)
    config = uvicorn.Config(application([host, "localhost", "127.0.0.1"]), log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])

"""Offering a page to the browser: the port that is listened on, and the server that answers there until it is stopped."""

import os
import socket
from collections.abc import Callable
from typing import Any

from rosin.model.errors import FileError, ParameterError
from rosin.model.extras import need

HIGHEST_PORT = 65_535
GIVES_WAY = 10  # to the browser on the same machine, whose audio must not wait for what is compiled here; 19 would be the most


def checked_port(port: int, option: str = "--port") -> int:
    """A port, if it can be one."""
    if not 0 <= port <= HIGHEST_PORT:
        raise ParameterError(f"{option} {port} is not allowed; it must be from 0, for any that is free, to {HIGHEST_PORT}.")
    return port


def serve(application: Callable[[list[str]], Any], host: str, port: int, browser: bool, say: Callable[[str], str]) -> None:
    """Serve what an application makes for some host names, tell where, in words, and open it in the browser."""
    for package in ("uvicorn", "starlette"):
        need(package)
    import uvicorn

    app = application([host, "localhost", "127.0.0.1"])
    try:
        listener = socket.create_server((host, checked_port(port)))
    except OSError as error:
        raise FileError(f"Cannot listen on {host}:{port}: {error.strerror}; choose another --port or --host.") from None
    place = f"http://{host}:{listener.getsockname()[1]}/"
    print(f"{say(place)} (stop it with Ctrl-C)", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(place)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])

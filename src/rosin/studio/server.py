"""The studio's server: the site's files, and what knobs and files mean for the kernels. Loopback only, unless told otherwise.

Nothing is kept about a visitor, and nothing outside the site is served. The page asks by POST with JSON, each time for an instrument, by
name or as the data of its file, with the changes it has before:

change   {instrument, before, changes}   what must be written into the sounding programs, or a new plan
open     {instrument, before}            the plan
file     {instrument, before}            the instrument as a file
gesture  {instrument, before, gesture}   the gesture for the layers, at an even rate
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rosin.instruments.instrument import Instrument
from rosin.instruments.opening import instrument
from rosin.model.errors import RosinError
from rosin.model.files import parse_json
from rosin.studio import site
from rosin.studio.changes import Sounding
from rosin.studio.plan import instrument_plan, sampled_gesture

LARGEST_REQUEST = 1_000_000  # bytes
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; media-src 'self' blob:",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-cache",
}


def application(hosts: list[str]) -> Starlette:
    """The server for some host names."""
    simulating = asyncio.Lock()  # one window at a time, so that whoever plays has the rest of the machine

    async def file(request: Request) -> Response:
        path = request.path_params["path"] or "index.html"
        async with simulating if path.startswith("windows/") else nullcontext():
            data = await run_in_threadpool(site.content, path)
        if data is None:
            return Response("There is no such file.", status_code=404, headers=HEADERS)
        return Response(data, media_type=site.KINDS["." + path.rpartition(".")[2]], headers=HEADERS)

    asked = [Route(f"/{name}", _asked(answer), methods=["POST"]) for name, answer in ANSWERS.items()]
    routes = [*asked, Route("/{path:path}", file, methods=["GET"])]
    return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts)])


def _asked(answer: Callable[[Instrument, dict[str, Any]], dict[str, Any]]) -> Callable[[Request], Awaitable[Response]]:
    async def answered(request: Request) -> Response:
        origin = request.headers.get("origin")
        if origin is not None and origin.partition("//")[2] != request.headers.get("host"):
            return _refused("Another site may not ask this studio.", 403)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > LARGEST_REQUEST:
                return _refused(f"A request has at most {LARGEST_REQUEST} bytes.", 413)
        try:
            data = parse_json(body.decode("utf-8", "replace"), "request")
            found = await run_in_threadpool(lambda: answer(_instrument(data), data))
        except RosinError as error:
            return _refused(str(error), 400)
        return Response(site.as_json(found), media_type="application/json", headers=HEADERS)

    return answered


def _instrument(data: Any) -> Instrument:
    """The instrument of a request, as it is before."""
    if not isinstance(data, dict) or not set(data) <= {"instrument", "before", "changes", "gesture"}:
        raise RosinError("A request must be an object with instrument, before, and changes or gesture.")
    given = data.get("instrument")
    start = Instrument.from_dict(given) if isinstance(given, dict) else instrument(_bare(given))
    return start.with_changes(_parameters(data, "before"))


def _parameters(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise RosinError(f"{name} must be an object of parameters by path.")
    return found


def _change(old: Instrument, data: dict[str, Any]) -> dict[str, Any]:
    new = old.with_changes(_parameters(data, "changes"))
    update = Sounding(old).turned(new)
    return {"plan": _open(new, data)} if update is None else {"update": update}


def _open(opened: Instrument, data: dict[str, Any]) -> dict[str, Any]:
    return instrument_plan(opened, site.MODULES)


def _saved(changed: Instrument, data: dict[str, Any]) -> dict[str, Any]:
    return changed.to_dict()


def _gesture(player: Instrument, data: dict[str, Any]) -> dict[str, Any]:
    return sampled_gesture(player, data.get("gesture"))


ANSWERS = {"change": _change, "open": _open, "file": _saved, "gesture": _gesture}


def _bare(name: Any) -> str:
    """A name of an instrument, never a file of this machine."""
    if name not in site.names():
        raise RosinError(f"There is no instrument {str(name)[:40]!r}.")
    return str(name)


def _refused(words: str, code: int) -> Response:
    return Response(words, status_code=code, media_type="text/plain", headers=HEADERS)

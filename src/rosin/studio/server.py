"""The studio's server: the site's files, and what a turned knob means for the kernels. Loopback only, unless told otherwise.

Nothing is kept about a visitor, and nothing outside the site is served. A change comes as a POST with JSON from the page itself.
"""

from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rosin.contact import parse_json
from rosin.errors import RosinError
from rosin.instruments.instrument import Instrument
from rosin.instruments.opening import instrument
from rosin.studio import site
from rosin.studio.plan import changed_plan, instrument_plan

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
    routes = [Route("/change", _change, methods=["POST"]), Route("/{path:path}", _file, methods=["GET"])]
    return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts)])


async def _file(request: Request) -> Response:
    path = request.path_params["path"] or "index.html"
    data = await run_in_threadpool(site.content, path)
    if data is None:
        return Response("There is no such file.", status_code=404, headers=HEADERS)
    return Response(data, media_type=site.KINDS["." + path.rpartition(".")[2]], headers=HEADERS)


async def _change(request: Request) -> Response:
    """{"instrument": name or file, "before": {path: value}, "changes": {path: value}} -> what the page must do."""
    origin = request.headers.get("origin")
    if origin is not None and origin.partition("//")[2] != request.headers.get("host"):
        return _refused("Another site may not change an instrument.", 403)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_REQUEST:
            return _refused(f"A request has at most {LARGEST_REQUEST} bytes.", 413)
    try:
        answer = await run_in_threadpool(_answer, parse_json(body.decode("utf-8", "replace"), "request"))
    except RosinError as error:
        return _refused(str(error), 400)
    return Response(site.as_json(answer), media_type="application/json", headers=HEADERS)


def _answer(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict) or not set(data) <= {"instrument", "before", "changes"}:
        raise RosinError("A request must be an object with instrument, before and changes.")
    given, before, changes = data.get("instrument"), data.get("before", {}), data.get("changes", {})
    if not isinstance(before, dict) or not isinstance(changes, dict):
        raise RosinError("before and changes must be objects of parameters by path.")
    start = Instrument.from_dict(given) if isinstance(given, dict) else instrument(_bare(given))
    old = start.with_changes(before)
    new = old.with_changes(changes)
    update = changed_plan(old, new)
    if update is not None:
        return {"update": update}
    return {"plan": instrument_plan(new, site.MODULES)}


def _bare(name: Any) -> str:
    """A name of an instrument, never a file of this machine."""
    if name not in site.names():
        raise RosinError(f"There is no instrument {str(name)[:40]!r}.")
    return str(name)


def _refused(words: str, code: int) -> Response:
    return Response(words, status_code=code, media_type="text/plain", headers=HEADERS)

"""The studio's server: the site's files, and what knobs and files mean for the kernels. Loopback only, unless told otherwise.

Nothing is kept about a visitor, and nothing outside the site is served. The page asks by POST with JSON, each time for an instrument, by
name or as the data of its file, with the changes it has before:

change   {instrument, before, changes}   what must be written into the sounding programs, or a new plan
open     {instrument, before}            the plan
file     {instrument, before}            the instrument as a file
gesture  {instrument, before, gesture}   the gesture for the layers, at an even rate
"""

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rosin.instruments.instrument import Instrument
from rosin.instruments.opening import instrument
from rosin.model.errors import RosinError
from rosin.studio import site
from rosin.studio.answering import answering
from rosin.studio.asking import HEADERS, asked, refused
from rosin.studio.changes import Sounding
from rosin.studio.plan import instrument_plan, sampled_gesture


def application(hosts: list[str]) -> Starlette:
    """The server for some host names."""
    simulating = {folder: asyncio.Lock() for folder in ("windows", "previews")}  # one of each, so that whoever plays has the machine

    async def file(request: Request) -> Response:
        path = request.path_params["path"] or "index.html"
        async with simulating.get(path.partition("/")[0], nullcontext()):
            data = await run_in_threadpool(site.content, path)
        if data is None:
            return refused("There is no such file.", 404)
        return Response(data, media_type=site.KINDS["." + path.rpartition(".")[2]], headers=HEADERS)

    answers = [Route(f"/{name}", asked(partial(_answered, answer)), methods=["POST"]) for name, answer in ANSWERS.items()]
    routes = [*answers, Route("/{path:path}", file, methods=["GET"])]
    return answering(routes, hosts)


def _answered(answer: Callable[[Instrument, dict[str, Any]], dict[str, Any]], data: Any) -> dict[str, Any]:
    if not isinstance(data, dict) or not set(data) <= {"instrument", "made", "before", "changes", "gesture"}:
        raise RosinError("A request must be an object with instrument, before, and made and changes, or gesture.")
    return answer(_instrument(data, "before"), data)


def _instrument(data: dict[str, Any], changes: str) -> Instrument:
    """The instrument of a request, with some of its changes."""
    given = data.get("instrument")
    start = Instrument.from_dict(given) if isinstance(given, dict) else instrument(_bare(given))
    return start.with_changes(_parameters(data, changes))


def _parameters(data: dict[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise RosinError(f"{name} must be an object of parameters by path.")
    return found


def _change(old: Instrument, data: dict[str, Any]) -> dict[str, Any]:
    """What changes turn it into, for programs that were made with other changes, in whose memories there was room for these."""
    new = old.with_changes(_parameters(data, "changes"))
    sounding = Sounding(_instrument(data, "made"))
    update = sounding.turned(new) if sounding.retuned(old) is not None else None
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

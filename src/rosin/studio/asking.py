"""What a page may ask of its server, and how it is answered: JSON by POST, from the page's own site, of bounded size."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rosin.model.errors import RosinError
from rosin.model.files import parse_json
from rosin.studio import site

LARGEST_REQUEST = 1_000_000  # bytes
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; media-src 'self' blob:",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cache-Control": "no-cache",
}


def asked(answer: Callable[[Any], Any]) -> Callable[[Request], Awaitable[Response]]:
    """The end point that answers JSON by JSON; what cannot be is told in words."""

    async def answered(request: Request) -> Response:
        origin = request.headers.get("origin")
        if origin is not None and origin.partition("//")[2] != request.headers.get("host"):
            return refused("Another site may not ask this one.", 403)
        body = bytearray()
        try:
            async for part in request.stream():
                body += part
                if len(body) > LARGEST_REQUEST:
                    return refused(f"A request has at most {LARGEST_REQUEST} bytes.", 413)
        except ClientDisconnect:
            return refused("The request ended too soon.", 400)
        try:
            data = parse_json(body.decode("utf-8", "replace"), "request")
            found = await run_in_threadpool(answer, data)
        except RosinError as error:
            return refused(str(error), 400)
        return Response(site.as_json(found), media_type="application/json", headers=HEADERS)

    return answered


def refused(words: str, code: int) -> Response:
    """No, and why."""
    return Response(words, status_code=code, media_type="text/plain", headers=HEADERS)

"""A server of Rosin's pages: for some host names alone, without redirections, and calm where a visitor does not speak HTTP."""

from collections.abc import Sequence
from typing import Any

from h11 import LocalProtocolError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import BaseRoute


class Calm:
    """Where the rest of a request is no HTTP, the visitor was told so already, and nobody waits for the answer any more."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, or wait until the visitor has gone."""
        try:
            await self.app(scope, receive, send)
        except LocalProtocolError:
            while (await receive())["type"] != "http.disconnect":
                pass


def answering(routes: Sequence[BaseRoute], hosts: list[str]) -> Starlette:
    """The server."""
    found = Starlette(routes=routes, middleware=[Middleware(Calm), Middleware(TrustedHostMiddleware, allowed_hosts=hosts)])
    found.router.redirect_slashes = False
    return found

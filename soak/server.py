"""The studio's server under many visitors: some ask and go, some read a byte now and then, some never finish what they ask.

Whoever asks properly must be answered all the while, and when everybody has gone the server must have as many open files as before.
"""

import asyncio
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn

from rosin.studio.server import application

GOOD = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
FILES = (b"/", b"/main.js", b"/plans/index.json", b"/gallery/gallery.css")
LONGEST = 30.0  # s that a proper visitor may wait
ASKING, READING = 0.4, 0.3  # shares of those that ask properly, and of slow readers; the rest never finish
SLOWLY = 0.2  # s between the bytes of a slow reader


class Served(NamedTuple):
    """How the server fared."""

    connections: int
    seconds: float
    answered: int
    longest_wait: float
    slow_readers: int
    half_sent: int
    files_before: int
    files_after: int
    stopped: bool
    failures: list[str]


def soak(connections: int, seconds: float, seed: int, tell: Callable[[float, str], None]) -> Served:
    """So many visitors at once, for so long."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=connections)
    server = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="critical"))
    thread = threading.Thread(target=lambda: server.run(sockets=[listening]), daemon=True)
    thread.start()
    visit = _Visit(listening.getsockname()[1], seed)
    asyncio.run(visit.proper(0))  # its files are made and loaded now
    before, begin, stopped = _open_files(), time.monotonic(), False
    try:
        asyncio.run(visit.all(connections, seconds, tell))
    except KeyboardInterrupt:
        stopped = True
    for _ in range(100):
        if _open_files() <= before:
            break
        time.sleep(0.1)
    after = _open_files()
    if after > before:
        visit.failures.append(f"{after - before} files are still open")
    if not thread.is_alive():
        visit.failures.append("the server has ended")
    server.should_exit = True
    thread.join()
    counts = visit.counts
    return Served(
        *(connections, round(time.monotonic() - begin, 1), counts["answered"], round(visit.longest, 3), counts["slow"], counts["half"]),
        *(before, after, stopped, visit.failures[:20]),
    )


def _open_files() -> int:
    folder = Path("/proc/self/fd")
    return len([*folder.iterdir()]) if folder.exists() else 0


class _Visit:
    """All visitors, and what they saw."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.random = port, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self.longest = 0.0

    async def all(self, connections: int, seconds: float, tell: Callable[[float, str], None]) -> None:
        """Everybody, until the time is over."""
        begin = time.monotonic()
        end = begin + seconds
        kinds = [self.proper] * round(ASKING * connections) + [self.slow] * round(READING * connections)
        kinds += [self.half] * (connections - len(kinds))
        visitors = [asyncio.create_task(self._again(kind, end)) for kind in kinds]
        while not all(visitor.done() for visitor in visitors):
            await asyncio.sleep(1.0)
            tell(
                min(1.0, (time.monotonic() - begin) / seconds), f"server: {self.counts['answered']} answered, longest {self.longest:.2f} s"
            )
        await asyncio.gather(*visitors)

    async def _again(self, visit: Callable[[float], Coroutine[Any, Any, None]], end: float) -> None:
        while time.monotonic() < end:
            coming = visit(end)
            try:
                await asyncio.wait_for(coming, LONGEST + max(0.0, end - time.monotonic()))
            except (TimeoutError, OSError, AssertionError) as error:
                self.failures.append(f"{coming.__name__}: {type(error).__name__} {error}")

    async def proper(self, _: float) -> None:
        """Ask for a file and read it."""
        began = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(GOOD % self.random.choice(FILES))
        answer = await asyncio.wait_for(reader.read(-1), LONGEST)
        writer.close()
        assert answer.startswith(b"HTTP/1.1 200"), answer[:80]
        self.counts["answered"] += 1
        self.longest = max(self.longest, time.monotonic() - began)

    async def slow(self, end: float) -> None:
        """Ask for a large file, and read a byte now and then."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=64)
        writer.write(GOOD % b"/main.js")
        self.counts["slow"] += 1
        while time.monotonic() < end and await reader.read(1):
            await asyncio.sleep(SLOWLY)
        writer.transport.abort()

    async def half(self, end: float) -> None:
        """Begin to ask, and wait."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        whole = GOOD % b"/" if self.random.random() < 0.5 else b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"
        writer.write(whole[: self.random.randrange(1, len(whole))])
        self.counts["half"] += 1
        await asyncio.sleep(min(max(0.0, end - time.monotonic()), self.random.uniform(1.0, 20.0)))
        writer.transport.abort()

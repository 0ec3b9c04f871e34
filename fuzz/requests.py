"""Requests to the studio's server, over a socket: whatever comes, it answers in words or closes, and goes on serving."""

import json
import logging
import re
import socket
import threading

import numpy as np
import uvicorn

from fuzz.damage import HOSTILE, damaged_bytes, damaged_data
from fuzz.target import Bytes
from rosin.studio.server import application

PATHS = (
    "/",
    "/index.html",
    "/main.js",
    "/plans/index.json",
    "/modules/x.wasm",
    "/plans/../x",
    "/%2e%2e/x",
    "//etc/passwd",
    "/\u00e9",
    "/" + "a" * 300,
)
ASKED = ("/change", "/open", "/file", "/gesture")
METHODS = ("GET", "GET", "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW")
FINE = {200, 400, 403, 404, 405, 413, 431}
LONGEST_WORDS = 2000
STATUS = re.compile(rb"HTTP/1\.1 (\d{3}) ")
LONGEST, SOON, CLOSING = 1.0, 0.02, 30.0  # s for an answer to what seems whole, to what does not, and until it closes
LENGTH = re.compile(rb"\r\ncontent-length: *(\d{1,9})\r\n", re.IGNORECASE)


class _Logged(logging.Handler):
    """What the server complains about: nobody's request should make it stumble."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.getMessage()} {record.exc_info[1]!r}" if record.exc_info else record.getMessage())


class Requests(Bytes):
    """The bytes of a request."""

    about = "requests to the studio's server, whole, damaged and broken off"

    def __enter__(self) -> "Requests":
        listening = socket.create_server(("127.0.0.1", 0))
        self.place = listening.getsockname()
        self.server = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="error", log_config=None))
        self.logged = _Logged()
        logging.getLogger("uvicorn.error").addHandler(self.logged)
        self.thread = threading.Thread(target=lambda: self.server.run(sockets=[listening]), daemon=True)
        self.thread.start()
        self.afterwards.callback(self._stop)
        return self

    def _stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        logging.getLogger("uvicorn.error").removeHandler(self.logged)

    def case(self, random: np.random.Generator) -> bytes:
        """A request, often damaged."""
        body, path, method = b"", str(random.choice(PATHS)), str(random.choice(METHODS))
        if random.uniform() < 0.5:
            path, method = str(random.choice(ASKED)), "POST"
            asked = {"instrument": "chalk", "before": {}, "changes": {"gain": 3.0}, "gesture": {"velocity": 0.1, "normal_force": 1.0}}
            asked = {name: value for name, value in asked.items() if random.uniform() < 0.7}
            asked["instrument"] = HOSTILE[int(random.integers(len(HOSTILE)))] if random.uniform() < 0.97 else "chalk"
            body = json.dumps(damaged_data(asked, random)).encode()
        headers = {"Host": "127.0.0.1", "Content-Length": str(len(body)), "Connection": "close"}
        if random.uniform() < 0.2:
            headers[str(random.choice(["Origin", "Host", "Content-Length", "Transfer-Encoding", "Cookie"]))] = str(
                random.choice(["http://example.org", "null", "-1", "99999999999", "chunked", "x" * 500])
            )
        text = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n"
        whole = text.encode("utf-8") + body
        return damaged_bytes(whole, random) if random.uniform() < 0.5 else whole

    def check(self, case: bytes) -> None:
        """Send it, and read the answer; where none comes, say that no more does, and it must close."""
        answer = b""
        with socket.create_connection(self.place, timeout=LONGEST if _whole(case) else SOON) as connection:
            try:
                connection.sendall(case)
                try:
                    while part := connection.recv(65536):
                        answer += part
                except TimeoutError:
                    connection.settimeout(CLOSING)
                    connection.shutdown(socket.SHUT_WR)
                    while part := connection.recv(65536):
                        answer += part
            except (ConnectionResetError, BrokenPipeError):  # it may close before all has come
                pass
        for status in STATUS.findall(answer)[:1]:
            assert int(status) in FINE, answer[:300]
            if int(status) != 200:
                assert b"Traceback" not in answer
                assert len(answer) < LONGEST_WORDS, answer[:300]
        assert self.thread.is_alive()
        logged, self.logged.lines = self.logged.lines, []
        assert not logged, logged[0]


def _whole(case: bytes) -> bool:
    """Whether a request seems to be all there."""
    head, end, body = case.partition(b"\r\n\r\n")
    told = LENGTH.findall(head + b"\r\n")
    return bool(end) and len(told) == 1 and len(body) >= int(told[0])

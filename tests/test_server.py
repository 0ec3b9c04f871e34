"""The studio's server and those who break off: it says so to nobody, and goes on."""

import logging
import socket
import threading

import pytest
import uvicorn

from rosin.studio.server import application


@pytest.fixture
def server():
    listening = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(application(["127.0.0.1"]), log_level="error", log_config=None))
    thread = threading.Thread(target=lambda: running.run(sockets=[listening]), daemon=True)
    thread.start()
    yield listening.getsockname()
    running.should_exit = True
    thread.join()


def sent(place, data, breaks_off=False):
    """What comes back for some bytes, after which nothing more may be said."""
    answer = b""
    with socket.create_connection(place, timeout=30) as connection:
        connection.sendall(data)
        if breaks_off:
            connection.shutdown(socket.SHUT_WR)
        while part := connection.recv(65536):
            answer += part
    return answer


def test_a_request_that_breaks_off_is_no_trouble_of_the_server(server, caplog):
    head = b"POST /open HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n"
    with caplog.at_level(logging.ERROR, logger="uvicorn.error"):
        for body in (b"", b'{"instrument"', b"{" * 50):
            sent(server, head + body, breaks_off=True)
        assert sent(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200")
    assert not caplog.records
